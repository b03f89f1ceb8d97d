"""A PDF page as runs of characters with their places, turned upright."""

from __future__ import annotations

import ctypes
import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from followthrough.adapters.document_reader.pdf_hidden import HiddenText

_raw: Any = importlib.import_module("pypdfium2.raw")

HYPHEN = "\u00ad"
"""Stands at the end of a run whose last word goes on in the next line."""

_WIDE_GAP = 1.0  # ems: more than between two words, even in justified text; so cells of a table fall apart
_WIDE_GAP_UNSPACED = 0.6  # the same where the file has no space between the two but only a distance
_GAP_UNWRITTEN = 0.4  # the same on a page that writes its spaces: wider than a space, and none is there
_SAME_LINE = 0.3  # ems that a superscript or an accent may lift a character
_ABOVE_FOOT = 0.3  # ems above the baseline: the middle of small letters
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.I)
_LINE_ENDS = frozenset("\r\n")
_EM_OF_BOX = 0.86  # a character's box reaches from the deepest to the highest point of its font


@dataclass(frozen=True, slots=True)
class Run:
    """Characters on one line with no wide gap between them.

    Attributes:
        text: the characters, one space where words are apart.
        x0: left edge in points, from the left of the page.
        x1: right edge.
        y: baseline in points, from the bottom of the page.
        size: height of an em in points.
        bold: whether all of it is bold.
        apart: whether no space is written between it and the run before on its line, on a page that writes them.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool
    apart: bool = False


class PageText:
    """The runs of one page, in the order in which the page draws them.

    Args:
        page: a pypdfium2 page.
        parts: whether the page draws a rule between two places, given left, right and height: no run crosses one.
    """

    def __init__(self, page: Any, parts: Callable[[float, float, float], bool]) -> None:
        self._page = page
        self._parts = parts
        self._turned = int(page.get_rotation()) // 90 % 4
        self._text: Any = page.get_textpage()
        self.width, self.height = (float(v) for v in page.get_size())

    def runs(self) -> list[Run]:
        """The page's runs; closes the page's text."""
        try:
            return list(self._collect())
        finally:
            self._text.close()

    def _collect(self) -> list[Run]:
        found: list[Run] = []
        characters, written, unwritten = self._characters()
        open_run = _OpenRun(unwritten)
        hidden = HiddenText(self._page, self._text)
        for index, character in enumerate(characters):
            if character in _LINE_ENDS:
                open_run.close(found)
            elif character.isspace():
                open_run.space(written=index in written)
            elif character and not hidden.has(index):
                self._add(open_run, index, character, found)
        open_run.close(found)
        return found

    def _characters(self) -> tuple[list[str], set[int], float]:
        """The characters, which of them are spaces that the file writes, and the ems between words without one."""
        codes = [_raw.FPDFText_GetUnicode(self._text, index) for index in range(self._text.count_chars())]
        characters = [chr(code) if code else "" for code in codes]
        spaces = {n for n, character in enumerate(characters) if character.isspace() and character not in _LINE_ENDS}
        written = {n for n in spaces if _raw.FPDFText_IsGenerated(self._text, n) != 1}
        return characters, written, _GAP_UNWRITTEN if 2 * len(written) > len(spaces) else _WIDE_GAP_UNSPACED

    def _add(self, open_run: _OpenRun, index: int, character: str, found: list[Run]) -> None:
        x0, x1, y, size = self._place(index)
        if not open_run.takes(x0, y, size) or self._parts(open_run.x1, x0, y + _ABOVE_FOOT * size):
            open_run.close(found, next_is_apart=open_run.is_cut_at(x0, y, size))
        ends_line = character == "\x02" or (character in "-\u00ad" and self._is_hyphen(index))
        open_run.add(HYPHEN if ends_line else character, x0, x1, y, size)
        if open_run.bold and not (character.isspace() or self._is_bold(index)):
            open_run.bold = False

    def _place(self, index: int) -> tuple[float, float, float, float]:
        """Left, right, baseline and em of a character, upright."""
        box = _raw.FS_RECTF()
        _raw.FPDFText_GetLooseCharBox(self._text, index, box)
        x, y = ctypes.c_double(), ctypes.c_double()
        _raw.FPDFText_GetCharOrigin(self._text, index, x, y)
        match self._turned:
            case 1:
                return box.bottom, box.top, self.height - x.value, abs(box.right - box.left) * _EM_OF_BOX
            case 2:
                left, right = self.width - box.right, self.width - box.left
                return left, right, self.height - y.value, abs(box.top - box.bottom) * _EM_OF_BOX
            case 3:
                left, right = self.width - box.top, self.width - box.bottom
                return left, right, x.value, abs(box.right - box.left) * _EM_OF_BOX
            case _:
                return box.left, box.right, y.value, abs(box.top - box.bottom) * _EM_OF_BOX

    def _is_hyphen(self, index: int) -> bool:
        return _raw.FPDFText_IsHyphen(self._text, index) == 1

    def _is_bold(self, index: int) -> bool:
        if _raw.FPDFText_GetFontWeight(self._text, index) >= 600:
            return True
        flags = ctypes.c_int()
        length = _raw.FPDFText_GetFontInfo(self._text, index, None, 0, flags)
        name = ctypes.create_string_buffer(max(1, length))
        _raw.FPDFText_GetFontInfo(self._text, index, name, length, flags)
        return bool(_BOLD.search(name.value.decode("utf-8", errors="replace")))


class _OpenRun:
    """The run that is being read.

    Args:
        unwritten: the ems between two words of it where no space is written.
    """

    def __init__(self, unwritten: float) -> None:
        self._unwritten = unwritten
        self._apart = False
        self._reset()

    def _reset(self) -> None:
        self._parts: list[str] = []
        self._x0 = self._x1 = self._y = self._size = self._sizes = 0.0
        self._spaced = self._space_written = False
        self.bold = True

    @property
    def x1(self) -> float:
        """Its right edge so far."""
        return self._x1

    def takes(self, x0: float, y: float, size: float) -> bool:
        """Whether a character there goes on with this run."""
        if not self._parts:
            return True
        em = max(size, self._size)
        most = _WIDE_GAP if self._space_written else self._unwritten
        return abs(y - self._y) <= _SAME_LINE * em and -em <= x0 - self._x1 <= most * em

    def is_cut_at(self, x0: float, y: float, size: float) -> bool:
        """Whether a character there is parted from this run by a gap without a space, on a page that writes them."""
        if not self._parts or self._space_written or self._unwritten == _WIDE_GAP_UNSPACED:
            return False
        em = max(size, self._size)
        return abs(y - self._y) <= _SAME_LINE * em and x0 - self._x1 > self._unwritten * em

    def add(self, character: str, x0: float, x1: float, y: float, size: float) -> None:
        """Adds a character."""
        if not self._parts:
            self._x0, self._x1, self._y = x0, x1, y
        elif self._spaced:
            self._parts.append(" ")
        self._spaced = self._space_written = False
        self._parts.append(character)
        self._x1 = max(self._x1, x1)
        self._sizes += size
        self._size = max(self._size, size)

    def space(self, *, written: bool) -> None:
        """Notes that the next word is apart; ``written`` when the file itself has a space there."""
        self._spaced = True
        self._space_written = self._space_written or written

    def close(self, found: list[Run], *, next_is_apart: bool = False) -> None:
        """Ends the run."""
        text = "".join(self._parts)
        if text.strip():
            em = self._sizes / sum(1 for part in self._parts if part != " ")
            found.append(Run(text, self._x0, self._x1, self._y, em, self.bold, self._apart))
        self._apart = next_is_apart
        self._reset()
