"""Verdicts of several choices are one."""

from __future__ import annotations

from tests.rules.loops import PACK, document

from followthrough.rules.cases.labels import places_of
from followthrough.rules.cases.verdict import Verdict, joined

LABELS = [label for place in places_of(document("# A\n- New: yes\n- Old: no"), PACK) for label in place.labels]


def test_of_no_verdicts_nothing_fits_and_nothing_is_told_apart() -> None:
    assert joined([]) == Verdict()


def test_what_fits_one_choice_and_conflicts_in_another_stands_in_both() -> None:
    new, old = LABELS[:2]
    one = joined([Verdict(fits={new: 0.5}, cases=(new, old)), Verdict(conflicts=frozenset([old]), undecided=(old,))])
    assert one == Verdict(fits={new: 0.5}, conflicts=frozenset([old]), cases=(new, old), undecided=(old,))
