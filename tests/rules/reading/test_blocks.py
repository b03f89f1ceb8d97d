"""A passage as the blocks that a person would want to read."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, passage

from followthrough.domain.outcome import ExtractKind
from followthrough.rules.reading.blocks import Block, blocks_of, without_gaps

LONG = 80  # words of a block, about


def words(count: int, word: str = "word") -> str:
    return " ".join([word] * count)


def shown(text: str, *, context: str = "") -> list[tuple[str, str]]:
    """Lead and text of each block."""
    return [(block.lead_text, block.text) for block in blocks_of(passage(text, context=context), PACK)]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (
            "You need three things:\n\n- a passport\n- a photo\n- a pen",
            [("You need three things:", "a passport\na photo\na pen")],
        ),
        (
            "To log in:\n\n1. Open the page.\n2. Type your name.",
            [("To log in:", "Open the page.\nType your name.")],
        ),
        (
            "It is easy. You need:\n\n- a pen",
            [("", "It is easy.\nYou need:"), ("You need:", "a pen")],
        ),
        ("- a passport\n- a photo", [("", "a passport\na photo")]),
        ("One is short.\n\nTwo is short too.", [("", "One is short.\nTwo is short too.")]),
        (
            "The fees:\n\nCode | Rate\nH0036 | $19.85\nH0038 | $14.60",
            [("The fees:", "Code: H0036; Rate: $19.85\nCode: H0038; Rate: $14.60")],
        ),
        (f"{words(41)}.\n\n- an item", [("", f"{words(41)}."), ("", "an item")]),
        (f"{words(30)}.\n\n{words(30, 'other')}.", [("", f"{words(30)}."), ("", f"{words(30, 'other')}.")]),
        ("", []),
        (" \n\n ", []),
        ("🙂🙂 🙂", [("", "🙂🙂 🙂")]),
        ("كيف أدفع؟ من الصفحة.", [("", "كيف أدفع؟\nمن الصفحة.")]),
    ],
    ids=[
        "a list with its lead-in is one block and the lead alone is none",
        "so are steps",
        "a sentence before the lead stays a block",
        "a list without a lead-in",
        "short paragraphs are read together",
        "rows have their columns' names",
        "a sentence too long to lead in does not",
        "paragraphs that are too long together stay apart",
        "nothing",
        "blanks",
        "emoji alone",
        "right-to-left text",
    ],
)
def test_a_passage_is_cut_where_a_person_would_stop_reading(text: str, blocks: list[tuple[str, str]]) -> None:
    assert shown(text) == blocks


def test_rows_inside_a_table_know_the_header_from_the_context() -> None:
    assert shown("H0036 | $19.85", context="Fees > Rates\nCode | Rate") == [("", "Code: H0036; Rate: $19.85")]


def test_a_long_list_is_cut_and_every_piece_keeps_the_lead() -> None:
    items = [f"- {words(9)} {number}" for number in range(30)]
    blocks = blocks_of(passage("\n".join(("All of these:", "", *items))), PACK)
    assert len(blocks) == 4
    assert {block.lead_text for block in blocks} == {"All of these:"}
    assert not any(block.is_whole for block in blocks)
    assert max(len(block.text.split()) for block in blocks) <= LONG + 10  # an item more at most
    assert sum(len(block.units) for block in blocks) == 30


def all_units(blocks: list[Block]) -> list[tuple[int, int]]:
    return [(unit.start, unit.end) for block in blocks for unit in block.units]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (words(4_000, "word,") + ".", 1),
        ("x" * 20_000, 1),
        (" ".join(f"{words(9)} {number}." for number in range(400)), 50),
    ],
    ids=["a sentence of 20,000 characters", "a word of them", "a paragraph of them"],
)
def test_what_is_very_long_stays_whole_in_its_units(text: str, blocks: int) -> None:
    found = blocks_of(passage(text), PACK)
    assert len(found) == blocks
    units = all_units(found)
    assert units == sorted(set(units))  # each once, in order
    assert sum(end - start for start, end in units) >= len(text) - len(units)  # but for the blanks between


def test_a_table_of_ten_thousand_rows_is_cut_into_short_blocks() -> None:
    rows = "\n".join(f"H{number} | ${number}.50" for number in range(10_000))
    blocks = blocks_of(passage(f"Code | Rate\n{rows}"), PACK)
    assert sum(len(block.units) for block in blocks) == 10_000
    assert max(len(block.text.split()) for block in blocks) < 2 * LONG
    assert {unit.kind for block in blocks for unit in block.units} == {ExtractKind.ROW}
    assert blocks[-1].text.endswith("Code: H9999; Rate: $9999.50")


STEPS = passage("\n".join(f"{n}. {words(40, f'step{n}')}" for n in range(1, 7)))
ROWS = passage("Name | What\n" + "\n".join(f"row{n} | {words(20)}" for n in range(1, 7)))


def test_between_two_runs_of_a_list_none_is_left_out() -> None:
    runs = blocks_of(STEPS, PACK)
    assert len(runs) > 2
    assert without_gaps([runs[0], runs[-1]], PACK, most_rows=12) == runs
    assert without_gaps([runs[-1], runs[0]], PACK, most_rows=12) == [runs[-1], runs[0]]
    assert without_gaps(runs[:1], PACK, most_rows=12) == runs[:1]
    assert without_gaps([], PACK, most_rows=12) == []


@pytest.mark.parametrize(("most", "whole"), [(6, True), (5, False)])
def test_of_a_short_table_all_runs_are_one_block(most: int, whole: bool) -> None:
    runs = blocks_of(ROWS, PACK)
    assert len(runs) > 1
    found = without_gaps([runs[1], runs[0]], PACK, most_rows=most)
    assert [len(block.units) for block in found] == ([6] if whole else [len(runs[1].units), len(runs[0].units)])


def test_rows_are_read_a_few_at_a_time_and_the_names_of_columns_do_not_count() -> None:
    table = "\n".join(
        ("Day of the week | Opening hours of the shop", *(f"Day {n} | from {n} to 9" for n in range(12)))
    )
    found = blocks_of(passage(table), PACK)

    assert [len(block.units) for block in found] == [4, 4, 4]
    assert [block.words for block in found] == [24, 24, 24]
