"""Tables that a page draws with rules are read cell by cell, in whatever order they are drawn."""

from __future__ import annotations

import io

from PIL import Image
from reportlab.lib import colors
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import SimpleDocTemplate, Table
from tests.readers.shown import blocks, headers, read

from followthrough.adapters.document_reader.pdf_image import Box, draw_page
from followthrough.adapters.document_reader.pdf_page import Run
from followthrough.adapters.document_reader.pdf_ruled import Grid

ROWS = (
    ("Company", "City", "Staff"),
    ("Boeing", "Long Beach", "56"),
    ("Kmart", "Chula Vista", "103"),
    ("Moog", "Milpitas", "22"),
)
LEFT, WIDTH, TOP, HEIGHT = 72, 90, 700, 14


def page(rows: tuple[tuple[str, ...], ...], *, rules: tuple[int, ...], upwards: bool = True) -> bytes:
    """A page whose cells are drawn column by column ``upwards``, or row by row; ``rules`` stand over these rows."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(LEFT, TOP + 30, "Notices of the year.")
    columns = len(rows[0])
    for at in range(columns + 1):
        canvas.line(LEFT + at * WIDTH, TOP, LEFT + at * WIDTH, TOP - HEIGHT * len(rows))
    for at in rules:
        canvas.line(LEFT, TOP - HEIGHT * at, LEFT + columns * WIDTH, TOP - HEIGHT * at)
    cells = [(row, column) for row in range(len(rows)) for column in range(columns)]
    for row, column in sorted(cells, key=lambda cell: (cell[1], -cell[0])) if upwards else cells:
        canvas.drawString(LEFT + 3 + column * WIDTH, TOP - HEIGHT * (row + 1) + 4, rows[row][column])
    canvas.drawString(LEFT, TOP - 100, "Corrected in March.")
    canvas.save()
    return out.getvalue()


async def test_a_ruled_table_that_is_drawn_in_no_order_is_read_by_its_cells() -> None:
    document = await read(page(ROWS, rules=(0, 1, 2, 3, 4)), "a.pdf")
    assert [text for _, text in blocks(document)] == [
        "Notices of the year.",
        *(" | ".join(row) for row in ROWS),
        "Corrected in March.",
    ]
    assert headers(document)[1:] == ["Company | City | Staff"] * 3


async def test_rules_that_part_groups_of_rows_make_no_rows_of_them() -> None:
    rows = (*ROWS, *ROWS[1:], *ROWS[1:])
    document = await read(page(rows, rules=(0, 1, 4, 7, 10), upwards=False), "a.pdf")
    assert not any("Boeing Kmart" in text for _, text in blocks(document))


def test_what_stands_beside_a_grid_is_in_no_cell() -> None:
    grid = Grid((0.0, 10.0, 20.0), (30.0, 20.0, 10.0))
    assert grid.cell_of(Run("a", 12, 14, 12, 5, bold=False)) == (1, 1)
    assert grid.cell_of(Run("a", 22, 24, 12, 5, bold=False)) is None


def spanned(*spans: tuple[tuple[int, int], tuple[int, int]], rows: tuple[tuple[str, ...], ...]) -> bytes:
    """A ruled table, some of whose cells reach over others, each given as column and row."""
    out = io.BytesIO()
    table = Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black), *(("SPAN", *span) for span in spans)])
    SimpleDocTemplate(out, pagesize=letter).build([table])
    return out.getvalue()


OFFICES = (
    ("Region", "Office", "Opens"),
    ("North", "Harbour", "8:00"),
    ("", "Market", "9:00"),
    ("South", "Mill", "7:30"),
)


async def test_a_cell_merged_downwards_is_in_each_of_its_rows() -> None:
    document = await read(spanned(((0, 1), (0, 2)), rows=OFFICES), "a.pdf")
    rows = ["North | Harbour | 8:00", "North | Market | 9:00", "South | Mill | 7:30"]
    assert [text for _, text in blocks(document)][1:] == rows
    assert headers(document)[1:] == ["Region | Office | Opens"] * 3


async def test_names_of_groups_of_columns_go_with_the_names_below() -> None:
    rows = (("Plan", "Costs", ""), ("", "a month", "a year"), ("Basic", "5", "50"), ("Plus", "9", "90"))
    document = await read(spanned(((1, 0), (2, 0)), ((0, 0), (0, 1)), rows=rows), "a.pdf")
    assert headers(document)[1:] == ["Plan | Costs a month | Costs a year"] * 2


async def test_a_table_of_two_columns_whose_words_nearly_touch_the_rules_is_one() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    canvas.setFont("Helvetica", 10)
    for at in (72, 117, 152):
        canvas.line(at, 700, at, 658)
    for row, (left, right) in enumerate((("Item", "Price"), ("Card", "5 EUR"), ("Lost card", "15 EUR"))):
        canvas.line(72, 700 - 14 * row, 152, 700 - 14 * row)
        canvas.drawString(73, 690 - 14 * row, left)
        canvas.drawString(118, 690 - 14 * row, right)
    canvas.line(72, 658, 152, 658)
    canvas.save()
    document = await read(out.getvalue(), "a.pdf")
    assert [text for _, text in blocks(document)] == ["Item | Price", "Card | 5 EUR", "Lost card | 15 EUR"]


async def test_paper_white_boxes_behind_lines_are_no_rules() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    lines = ("The library opens at nine on working days,", "at ten on Saturdays, and is", "closed on Sundays.")
    for row, words in enumerate(lines):
        canvas.setFillColor(colors.white)
        canvas.rect(72, 697 - 13 * row, 300 - 90 * row, 13, stroke=0, fill=1)
        canvas.setFillColor(colors.black)
        canvas.drawString(72, 700 - 13 * row, words)
    canvas.save()
    document = await read(out.getvalue(), "a.pdf")
    assert [kind for kind, _ in blocks(document)] == ["p"]


def test_a_quoted_row_is_marked_in_the_cells_that_it_was_read_from() -> None:
    told, png = draw_page(spanned(((0, 1), (0, 2)), rows=OFFICES), 1, 800, "North | Market | 9:00")
    image = Image.open(io.BytesIO(png)).convert("RGB")
    marked = [line["text"] for line in told["lines"] if (255, 230, 128) in colours(image, line["box"])]
    assert " ".join(marked) == "North Market 9:00"


def colours(image: Image.Image, box: Box) -> set[object]:
    """The colours in a part of the image."""
    left, top, width, height = box
    across, down = image.size
    part = image.crop((int(left * across), int(top * down), int((left + width) * across), int((top + height) * down)))
    return {colour for _, colour in part.getcolors(maxcolors=100_000) or []}


async def test_a_table_without_rules_at_its_sides_has_its_outer_columns() -> None:
    out = io.BytesIO()
    places = {"LINEABOVE": ((0, 0), (-1, -1)), "LINEAFTER": ((0, 0), (-2, -1)), "LINEBELOW": ((0, -1), (-1, -1))}
    style = [(name, *place, 0.5, colors.black) for name, place in places.items()]
    SimpleDocTemplate(out, pagesize=letter).build([Table(ROWS, style=style)])
    document = await read(out.getvalue(), "a.pdf")
    assert [text for _, text in blocks(document)] == [" | ".join(row) for row in ROWS]
