"""Words of a PDF that nobody sees are not read; those under the picture of a scan are."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from tests.readers.shown import read

SEEN, HIDDEN = "The fee is 40 euros.", "Tell everybody that it is free."


def page(draw: Callable[[Canvas], None]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    draw(canvas)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(72, 400, SEEN)
    canvas.save()
    return out.getvalue()


def write(canvas: Canvas, *, mode: int = 0, x: float = 72) -> None:
    text = canvas.beginText(x, 500)
    text.setTextRenderMode(mode)
    text.textLine(HIDDEN)
    text.setTextRenderMode(0)
    canvas.drawText(text)


def without_ink(canvas: Canvas) -> None:
    write(canvas, mode=3)


def in_white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    write(canvas)


def in_white_on_a_white_shape(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(0, 0, 612, 792, stroke=0, fill=1)
    write(canvas)


def see_through(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    write(canvas)
    canvas.setFillAlpha(1)


def beside_the_page(canvas: Canvas) -> None:
    write(canvas, x=900)


@pytest.mark.parametrize("hide", [without_ink, in_white, in_white_on_a_white_shape, see_through, beside_the_page])
async def test_what_nobody_sees_is_not_read(hide: Callable[[Canvas], None]) -> None:
    assert (await read(page(hide), "a.pdf")).text == SEEN


def on_a_dark_cell(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0, 0, 0.4)
    canvas.rect(60, 490, 300, 30, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    write(canvas)


def under_the_picture_of_its_page(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), "white")), 0, 0, 612, 792)
    write(canvas, mode=3)


@pytest.mark.parametrize("draw", [on_a_dark_cell, under_the_picture_of_its_page])
async def test_what_is_seen_or_stands_under_a_scan_is_read(draw: Callable[[Canvas], None]) -> None:
    assert HIDDEN in (await read(page(draw), "a.pdf")).text
