"""Lists are lists, whether their bullets are written or drawn; a number that begins a sentence is no bullet."""

from __future__ import annotations

import io

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas
from tests.readers.shown import blocks, read


def page(*lines: tuple[float, float, str], dots: tuple[tuple[float, float], ...] = ()) -> bytes:
    """Lines at their places, and round dots drawn with their middle there."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    canvas.setFont("Helvetica", 11)
    for x, y in dots:
        canvas.circle(x, y, 2, stroke=0, fill=1)
    for x, y, text in lines:
        canvas.drawString(x, y, text)
    canvas.save()
    return out.getvalue()


async def test_drawn_bullets_make_items_and_their_depth_is_seen() -> None:
    papers = ((90, 686, "a passport"), (90, 672, "two photographs"), (126, 658, "35 by 45 mm"))
    document = await read(
        page((72, 700, "Bring these papers"), *papers, dots=((80, 690), (80, 676), (116, 662))), "a.pdf"
    )
    assert blocks(document) == [
        ("p", "Bring these papers"),
        ("li", "- a passport"),
        ("li", "- two photographs"),
        ("li2", "- 35 by 45 mm"),
    ]


async def test_written_bullets_begin_items_after_any_line_and_beside_another_list() -> None:
    left = ((72, 700, "Bring"), (72, 686, "•"), (90, 686, "a pass"), (72, 672, "•"), (90, 672, "a pen"))
    right = ((300, 686, "•"), (318, 686, "a photo"), (300, 672, "•"), (318, 672, "a form"))
    document = await read(page(*left, *right), "a.pdf")
    assert [text for _, text in blocks(document)] == ["Bring", "- a pass", "- a pen", "- a photo", "- a form"]


async def test_a_number_that_begins_a_line_is_no_mark_and_stays() -> None:
    document = await read(page((72, 700, "48 hours before the visit it can be moved.")), "a.pdf")
    assert blocks(document) == [("p", "48 hours before the visit it can be moved.")]
