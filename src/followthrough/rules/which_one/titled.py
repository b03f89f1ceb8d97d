"""Several documents of which each is about one thing of the kind that is asked about: "... Clinic", "... (season 9)".

Their titles share words of the question and differ by names or numbers that neither the question nor the conversation
says. A title without a name of its own speaks of the thing in general, and then nothing is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One thing that a question may mean.

    Attributes:
        label: what the user reads.
        own: the stems of the words by which it differs from the others, never empty.
    """

    label: str
    own: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Titled:
    """Readings by title.

    Attributes:
        readings: in the order of the ranking, at least two.
        shared: the stems of the question's words that all titles have.
    """

    readings: tuple[Reading, ...]
    shared: frozenset[str]


def titled(
    text: str,
    told: frozenset[str],
    passages: Sequence[RankedPassage],
    pack: Pack,
    kind: frozenset[str] = frozenset(),
) -> Titled | None:
    """The readings of a question by the titles of the documents that were found for it; None without several.

    Args:
        text: the question.
        told: stems of what was said before it.
        passages: what was found, best first.
        pack: small words, and the language.
        kind: stems of the thing that is asked about, where that is known; else titles that share most of the
            question's words are of one kind.
    """
    names = list(dict.fromkeys(ranked.passage.document_name for ranked in passages))
    spoken_small = frozenset[str]().union(*(_written_small(p.passage.text) for p in passages))
    read = _Titles(frozenset(keys_of(text)), told, spoken_small, pack)
    labels = list(dict.fromkeys(map(label_of, names)))
    return read.readings(labels, kind) or read.readings(names, kind)


@lru_cache(maxsize=1_024)
def _written_small(text: str) -> frozenset[str]:
    """The words that a text writes in small letters; a conversation comes back to its passages."""
    return frozenset(word.key for word in words_of(text) if word.text.islower())


class _Titles:
    """Titles, read with one question in mind."""

    def __init__(self, keys: frozenset[str], told: frozenset[str], spoken_small: frozenset[str], pack: Pack) -> None:
        self._stems = Stems(pack)
        self._asked = frozenset(self._stems.of([k for k in sorted(keys) if k not in pack.words.stop]))
        self._told, self._spoken_small, self._pack = told, spoken_small, pack

    def readings(self, labels: Sequence[str], kind: frozenset[str]) -> Titled | None:
        """The labels of one kind, where each has a name of its own."""
        found = {label: self._split(label) for label in labels}
        shared = kind or max((words for words, _ in found.values()), key=len, default=frozenset[str]())
        alike = [(label, own) for label, (words, own) in found.items() if words == shared or (kind and kind <= words)]
        if not shared or len(alike) < 2:
            return None
        common = alike[0][1].intersection(*(own for _, own in alike))
        readings = tuple(Reading(label=label, own=own - common) for label, own in alike)
        return None if any(one.own <= self._told for one in readings) else Titled(readings=readings, shared=shared)

    def _split(self, label: str) -> tuple[frozenset[str], frozenset[str]]:
        """The stems of the title's words that were asked, and of its names that were not."""
        words = [w for w in words_of(label) if w.key not in self._pack.words.stop]
        pairs = list(zip(words, self._stems.of([w.key for w in words]), strict=True))
        shared = frozenset(stem for _, stem in pairs if stem in self._asked)
        return shared, frozenset(stem for word, stem in pairs if stem not in self._asked and self._is_name(word))

    def _is_name(self, word: Word) -> bool:
        """Titles Have Capitals Everywhere: a name is what no text writes small. A number is one too, but for a year.

        Documents of different years are not about different things: the dates of documents say which one holds.
        """
        if _YEAR.fullmatch(word.key) or word.key in self._pack.values.months:
            return False
        return has_digit(word.text) or (word.text[0].isupper() and word.key not in self._spoken_small)


def label_of(title: str) -> str:
    """A document's title without the name of its site: "Purchase Loan | Veterans Affairs" is "Purchase Loan"."""
    return title.partition("|")[0].strip() or title


_YEAR = re.compile(r"(?:19|20)\d\d(?:-\d\d)*")
