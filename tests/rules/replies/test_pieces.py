"""A reply reaches its readers in lines and sentences."""

from __future__ import annotations

import pytest

from followthrough.rules.replies.pieces import pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("One.", ("One.",)),
        ("One. [1] Two. [1][2] Three.", ("One. [1] ", "Two. [1][2] ", "Three.")),
        (
            "**A?**\n\nIt is $3.50 a day. [1]\n\n- a\n- b [2]",
            ("**A?**\n\n", "It is $3.50 a day. [1]\n\n", "- a\n", "- b [2]"),
        ),
    ],
)
def test_pieces_end_at_sentences_and_lines(text: str, expected: tuple[str, ...]) -> None:
    assert pieces(text) == expected
