"""Bullets before the lines that they stand before, whether a page writes or, as browsers print them, draws them."""

from __future__ import annotations

import importlib
import statistics
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from followthrough.adapters.document_reader.pdf_page import Run
from followthrough.adapters.document_reader.pdf_rows import is_bullet

_raw: Any = importlib.import_module("pypdfium2.raw")

_MOST_SHAPES = 5_000  # of a page: one that draws more is a picture
_SMALLEST, _LARGEST = 0.15, 0.62  # ems
_UNEVEN = 0.25  # of its height, by which it may be wider or less wide
_BEFORE = 4.0  # ems, at most, between it and its line
_WRITTEN_BEFORE = 2.2  # the same of one that is written: further off it is a cell of a table
_FOOT, _TOP = -0.1, 0.8  # ems above the baseline, between which its middle is
_LARGE = 1.2  # times the usual size: a heading, whatever is drawn before it


def with_marks(runs: Sequence[Run], page: Any) -> list[Run]:
    """The runs of a page, each with the bullet that stands before it."""
    if not runs or int(page.get_rotation()) % 360:
        return _with_written(runs)
    order = sorted(range(len(runs)), key=lambda n: runs[n].y)
    heights = [runs[n].y for n in order]
    most = _LARGE * statistics.median(run.size for run in runs)
    marks: dict[int, Run] = {}
    for left, right, middle, size in islice(_shapes(page), _MOST_SHAPES):
        near = order[bisect_left(heights, middle - most) : bisect_left(heights, middle + most)]
        before = [n for n in near if runs[n].size <= most and _is_before(left, right, middle, size, runs[n])]
        if before:
            first = min(before, key=lambda n: runs[n].x0)
            marks[first] = replace(runs[first], text=f"• {runs[first].text}", x0=left)
    return _with_written([marks.get(n, run) for n, run in enumerate(runs)])


def _with_written(runs: Sequence[Run]) -> list[Run]:
    found: list[Run] = []
    for run in runs:
        mark = found[-1] if found else run
        is_near = abs(mark.y - run.y) <= 0.3 * run.size and 0 <= run.x0 - mark.x1 <= _WRITTEN_BEFORE * run.size
        if is_near and is_bullet(mark.text):  # of two, one in the other's list, the inner is the line's
            found[-1] = run if is_bullet(run.text[0]) else replace(run, text=f"{mark.text} {run.text}", x0=mark.x0)
        else:
            found.append(run)
    return found


def _is_before(left: float, right: float, middle: float, size: float, run: Run) -> bool:
    em = run.size
    if not _SMALLEST * em <= size <= _LARGEST * em or not _FOOT * em <= middle - run.y <= _TOP * em:
        return False
    return right <= run.x0 + 0.1 * em and run.x0 - right <= _BEFORE * em


def _shapes(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """Left, right, middle and size of the shapes that are about as wide as high."""
    for shape in page.get_objects(filter=[_raw.FPDF_PAGEOBJ_PATH], max_depth=2):
        left, foot, right, top = shape.get_bounds()
        if abs((right - left) - (top - foot)) <= _UNEVEN * (top - foot):
            yield left, right, (top + foot) / 2, top - foot
