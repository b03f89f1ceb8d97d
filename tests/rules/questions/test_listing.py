"""A message that is a list of questions."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.questions.listing import Listing, list_in


@pytest.mark.parametrize(
    ("text", "listing"),
    [
        ("- a?\n- b?", Listing("", ("a?", "b?"), "")),
        ("Please:\n 1) a fee\n 2) a fax\n\nThanks!", Listing("Please:", ("a fee", "a fax"), "Thanks!")),
        ("a. What is it? b. Who is it?", Listing("", ("What is it?", "Who is it?"), "")),
        ("• one\n  more of it\n• two", Listing("", ("one\n  more of it", "two"), "")),
    ],
)
def test_marks_that_count_make_a_list(text: str, listing: Listing) -> None:
    assert list_in(text, PACK) == listing


@pytest.mark.parametrize(
    "text",
    [
        "- only one",
        "1. first\n3. third",
        "I did this:\n- opened it\n- closed it\nWhy does it fail?",
        "My notes:\n- It was red.\n- It was blue.",
        "version 1. and 2. of it",
        "- \n- b",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert list_in(text, PACK) is None
