"""Where a claim's words and figures stand together in its source."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, passage

from followthrough.rules.claims.cited import Cited
from followthrough.rules.claims.placed import clauses, placed

FEES = Cited(passage("Plan | Monthly fee\nSilver savings | 40 dollars\nGold travel | 65 dollars", name="Fees"), PACK)


def test_a_text_is_cut_at_its_commas_and_joining_words_but_not_into_single_words() -> None:
    said = "Silver savings cost 40 dollars, and Gold travel costs 65 dollars"
    assert [one.strip() for one in clauses(said, PACK)] == [
        "Silver savings cost 40 dollars,",
        "and Gold travel costs 65 dollars",
    ]
    assert clauses("red, green and blue", PACK) == ["red, green and blue"]


@pytest.mark.parametrize(("fee", "is_rivalled"), [("40", False), ("65", True)])
def test_another_rows_value_has_a_rival(fee: str, *, is_rivalled: bool) -> None:
    assert (placed(f"Silver savings cost {fee} dollars", [FEES], PACK).rival > 0) is is_rivalled


def test_a_clause_that_is_nowhere_lowers_what_the_whole_has() -> None:
    borne = placed("Silver savings cost 40 dollars", [FEES], PACK)
    half = placed("Silver savings cost 40 dollars, and the branch manager signs every letter", [FEES], PACK)
    assert borne.clauses > half.clauses > 0
