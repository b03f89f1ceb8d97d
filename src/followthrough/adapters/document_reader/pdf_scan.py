"""Pages that are only pictures, read by text recognition (OCR) where the program ``tesseract`` is installed.

Nothing of it is needed: without the program such pages are named as not read. It reads on one core, and no document
may take long for it: what is not read in its time is named too.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from followthrough.adapters.document_reader.pdf_image import png
from followthrough.adapters.document_reader.pdf_page import Run

_DPI = 200
_POINTS = 72 / _DPI
_LEAST_SURE = 40  # of 100; what is less sure is mostly a picture's texture
_EM_OF_LINE = 0.9  # a recognised line reaches from its deepest to its highest letter
_ALIKE = 0.35  # by so much the heights of lines of one size differ
_PAGE_S = 60.0
_COLUMNS = 12
_KNOWN = ("eng", "deu", "spa", "fra", "por", "ita", "nld")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """A word with its box, in dots from the top left."""

    text: str
    left: int
    right: int
    top: int
    bottom: int


class Recognition:
    """Reads pictures of pages, as long as there is time.

    Args:
        most_s: how long all pages of a document may take.
    """

    def __init__(self, most_s: float) -> None:
        self._ends = time.monotonic() + most_s
        self._program = shutil.which("tesseract")
        self._languages = ""

    def runs(self, page: Any) -> list[Run]:
        """The lines of a page; none where it has no words, the program is not there, or the time is over."""
        left_s = min(_PAGE_S, self._ends - time.monotonic())
        if self._program is None or left_s <= 0:
            return []
        pixels = page.render(scale=_DPI / 72, rev_byteorder=True).to_numpy()[:, :, :3]
        told = self._run(["stdin", "stdout", "-l", self._known(), "--dpi", str(_DPI), "tsv"], png(pixels), left_s)
        return _runs(told, pixels.shape[0])

    def _known(self) -> str:
        """The installed ones of the languages that documents are mostly in."""
        if not self._languages:
            installed = self._run(["--list-langs"], b"", _PAGE_S).split()
            self._languages = "+".join(name for name in _KNOWN if name in installed) or "eng"
        return self._languages

    def _run(self, arguments: Sequence[str], data: bytes, most_s: float) -> str:
        try:
            done = subprocess.run(  # noqa: S603 - a program of the machine's own, without a shell
                [self._program or "", *arguments],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=most_s,
                check=True,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # noqa: TID251 - what it finds itself by, and one core
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout.decode("utf-8", errors="replace")


def _runs(told: str, height_px: int) -> list[Run]:
    """The lines of a page, of a usual size where they are about as high as most."""
    lines = [_line(words, height_px) for words in _lines(told)]
    usual = statistics.median(line.size for line in lines) if lines else 0.0
    return [replace(line, size=usual) if abs(line.size - usual) <= _ALIKE * usual else line for line in lines]


def _line(words: Sequence[_Word], height_px: int) -> Run:
    return Run(
        text=" ".join(word.text for word in words),
        x0=min(word.left for word in words) * _POINTS,
        x1=max(word.right for word in words) * _POINTS,
        y=(height_px - statistics.median(word.bottom for word in words)) * _POINTS,
        size=max(word.bottom - word.top for word in words) * _POINTS * _EM_OF_LINE,
        bold=False,
    )


def _lines(told: str) -> Iterable[list[_Word]]:
    """The words of tesseract's table, line by line: their place, certainty and text stand in columns of their own."""
    lines: dict[tuple[str, ...], list[_Word]] = {}
    for row in told.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == _COLUMNS and cells[11].strip() and float(cells[10]) >= _LEAST_SURE:
            left, top, width, height = (int(cell) for cell in cells[6:10])
            word = _Word(text=cells[11].strip(), left=left, right=left + width, top=top, bottom=top + height)
            lines.setdefault(tuple(cells[1:5]), []).append(word)
    return lines.values()
