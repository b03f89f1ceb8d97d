"""How far each unit of the passages covers what was asked.

A word counts by how rare it is among the candidates and by what it is: names, codes and numbers count most, light
words least. A unit covers a word that stands in it or in its column names fully, one that stands in the line leading
in to it nearly so, one that stands only in the headings above it or the document's title in part.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.question import MUST_OCCUR, Question, Term, TermKind
from followthrough.rules.units import Unit, units_of
from followthrough.rules.words import Stems, keys_of

_BY_KIND = {
    TermKind.NAME: 1.6,
    TermKind.CODE: 2.0,
    TermKind.NUMBER: 1.2,
    TermKind.WORD: 1.0,
    TermKind.VERB: 0.5,
    TermKind.LIGHT: 0.25,
    TermKind.FOREIGN: 1.0,
}
_TOLD_SHARE = 0.3  # what was told around the question matters less than the question
_FOREIGN_ABSENT = 0.2
_RAREST, _COMMONEST = 1.0, 0.25
_IN_LEAD, _IN_HEADING, _IN_ASKING_HEADING = 0.9, 0.8, 1.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit with what it covers.

    Attributes:
        ranked: the passage it is in.
        unit: where it stands there.
        keys: its words.
        stems: their stems.
        covers: for each term of the question, how far it is covered, 0 to 1.
        above: for each term, how far the headings and the document's title cover it.
        coverage: their weighted mean.
    """

    ranked: RankedPassage
    rank: int
    place: int
    unit: Unit
    keys: list[str]
    stems: list[str]
    covers: tuple[float, ...]
    above: tuple[float, ...]
    coverage: float

    @property
    def passage(self) -> Passage:
        """The passage it is in."""
        return self.ranked.passage

    @property
    def text(self) -> str:
        """The unit's words as they stand."""
        return self.ranked.passage.text[self.unit.start : self.unit.end]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All units of the passages, weighed against one question.

    Attributes:
        question: what is asked.
        weights: weight of each of its terms; they add up to 1 unless there are none.
        candidates: by passage rank, then in reading order.
        passages: for each passage, in rank order, the terms that occur anywhere in it, its headings or its name.
    """

    question: Question
    weights: tuple[float, ...]
    candidates: tuple[Candidate, ...]
    passages: tuple[frozenset[int], ...]

    def weigh(self, covers: Sequence[float]) -> float:
        """The weighted mean of what is covered."""
        return sum(w * c for w, c in zip(self.weights, covers, strict=True))


@dataclass(frozen=True, slots=True)
class _Read:
    """A passage's units with the stems of each, of the line before each, and of the headings above all."""

    ranked: RankedPassage
    units: list[Unit]
    keys: list[list[str]]
    in_order: list[list[str]]
    stems: list[frozenset[str]]
    headers: dict[str, frozenset[str]]
    leads: list[frozenset[str]]
    above: frozenset[str]

    @property
    def everything(self) -> frozenset[str]:
        """Every stem of the passage, its headings and its document's name."""
        return self.above.union(*self.stems, *self.headers.values())


def weigh_evidence(question: Question, passages: Sequence[RankedPassage], stems: Stems, pack: Pack) -> Evidence:
    """Reads the passages against the question."""
    read = [_read(ranked, stems, pack) for ranked in passages]
    everything = [one.everything for one in read]
    terms = _known(question.terms, everything)
    weights = _weights(terms, read)
    question = replace(question, terms=terms)
    candidates: list[Candidate] = []
    for rank, one in enumerate(read):
        share = _IN_ASKING_HEADING if _asks_above(one.ranked.passage) else _IN_HEADING
        above = tuple((1.0 if t.kind in MUST_OCCUR else share) if t.stem in one.above else 0.0 for t in terms)
        for place, unit in enumerate(one.units):
            covers = _covers(terms, one, place, above)
            coverage = sum(w * c for w, c in zip(weights, covers, strict=True))
            candidates.append(
                Candidate(
                    one.ranked, rank, place, unit, one.keys[place], one.in_order[place], covers, above, coverage
                )
            )
    occurs = tuple(frozenset(i for i, t in enumerate(terms) if t.stem in stems_of) for stems_of in everything)
    return Evidence(question, weights, tuple(candidates), occurs)


def _asks_above(passage: Passage) -> bool:
    """Whether the passage stands under a question, and so is its answer."""
    return bool(passage.heading) and passage.heading[-1].endswith("?")


def _read(ranked: RankedPassage, stems: Stems, pack: Pack) -> _Read:
    passage = ranked.passage
    units = units_of(passage, pack)
    keys = [keys_of(passage.text[u.body : u.end]) for u in units]
    in_order = [stems.of(k) for k in keys]
    of_units = [frozenset(one) for one in in_order]
    headers = {u.header: frozenset(stems.of(keys_of(u.header))) for u in units if u.header}
    above = frozenset(stems.of(keys_of(" ".join((passage.document_name, *passage.heading, passage.context)))))
    return _Read(
        ranked, units, keys, in_order, of_units, headers, _leads(units, keys, of_units, passage, pack), above
    )


def _leads(
    units: list[Unit], keys: list[list[str]], stems: list[frozenset[str]], passage: Passage, pack: Pack
) -> list[frozenset[str]]:
    """For each unit the stems of what it leans on: a list or table on the sentence before it, "It ..." on its own."""
    leads: list[frozenset[str]] = []
    last_sentence = -1
    for place, unit in enumerate(units):
        lead = frozenset[str]()
        if unit.kind is ExtractKind.SENTENCE:
            if leans_back(keys[place], pack) and place and units[place - 1].block == unit.block:
                lead = stems[place - 1] | leads[place - 1]
            last_sentence = place
        elif last_sentence >= 0 and units[last_sentence].block == unit.block - 1:
            lead = stems[last_sentence]
        leads.append(lead)
    return leads


def leans_back(keys: list[str], pack: Pack) -> bool:
    """Whether a sentence begins with a word that stands for something in the sentence before it."""
    return bool(keys) and keys[0] in pack.asking.pronouns


def _known(terms: tuple[Term, ...], everything: list[frozenset[str]]) -> tuple[Term, ...]:
    """What was told only counts where the passages speak of it: a story's details are nobody's subject."""
    return tuple(t for t in terms if not t.told or any(t.stem in stems for stems in everything))


def _weights(terms: tuple[Term, ...], read: list[_Read]) -> tuple[float, ...]:
    total = sum(len(one.units) for one in read)
    raw = [_weight(term, read, total) for term in terms]
    whole = sum(raw)
    return tuple(w / whole for w in raw) if whole else tuple(raw)


def _weight(term: Term, read: list[_Read], total: int) -> float:
    holders = 0
    for one in read:
        if term.stem in one.above:
            holders += len(one.units)
        else:
            holders += sum(1 for stems in one.stems if term.stem in stems)
            holders += sum(1 for u in one.units if u.header and term.stem in one.headers[u.header])
    rarity = math.log((total + 1) / (holders + 1)) / math.log(total + 1) if total else _RAREST
    weight = _BY_KIND[term.kind] * max(_COMMONEST, min(_RAREST, rarity))
    if term.kind is TermKind.FOREIGN and not holders:
        weight *= _FOREIGN_ABSENT
    if term.told:
        weight *= 1.0 if term.kind in MUST_OCCUR else _TOLD_SHARE
    return weight


def _covers(terms: tuple[Term, ...], one: _Read, place: int, above: tuple[float, ...]) -> tuple[float, ...]:
    own, lead, header = one.stems[place], one.leads[place], one.headers.get(one.units[place].header, frozenset[str]())
    return tuple(
        1.0 if t.stem in own or t.stem in header else _IN_LEAD if t.stem in lead else up
        for t, up in zip(terms, above, strict=True)
    )
