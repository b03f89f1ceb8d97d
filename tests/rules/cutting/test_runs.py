"""Lists and tables as wholes: what their parts stand under, and whether a passage can hold them."""

from __future__ import annotations

from followthrough.domain.documents import Block, BlockKind
from followthrough.rules.cutting.runs import Placed, Standing, stand

ITEM, PARAGRAPH, ROW = BlockKind.LIST_ITEM, BlockKind.PARAGRAPH, BlockKind.TABLE_ROW


def placed(*parts: tuple[BlockKind, str, int], tokens: int = 5, header: str = "") -> tuple[str, list[Placed]]:
    text, found = "", []
    for kind, words, level in parts:
        under = header if kind is ROW and words != header else ""
        block = Block(kind=kind, start=len(text), end=len(text) + len(words), level=level, table_header=under)
        found.append(Placed(block, 0, tokens))
        text += words + "\n"
    return text, found


def test_items_stand_under_the_sentence_that_announces_them() -> None:
    text, parts = placed((PARAGRAPH, "Read this. You need these.", 0), (ITEM, "- a", 1), (ITEM, "- b", 1))
    assert stand(text, parts, 100) == [
        Standing(""),
        Standing("You need these.", begins=True),
        Standing("You need these.", whole=True),
    ]


def test_a_nested_item_stands_under_its_parent() -> None:
    text, parts = placed((ITEM, "1. Open it", 1), (ITEM, "- the lid", 2), (ITEM, "2. Close it", 1))
    assert [s.under for s in stand(text, parts, 100)] == ["", "Open it", ""]


def test_a_list_that_fits_no_passage_is_no_whole() -> None:
    text, parts = placed((ITEM, "- a", 1), (ITEM, "- b", 1), tokens=60)
    assert [s.whole for s in stand(text, parts, 100)] == [False, False]


def test_rows_stand_under_their_header_and_a_new_table_is_a_new_run() -> None:
    text, parts = placed((ROW, "A | B", 0), (ROW, "1 | 2", 0), (ROW, "A | B", 0), (ROW, "3 | 4", 0), header="A | B")
    assert [(s.under, s.whole) for s in stand(text, parts, 100)] == [
        ("", False),
        ("A | B", True),
        ("", False),
        ("A | B", True),
    ]


def test_a_short_line_is_a_label_and_a_sentence_is_none() -> None:
    text, parts = placed((PARAGRAPH, "By mail", 0), (PARAGRAPH, "Send it to us.", 0), (PARAGRAPH, "Or call.", 0))
    assert [s.labelled for s in stand(text, parts, 100)] == [False, True, False]


def test_what_stands_in_another_section_announces_nothing() -> None:
    text, parts = placed((PARAGRAPH, "You need", 0), (ITEM, "- a", 1))
    parts[1] = Placed(parts[1].block, 1, 5)
    assert stand(text, parts, 100)[1] == Standing("")
