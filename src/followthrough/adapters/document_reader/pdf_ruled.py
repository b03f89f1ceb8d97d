"""Tables that a page draws with rules: what stands in each of their cells, in whatever order the page draws it.

Invariant: a run is in one cell or in none; a grid that holds no table (a frame, a form with a box or two) is none.
"""

from __future__ import annotations

import ctypes
import importlib
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, TypeAlias

from followthrough.adapters.document_reader.pdf_page import Run
from followthrough.adapters.document_reader.pdf_rows import Table, cell_text, make_rows, split_tables

_raw: Any = importlib.import_module("pypdfium2.raw")

_Place: TypeAlias = tuple[int, int]

_NEAR = 2.0  # points: rules so close are one, and touch
_SHORTEST = 4.0  # points of a rule
_MOST_STROKES = 20_000  # of a page: one that draws more is a picture
_MOST_RULES = 400
_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 3  # a smaller one is read by how it is set
_BANDS = 0.15  # of its rows, at most, may have several lines in most of their cells
_FILLED = 0.5  # of its cells, at least


@dataclass(slots=True)
class _Rule:
    """A rule at a place across it, from one end to the other along it."""

    at: float
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The rules of one table: the edges of its columns from the left, those of its rows from the top."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]

    def cell_of(self, run: Run) -> _Place | None:
        """Row and column in which the middle of a run stands."""
        middle, height = (run.x0 + run.x1) / 2, run.y + 0.3 * run.size
        column = next((n for n, (left, right) in enumerate(pairwise(self.columns)) if left <= middle < right), None)
        row = next((n for n, (top, foot) in enumerate(pairwise(self.rows)) if foot <= height < top), None)
        return None if row is None or column is None else (row, column)


def parts_of(runs: Sequence[Run], grids: Sequence[Grid]) -> Iterator[Table | Run]:
    """The lines and tables of a page: what stands in a grid as its table, the rest by how it is set."""
    rest = list(runs)
    for grid in grids:
        table = _table(rest, grid)
        if table is not None:
            outside = [run for run in rest if grid.cell_of(run) is None]
            yield from split_tables(make_rows([run for run in outside if run.y >= grid.rows[0]]))
            yield table
            rest = [run for run in outside if run.y < grid.rows[0]]
    yield from split_tables(make_rows(rest))


def _table(runs: Sequence[Run], grid: Grid) -> Table | None:
    cells: dict[_Place, list[Run]] = {}
    for run in runs:
        if (place := grid.cell_of(run)) is not None:
            cells.setdefault(place, []).append(run)
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    if len(rows) < _FEWEST_ROWS or len(columns) < _FEWEST_COLUMNS or not _holds_rows(cells, rows, len(columns)):
        return None
    said = {at: cell_text(sorted(some, key=lambda run: (-run.y, run.x0))) for at, some in cells.items()}
    texts = [[said.get((row, column), "") for column in columns] for row in rows]
    return Table(texts, tuple(grid.columns[column] for column in columns))


def _holds_rows(cells: Mapping[_Place, Sequence[Run]], rows: Sequence[int], width: int) -> bool:
    """Whether most cells are filled, and the rules part rows, not groups of rows."""
    usual = [statistics.median_low(_lines(some) for (at, _), some in cells.items() if at == row) for row in rows]
    return len(cells) >= _FILLED * len(rows) * width and sum(n > 1 for n in usual) <= _BANDS * len(rows)


def _lines(runs: Iterable[Run]) -> int:
    heights = sorted(run.y for run in runs)
    return 1 + sum(upper - lower > _NEAR for lower, upper in pairwise(heights))


def grids_of(page: Any) -> list[Grid]:
    """The grids of an upright page, from its top."""
    if int(page.get_rotation()) % 360:
        return []
    upright, level = _rules(page)
    if len(upright) + len(level) > _MOST_RULES:
        return []
    found = [
        Grid(_places(r for r in upright if r in some), _places(r for r in level if r in some)[::-1])
        for some in _connected(upright, level)
    ]
    big = [g for g in found if len(g.columns) > _FEWEST_COLUMNS and len(g.rows) > _FEWEST_ROWS]
    return sorted(big, key=lambda grid: -grid.rows[0])


def _rules(page: Any) -> tuple[list[_Rule], list[_Rule]]:
    """The upright and the level rules of a page."""
    upright, level = list[_Rule](), list[_Rule]()
    for x0, y0, x1, y1 in islice(_strokes(page), _MOST_STROKES):
        if abs(x0 - x1) <= _NEAR < _SHORTEST <= abs(y0 - y1):
            upright.append(_Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
        elif abs(y0 - y1) <= _NEAR < _SHORTEST <= abs(x0 - x1):
            level.append(_Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
    return _merged(upright), _merged(level)


def _strokes(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """The straight strokes of a page's paths, and the edges of those that are filled."""
    for shape in page.get_objects(filter=[_raw.FPDF_PAGEOBJ_PATH], max_depth=2):
        matrix = shape.get_matrix()
        start = last = (0.0, 0.0)
        for n in range(_raw.FPDFPath_CountSegments(shape.raw)):
            segment = _raw.FPDFPath_GetPathSegment(shape.raw, n)
            x, y = ctypes.c_float(), ctypes.c_float()
            _raw.FPDFPathSegment_GetPoint(segment, x, y)
            point = matrix.on_point(x.value, y.value)
            kind = _raw.FPDFPathSegment_GetType(segment)
            if kind == _raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif kind == _raw.FPDF_SEGMENT_LINETO:
                yield last[0], last[1], point[0], point[1]
            if _raw.FPDFPathSegment_GetClose(segment):
                yield point[0], point[1], start[0], start[1]
            last = point


def _merged(rules: list[_Rule]) -> list[_Rule]:
    """Rules on one line that touch are one."""
    found: list[_Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.at / _NEAR), rule.begin)):
        last = found[-1] if found else None
        if last is not None and abs(last.at - rule.at) <= _NEAR and rule.begin <= last.end + _NEAR:
            last.end = max(last.end, rule.end)
        else:
            found.append(rule)
    return found


def _connected(upright: list[_Rule], level: list[_Rule]) -> Iterator[list[_Rule]]:
    """Rules that touch one another, directly or by others."""
    left = [(rule, True) for rule in upright] + [(rule, False) for rule in level]
    while left:
        pending, some = [left.pop()], list[_Rule]()
        while pending:
            rule, is_upright = pending.pop()
            some.append(rule)
            touched = [one for one in left if one[1] != is_upright and _touch(rule, one[0])]
            left = [one for one in left if one not in touched]
            pending += touched
        yield some


def _touch(one: _Rule, other: _Rule) -> bool:
    return other.begin - _NEAR <= one.at <= other.end + _NEAR and one.begin - _NEAR <= other.at <= one.end + _NEAR


def _places(rules: Iterator[_Rule]) -> tuple[float, ...]:
    places: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not places or at - places[-1] > _NEAR:
            places.append(at)
    return tuple(places)
