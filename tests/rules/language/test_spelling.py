"""Nearly spelt words: what makes a doubt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.rules.language.spelling import is_near


@pytest.mark.parametrize(
    ("word", "other", "near"),
    [
        ("handbok", "handbook", True),
        ("recnt", "recent", True),
        ("hnadbook", "handbook", True),
        ("dashbord", "dashboard", True),
        ("widgt", "widget", True),
        ("want", "last", False),
        ("chat", "what", True),
        ("form", "farm", True),
        ("car", "cat", False),
        ("appeal", "appal", True),
        ("manual", "annual", False),
        ("handbook", "notebook", False),
    ],
)
def test_one_slip_is_near_and_two_in_long_words(word: str, other: str, near: bool) -> None:
    assert is_near(word, other) is near


@given(st.text("abcdef", min_size=4, max_size=12), st.text("abcdef", min_size=4, max_size=12))
def test_nearness_has_no_direction(word: str, other: str) -> None:
    assert is_near(word, other) == is_near(other, word)
