"""Which rows of a table a question names."""

from __future__ import annotations

import pytest

from followthrough.rules.reading.rows import is_open, key_of, telling_apart


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ("", []),
        ("tent pitch|pitch|pitch|", [True, False, False, False]),
        ("pitch|pitch|pitch|", [False] * 4),
        ("student|student abroad|", [False, True, False]),
        ("adult|student|junior", [True, True, True]),
        ("fee|fee", [False, False]),
        ("fee", [False]),
    ],
)
def test_rows_are_named_by_words_that_few_of_them_have(keys: str, named: list[bool]) -> None:
    assert telling_apart([set(key.split()) for key in keys.split("|")] if keys else []) == named


def test_what_stands_in_brackets_names_no_row() -> None:
    assert key_of("Bed linen (cabins only) | 8.00").split() == ["Bed", "linen"]


@pytest.mark.parametrize(
    ("row", "heads", "is_empty"),
    [
        ("Bergen | - | EUR 133", [set(), {"weekday"}, set()], True),
        ("Bergen | - | EUR 133", [set(), {"weekday", "fare"}, {"fare"}], True),
        ("Bergen | EUR 80 | -", [set(), {"weekday"}, set()], False),
        ("Bergen | - | EUR 133", [set(), {"fare"}, {"fare"}], False),
        ("Bergen | -", [], False),
    ],
)
def test_the_asked_cell_of_a_row_may_be_empty(row: str, heads: list[set[str]], *, is_empty: bool) -> None:
    assert is_open(row, heads) is is_empty
