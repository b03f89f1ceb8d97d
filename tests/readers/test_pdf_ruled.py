"""Tables that a page draws with rules are read cell by cell, in whatever order they are drawn."""

from __future__ import annotations

import io

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas
from tests.readers.shown import blocks, headers, read

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
