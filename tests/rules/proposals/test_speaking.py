"""A text that arrives in pieces is cut into the same sentences however it arrives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK

from followthrough.rules.proposals.speaking import whole_sentences


def sentences(text: str) -> list[str]:
    found, rest = whole_sentences(text, PACK, is_all=True)
    assert "".join(p.gap + p.text for p in found) + rest == text
    return [p.text for p in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One is so [1]. Two is so [2].", ["One is so [1].", "Two is so [2]."]),
        ("One is so. [1] Two is so.[2] [3] Three.", ["One is so. [1]", "Two is so.[2] [3]", "Three."]),
        ("It is due at 5 p.m. Monday [1].", ["It is due at 5 p.m. Monday [1]."]),
        ("Do this:\n- one [1]\n- two [2]", ["Do this:", "- one [1]", "- two [2]"]),
        ("So it is. [2] And so. [1, 2]", ["So it is. [2]", "And so. [1, 2]"]),
        ("1. Open it [1].\n2. Close it. [2]", ["1. Open it [1].", "2. Close it. [2]"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_marks_belong_to_the_sentence_before_them(text: str, found: list[str]) -> None:
    assert sentences(text) == found


TEXT = st.lists(
    st.sampled_from(
        ["The fee is 5.", " ", "[1]", " [2, 3]", "\n", "Is it?", "- item", " 5 p.m. Monday", ".", " [gen"]
    ),
    max_size=12,
).map("".join)


@given(text=TEXT, cuts=st.lists(st.integers(0, 120), max_size=6))
def test_what_was_taken_early_is_what_the_whole_text_has(text: str, cuts: list[int]) -> None:
    taken: list[str] = []
    rest, place = "", 0
    for cut in sorted(min(c, len(text)) for c in cuts):
        found, rest = whole_sentences(rest + text[place:cut], PACK, is_all=False)
        taken += [p.gap + p.text for p in found]
        place = cut
    found, rest = whole_sentences(rest + text[place:], PACK, is_all=True)
    taken += [p.gap + p.text for p in found]
    assert "".join(taken) + rest == text
