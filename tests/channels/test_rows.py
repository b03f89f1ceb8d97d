"""Rows of a document's table in a reply are told from text, and make a table."""

from __future__ import annotations

import pytest

from followthrough.adapters.document_reader.text import TextBuilder
from followthrough.channels.rows import Rows, parts_of, with_tables
from followthrough.rules.evidence.units import row_in_words


def test_rows_of_a_table_are_told_from_text_with_all_names_and_empty_cells() -> None:
    text = "Fees:\n\n- Plan: Gold; Fee: 5; 6 [1]\n- Plan: Free; Fee: 0; Note: to May [1]\n\n- plain\n- also: plain"
    assert parts_of(text) == [
        "Fees:\n",
        Rows(names=("Plan", "Fee", "Note"), cells=(("Gold", "5; 6 [1]", ""), ("Free", "0", "to May [1]"))),
        "\n- plain\n- also: plain",
    ]
    assert parts_of("- a | b\n- c | d") == [Rows(names=(), cells=(("a", "b"), ("c", "d")))]
    assert parts_of("```\n- a: b; c: d\n```") == ["```\n- a: b; c: d\n```"]


def test_names_and_cells_may_have_the_signs_that_part_cells() -> None:
    long = "What a member pays for a visit to an office of a specialist within the network"
    into = TextBuilder(1_000)
    header = into.table([["Plan: 2026", "Open", long], ["Gold", "9 to 5; Note: not May", "5"]], header=True)
    row = row_in_words(into.build("text/csv").text.split("\n")[-1], header)
    assert parts_of(f"- {row}") == [
        Rows(
            names=("Plan:\N{NO-BREAK SPACE}2026", "Open", long),
            cells=(("Gold", "9 to 5;\N{NO-BREAK SPACE}Note: not May", "5"),),
        )
    ]


def test_the_first_column_may_have_no_name() -> None:
    text = "- Monday; Shop: 9 to 5; Workshop: closed\n- Sunday; Shop: closed; Workshop: closed"
    assert parts_of(text) == [
        Rows(names=("", "Shop", "Workshop"), cells=(("Monday", "9 to 5", "closed"), ("Sunday", "closed", "closed")))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "- Adults: 10; children: 5; Adults: 12 on Sundays",
        "- Run du -sh /var | sort -h",
        "- Shop | 2023 | 2024\n- North | 30",
    ],
    ids=["a name twice", "one line with a pipe", "rows of other lengths"],
)
def test_what_a_table_would_lose_or_move_stays_text(text: str) -> None:
    assert parts_of(text) == [text]


def test_rows_without_the_same_names_stand_each_by_itself() -> None:
    found = parts_of("- Day: Monday; Opens: 8\n- Phone: 12; Mail: a@b.org")
    assert [row.names for row in found if isinstance(row, Rows)] == [("Day", "Opens"), ("Phone", "Mail")]


def test_a_reply_has_its_rows_as_a_table_of_markdown() -> None:
    text = "Fees:\n\n- Plan: Gold; Fee: 5 [1]\n- Plan: A|B; Fee: 0 [1]\n\nAsk the desk."
    table = "| Plan | Fee |\n| --- | --- |\n| Gold | 5 [1] |\n| A\\|B | 0 [1] |"
    assert with_tables(text) == f"Fees:\n\n{table}\n\nAsk the desk."
    assert with_tables("Here:\n- a | b\n- c | d").startswith("Here:\n\n|  |  |\n| --- | --- |\n| a | b |")
