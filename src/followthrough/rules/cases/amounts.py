"""The cases that amounts tell apart: spans of time, sums of money, versions, counts; compared by value in one unit.

Invariant: an amount falls under a case only as a whole; one that no case holds, or several hold a part of, is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.cases.clauses import clauses_of
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.measures import BASE, UnitOf
from followthrough.rules.cases.verdict import Verdict, joined
from followthrough.rules.claims.limits import Limit
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import has_digit, keys_of

_TIMES = frozenset((Kind.HOW_LONG, Kind.WHEN))
_COUNTS = frozenset((Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_OFTEN))
_BELOW_ZERO = re.compile(r"(?<![\w.,])(?<!\d )[-−–]\s?\d")


class AmountCases:
    """Judges amounts against labels that have some.

    Args:
        labels: labels that may tell amounts apart.
        asked: the question.
        reader: reads labels and answers.
        pack: the words to look for.
    """

    def __init__(self, labels: Sequence[Label], asked: AskedDetail, reader: DetailReader, pack: Pack) -> None:
        self._asked = asked
        self._reader = reader
        self._measures = reader.measures
        self._pack = pack
        self._rest = pack.clarifying.rest
        than = pack.clarifying.above | pack.clarifying.below
        self._comparing = frozenset(phrase.split()[0] for phrase in than if " " in phrase)
        self._wanted = wanted(keys_of(asked.question), pack).kind
        self._kind = self._kind_of(labels)
        self._bare = self._unit_of(labels)
        self._groups: dict[tuple[str, ...], dict[Label, tuple[Limit, ...]]] = {}
        for label in labels:
            self._groups.setdefault(label.choice, {})[label] = self._limits(label)
        self.counted = tuple(label for some in self._groups.values() for label, limits in some.items() if limits)

    @property
    def cases(self) -> tuple[Label, ...]:
        """The labels with amounts, and those for all other ones."""
        every = ((label, some) for some in self._groups.values() for label in some)
        return tuple(label for label, some in every if some[label] or self._is_rest(label, some))

    @property
    def tell_apart(self) -> bool:
        """Whether amounts tell some of the labels apart."""
        return len(self.cases) > len(self.counted) or any(
            len({limits for limits in some.values() if limits}) > 1 for some in self._groups.values()
        )

    @property
    def are_amounts(self) -> bool:
        """Whether the numbers are more than names: "Hub 3" and "Hub 5" are none."""
        spans = (limit for some in self._groups.values() for limits in some.values() for limit in limits)
        return self._kind is not None or self.are_asked_for or any(limit.low != limit.high for limit in spans)

    @property
    def are_asked_for(self) -> bool:
        """Whether the question asks for such amounts: by their unit, what they count, or as a time, sum or count."""
        if self._kind is None:
            named = [x for x in self.counted if self._reader.limits.read(x.text, self._asked.names)]
            return bool(named) or self._wanted in _COUNTS
        if self._asked.unit is not None:
            return self._asked.unit.kind == self._kind
        is_money = self._wanted is Kind.HOW_MUCH and self._kind in self._measures.money
        return is_money or (self._wanted in _TIMES and self._kind == "time")

    def judge(self, detail: AskedDetail) -> Verdict:
        """The cases of the amount that the answer gives; undecided where it gives several of them."""
        told = self._measures.kinds(detail.said)
        if not (told or detail.numbers or has_digit(detail.said)):
            return Verdict()
        is_other = bool(told) and self._kind not in told
        is_open = _BELOW_ZERO.search(detail.said) is not None or self._says_more(detail.said)
        said = () if is_other or is_open else self._said(detail)
        return joined(
            self._judged(some, [limit for limit in said if not limit.negated]) for some in self._groups.values()
        )

    def _says_more(self, text: str) -> bool:
        """Whether the text leaves open what it says: "maybe more", "it does not weigh more than 4 kg"."""
        pieces = clauses_of(text, self._pack)
        bare = (piece.text for piece in pieces if piece.denied or not self._has_amount(piece.text))
        return any(not self._comparing.isdisjoint(keys_of(piece)) for piece in bare)

    def _has_amount(self, text: str) -> bool:
        return bool(self._measures.kinds(text) or self._reader.limits.numbers(text))

    def _judged(self, group: dict[Label, tuple[Limit, ...]], said: Sequence[Limit]) -> Verdict:
        rest = [label for label in group if self._is_rest(label, group)]
        cases = (*(label for label, limits in group.items() if limits), *rest)
        found = [self._of_amount(amount, group, rest) for amount in said]
        fits = dict.fromkeys(label for some in found for label in some)
        if not all(found):
            fits = {}
        elif len(found) > 1 and len({label.text for label in fits}) > 1:
            return Verdict(undecided=tuple(fits), cases=cases)
        return Verdict(fits=dict.fromkeys(fits, 1.0), conflicts=frozenset(cases) - frozenset(fits), cases=cases)

    @staticmethod
    def _of_amount(said: Limit, group: Mapping[Label, tuple[Limit, ...]], rest: Sequence[Label]) -> Sequence[Label]:
        """The cases that hold all of an amount; those for all other amounts where no case holds any part of it."""
        within = [label for label, limits in group.items() if limits and holds(limits, said)]
        touched = any(_touches(said, limit) for limits in group.values() for limit in limits)
        return within or ([] if touched else rest)

    def _is_rest(self, label: Label, group: dict[Label, tuple[Limit, ...]]) -> bool:
        """Whether the label names every other amount: "otherwise", "longer ago" as the one without an amount."""
        if group[label] or not any(group.values()):
            return False
        if label.kind is LabelKind.SENTENCE:  # "Older ones cost 79 EUR." beside "Younger than 24 months it is free."
            return not self._rest.isdisjoint(keys_of(label.text)[:1])
        is_only = sum(not limits for limits in group.values()) == 1
        return self._reader.is_otherwise(label.text) or is_only

    def _kind_of(self, labels: Sequence[Label]) -> str | None:
        """What the labels measure; None where they only have numbers."""
        kinds = Counter(
            kind for label in labels for kind in sorted(self._measures.kinds(label.text) | self._headed(label))
        )
        unit = self._asked.unit
        if unit is not None and unit.kind in kinds:
            return unit.kind
        return max(kinds, key=lambda kind: kinds[kind]) if kinds else None

    def _headed(self, label: Label) -> frozenset[str]:
        unit = self._measures.unit_in(label.header)
        return frozenset() if unit is None else frozenset((unit.kind,))

    def _unit_of(self, labels: Sequence[Label]) -> UnitOf | None:
        """The unit of a bare number: the one that is asked for, else the one that all labels have."""
        if self._kind is None:
            return None
        heads = {unit for label in labels if (unit := self._measures.unit_in(label.header)) is not None}
        asked = self._asked.unit
        if asked is not None and asked.kind == self._kind:
            return asked
        if self._kind == "time" and not heads:
            return None  # "5" may be hours or days
        units = heads or {unit for label in labels for unit in self._measures.units(label.text)}
        return next(iter(units)) if len(units) == 1 else None

    def _limits(self, label: Label) -> tuple[Limit, ...]:
        """The label's amounts; "Refunds take 14 days." is a fact, "up to 14 days ago" a case."""
        if self._kind is None:
            limits = self._reader.limits.read(
                label.text, self._asked.names, bound=label.kind is not LabelKind.SENTENCE
            )
        else:
            bare = self._measures.unit_in(label.header) or self._bare
            limits = self._read(label.text, None if self._measures.kinds(label.text) else bare)
        is_fact = label.kind is LabelKind.SENTENCE
        return tuple(limit for limit in limits if not is_fact or limit.low != limit.high)

    def _said(self, detail: AskedDetail) -> tuple[Limit, ...]:
        if self._kind is None:
            return self._reader.limits.read(detail.said, self._asked.names, bound=True)
        return self._read(detail.said, self._bare)

    def _read(self, text: str, bare: UnitOf | None) -> tuple[Limit, ...]:
        kind = self._kind or ""
        told = self._measures.in_smallest(text, kind, bare=bare)
        return self._reader.limits.read(told, self._reader.stems_of([BASE]), aged=kind == "time")


def holds(case: Sequence[Limit], said: Limit) -> bool:
    """Whether a condition with these amounts holds for all of what was said; exceptions alone hold for others."""
    return any(_within(said, limit) for limit in case if not limit.negated) or (
        all(limit.negated for limit in case) and not any(_touches(said, limit) for limit in case)
    )


def _within(said: Limit, case: Limit) -> bool:
    """Whether all of what was said lies within the case."""
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
    """Both ends of what was said; "since two days" says two days."""
    is_since = said.high is None and not said.low_open
    return said.low, said.low if is_since else said.high
