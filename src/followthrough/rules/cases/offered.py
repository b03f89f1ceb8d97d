"""What a question offers to choose, found again in the cases of the document: "in town or outside town?".

Invariant: a case stands for an alternative only if it has words of it that no other alternative has; an answer means
the one that it names and denies none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from followthrough.domain.pack import Pack
from followthrough.rules.cases.alternatives import offered_words, place_named
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.verdict import Verdict
from followthrough.rules.evidence.units import cells
from followthrough.rules.language.words import keys_of

_CLAUSE = re.compile(r"[,;.–—]")
_TWO = 2


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that a question offers.

    Attributes:
        own: stems of its words that say something and that no other alternative has; may be empty.
        every: all of its stems: what must be said of one that has no such word ("in town" beside "outside town").
        head: stem of its last word, which earlier alternatives may share: "dark or milk chocolate".
    """

    own: frozenset[str]
    every: frozenset[str]
    head: str


@dataclass(frozen=True, slots=True)
class _Offer:
    """The alternatives of a question, and the place of the one that a label stands for."""

    alternatives: tuple[Alternative, ...] = ()
    places: Mapping[Label, int] = field(default_factory=dict[Label, int])


def alternatives_of(question: str, reader: DetailReader, pack: Pack) -> tuple[Alternative, ...]:
    """The alternatives of the question; none where it offers amounts ("more than 10 kg or less?") or nothing."""
    if reader.measures.kinds(question):
        return ()
    pieces = [reader.stems_of(list(keys)) for keys in offered_words(question, pack)]
    telling = [reader.spoken(" ".join(keys)) for keys in offered_words(question, pack)]
    others = [frozenset[str]().union(*(p for j, p in enumerate(pieces) if j != i)) for i in range(len(pieces))]
    ends = [next(iter(reader.stems_of([keys[-1]]))) for keys in offered_words(question, pack)]
    found = tuple(
        Alternative(own=told - rest, every=piece, head=end)
        for piece, told, rest, end in zip(pieces, telling, others, ends, strict=True)
    )
    return found if len({one.own or one.every for one in found}) == len(pieces) else ()


def place_of(stems: frozenset[str], alternatives: Sequence[Alternative]) -> int | None:
    """The one alternative that has words of its own among the stems, else the one that stands there whole."""
    named = [i for i, one in enumerate(alternatives) if one.own & stems]
    whole = [i for i, one in enumerate(alternatives) if not one.own and one.every <= stems]
    found = named or whole
    return found[0] if len(found) == 1 else None


class OfferedCases:
    """Judges answers to questions that offer alternatives against the labels that stand for these."""

    def __init__(self, choices: Mapping[tuple[str, ...], Sequence[Label]], reader: DetailReader, pack: Pack) -> None:
        self._choices = choices
        self._reader = reader
        self._pack = pack
        self._known: dict[str, _Offer] = {}

    def judge(self, detail: AskedDetail) -> Verdict | None:
        """The cases of the alternative that is meant; None where none is, or the document tells none apart."""
        offer = self._offer(detail.question)
        if not offer.places:
            return None
        cases = tuple(offer.places)
        if detail.answer is None:
            return Verdict(cases=cases)
        count = len(offer.alternatives)
        meant = place_named(detail.said, count, self._pack)
        meant = self._meant(detail.said, offer.alternatives) if meant is None else meant
        if meant is None:
            return None
        fits = [label for label, place in offer.places.items() if place == meant]
        return Verdict(fits=dict.fromkeys(fits, 1.0), conflicts=frozenset(cases) - frozenset(fits), cases=cases)

    def none_of(self, detail: AskedDetail) -> Verdict | None:
        """That the answer is none of the cases that the question offers; None where it offers none."""
        cases = tuple(self._offer(detail.question).places)
        return Verdict(conflicts=frozenset(cases), cases=cases) if cases and detail.answer is not None else None

    def tells_apart(self, question: str, texts: Sequence[str]) -> bool:
        """Whether the texts stand for different alternatives of the question."""
        offered = self._offer(question).alternatives
        found = {place_of(self._reader.stems_of(keys_of(text)), offered) for text in texts}
        return len(found - {None}) > 1

    def _offer(self, question: str) -> _Offer:
        if question not in self._known:
            self._known[question] = self._found(alternatives_of(question, self._reader, self._pack))
        return self._known[question]

    def _found(self, alternatives: tuple[Alternative, ...]) -> _Offer:
        """The labels that stand for alternatives, where labels side by side stand for different ones.

        The noun that all share is of none: "chocolate" of "dark or milk chocolate".
        """
        if not alternatives:
            return _Offer()
        stems = {label: self._stems(label) for labels in self._choices.values() for label in labels}
        told = (*alternatives[:-1], self._without_head(alternatives, stems.values()))
        places: dict[Label, int] = {}
        for labels in self._choices.values():
            here = {label: at for label in labels if (at := place_of(stems[label], told)) is not None}
            if len(set(here.values())) > 1:
                places |= here
        if any(label.kind is not LabelKind.SENTENCE for label in places):
            places = {label: at for label, at in places.items() if label.kind is not LabelKind.SENTENCE}
        return _Offer(told, places)

    @staticmethod
    def _without_head(alternatives: Sequence[Alternative], labels: Iterable[frozenset[str]]) -> Alternative:
        """The last alternative without the word that ends it, where labels have that beside words of another one."""
        last = alternatives[-1]
        others = frozenset[str]().union(*(one.own for one in alternatives[:-1]))
        beside = frozenset[str]().union(*(told for told in labels if told & others))
        return replace(last, own=last.own - ({last.head} & beside))

    def _stems(self, label: Label) -> frozenset[str]:
        """The stems of what names the case: of a row all cells but its last."""
        if label.kind is not LabelKind.ROW:
            return self._reader.stems_of(keys_of(label.text))
        row = cells(label.text)
        return self._reader.stems_of(keys_of(" ".join(row[:-1] or row)))

    def _meant(self, answer: str, alternatives: Sequence[Alternative]) -> int | None:
        """The alternative that the answer names; the other one of two where it only says which it is not."""
        said, denied = set[int](), set[int]()
        for stems, is_denied in self._clauses(answer):
            place = place_of(stems, alternatives)
            if place is None and any(one.own & stems for one in alternatives):
                return None
            if place is not None:
                (denied if is_denied else said).add(place)
        if len(said) == 1 and not said & denied:
            return said.pop()
        if not said and len(denied) == 1 and len(alternatives) == _TWO:
            return 1 - denied.pop()
        return None

    def _clauses(self, answer: str) -> Iterator[tuple[frozenset[str], bool]]:
        """The stems of each clause, and whether it says what is not so."""
        negations = self._pack.values.negations | self._pack.clarifying.exceptions
        for clause in _CLAUSE.split(answer):
            keys = keys_of(clause)
            if keys:
                yield self._reader.stems_of(keys), bool(negations & set(keys))
