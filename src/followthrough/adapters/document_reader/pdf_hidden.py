"""Which characters of a PDF page nobody sees: drawn without ink, in white on nothing, or beside the page.

Hidden words are for programs, not for readers, and may be orders. The text that a scanner lays under the picture of
its page is drawn without ink too: there it is the page's text, and is kept.
"""

from __future__ import annotations

import ctypes
import importlib
from functools import cached_property
from typing import Any

_raw: Any = importlib.import_module("pypdfium2.raw")

_INVISIBLE = 3  # the render mode that fills and strokes nothing
WHITE = 250
"""Of 255: a colour whose parts are all so bright is the paper's."""
_SCAN_SHARE = 0.5  # of the page that pictures cover where it is a scan

Box = tuple[float, float, float, float]


class HiddenText:
    """Tells for each character of a page whether it is hidden.

    Args:
        page: a pypdfium2 page.
        text: its text page.
    """

    def __init__(self, page: Any, text: Any) -> None:
        self._page = page
        self._text = text
        bounds = _raw.FS_RECTF()
        _raw.FPDF_GetPageBoundingBox(page, bounds)
        self._drawn: int | None = None
        self._is_hidden = False
        self._bounds: Box = (bounds.left, bounds.bottom, bounds.right, bounds.top)

    def has(self, index: int) -> bool:
        """Whether the character with this index is hidden: what is drawn at once is hidden or seen as a whole."""
        drawn = ctypes.cast(_raw.FPDFText_GetTextObject(self._text, index), ctypes.c_void_p).value
        if drawn is None:
            return False
        if drawn != self._drawn:
            self._drawn, self._is_hidden = drawn, self._hides(index)
        return self._is_hidden

    def _hides(self, index: int) -> bool:
        box = _raw.FS_RECTF()
        if not _raw.FPDFText_GetLooseCharBox(self._text, index, box):
            return False
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        if not _holds(self._bounds, x, y):
            return True
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        is_coloured = _raw.FPDFText_GetFillColor(self._text, index, red, green, blue, alpha)
        mode = _raw.FPDFTextObj_GetTextRenderMode(_raw.FPDFText_GetTextObject(self._text, index))
        if mode == _INVISIBLE or (is_coloured and alpha.value == 0):
            return not self._is_scan
        if not is_coloured or min(red.value, green.value, blue.value) < WHITE:
            return False
        return not any(_holds(behind, x, y) for behind in (*self._pictures, *self._filled))

    @cached_property
    def _is_scan(self) -> bool:
        left, bottom, right, top = self._bounds
        covered = sum((b[2] - b[0]) * (b[3] - b[1]) for b in self._pictures)
        return covered >= _SCAN_SHARE * (right - left) * (top - bottom)

    @cached_property
    def _pictures(self) -> list[Box]:
        return self._boxes(_raw.FPDF_PAGEOBJ_IMAGE)

    @cached_property
    def _filled(self) -> list[Box]:
        """What may stand behind white text: shapes, shadings, and groups of either."""
        return self._boxes(_raw.FPDF_PAGEOBJ_PATH, _raw.FPDF_PAGEOBJ_SHADING, _raw.FPDF_PAGEOBJ_FORM)

    def _boxes(self, *kinds: int) -> list[Box]:
        found: list[Box] = []
        for place in range(_raw.FPDFPage_CountObjects(self._page)):
            drawn = _raw.FPDFPage_GetObject(self._page, place)
            kind = _raw.FPDFPageObj_GetType(drawn)
            sides = [ctypes.c_float() for _ in range(4)]
            if kind in kinds and not _is_white(drawn, kind) and _raw.FPDFPageObj_GetBounds(drawn, *sides):
                found.append((sides[0].value, sides[1].value, sides[2].value, sides[3].value))
        return found


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _is_white(drawn: Any, kind: int) -> bool:
    """Whether it is a shape that is filled with white, or not at all."""
    if kind != _raw.FPDF_PAGEOBJ_PATH:
        return False
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if _raw.FPDFPath_GetDrawMode(drawn, mode, stroke) and mode.value == _raw.FPDF_FILLMODE_NONE:
        return True
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    known = _raw.FPDFPageObj_GetFillColor(drawn, red, green, blue, alpha)
    return bool(known) and min(red.value, green.value, blue.value) >= WHITE
