"""Tables that a page draws with rules: what stands in each of their cells, in whatever order the page draws it.

Invariant: a run is in one cell or in none; a grid that holds no table (a frame, a form with a box or two) is none.
"""

from __future__ import annotations

import ctypes
import importlib
import statistics
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise, product, takewhile
from typing import Any, TypeAlias

from followthrough.adapters.document_reader.pdf_hidden import WHITE
from followthrough.adapters.document_reader.pdf_page import Run
from followthrough.adapters.document_reader.pdf_rows import Table, cell_text, make_rows, split_tables

_raw: Any = importlib.import_module("pypdfium2.raw")

_Place: TypeAlias = tuple[int, int]
_Line: TypeAlias = tuple[float, float, float, float]

_NEAR = 2.0  # points: rules so close are one, and touch
_SHORTEST = 4.0  # points of a rule
_MOST_STROKES = 20_000  # of a page: one that draws more is a picture
_MOST_RULES = 400
_FEWEST_COLUMNS, _FEWEST_CELLS = 2, 3  # three in one row may be what comes after a page turn
_BANDS = 0.2  # of its rows, at most, may have several entries in most of their cells; the first names columns
_FILLED = 0.5  # of its cells, at least
_APART = 0.6  # ems: words so far apart on a line are in cells of their own
_LINE_CHARS = 12  # of a line that goes on below; shorter ones may be values below each other
_PADDING = 14.0  # points at both sides of a cell's words together
_ROWS_APART = 0.85  # of the height of a row: lines so far apart are in rows of their own


@dataclass(slots=True)
class _Rule:
    """A rule at a place across it, from one end to the other along it."""

    at: float
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The rules of one table: the edges of its columns from the left, those of its rows from the top.

    Attributes:
        areas: the first place of the cell that each place belongs to: a merged one has several.
    """

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    areas: Mapping[_Place, _Place] = field(default_factory=dict[_Place, _Place])

    def cell_of(self, run: Run) -> _Place | None:
        """Row and column in which the middle of a run stands."""
        middle, height = (run.x0 + run.x1) / 2, run.y + 0.3 * run.size
        column = next((n for n, (left, right) in enumerate(pairwise(self.columns)) if left <= middle < right), None)
        row = next((n for n, (top, foot) in enumerate(pairwise(self.rows)) if foot <= height < top), None)
        return None if row is None or column is None else (row, column)

    def comes_before(self, run: Run, drawn_before: bool) -> bool:
        """Whether a run outside comes before the table; what stands beside it does where it is drawn before."""
        is_beside = run.x1 <= self.columns[0] or run.x0 >= self.columns[-1]
        return drawn_before if is_beside else run.y >= self.rows[0]

    def merged(self) -> Iterator[list[_Place]]:
        """The places of each merged cell, in order."""
        areas: dict[_Place, list[_Place]] = {}
        for place, first in sorted(self.areas.items()):
            areas.setdefault(first, []).append(place)
        return (places for places in areas.values() if len(places) > 1)


class Rules:
    """The rules that a page draws.

    Args:
        page: a pypdfium2 page.
    """

    def __init__(self, page: Any) -> None:
        upright, level = ([], []) if int(page.get_rotation()) % 360 else _rules(page)
        is_picture = len(upright) + len(level) > _MOST_RULES
        self._upright, self._level = ([], []) if is_picture else (upright, level)
        self._places = sorted(rule.at for rule in self._upright)

    def part(self, left: float, right: float, height: float) -> bool:
        """Whether an upright rule stands between two places."""
        if bisect(self._places, left) == bisect(self._places, right):
            return False
        return any(left < rule.at <= right and rule.begin <= height <= rule.end for rule in self._upright)

    def grids(self) -> list[Grid]:
        """The grids of the page, from its top."""
        found: list[Grid] = []
        for some in _connected(self._upright, self._level):
            upright = [rule for rule in self._upright if rule in some]
            level = [rule for rule in self._level if rule in some]
            columns, rows = _edges(upright, level), _edges(level, upright)[::-1]
            if len(columns) > _FEWEST_COLUMNS and (len(columns) - 1) * (len(rows) - 1) >= _FEWEST_CELLS:
                found.append(Grid(columns, rows, _areas(columns, rows, upright, level)))
        return sorted(found, key=lambda grid: -grid.rows[0])


def parts_of(runs: Sequence[Run], grids: Sequence[Grid]) -> Iterator[Table | Run]:
    """The lines and tables of a page: what stands in a grid as its table, the rest by how it is set."""
    rest = list(runs)
    for grid in grids:
        inside = [run for run in rest if grid.cell_of(run) is not None]
        table = _table(inside, grid)
        if table is not None:
            first, held = rest.index(inside[0]), set(map(id, inside))
            outside = [(n, run) for n, run in enumerate(rest) if id(run) not in held]
            yield from split_tables(make_rows([run for n, run in outside if grid.comes_before(run, n < first)]))
            yield table
            rest = [run for n, run in outside if not grid.comes_before(run, n < first)]
    yield from split_tables(make_rows(rest))


def _table(runs: Sequence[Run], grid: Grid) -> Table | None:
    cells, spanned = _cells(runs, grid)
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    if len(columns) < _FEWEST_COLUMNS or not _holds_rows(cells, rows, columns, grid):
        return None
    wide = [area for area in spanned if set(columns) <= {column for _, column in area}]
    texts, said = _texts(cells, rows, columns, wide)
    left = tuple(grid.columns[column] for column in columns)
    return Table(texts, left, said, _head_rows(rows, [area for area in spanned if area not in wide]))


def _head_rows(rows: Sequence[int], spanned: Sequence[Sequence[_Place]]) -> int:
    """How many rows name the columns: a merged cell in the first names a group of those that the next one names."""
    return 2 if len(rows) > 2 and any(area[-1][0] == rows[0] for area in spanned) else 1


def _cells(runs: Sequence[Run], grid: Grid) -> tuple[dict[_Place, list[Run]], list[list[_Place]]]:
    """What stands in each place, that of a merged cell in all of its, and the places of those cells."""
    cells: dict[_Place, list[Run]] = {}
    for run in runs:
        if (place := grid.cell_of(run)) is not None:
            cells.setdefault(place, []).append(run)
    spanned = [area for area in grid.merged() if _is_one_cell(area, cells, grid)]
    for area in spanned:
        words = [run for place in area for run in cells.pop(place, [])]
        cells |= dict.fromkeys(area, words) if words else {}
    return cells, spanned


def _texts(
    cells: Mapping[_Place, Sequence[Run]],
    rows: Sequence[int],
    columns: Sequence[int],
    wide: Sequence[Sequence[_Place]],
) -> tuple[list[list[str]], list[list[Run]]]:
    """The cells' texts and their runs, row by row; a cell over the whole width stands alone in its row."""
    alone = {row for area in wide for row, _ in area}
    places = [[(row, n) for n in (columns[:1] if row in alone else columns)] for row in rows]
    said = {at: sorted(some, key=lambda run: (-run.y, run.x0)) for at, some in cells.items()}
    texts = [[cell_text(said.get(at, [])) for at in row] for row in places]
    return texts, [[run for at in row for run in said.get(at, [])] for row in places]


def _is_one_cell(area: Sequence[_Place], cells: Mapping[_Place, Sequence[Run]], grid: Grid) -> bool:
    """Whether what stands in places without rules between them is one text, not the cells of rows or columns."""
    lines = _by_line(run for place in area for run in cells.get(place, ()))
    if any(right.x0 - left.x1 > _APART * left.size for line in lines for left, right in pairwise(line)):
        return False
    rows = {row for row, _ in area}
    low = min(grid.rows[row] - grid.rows[row + 1] for row in rows)
    return len(rows) == 1 or all(a[0].y - b[0].y < _ROWS_APART * low for a, b in pairwise(lines))


def _holds_rows(
    cells: Mapping[_Place, Sequence[Run]], rows: Sequence[int], columns: Sequence[int], grid: Grid
) -> bool:
    """Whether most cells are filled, and the rules part rows, not groups of rows."""
    entries = {at: _entries(some, grid.columns[at[1] + 1] - grid.columns[at[1]]) for at, some in cells.items()}
    usual = [statistics.median_low([n for (at, _), n in entries.items() if at == row]) for row in rows]
    places = len(rows) * len(columns)
    return len(cells) >= max(_FEWEST_CELLS, _FILLED * places) and sum(
        n > 1 for n in usual[len(rows) > 2 :]
    ) <= _BANDS * len(rows)


def _entries(runs: Iterable[Run], width: float) -> int:
    """How many texts stand below each other; a line that goes on with the one before, which was full, is none."""
    entries = 1
    for upper, lower in pairwise(_by_line(runs)):
        first = lower[0]
        word = len(first.text.split(" ", 1)[0]) / len(first.text) * (first.x1 - first.x0)
        is_full = upper[-1].x1 - upper[0].x0 + word + _PADDING >= width
        entries += not is_full or sum(len(run.text) for run in upper) < _LINE_CHARS
    return entries


def _by_line(runs: Iterable[Run]) -> list[list[Run]]:
    """The runs of each line from its left, from the uppermost line."""
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: -run.y):
        if lines and lines[-1][0].y - run.y <= _NEAR:
            lines[-1].append(run)
        else:
            lines.append([run])
    return [sorted(line, key=lambda run: run.x0) for line in lines]


def _edges(rules: Sequence[_Rule], across: Sequence[_Rule]) -> tuple[float, ...]:
    """Where columns or rows are parted; a table without a rule at its side ends where the rules across do."""
    ends = (sorted(rule.begin for rule in across)[1:2], sorted(rule.end for rule in across)[-2:-1])
    return _places(at for some in ([rule.at for rule in rules], *ends) for at in some)


def _areas(
    columns: Sequence[float], rows: Sequence[float], upright: Sequence[_Rule], level: Sequence[_Rule]
) -> dict[_Place, _Place]:
    """The first place of the cell of each place: no rule parts the places of one."""
    beside, below = _by_place(upright, columns), _by_place(level, rows)
    across = [(left + right) / 2 for left, right in pairwise(columns)]
    down = [(top + foot) / 2 for top, foot in pairwise(rows)]
    areas: dict[_Place, _Place] = {}
    for row, column in product(range(len(down)), range(len(across))):
        if (row, column) not in areas:
            width = _reach(_runs_on(rules, down[row : row + 1]) for rules in beside[column + 1 : -1])
            height = _reach(_runs_on(rules, across[column : column + width]) for rules in below[row + 1 : -1])
            for place in product(range(row, row + height), range(column, column + width)):
                areas.setdefault(place, (row, column))
    return areas


def _by_place(rules: Sequence[_Rule], places: Sequence[float]) -> list[list[_Rule]]:
    return [[rule for rule in rules if abs(rule.at - at) <= _NEAR] for at in places]


def _reach(joined: Iterable[bool]) -> int:
    return 1 + sum(1 for _ in takewhile(bool, joined))


def _runs_on(rules: Sequence[_Rule], along: Sequence[float]) -> bool:
    """Whether none of the rules at a place stands at one of these."""
    return not any(rule.begin <= at <= rule.end for rule in rules for at in along)


def _rules(page: Any) -> tuple[list[_Rule], list[_Rule]]:
    """The upright and the level rules of a page."""
    upright, level = list[_Rule](), list[_Rule]()
    for x0, y0, x1, y1 in islice(_strokes(page), _MOST_STROKES):
        if abs(x0 - x1) <= _NEAR < _SHORTEST <= abs(y0 - y1):
            upright.append(_Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
        elif abs(y0 - y1) <= _NEAR < _SHORTEST <= abs(x0 - x1):
            level.append(_Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
    return _merged(upright), _merged(level)


def _strokes(page: Any) -> Iterator[_Line]:
    """The straight strokes of a page's paths, and the edges of those that are filled, which a broad one has not."""
    for shape in page.get_objects(filter=[_raw.FPDF_PAGEOBJ_PATH], max_depth=2):
        is_seen, is_stroked = _drawn(shape)
        if is_seen:
            yield from (line for part in _subpaths(shape) if is_stroked or _is_thin(part) for line in part)


def _subpaths(shape: Any) -> Iterator[list[_Line]]:
    matrix = shape.get_matrix()
    start = last = (0.0, 0.0)
    part: list[_Line] = []
    for n in range(_raw.FPDFPath_CountSegments(shape.raw)):
        segment = _raw.FPDFPath_GetPathSegment(shape.raw, n)
        x, y = ctypes.c_float(), ctypes.c_float()
        _raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = matrix.on_point(x.value, y.value)
        kind = _raw.FPDFPathSegment_GetType(segment)
        if kind == _raw.FPDF_SEGMENT_MOVETO:
            yield part
            start, part = point, []
        elif kind == _raw.FPDF_SEGMENT_LINETO:
            part.append((last[0], last[1], point[0], point[1]))
        if _raw.FPDFPathSegment_GetClose(segment):
            part.append((point[0], point[1], start[0], start[1]))
        last = point
    yield part


def _is_thin(part: Sequence[_Line]) -> bool:
    across = [x for x0, _, x1, _ in part for x in (x0, x1)]
    along = [y for _, y0, _, y1 in part for y in (y0, y1)]
    return bool(part) and min(max(across) - min(across), max(along) - min(along)) <= _NEAR


def _drawn(shape: Any) -> tuple[bool, bool]:
    """Whether a path is seen, stroked or filled with another colour than the paper's, and whether it is stroked."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not _raw.FPDFPath_GetDrawMode(shape.raw, fill, stroke) or stroke.value:
        return True, True
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    known = _raw.FPDFPageObj_GetFillColor(shape.raw, red, green, blue, alpha)
    is_white = known and min(red.value, green.value, blue.value) >= WHITE
    return fill.value != _raw.FPDF_FILLMODE_NONE and not is_white and alpha.value > 0, False


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


def _places(given: Iterable[float]) -> tuple[float, ...]:
    places: list[float] = []
    for at in sorted(given):
        if not places or at - places[-1] > _NEAR:
            places.append(at)
    return tuple(places)
