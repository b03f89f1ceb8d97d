"""A claim that is nearly a copy of its source may not turn it round."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, passage

from followthrough.rules.claims.cited import Cited
from followthrough.rules.claims.denying import reverses

LEAVE = Cited(
    passage("Adoption leave is not paid on Plan Bronze. Parental leave is paid in full.", name="Leave"), PACK
)


@pytest.mark.parametrize(
    ("claim", "is_reversed"),
    [
        ("Adoption leave is paid on Plan Bronze", True),
        ("Adoption leave is not paid on Plan Bronze", False),
        ("Parental leave is not paid in full", True),
        ("Parental leave is paid in full", False),
        ("Cars are not washed", False),
        ("Only without Plan Bronze is adoption leave paid", False),
    ],
)
def test_a_denial_added_or_left_out_is_seen(claim: str, *, is_reversed: bool) -> None:
    assert reverses(claim, [LEAVE], PACK) is is_reversed
