"""The cases that tell amounts apart: spans of time, sums of money, compared by value in one unit.

Invariant: an amount falls under a case only as a whole; one that no case holds, or several hold a part of, is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from followthrough.domain.pack import Pack
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.limits import Limit
from followthrough.rules.cases.measures import BASE, UnitOf
from followthrough.rules.cases.verdict import Verdict, joined
from followthrough.rules.evidence.units import cells
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import has_digit, keys_of, phrase_at

_TIME = frozenset((Kind.HOW_LONG, Kind.WHEN))
_Set = dict[Label, tuple[Limit, ...]]


def column_of(label: Label, detail: AskedDetail, reader: DetailReader) -> tuple[str, str] | None:
    """The header and the cell of a row under the column that the question names."""
    names, values = cells(label.header) if label.header else [], cells(label.text)
    if len(names) != len(values):
        return None
    shared = [len(reader.spoken(name) & detail.names) for name in names]
    best = max(shared, default=0)
    return (names[shared.index(best)], values[shared.index(best)]) if best else None


class MeasuredCases:
    """Judges amounts against the labels that have some."""

    def __init__(self, choices: Mapping[tuple[str, ...], Sequence[Label]], reader: DetailReader, pack: Pack) -> None:
        self._choices = choices
        self._reader = reader
        self._measures = reader.measures
        self._pack = pack

    def measures(self, label: Label) -> bool:
        """Whether the label's numbers are amounts, so that no bare number of something else is compared with them."""
        if label.kind is LabelKind.ROW:
            head = cells(label.header)[:1] if label.header else []
            return bool(self._measures.kinds(cells(label.text)[0])) or any(map(self._measures.unit_in, head))
        return bool(self._measures.kinds(label.text))

    def is_amount(self, detail: AskedDetail) -> bool:
        """Whether an amount was asked for and given: no case that is told apart by words is meant."""
        told = self._measures.kinds(detail.answer or "")
        if detail.numbers and wanted(keys_of(detail.question), self._pack).kind is Kind.HOW_LONG:
            return True
        return bool(told) and not told.isdisjoint(self._kinds(replace(detail, answer=None)))

    def judge(self, detail: AskedDetail) -> Verdict | None:
        """The cases of the amount; None where the document tells none apart by what is asked."""
        for kind in self._kinds(detail):
            sets = self._about(self._sets(kind, detail), kind, detail)
            if sets:
                return joined(self._judged(some, kind, detail) for some in sets)
        return self._in_another_kind(detail)

    def _in_another_kind(self, detail: AskedDetail) -> Verdict | None:
        """That the answer is none of the cases of what was asked, which measure something else: pounds, not kilos."""
        if not self._measures.kinds(detail.answer or ""):
            return None
        sets = [some for kind in self._measures.every for some in self._sets(kind, detail) if _is_table(some)]
        cases = tuple(label for some in sets for label in some)
        return Verdict(conflicts=frozenset(cases), cases=cases) if cases else None

    def _kinds(self, detail: AskedDetail) -> tuple[str, ...]:
        """What may be measured, by the question, else by the answer."""
        if detail.unit is not None:
            return (detail.unit.kind,)
        asked = wanted(keys_of(detail.question), self._pack).kind
        if asked in _TIME:
            return ("time",)
        told = sorted(self._measures.kinds(detail.answer or ""))
        money = sorted(self._measures.money) if asked is Kind.HOW_MUCH else []
        return (*told, *(kind for kind in money if kind not in told))

    def _sets(self, kind: str, detail: AskedDetail) -> list[_Set]:
        found: list[_Set] = []
        for labels in self._choices.values():
            limits = {label: some for label in labels if (some := self._limits(label, kind, detail))}
            if len(limits) > 1 or (limits and any(map(self._is_otherwise, labels))):
                found.append(limits)
        return found

    def _limits(self, label: Label, kind: str, detail: AskedDetail) -> tuple[Limit, ...]:
        text, bare = label.text, None
        if label.kind is LabelKind.ROW:
            column = column_of(label, detail, self._reader)
            if column is None:
                return ()
            bare, text = self._measures.unit_in(column[0]), column[1]
        limits = self._read(self._measures.in_smallest(text, kind, bare=bare), kind)
        if label.kind is LabelKind.SENTENCE:  # "Refunds take 14 days." is a fact, "up to 14 days ago" a case
            return tuple(limit for limit in limits if limit.low != limit.high)
        return limits

    def _read(self, text: str, kind: str) -> tuple[Limit, ...]:
        return self._reader.limits.read(text, self._reader.stems_of([BASE]), aged=kind == "time")

    def _about(self, sets: list[_Set], kind: str, detail: AskedDetail) -> list[_Set]:
        """Of several sets those that name what is asked, else those in the unit that is asked for."""
        if len({tuple(sorted(label.text for label in some)) for some in sets}) < 2:
            return sets
        named = [s for s in sets if any(self._reader.telling(x.text) & detail.names for x in s) or _is_table(s)]
        size = None if detail.unit is None else detail.unit.size
        same = [s for s in sets if any(size in self._measures.sizes(x.text) for x in s)]
        return named or same or sets

    def _judged(self, limits: _Set, kind: str, detail: AskedDetail) -> Verdict:
        cases = tuple(limits)
        if detail.answer is None:
            return Verdict(cases=cases if len(cases) > 1 else ())
        bare = (detail.unit or self._usual(kind)) if detail.numbers or has_digit(detail.answer) else None
        said = self._read(self._measures.in_smallest(detail.answer, kind, bare=bare), kind)
        others = [x for x in self._choices[cases[0].choice] if x not in limits and self._is_otherwise(x)]
        fits = [
            label for label, some in limits.items() if said and all(any(_within(a, b) for b in some) for a in said)
        ]
        touched = any(_touches(a, b) for some in limits.values() for b in some for a in said)
        if said and not fits and not touched:
            fits = others
        against = frozenset((*cases, *others)) - frozenset(fits)
        return Verdict(fits=dict.fromkeys(fits, 1.0), conflicts=against, cases=(*cases, *others))

    def _usual(self, kind: str) -> UnitOf | None:
        """The unit of a bare number: a sum is in the document's currency, a time in none."""
        return None if kind == "time" else self._measures.largest(kind)

    def _is_otherwise(self, label: Label) -> bool:
        keys = keys_of(cells(label.text)[0] if label.kind is LabelKind.ROW else label.text)
        return any(phrase_at(keys, place, self._pack.clarifying.otherwise) for place in range(len(keys)))


def _is_table(limits: _Set) -> bool:
    return all(label.kind is LabelKind.ROW for label in limits)


def _within(said: Limit, case: Limit) -> bool:
    """Whether all of what was said lies within the case."""
    if case.negated:
        return False
    low, high = _ends(said)
    if low is None or high is None:
        is_bounded = (case.low is not None, case.high is not None)
        wants = (low is not None, high is not None)
        ends_hold = (low is None or case.low is None or low >= case.low) and (
            high is None or case.high is None or high <= case.high
        )
        return ends_hold and all(not bound or want for bound, want in zip(is_bounded, wants, strict=True))
    return case.holds(low) and case.holds(high)


def _touches(said: Limit, case: Limit) -> bool:
    return any(end is not None and case.holds(end) for end in _ends(said))


def _ends(said: Limit) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """Both ends of what was said; "since two days" and "up to two days" say two days."""
    if said.low is not None and said.high is None and not said.low_open:
        return said.low, said.low
    if said.high is not None and said.low is None and not said.high_open:
        return said.high, said.high
    return said.low, said.high
