"""What is read against a question, and how surely it answers."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.ids import DocumentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question in its conversation, in the user's own words.

    Attributes:
        question: the words of the message or of one part of it.
        before: the question before it; empty for a first question and for a new topic.
        cited: the places that the last answer cited, each a document and its passage's ordinal, None where that is
            not known; a follow-up is often answered there or next to it.
        unheard: share of its words, by rarity, that nothing which was found has, 0 to 1.
        words: how many of its words tell something.
    """

    question: str
    before: str = ""
    cited: frozenset[tuple[DocumentId, int | None]] = frozenset()
    unheard: float = 0.0
    words: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """Something that may answer: a paragraph, a list with its lead-in, rows of a table.

    Attributes:
        text: its words.
        above: the document's title and the headings that it stands under.
        signals: what is known of it without a model, one number for each of ``rules.reading.signals.Signal``.
    """

    text: str
    above: str = ""
    signals: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Something that a text says, beside the words that are to bear it.

    Attributes:
        text: its words, without citations.
        sources: the sentences, items and rows of what it cites.
        signals: what is known of it without a model, one number for each of ``rules.claims.signals.ClaimSignal``.
    """

    text: str
    sources: tuple[str, ...]
    signals: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something answers, its likeliest sentence, and the likeliest of what was found; each from 0 to 1."""

    own: float
    best: float
    sentence: float

    @property
    def share(self) -> float:
        """The one as a share of the other."""
        return self.own / self.best if self.best else 1.0

    @property
    def odds(self) -> float:
        """The odds of its likeliest sentence by those of the likeliest found; nearly 0 is taken for a little."""
        return _odds(self.sentence) / _odds(self.best)


def _odds(chance: float) -> float:
    return (chance + _LITTLE) / (1.0 + _LITTLE - chance)


_LITTLE = 0.005
