"""A model's answer, sentence by sentence: exact rules, and what is left for a fitted judge (architecture rules 4, 6).

Invariants: a sentence passes only with given passages that it rests on, and holds its quotes, which stand in them;
every figure and code in it stands there or in the user's words, or follows from two of these by one step; what an
exact rule refuses no judge accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Extract
from followthrough.domain.pack import Pack
from followthrough.domain.reading import Claim
from followthrough.rules.claims.cited import Cited
from followthrough.rules.claims.denying import reverses
from followthrough.rules.claims.figures import counts_otherwise, is_count, unknown_figures
from followthrough.rules.claims.settled import Settled
from followthrough.rules.claims.signals import Beside, ClaimSignal, beside
from followthrough.rules.evidence.units import extract_of
from followthrough.rules.language.asking import content
from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.language.words import Stems, keys_of, words_of
from followthrough.rules.objective.unsolved import telling_stems

_MARK = re.compile(r"(?<!\s)\s*+[\[【]\s*(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\s*[\]】]")
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_LINK = re.compile(r"\]\(|</?\w|!\[|`{3}|[{\[]\s*\"")  # and an object or list of JSON
_JOINT = re.compile(r";\s|\s[–—]\s|,\s+(?=(\w+))")
_NONE = 0  # the number behind a sentence that says that no passage answers
_OFFERED = 0.75  # of an offer's telling words that a passage must have
_CLOSE = 0.34  # of a claim's telling words that the closest place has
_ALONE = 4  # words that can stand as a sentence


class Flaw(StrEnum):
    """Why a sentence of a model is not said."""

    EMPTY = "empty"
    UNKNOWN_SOURCE = "unknown_source"
    NOT_CITED = "not_cited"
    NOT_IN_SOURCE = "not_in_source"
    """A figure, code, address or name stands in nothing it may rest on, nor does it follow from that."""
    OTHER_UNIT = "other_unit"
    """A figure has another unit than where it stands."""
    OTHERWISE_SETTLED = "otherwise_settled"
    """It gives what was asked another value, limit or rate than the words that the rules settled it by."""
    REVERSED = "reversed"
    """It is its source with a denial added or left out."""
    NOT_SAID = "not_said"
    """It says that no passage answers, and nothing else."""
    NOT_SUPPORTED = "not_supported"
    """A judge doubts that what is cited bears it."""
    REPEATED = "repeated"
    MARKUP = "markup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A sentence, or the beginning of one that can stand alone, that no exact rule refuses.

    Attributes:
        text: as it is shown, without its citations.
        marker: the list mark before it, empty outside a list.
        extracts: where it stands, one for each cited passage.
        is_cited: the model named what it rests on.
        is_close: it names it, and one place there has much of its words.
        claim: what a judge is to say of it.
    """

    text: str
    marker: str
    extracts: tuple[Extract, ...]
    is_cited: bool
    is_close: bool
    claim: Claim


class ClaimCheck:
    """Checks sentences of one answer.

    Args:
        question: what was asked, with what the user told.
        passages: by the numbers that the model was given them under.
        pack: the words to look for.
        settled: what was asked in each part that the rules settled, with the words that settle it.
    """

    def __init__(
        self,
        question: str,
        passages: Mapping[int, Passage],
        pack: Pack,
        *,
        settled: Sequence[tuple[str, Sequence[Extract]]] = (),
    ) -> None:
        self._passages = passages
        self._pack = pack
        self._said = question
        self._question = Known((question,), pack)
        self._read = {n: Cited(passage, pack) for n, passage in passages.items()}
        read = tuple(self._read.values())
        self._settled = [Settled(asked, shown, read, pack) for asked, shown in settled]

    def weigh(self, sentence: str) -> list[Weighed] | Flaw:
        """The sentence and, where it is several claims, the first one by itself; or why neither may be said."""
        numbers = [int(n) for m in _MARK.finditer(sentence) for n in re.findall(r"\d+", m[1])]
        text = unmarked(sentence)
        item = _ITEM.match(f"{text} ")
        marker, text = (item[0].strip(), text[item.end() :].strip()) if item else ("", text)
        if (flaw := self._unfit(text, numbers)) is not None:
            return flaw
        known = [n for n in numbers if n in self._passages]
        cited = list(dict.fromkeys(known)) or self._closest(text)
        read = [self._read[n] for n in cited]
        found = [self._exactly(one, marker, read, is_cited=bool(numbers)) for one in (text, *self._first(text))]
        passed = [one for one in found if isinstance(one, Weighed)]
        if passed:
            return passed
        return Flaw.NOT_CITED if not numbers else next(one for one in found if isinstance(one, Flaw))

    def _unfit(self, text: str, numbers: Sequence[int]) -> Flaw | None:
        """Why nothing has to be read to refuse a sentence, or to say that it rests on nothing."""
        if not words_of(text):
            return Flaw.EMPTY
        if _LINK.search(text):
            return Flaw.MARKUP
        if not numbers:  # a question or a lead-in claims nothing
            return Flaw.NOT_CITED if text.endswith((":", "?", "？")) else None
        if list(numbers) == [_NONE]:
            return Flaw.NOT_SAID if self._adds_nothing(text) else Flaw.NOT_IN_SOURCE
        return Flaw.UNKNOWN_SOURCE if self._passages.keys().isdisjoint(numbers) else None

    def offer(self, text: str) -> Extract | None:
        """Where a passage speaks of what a question to the user offers; None where none does, or it was asked."""
        says = [w.key for w in content(words_of(text), self._pack) if w.key not in self._pack.asking.fillers]
        told = frozenset(Stems(self._pack).of(says))
        new = told - self._question.stems
        if _LINK.search(text) or not new or self.beyond(text):
            return None
        held = [r for r in self._read.values() if len(told & r.known.stems) >= _OFFERED * len(told)]
        best = max(held, key=lambda r: len(new & r.known.stems), default=None)
        closest = None if best is None or new.isdisjoint(best.known.stems) else best.closest(told)
        return None if best is None or closest is None else extract_of(best.passage, closest.unit)

    def announces(self, text: str) -> bool:
        """Whether a line that ends in a colon says nothing that a source would have to say."""
        return text.rstrip().endswith(":") and self._adds_nothing(text)

    def _adds_nothing(self, text: str) -> bool:
        """Whether a text has no fact of its own but how many there are of something."""
        return all(is_count(fact, self._pack) for fact in self.beyond(text))

    def echoes(self, text: str) -> bool:
        """Whether a text tells nothing but what was asked."""
        return telling_stems(text, self._pack) <= self._question.stems

    def beyond(self, text: str) -> frozenset[str]:
        """The facts of a text that stand neither in the question nor in any passage."""
        facts = facts_of(text, self._pack)
        absent = self._question.lacks(facts)
        for one in self._read.values():
            absent &= one.known.lacks(facts)
        return absent

    def _closest(self, text: str) -> list[int]:
        """The passage that has most of the sentence's words, where the model named none."""
        told = telling_stems(text, self._pack)
        best = max(self._read, key=lambda n: len(self._read[n].stems & told), default=None)
        return [] if best is None else [best]

    def _first(self, text: str) -> Iterator[str]:
        """The sentence's first claim, where it can stand alone."""
        opens = keys_of(text)[:1]
        if opens and opens[0] in self._pack.joining.subordinators:
            return
        for joint in _JOINT.finditer(text):
            joins = joint[1] is None or joint[1].casefold() in self._pack.joining.coordinators
            if joins and len(text[: joint.start()].split()) >= _ALONE:
                yield f"{text[: joint.start()].rstrip(' ,')}."
                return

    def _exactly(self, text: str, marker: str, read: Sequence[Cited], *, is_cited: bool) -> Weighed | Flaw:
        if not read:
            return Flaw.NOT_CITED
        here = beside(text, read, self._said, self._pack)
        if (flaw := self._flaw(text, here, read)) is not None:
            return flaw
        closest = [(one, one.closest(here.told)) for one in read]
        shared = [(one, place) for one, place in closest if place is not None]
        # in another language nothing is shared: the first words of what is cited stand for all of it
        quoted = shared or [(one, one.places[0]) for one in read[:1] if one.places]
        if not quoted:
            return Flaw.NOT_SUPPORTED
        claim = Claim(
            text=text,
            sources=tuple(place.text for one in read for place in one.places),
            signals=here.signals,
        )
        return Weighed(
            text=text,
            marker=marker,
            extracts=tuple(extract_of(one.passage, place.unit) for one, place in quoted),
            is_cited=is_cited,
            is_close=is_cited and here.signals[ClaimSignal.BEST] >= _CLOSE,
            claim=claim,
        )

    def _flaw(self, text: str, here: Beside, read: Sequence[Cited]) -> Flaw | None:
        addresses = facts_of(text, self._pack).addresses
        if any(all(address not in t for one in read for t in _texts(one)) for address in addresses):
            return Flaw.NOT_IN_SOURCE
        if self._strange_names(text):
            return Flaw.NOT_IN_SOURCE
        if unknown_figures(here.figures, here.cited, here.own, here.nearby):
            return Flaw.NOT_IN_SOURCE
        if counts_otherwise(here.figures, here.cited, here.own):
            return Flaw.OTHER_UNIT
        if self._settled and all(one.differs(text) for one in self._settled):
            return Flaw.OTHERWISE_SETTLED
        return Flaw.REVERSED if reverses(text, read, self._pack) else None

    def _strange_names(self, text: str) -> frozenset[str]:
        """Names that nothing given knows; a day or month may follow from others."""
        known = self._question.stems.union(*(one.known.stems for one in self._read.values()))
        days = frozenset(Stems(self._pack).of([*self._pack.values.months, *self._pack.values.weekdays]))
        return facts_of(text, self._pack).names - known - (days if known & days else frozenset())


def unmarked(sentence: str) -> str:
    """The sentence without the numbers of its sources, its white space single."""
    return " ".join(_MARK.sub("", sentence).split())


def _texts(read: Cited) -> list[str]:
    return [*(place.text for place in read.places), *read.above, read.passage.text]
