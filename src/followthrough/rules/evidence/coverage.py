"""How far each unit of the passages covers what was asked.

A word counts by how rare it is among the candidates and by what it is: codes and numbers count most, light words
least; names must occur anyhow and need not outweigh what is asked about them. A unit covers a word that stands in it
or in its column names fully, one that stands in the line leading in to it nearly so, one that stands only in the
headings above it or the document's title in part.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import mul

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.evidence.question import NAMED, Question, Term, TermKind
from followthrough.rules.evidence.units import Unit, units_of
from followthrough.rules.language.variants import Meant, meanings_in
from followthrough.rules.language.words import Stems, keys_of

_BY_KIND = {
    TermKind.NAME: 1.0,
    TermKind.CODE: 1.5,
    TermKind.NUMBER: 1.2,
    TermKind.HEAD: 1.0,
    TermKind.WORD: 1.0,
    TermKind.VERB: 0.5,
    TermKind.LIGHT: 0.25,
    TermKind.FOREIGN: 1.0,
}
_TOLD_SHARE = 0.3  # what was told around the question matters less than the question
_FOREIGN_ABSENT = 0.2
_UNSEEN_UNITS = 10  # as if so many other units had been looked at: in a small library every word is common
_RAREST, _COMMONEST = 1.0, 0.25
_IN_LEAD, _NAMED_ABOVE, _IN_HEADING, _IN_ASKING_HEADING = 0.9, 0.95, 0.8, 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A unit with what it covers; the same one only as the same object.

    Attributes:
        ranked: the passage it is in.
        rank: the passage's place in the ranking, from 0.
        place: the unit's place in the passage, from 0.
        unit: where it stands there.
        keys: its words.
        marks: for each of its words the term of the question that it is, -1 for none.
        covers: for each term of the question, how far it is covered, 0 to 1.
        above: for each term, how far the headings and the document's title cover it.
        titled: the terms in the heading right above, or in the question of the text that it stands under.
        coverage: the weighted mean of ``covers``.
        asking: the question that it is the answer to: in the text before it, or as the heading of its paragraph.
    """

    ranked: RankedPassage
    rank: int
    place: int
    unit: Unit
    keys: list[str]
    marks: list[int]
    covers: tuple[float, ...]
    above: tuple[float, ...]
    titled: frozenset[int]
    coverage: float
    asking: str = ""

    @property
    def passage(self) -> Passage:
        """The passage it is in."""
        return self.ranked.passage

    @property
    def is_listed(self) -> bool:
        """Whether the unit is an item of a list or a row of a table."""
        return self.unit.kind is not ExtractKind.SENTENCE

    def marks_all(self, terms: Iterable[int]) -> bool:
        """Whether each of the terms is one of the unit's own words."""
        return all(i in self.marks for i in terms)

    @property
    def text(self) -> str:
        """The unit's words as they stand."""
        return self.ranked.passage.text[self.unit.start : self.unit.end]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All units of the passages, weighed against one question.

    Attributes:
        question: what is asked.
        weights: weight of each of its terms; they add up to 1 unless there are none. 0 for what was told and occurs
            nowhere: a story's details are nobody's subject.
        candidates: by passage rank, then in reading order.
        passages: for each passage, in rank order, the terms that occur anywhere in it, its headings or its name.
    """

    question: Question
    weights: tuple[float, ...]
    candidates: tuple[Candidate, ...]
    passages: tuple[frozenset[int], ...]

    @property
    def anywhere(self) -> frozenset[int]:
        """The terms that any passage has."""
        return frozenset[int]().union(*self.passages)

    def is_about_the_named(self, rank: int) -> bool:
        """Whether a passage speaks of those that the question names, as far as any passage knows them.

        What is said of another plan, person or code is no answer, however near its words come. Of names that were
        only told in a story one is enough, and they don't matter beside names that were asked about.
        """
        terms = self.question.terms
        named = [i for i in self.anywhere if terms[i].kind in (TermKind.NAME, TermKind.CODE)]
        asked = frozenset(i for i in named if not terms[i].story)
        here = self.passages[rank]
        return asked <= here if asked or not named else bool(here.intersection(named))

    def weigh(self, covers: Sequence[float]) -> float:
        """The weighted mean of what is covered."""
        return sum(map(mul, self.weights, covers))


class _Marks:
    """Which term of the question a word is, or is a variant of."""

    def __init__(self, question: Question, stems: Stems, pack: Pack) -> None:
        self._stems = stems
        self._terms = {term.stem: i for i, term in enumerate(question.terms)}
        self._known: dict[str, int] = {}
        asked = [key for term in question.terms for key in keys_of(term.text)]
        self._meant: list[tuple[Meant, frozenset[int]]] = []
        for one in meanings_in(asked, pack):
            terms = [self._terms.get(stem, -1) for stem in stems.of(list(one.asked))]
            if -1 not in terms:
                self._meant.append((one, frozenset(terms)))

    def learn(self, keys: Iterable[str]) -> None:
        """Looks at new words, all at once."""
        new = [key for key in set(keys) if key not in self._known]
        for key, stem in zip(new, self._stems.of(new), strict=True):
            self._known[key] = self._terms.get(stem, -1)

    def of(self, keys: list[str]) -> list[int]:
        """The term that each word is, -1 for none. The words must have been learnt."""
        known = self._known
        marks = [known[key] for key in keys]
        for one, terms in self._meant:
            for place in one.places_in(keys):
                marks[place] = min(terms) if marks[place] < 0 else marks[place]
        return marks

    def terms_in(self, keys: list[str], marks: list[int]) -> frozenset[int]:
        """The terms that occur among the words: a variant says all words of the form that was asked."""
        found = frozenset(marks) - _NO_TERM
        for one, terms in self._meant:
            if not found.issuperset(terms) and one.places_in(keys):
                found |= terms
        return found

    def in_text(self, text: str) -> frozenset[int]:
        """The terms that occur in the text."""
        keys = keys_of(text)
        self.learn(keys)
        return self.terms_in(keys, self.of(keys))


_NO_TERM = frozenset((-1,))
_NONE = frozenset[int]()


@dataclass(frozen=True, slots=True)
class _Under:
    """A question in a text, and its terms with those of the sentences that lead to it."""

    text: str
    terms: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Read:
    """A passage's units, and which terms occur in each, in its columns' names, before it, and above them all.

    ``under`` has for each unit the question in the text that it stands under; None where there is none.
    """

    ranked: RankedPassage
    units: list[Unit]
    keys: list[list[str]]
    marks: list[list[int]]
    here: list[frozenset[int]]
    headers: list[frozenset[int]]
    leads: list[frozenset[int]]
    under: list[_Under | None]
    above: frozenset[int]
    titled: frozenset[int]

    @property
    def anywhere(self) -> frozenset[int]:
        """The terms that occur anywhere in the passage, its headings or its document's name."""
        return self.above.union(*self.here, *self.headers)


def weigh_evidence(question: Question, passages: Sequence[RankedPassage], stems: Stems, pack: Pack) -> Evidence:
    """Reads the passages against the question."""
    marks = _Marks(question, stems, pack)
    read = [_read(ranked, marks, pack) for ranked in passages]
    occurs = tuple(one.anywhere for one in read)
    weights = _weights(question.terms, read)
    candidates = [c for rank, one in enumerate(read) for c in _candidates(question.terms, weights, one, rank)]
    return Evidence(question, weights, tuple(candidates), occurs)


def _read(ranked: RankedPassage, marks: _Marks, pack: Pack) -> _Read:
    passage = ranked.passage
    units = units_of(passage, pack)
    keys = [keys_of(passage.text[u.body : u.end]) for u in units]
    marks.learn(chain.from_iterable(keys))
    of_units = [marks.of(k) for k in keys]
    here = [marks.terms_in(k, m) for k, m in zip(keys, of_units, strict=True)]
    known = {header: marks.in_text(header) for header in {u.header for u in units}}
    headers = [known[u.header] for u in units]
    above = marks.in_text(" ".join((passage.document_name, *passage.heading, passage.context)))
    titled = marks.in_text(passage.heading[-1]) if passage.heading else _NONE
    leads, under = _leads(units, keys, here, pack), _under(passage, units, here)
    return _Read(ranked, units, keys, of_units, here, headers, leads, under, above, titled)


def _under(passage: Passage, units: list[Unit], here: list[frozenset[int]]) -> list[_Under | None]:
    """For each unit the question before it: lists of questions and answers.

    A question holds to the end of its paragraph; one that ends its paragraph holds for the next one.
    """
    under: list[_Under | None] = []
    asked: _Under | None = None
    led, until = _NONE, -1
    for place, unit in enumerate(units):
        if place and unit.block != units[place - 1].block:
            led = _NONE
            asked = asked if unit.block <= until else None
        if is_asking(passage, unit):
            asked = _Under(passage.text[unit.start : unit.end], led | here[place])
            led, until = _NONE, unit.block + _ends_block(units, place)
            under.append(None)
            continue
        led |= here[place]
        under.append(asked)
    return under


def _ends_block(units: list[Unit], place: int) -> bool:
    return place + 1 == len(units) or units[place + 1].block != units[place].block


def is_asking(passage: Passage, unit: Unit) -> bool:
    """Whether a sentence of the text asks: it answers nothing; items of a list may be the questions asked for."""
    return unit.kind is ExtractKind.SENTENCE and passage.text[unit.start : unit.end].endswith("?")


def _leads(units: list[Unit], keys: list[list[str]], here: list[frozenset[int]], pack: Pack) -> list[frozenset[int]]:
    """For each unit the terms in what it leans on: a list or table on the sentence before it, "It ..." on its own."""
    leads: list[frozenset[int]] = []
    last_sentence = -1
    for place, unit in enumerate(units):
        lead = _NONE
        if unit.kind is ExtractKind.SENTENCE:
            if leans_back(keys[place], pack) and place and units[place - 1].block == unit.block:
                lead = here[place - 1] | leads[place - 1]
            last_sentence = place
        elif last_sentence >= 0 and units[last_sentence].block == unit.block - 1:
            lead = here[last_sentence]
        leads.append(lead)
    return leads


def leans_back(keys: list[str], pack: Pack) -> bool:
    """Whether a sentence begins with a word that stands for something in the sentence before it."""
    return bool(keys) and keys[0] in pack.asking.pronouns


def _weights(terms: tuple[Term, ...], read: list[_Read]) -> tuple[float, ...]:
    """Each term's weight by what it is and how few units speak of it."""
    holders = Counter(
        chain.from_iterable(
            here | header | one.above for one in read for here, header in zip(one.here, one.headers, strict=True)
        )
    )
    total = sum(len(one.units) for one in read)
    raw = [_weight(term, holders[i], total) for i, term in enumerate(terms)]
    whole = sum(raw)
    return tuple(w / whole for w in raw) if whole else tuple(raw)


def _weight(term: Term, holders: int, total: int) -> float:
    if term.told and not holders:
        return 0.0
    if term.kind is TermKind.FOREIGN:
        return _BY_KIND[term.kind] if holders else _FOREIGN_ABSENT
    units = total + _UNSEEN_UNITS
    rarity = math.log((units + 1) / (holders + 1)) / math.log(units + 1)
    weight = _BY_KIND[term.kind] * max(_COMMONEST, min(_RAREST, rarity))
    return weight * _TOLD_SHARE if term.told and term.kind not in NAMED else weight


def _candidates(terms: tuple[Term, ...], weights: tuple[float, ...], one: _Read, rank: int) -> Iterator[Candidate]:
    asks_above = _asks_above(one.ranked.passage)
    for place, unit in enumerate(one.units):
        if is_asking(one.ranked.passage, unit):
            continue
        asked = one.under[place]
        above = _above(terms, one, asked, asks_above=asks_above)
        covers = list(above)
        for i in one.leads[place]:
            covers[i] = max(covers[i], _IN_LEAD)
        for i in one.here[place] | one.headers[place]:
            covers[i] = 1.0
        coverage = sum(map(mul, weights, covers))
        yield Candidate(
            one.ranked,
            rank,
            place,
            unit,
            one.keys[place],
            one.marks[place],
            tuple(covers),
            tuple(above),
            asked.terms if asked else one.titled,
            coverage,
            asked.text if asked else one.ranked.passage.heading[-1] if asks_above and unit.block == 0 else "",
        )


def _above(terms: tuple[Term, ...], one: _Read, asked: _Under | None, *, asks_above: bool) -> list[float]:
    """How far each term is covered by what the unit stands under: the question before it, headings, the title."""
    share = _IN_ASKING_HEADING if asks_above and asked is None else _IN_HEADING
    above = [(_NAMED_ABOVE if t.kind in NAMED else share) if i in one.above else 0.0 for i, t in enumerate(terms)]
    for i in asked.terms if asked else ():
        above[i] = _IN_ASKING_HEADING
    return above


def _asks_above(passage: Passage) -> bool:
    """Whether the passage stands under a question, and so is its answer."""
    return bool(passage.heading) and passage.heading[-1].endswith("?")
