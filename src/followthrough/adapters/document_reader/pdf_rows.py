"""Runs of a page put into rows: lines of text, and rows of tables whose cells may have several lines.

A page draws a table cell by cell. So a run to the right of the last one, and not below it, is the next cell of its
row; one right below the last cell is that cell's next line; everything else begins a row.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from followthrough.adapters.document_reader.pdf_page import HYPHEN, Run

Cell: TypeAlias = list[Run]
"""The lines of a cell, from its top."""

_SAME_LINE = 0.35  # ems
_NEXT_LINE = 1.7  # ems: more than a line's height, less than an empty line
_ALIGNED = 0.6  # ems
_WORDS_APART = 0.12  # ems
_WIDER_GAP = 1.5  # times the usual gap between the rows of a table
_MOST_GAP = 5.0  # ems between two rows of one table
_CELL_MAX_LINES = 12  # a longer "cell" is a column of the page
_LEADER = re.compile(r"(?:[.·…]\s?){4,}\s*[\divxlc]{1,5}$")  # dots that lead to a page number
_BULLET = re.compile(r"[•‣\uf000-\uf0ff\u25a0-\u2712\u2719-\u27bf]")  # shapes and dingbats, but ticks
_SIGN = re.compile(r"[·∙\u2713-\u2718*–—-]|o")
_ORDINAL = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]")


@dataclass(slots=True)
class Row:
    """Cells beside each other; an ordinary line of text has one cell of one line."""

    cells: list[Cell]

    @property
    def runs(self) -> list[Run]:
        """The lines of all its cells."""
        return [run for cell in self.cells for run in cell]

    @property
    def top(self) -> float:
        """Baseline of its highest line."""
        return max(run.y for run in self.runs)

    @property
    def bottom(self) -> float:
        """Baseline of its lowest line."""
        return min(run.y for run in self.runs)

    @property
    def right(self) -> float:
        """Right edge of its last cell."""
        return max(run.x1 for run in self.cells[-1])


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        rows: the texts of its cells.
        columns: the left edges of its columns.
        runs: what each row was read from.
        head_rows: how many rows at its top name the columns.
    """

    rows: list[list[str]]
    columns: tuple[float, ...]
    runs: list[list[Run]]
    head_rows: int = 1


def make_rows(runs: Sequence[Run]) -> list[Row]:
    """The rows of a page, in the order in which they are drawn; lines of a table of contents are left out."""
    rows: list[Row] = []
    for run in runs:
        if not rows or not _place(run, rows):
            rows.append(Row([[run]]))
    return [row for row in rows if not _LEADER.search(row.cells[-1][-1].text)]


def split_tables(rows: Sequence[Row]) -> Iterator[Table | Run]:
    """Tables, and all other rows as single lines, in order."""
    pending: list[Row] = []
    for row in rows:
        if len(row.cells) > 1 and not _is_item(row):
            pending.append(row)
            continue
        yield from _table_or_lines(pending)
        pending = []
        yield from _lines(row)
    yield from _table_or_lines(pending)


def cell_text(cell: Cell) -> str:
    """A cell's lines as one text."""
    return join_words([run.text for run in cell]).rstrip(HYPHEN)


def join_words(lines: Sequence[str], known: frozenset[str] = frozenset()) -> str:
    """Lines joined into one text; a word that was broken at a line's end is whole again, one at the very end is not.

    Args:
        lines: the texts of the lines.
        known: words in lower case that the document uses elsewhere, which decide whether a hyphen is the word's own.
    """
    joined = ""
    for line in lines:
        if joined.endswith((HYPHEN, "-")) and joined[-2:-1].isalnum():
            joined = _join_broken(joined, line, known)
        else:
            joined = f"{joined} {line}" if joined else line
    return joined


def _join_broken(before: str, after: str, known: frozenset[str]) -> str:
    head = re.split(r"[\s(]", before[:-1])[-1]
    tail = re.split(r"[\s,.;:)]", after, maxsplit=1)[0]
    compound = f"{head}-{tail}".lower() in known or not tail[:1].islower() or not head.isalpha()
    if compound and f"{head}{tail}".lower() not in known:
        return f"{before[:-1]}-{after}"
    return before[:-1] + after


def _place(run: Run, rows: list[Row]) -> bool:
    """Puts the run into the last row, if that is where it belongs."""
    row = rows[-1]
    if is_bullet(run.text[0]) and is_bullet(row.cells[0][0].text[0]):
        return False  # lists beside each other
    last = row.cells[-1][-1]
    em = max(run.size, last.size)
    is_right = run.x0 >= row.right - 0.2 * em
    if is_right and abs(run.y - last.y) <= _SAME_LINE * em:
        if run.x0 - last.x1 <= em and not run.apart:
            row.cells[-1][-1] = _joined(last, run)
        else:
            row.cells.append([run])
        return True
    if is_right and run.y >= row.bottom - _SAME_LINE * em:
        return _begin_cell(run, rows, em)
    if len(row.cells) > 1 and 0 < last.y - run.y <= _NEXT_LINE * em and _is_under(run, last, row, em):
        row.cells[-1].append(run)
        return True
    return False


def _begin_cell(run: Run, rows: list[Row], em: float) -> bool:
    """Adds a cell that begins beside or above the last one; lines before may turn out to be the cell at its left."""
    lines = 1
    while lines < len(rows) and _is_line_of_cell(rows[-lines - 1], rows[-lines], run, em):
        lines += 1
    lines = max(lines, _centred_lines(run, rows, em))
    above = rows[-lines - 1].bottom if lines < len(rows) else None
    if lines > _CELL_MAX_LINES or (above is not None and above >= rows[-1].bottom and run.y > above - 0.5 * em):
        return False
    if lines > 1:
        merged = [r for row in rows[-lines:] for r in row.runs]
        rows[-lines:] = [Row([merged])]
    rows[-1].cells.append([run])
    return True


def _centred_lines(run: Run, rows: Sequence[Row], em: float) -> int:
    """How many lines make a cell at the left that stands as high above ``run`` as below it; 0 for none."""
    for lines in range(2, min(len(rows), _CELL_MAX_LINES) + 1):
        if not _follow(rows[-lines], rows[-lines + 1], run, em):
            return 0
        if abs((rows[-lines].top + rows[-1].bottom) / 2 - run.y) <= _SAME_LINE * em:
            return lines
    return 0


def _is_line_of_cell(upper: Row, lower: Row, run: Run, em: float) -> bool:
    """Whether both rows are lines of one cell at the left of ``run`` that begins no higher."""
    return upper.top <= run.y + _SAME_LINE * em and _follow(upper, lower, run, em)


def _follow(upper: Row, lower: Row, run: Run, em: float) -> bool:
    """Whether both rows are lines, one below the other, at the left of ``run``."""
    if len(upper.cells) > 1 or len(lower.cells) > 1:
        return False
    return 0 < upper.bottom - lower.top <= _NEXT_LINE * em and upper.right <= run.x0 - 0.2 * em


def _is_under(run: Run, last: Run, row: Row, em: float) -> bool:
    centred = abs((run.x0 + run.x1) - (last.x0 + last.x1)) <= 2 * _ALIGNED * em
    flush = abs(run.x0 - last.x0) <= _ALIGNED * em or abs(run.x1 - last.x1) <= _ALIGNED * em
    return (flush or centred) and run.x0 > max(r.x0 for r in row.cells[-2])


def _joined(left: Run, right: Run) -> Run:
    apart = " " if right.x0 - left.x1 > _WORDS_APART * max(left.size, right.size) else ""
    longer = left if len(left.text) >= len(right.text) else right
    return replace(
        left, text=left.text + apart + right.text, x1=right.x1, size=longer.size, bold=left.bold and right.bold
    )


def _is_item(row: Row) -> bool:
    """Whether the row is a list item whose mark stands apart from its words."""
    mark = row.cells[0][0].text.strip()
    return len(row.cells) == 2 and (is_mark(mark) or (len(mark) < 3 and mark.isdigit()))


def is_bullet(text: str) -> bool:
    """Whether a text is a sign that nothing but a list item begins with."""
    return bool(_BULLET.fullmatch(text))


def is_mark(text: str) -> bool:
    """Whether a text is what stands before a list item: a bullet or a number with its dot."""
    return bool(_BULLET.fullmatch(text) or _SIGN.fullmatch(text) or _ORDINAL.fullmatch(text))


def _lines(row: Row) -> Iterator[Run]:
    if _is_item(row):
        mark, first = row.cells[0][0], row.cells[1][0]
        text = mark.text.strip() if not mark.text.strip().isdigit() else f"{mark.text.strip()}."
        yield replace(first, text=f"{text} {first.text}", x0=mark.x0)
        yield from row.cells[1][1:]
        return
    if all(len(cell) == 1 for cell in row.cells):
        first, last = row.cells[0][0], row.cells[-1][0]
        bold = all(cell[0].bold for cell in row.cells)
        yield replace(first, text=" ".join(cell[0].text for cell in row.cells), x1=last.x1, bold=bold)
        return
    for cell in row.cells:
        yield from cell


def _table_or_lines(rows: list[Row]) -> Iterator[Table | Run]:
    for group in _parted(rows):
        if len(group) > 1 and (table := _table(group)) is not None:
            yield table
        else:
            for row in group:
                yield from _lines(row)


def _parted(rows: list[Row]) -> list[list[Row]]:
    """The rows in groups: a wide gap, or a step up to another column of the page, parts two tables."""
    gaps = [upper.bottom - lower.top for upper, lower in pairwise(rows)]
    usual = statistics.median_low([gap for gap in gaps if gap > 0] or [0.0])
    groups: list[list[Row]] = []
    for place, row in enumerate(rows):
        most = min(_WIDER_GAP * usual, _MOST_GAP * row.cells[0][0].size)
        if place == 0 or not 0 < gaps[place - 1] <= most:
            groups.append([])
        groups[-1].append(row)
    return groups


def _table(rows: Sequence[Row]) -> Table | None:
    """The rows as a table, when most of them agree on at least two columns."""
    usual = Counter(len(row.cells) for row in rows).most_common(1)[0][0]
    columns: list[tuple[float, float]] = []
    for row in rows:
        if len(row.cells) == usual:
            columns = _widened(columns, [(min(r.x0 for r in c), max(r.x1 for r in c)) for c in row.cells])
    if len(columns) < 2 or len(columns) * 2 < usual:
        return None
    texts = [_texts(row, columns) for row in rows]
    return Table(texts, tuple(left for left, _ in columns), [row.runs for row in rows])


def _texts(row: Row, columns: Sequence[tuple[float, float]]) -> list[str]:
    cells = [""] * len(columns)
    for cell in row.cells:
        place = _column_of(cell, columns)
        cells[place] = f"{cells[place]} {cell_text(cell)}".strip()
    return cells


def _widened(columns: list[tuple[float, float]], spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The columns with the spans in them; spans that overlap are one column."""
    merged: list[tuple[float, float]] = []
    for left, right in sorted(columns + spans):
        if merged and left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return merged


def _column_of(cell: Cell, columns: Sequence[tuple[float, float]]) -> int:
    left, right = min(r.x0 for r in cell), max(r.x1 for r in cell)
    overlaps = [min(right, end) - max(left, start) for start, end in columns]
    return overlaps.index(max(overlaps))
