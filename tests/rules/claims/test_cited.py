"""A passage as claims are held against it."""

from __future__ import annotations

from tests.rules.said import PACK, passage

from followthrough.rules.claims.cited import Cited
from followthrough.rules.objective.unsolved import telling_stems

FEES = Cited(passage("The fee is 40 dollars. A permit is free.", name="Harbour fees"), PACK)


def test_the_closest_place_shares_most_words() -> None:
    place = FEES.closest(telling_stems("What does a permit cost?", PACK))
    assert place is not None
    assert place.text == "A permit is free."


def test_where_nothing_is_shared_no_place_is_close() -> None:
    assert FEES.closest(telling_stems("Elephants sleep standing.", PACK)) is None


def test_what_stands_above_counts_with_it() -> None:
    assert telling_stems("harbour", PACK) <= FEES.stems
