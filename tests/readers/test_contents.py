"""Issue 17: a table of contents is not read, whatever it was written in; what only looks like one is."""

from __future__ import annotations

import pytest

from followthrough.adapters.document_reader.text import TextBuilder

from .shown import blocks, check, read

BODY = """GETTING STARTED

Fill the tank with water.

DESCALING

Descale it every three months.

WARRANTY

It lasts two years.
"""


@pytest.mark.parametrize(
    "contents",
    [
        "Getting started ....... 2\nDescaling ............. 5\nWarranty .............. 9",
        "1. Getting started . . . . . 2\n2. Descaling . . . . . 5\n3. Warranty . . . . . 9",
        "1 Getting started…… 2\n1.1 Descaling …… 2\n1.2 Milk ……… 3\n2 Warranty ……… 3",
        "Getting started\t2\nDescaling\t5\nWarranty\t9",
    ],
)
async def test_lines_that_lead_to_the_headings_further_down_are_left_out(contents: str) -> None:
    document = await read(f"Contents\n\n{contents}\n\n{BODY}", "manual.txt")
    assert blocks(document)[:3] == [("p", "Contents"), ("h2", "GETTING STARTED"), ("p", "Fill the tank with water.")]


@pytest.mark.parametrize(
    "lines",
    [
        "Coffee ..... 3\nCake ....... 5\nTea ........ 6",  # no headings: a price list
        "Descaling .... 90\nWarranty ..... 40",  # falling: prices of what has a heading
        "Warranty ..... 2\nDescaling .... 5\nGetting started .... 9",  # not in the document's order
        "Descaling .... 5",  # one line alone
        "Descaling 5\nWarranty 9",  # two without dots
        "Descaling .... 5\nWarranty .... 9\nand more",
    ],
)
async def test_what_only_looks_like_one_is_read(lines: str) -> None:
    document = await read(f"{lines}\n\n{BODY}", "manual.txt")
    assert document.text.startswith(lines[:4])
    assert lines[-4:] in document.text.partition("GETTING")[0]


async def test_a_heading_may_stand_right_on_its_text() -> None:
    text = "Safety .... 2\nDescaling .... 5\n\nSafety\nMind the steam.\n\nDescaling\nUse citric acid."
    assert (await read(text, "manual.txt")).text.startswith("Safety\nMind")


async def test_contents_at_the_very_beginning_leave_no_gap() -> None:
    into = TextBuilder(10_000)
    into.item("Descaling ..... 5")
    into.item("Warranty ..... 9")
    for heading in ("Descaling", "Warranty"):
        into.heading(heading, 1)
        into.paragraph("Words.")
    document = into.build("text/plain")
    check(document)
    assert document.text.startswith("Descaling\n\nWords.")


async def test_dots_without_end_cost_little() -> None:
    await read(f"{'.' * 200_000} x\n\n{'a ' * 100_000}5\n\n{BODY}", "manual.txt")
