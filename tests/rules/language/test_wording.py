"""Words of users and documents within the product's own sentences."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.wording import inert, listed, named, shown


def test_parts_are_named_in_quotation_marks_one_after_the_other() -> None:
    assert named(["a?"], PACK.texts) == "“a?”"
    assert named(["a?", "b?", "c?"], PACK.texts) == "“a?”, “b?” or “c?”"


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a or b"),
        (["a", "b", "c"], "a, b or c"),
        (list("abcd"), "a, b, c and other words"),
    ],
)
def test_many_items_are_cut(items: list[str], said: str) -> None:
    assert listed(items, PACK.texts, 3) == said


def test_a_long_text_is_named_by_its_beginning() -> None:
    assert len(shown("word " * 200)) <= 160
    assert shown("one\n two") == "one two"


def test_no_tag_citation_or_control_is_made_of_them() -> None:
    assert inert("a [1] <b>c\x1b") == "a \\[1\\] \\<b>c"
