"""Which rows of a table a question names."""

from __future__ import annotations

import pytest

from followthrough.rules.reading.rows import key_of, telling_apart


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
