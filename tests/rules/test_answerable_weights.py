"""The shipped model is whole: a constant and a weight for every sign, and where it comes from."""

from __future__ import annotations

import re

from followthrough.rules.answerable import Sign
from followthrough.rules.answerable_weights import SHIPPED


def test_every_outcome_has_a_constant_and_a_weight_for_every_sign() -> None:
    for row in (SHIPPED.answered, SHIPPED.partly, SHIPPED.nothing):
        assert len(row) == 1 + len(Sign)
        assert any(row)


def test_conversations_are_known_again_by_marks_alone() -> None:
    assert len(SHIPPED.fitted_on) > 100
    assert all(re.fullmatch(r"[0-9a-f]{10}", mark) for mark in SHIPPED.fitted_on)
