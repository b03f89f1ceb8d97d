"""An answer in the pieces of which each may name a case of its own."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK

from followthrough.rules.cases.clauses import clauses_of


@pytest.mark.parametrize(
    ("text", "says", "denies"),
    [
        ("lost or stolen", ["lost", "stolen"], []),
        ("wool, not cotton", ["wool"], ["cotton"]),
        ("contents not building", ["contents"], ["building"]),
        ("not lost or damaged, stolen", ["stolen"], ["lost", "damaged"]),
        ("neither lost nor stolen", [], ["lost", "stolen"]),
        ("I said debit but it was credit", ["I said debit", "it was credit"], []),
        ("Hub 5, but not the red one", ["Hub 5"], ["the red one"]),
        ("no, lost", ["lost"], []),
        ("or", [], []),
        ("", [], []),
    ],
)
def test_each_piece_says_or_denies_by_itself(text: str, says: list[str], denies: list[str]) -> None:
    clauses = clauses_of(text, PACK)
    assert [clause.text for clause in clauses if not clause.denied] == says
    assert [clause.text for clause in clauses if clause.denied] == denies


def test_and_joins_the_parts_of_an_amount() -> None:
    assert [clause.text for clause in clauses_of("a year and a half or two", PACK, of_amounts=True)] == [
        "a year and a half",
        "two",
    ]
