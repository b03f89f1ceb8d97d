"""What a document's labels are to one detail of a user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from followthrough.rules.cases.labels import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the document's labels are to one detail.

    Attributes:
        fits: labels that the detail falls under, with how well, up to 1.
        conflicts: labels of other cases.
        cases: the labels that tell cases apart by what was asked, in reading order.
        undecided: labels side by side that the detail fits equally well, each a case of its own.
    """

    fits: Mapping[Label, float] = field(default_factory=dict[Label, float])
    conflicts: frozenset[Label] = frozenset()
    cases: tuple[Label, ...] = ()
    undecided: tuple[Label, ...] = ()


def joined(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict of those of each choice."""
    fits: dict[Label, float] = {}
    conflicts: set[Label] = set()
    cases: list[Label] = []
    undecided: list[Label] = []
    for verdict in verdicts:
        undecided += verdict.undecided
        fits.update(verdict.fits)
        conflicts |= verdict.conflicts
        cases += verdict.cases
    return Verdict(fits=fits, conflicts=frozenset(conflicts), cases=tuple(cases), undecided=tuple(undecided))
