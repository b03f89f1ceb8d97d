"""A model's answer, sentence by sentence: what the passages do not bear is not said (architecture rules 4 and 6).

Invariants: a sentence passes only with citations of given passages that bear what it says, which need not be those
that the model named; every number, code, name and address in it stands there, or is a word of the question that it
denies; what passes holds its quotes, which stand in their passages; a sentence that no passage bears is marked as
general and proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Extract, ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.asking import content
from followthrough.rules.bearing import Bearing, ReadPassage, strong_negations
from followthrough.rules.facts import Facts, Known, facts_of, key_of
from followthrough.rules.swapped import Swapped
from followthrough.rules.units import Unit, row_in_words
from followthrough.rules.unsolved import telling_stems
from followthrough.rules.words import Stems, keys_of, words_of
from followthrough.tuning import Tuning

_MARK = re.compile(r"(?<!\s)\s*+[\[【]\s*(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\s*[\]】]")
_GENERAL = re.compile(r"(?<!\s)\s*+\[general\]", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_LINK = re.compile(r"\]\(|<\w|!\[")
_OFFERED = 0.75  # of an offer's telling words that a passage must have
_BESIDE = 2  # words before a denied one among which the denial stands: "not for 30"
_DENIED = 3  # words behind a negation that it is about


class Flaw(StrEnum):
    """Why a sentence of a model is not said."""

    EMPTY = "empty"
    UNKNOWN_SOURCE = "unknown_source"
    NOT_CITED = "not_cited"
    NOT_IN_SOURCE = "not_in_source"
    """A number, code, name or address stands in no cited passage."""
    NOT_SUPPORTED = "not_supported"
    """The cited passages speak of something else."""
    REVERSED = "reversed"
    """It denies what the passage says, or says what the passage denies."""
    OFF_TOPIC = "off_topic"
    MARKUP = "markup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence that passed.

    Attributes:
        text: as it is shown, without its citations.
        extracts: where it stands, one for each cited passage; empty when it is general.
        marker: the list mark before it, empty outside a list.
    """

    text: str
    extracts: tuple[Extract, ...]
    marker: str = ""

    @property
    def is_general(self) -> bool:
        """Whether it rests on no passage."""
        return not self.extracts


class AnswerCheck:
    """Checks sentences of one answer. ``passages`` are by the numbers that the model was given them under."""

    def __init__(self, question: str, passages: Mapping[int, Passage], pack: Pack, tuning: Tuning) -> None:
        self._passages = passages
        self._pack = pack
        self._tuning = tuning
        self._stems = Stems(pack)
        self._question = Known((question,), pack)
        self._asked = telling_stems(question, pack)
        self._read = {n: ReadPassage(p, pack) for n, p in passages.items()}

    def check(self, sentence: str) -> Sentence | Flaw:
        """The sentence as it may be shown, or why it may not."""
        numbers = [int(n) for m in _MARK.finditer(sentence) for n in re.findall(r"\d+", m[1])]
        marked_general = _GENERAL.search(sentence) is not None
        text = " ".join(_GENERAL.sub("", _MARK.sub("", sentence)).split())
        item = _ITEM.match(f"{text} ")
        marker, text = (item[0].strip(), text[item.end() :].strip()) if item else ("", text)
        if not words_of(text):
            return Flaw.EMPTY
        if _LINK.search(text):
            return Flaw.MARKUP
        if any(n not in self._passages for n in numbers):
            return Flaw.UNKNOWN_SOURCE
        facts = facts_of(text, self._pack)
        if not numbers:
            if marked_general:
                return self._general(text, marker, facts)
            states = not text.endswith((":", "?", "？"))  # a question or a lead-in claims nothing
            return self._cited_anew(text, marker, facts, Flaw.NOT_CITED) if states else Flaw.NOT_CITED
        found = self._cited(text, marker, facts, tuple(dict.fromkeys(numbers)))
        return self._cited_anew(text, marker, facts, found) if isinstance(found, Flaw) else found

    def _cited_anew(self, text: str, marker: str, facts: Facts, flaw: Flaw) -> Sentence | Flaw:
        """The sentence with the first passage that bears it, where the model named none or another; else its flaw.

        Where any passage says the opposite, none bears it.
        """
        if flaw is Flaw.REVERSED:
            return flaw
        each = [self._cited(text, marker, facts, (n,)) for n in self._passages]
        if Flaw.REVERSED in each:
            return Flaw.REVERSED if flaw is not Flaw.NOT_IN_SOURCE else flaw
        return next((found for found in each if isinstance(found, Sentence)), flaw)

    def offer(self, text: str) -> Extract | None:
        """Where a passage speaks of what a question to the user offers; None where none does, or it was asked."""
        says = [w.key for w in content(words_of(text), self._pack) if w.key not in self._pack.asking.fillers]
        told = frozenset(self._stems.of(says))
        new = told - self._question.stems
        if _LINK.search(text) or not new or self.beyond(text):
            return None
        held = [r for r in self._read.values() if len(told & r.known.stems) >= _OFFERED * len(told)]
        best = max(held, key=lambda r: len(new & r.known.stems), default=None)
        closest = None if best is None or new.isdisjoint(best.known.stems) else best.closest(told)
        return None if best is None or closest is None else extract_at(best.passage, closest.unit)

    def beyond(self, text: str) -> frozenset[str]:
        """The facts of a text that stand neither in the question nor in any passage."""
        absent = self._question.lacks(facts_of(text, self._pack))
        for one in self._read.values():
            absent &= one.known.lacks(facts_of(text, self._pack))
        return absent

    def _general(self, text: str, marker: str, facts: Facts) -> Sentence | Flaw:
        """A remark that is nobody's source: it may hold nothing that only a source could say."""
        if self._question.lacks(facts):
            return Flaw.NOT_IN_SOURCE
        if self._asked and self._asked.isdisjoint(telling_stems(text, self._pack)):
            return Flaw.OFF_TOPIC
        return Sentence(text=text, extracts=(), marker=marker)

    def _cited(self, text: str, marker: str, facts: Facts, numbers: tuple[int, ...]) -> Sentence | Flaw:
        told = telling_stems(text, self._pack)
        read = [self._read[n] for n in numbers]
        absent = _absent(facts, read)
        if absent and not self._denies(text, absent):
            return Flaw.NOT_IN_SOURCE
        held = frozenset[str]().union(*(r.known.stems for r in read))
        known = told - absent
        figures = (facts.numbers | facts.codes) - absent
        if not known or len(known & held) <= self._tuning.written_min_support * len(known):
            return Flaw.NOT_SUPPORTED
        if not Bearing(read, self._asked, self._pack).bears(text, known, figures):
            return Flaw.NOT_SUPPORTED
        extracts = tuple(extract_at(r.passage, best.unit) for r in read if (best := r.closest(told)) is not None)
        if self._is_reversed(text, told, extracts, denies_question=bool(absent)):
            return Flaw.REVERSED
        if (swap := self._swap(text, extracts, read, held)) is not None:
            return swap
        on_topic = bool(extracts) and (not self._asked or self._is_on_topic(told, read, extracts))
        return Sentence(text=text, extracts=extracts, marker=marker) if on_topic else Flaw.OFF_TOPIC

    def _denies(self, text: str, absent: frozenset[str]) -> bool:
        """Whether each of these is a word of the question that the sentence denies: "10, not 30"."""
        if not all(self._question.holds(fact) for fact in absent):
            return False
        words = words_of(text)
        keys = [key_of(w.key) for w in words]
        stems = self._stems.of(keys)
        negations = self._pack.values.negations
        return all(
            negations.intersection(keys[max(0, place - _BESIDE) : place])
            for place in range(len(words))
            if keys[place] in absent or stems[place] in absent
        )

    def _is_reversed(
        self, text: str, told: frozenset[str], extracts: Sequence[Extract], *, denies_question: bool
    ) -> bool:
        """Whether the sentence denies what no cited unit denies, or says what each of them denies."""
        strong = strong_negations(self._pack)
        if not strong.isdisjoint(keys_of(text)):
            return not denies_question and not any(strong & set(keys_of(e.quote)) for e in extracts)
        exceptions = self._pack.values.exceptions
        denying = strong if exceptions & set(keys_of(text)) else strong | exceptions
        return all(told & self._denied_by(e, denying) for e in extracts)

    def _denied_by(self, extract: Extract, denying: frozenset[str]) -> frozenset[str]:
        """What an extract denies; a cell of a row speaks of its own column alone."""
        if extract.kind is not ExtractKind.ROW:
            return self._denied(extract.quote, denying)
        return frozenset[str]().union(*(self._denied(cell, denying) for cell in extract.text.split(";")))

    def _swap(
        self, text: str, extracts: Sequence[Extract], read: Sequence[ReadPassage], held: frozenset[str]
    ) -> Flaw | None:
        """What is wrong where the sentence has another word in the place of one of every unit that it rests on."""
        swapped = Swapped(text, self._pack)
        sources = [best.text for r in read if (best := r.closest(telling_stems(text, self._pack))) is not None]
        strong = strong_negations(self._pack)
        if not sources:
            return None
        if strong.isdisjoint(keys_of(text)) and all(
            strong.isdisjoint(keys_of(source)) and swapped.says_the_opposite(source) for source in sources
        ):
            return Flaw.REVERSED
        if all(swapped.replaces(source, held) for source in sources):
            return Flaw.NOT_SUPPORTED
        beside = any(swapped.replaces_beside(unit.text, held) for r in read for unit in r.units)
        return Flaw.NOT_SUPPORTED if beside else None

    def _denied(self, text: str, denying: frozenset[str]) -> frozenset[str]:
        """The telling words right behind a word that denies; where none are, those before it: "photos are not"."""
        words = words_of(text)
        found = frozenset[str]()
        for place in (i for i, w in enumerate(words) if w.key in denying):
            behind = telling_stems(" ".join(w.text for w in words[place : place + 1 + _DENIED]), self._pack)
            before = " ".join(w.text for w in words[max(0, place - _DENIED) : place])
            found |= behind or telling_stems(before, self._pack)
        return found

    def _is_on_topic(self, told: frozenset[str], read: Sequence[ReadPassage], extracts: Sequence[Extract]) -> bool:
        """Whether the sentence, what it rests on, or the headings over that speak of anything that was asked."""
        quoted = frozenset[str]().union(*(telling_stems(e.quote, self._pack) for e in extracts))
        above = frozenset[str]().union(*(r.heading for r in read))
        return not self._asked.isdisjoint(told | quoted | above)


def _absent(facts: Facts, read: Sequence[ReadPassage]) -> frozenset[str]:
    """The facts that none of the cited passages holds."""
    absent = facts.all
    for one in read:
        absent &= one.known.lacks(facts)
    return absent


def extract_at(passage: Passage, unit: Unit) -> Extract:
    """A unit of a passage as words taken from it."""
    quote = passage.text[unit.start : unit.end]
    is_row = unit.kind is ExtractKind.ROW
    return Extract(
        text=row_in_words(quote, unit.header) if is_row else " ".join(passage.text[unit.body : unit.end].split()),
        passage=passage,
        quote=quote,
        start=passage.start + unit.start,
        end=passage.start + unit.end,
        kind=unit.kind,
    )
