"""A page of a PDF as an image, with the words on it in their places. Runs in the readers' processes."""

from __future__ import annotations

import ctypes
import importlib
import re
import struct
import unicodedata
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from followthrough.adapters.document_reader.pdf_marks import with_marks
from followthrough.adapters.document_reader.pdf_page import PageText
from followthrough.adapters.document_reader.pdf_rows import Table
from followthrough.adapters.document_reader.pdf_ruled import Rules, parts_of
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import one_line

Box = tuple[float, float, float, float]
"""Left, top, width and height as shares of the page's width and height."""

_MOST_HIGH_PX = 6_000
_FINE = 100_000  # a device so large that rounding to its dots loses nothing
_MARK = np.array([255, 230, 128], dtype=np.uint16)
_BELOW = 0.22  # ems below the baseline to which letters reach
_LEAST_LINE_CHARS = 12  # fewer letters and figures stand at many places of a page


def draw_page(data: bytes, number: int, width_px: int, mark: str) -> tuple[dict[str, Any], bytes]:
    """Draws a page; gives its lines with their boxes, and the PNG.

    Args:
        data: the whole file.
        number: which page, from 1.
        width_px: how wide the image is; less where it would become too high.
        mark: words to be marked on it; empty for none.

    Raises:
        Refusal: the file is no PDF that can be opened, or has no such page.
    """
    pdfium: Any = importlib.import_module("pypdfium2")
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        raise Refusal("broken", "can't be opened as PDF.") from None
    try:
        if not 1 <= number <= len(document):
            raise Refusal("no_page", f"has no page {number:,}; it has {len(document):,}.")
        return _draw(document[number - 1], width_px, mark)
    finally:
        document.close()


def _draw(page: Any, width_px: int, mark: str) -> tuple[dict[str, Any], bytes]:
    width, height = (float(v) for v in page.get_size())
    scale = min(width_px / width, _MOST_HIGH_PX / height)
    pixels = np.array(page.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3])
    text = page.get_textpage()
    lines = [(box, one_line(words)) for box, words in _lines(page, text)]
    for box in _marked(page, text, mark):
        _paint(pixels, box)
    told = [{"box": box, "text": words} for box, words in lines if words]
    return {"width": width, "height": height, "lines": told}, png(pixels)


def _lines(page: Any, text: Any) -> Iterator[tuple[Box, str]]:
    for index in range(text.count_rects()):
        rect = text.get_rect(index)
        yield _box(page, rect), str(text.get_text_bounded(*rect))


def _box(page: Any, rect: tuple[float, float, float, float]) -> Box:
    """Where a rectangle of the page's own coordinates is drawn, whichever way the page is turned."""
    raw: Any = importlib.import_module("pypdfium2.raw")
    left, bottom, right, top = rect
    dots: list[tuple[int, int]] = []
    for x, y in ((left, top), (right, bottom)):
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(page, 0, 0, _FINE, _FINE, 0, x, y, across, down)
        dots.append((across.value, down.value))
    (x0, y0), (x1, y1) = dots
    return (min(x0, x1) / _FINE, min(y0, y1) / _FINE, abs(x1 - x0) / _FINE, abs(y1 - y0) / _FINE)


def _marked(page: Any, text: Any, mark: str) -> Iterator[Box]:
    """The boxes of the words: rows of tables as they were read, else line by line where they are not there as one."""
    rows = _rows(page) if " | " in mark and not int(page.get_rotation()) % 360 else {}
    lines = mark.split("\n")
    for line in lines:
        yield from (_box(page, rect) for rect in rows.get(_bare(line), ()))
    rest = "\n".join(line for line in lines if _bare(line) not in rows)
    if not _bare(rest):
        return
    bare, places = _letters(text)
    spans = list(_found(bare, places, [rest])) or list(_found(bare, places, _long_lines(rest)))
    for first, last in spans:
        count = text.count_rects(first, last - first + 1)
        for index in range(count):
            yield _box(page, text.get_rect(index))


def _rows(page: Any) -> dict[str, list[tuple[float, float, float, float]]]:
    """The rows of the page's tables by their letters and figures: where their words stand."""
    rules = Rules(page)
    runs = with_marks(PageText(page, rules.part).runs(), page)
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    for table in parts_of(runs, rules.grids()):
        if isinstance(table, Table):
            for cells, said in zip(table.rows, table.runs, strict=True):
                places = [(r.x0, r.y - _BELOW * r.size, r.x1, r.y + (1 - _BELOW) * r.size) for r in said]
                found.setdefault(_bare("".join(cells)), places)
    return found


def _long_lines(mark: str) -> list[str]:
    """Lines, and the cells of rows, that are long enough to stand at one place only."""
    pieces = re.split(r"\n| \| ", mark)
    return [piece for piece in pieces if len(_bare(piece)) >= _LEAST_LINE_CHARS]


def _found(bare: str, places: Sequence[int], wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    for words in wanted:
        letters = _bare(re.sub(r"^\s*(?:-|\d{1,6}[.)])\s+", "", words, flags=re.MULTILINE))
        at = _place_of(letters, bare, places) if letters else -1
        if at >= 0:
            yield places[at], places[at + len(letters) - 1]


def _place_of(letters: str, bare: str, places: Sequence[int]) -> int:
    """Where the letters stand first as whole words, or first at all; -1 where they do not."""
    apart = [0, *(n for n in range(1, len(places)) if places[n] > places[n - 1] + 1), len(places)]
    at = first = bare.find(letters)
    while at >= 0 and not all(apart[bisect_left(apart, n)] == n for n in (at, at + len(letters))):
        at = bare.find(letters, at + 1)
    return first if at < 0 else at


def _letters(text: Any) -> tuple[str, list[int]]:
    """The letters and figures of a page, and which character of it each is."""
    raw: Any = importlib.import_module("pypdfium2.raw")
    bare: list[str] = []
    places: list[int] = []
    for index in range(text.count_chars()):
        for character in _bare(chr(raw.FPDFText_GetUnicode(text, index))):
            bare.append(character)
            places.append(index)
    return "".join(bare), places


def _bare(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


def _paint(pixels: NDArray[np.uint8], box: Box) -> None:
    """Lays the marker over a box: what is dark stays dark."""
    height, width = pixels.shape[:2]
    x, y, across, down = box
    rows = slice(int(y * height), int((y + down) * height) + 1)
    columns = slice(int(x * width), int((x + across) * width) + 1)
    part = pixels[rows, columns]
    pixels[rows, columns] = (part.astype(np.uint16) * _MARK // 255).astype(np.uint8)


def png(pixels: NDArray[np.uint8]) -> bytes:
    """The image as PNG; each row as its difference from the one above, which packs well."""
    height, width = pixels.shape[:2]
    flat = pixels.reshape(height, width * 3)
    rows = np.empty((height, 1 + width * 3), dtype=np.uint8)
    rows[:, 0] = 2
    rows[0, 1:] = flat[0]
    rows[1:, 1:] = flat[1:] - flat[:-1]  # wraps around, as the format has it
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
