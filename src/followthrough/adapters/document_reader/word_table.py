"""Tables of Word documents: merged cells are repeated, so that each row and column can be read by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MOST_COLUMNS = 100  # bounds what a small file unfolds to


def rows_of(table: Any, text_of: Callable[[Any], str]) -> list[list[str]]:
    """The cells' texts, row by row; a cell over the whole width stands alone in its row."""
    rows: list[list[str]] = []
    above: dict[int, str] = {}
    for row in table.iterchildren(f"{_W}tr"):
        cells: list[str] = []
        found = list(_cells(row))
        for cell in found:
            merged = _down(cell)
            text = above.get(len(cells), "") if merged == "continue" else text_of(cell)
            width = min(_span(cell), _MOST_COLUMNS - len(cells))
            above |= {len(cells) + n: text for n in range(width)}
            cells += [text] * (width if len(found) > 1 else 1)
        rows.append(cells)
    return rows


def head_rows_of(table: Any) -> int:
    """How many rows at the top name the columns; 0 where the document does not say."""
    rows = list(table.iterchildren(f"{_W}tr"))
    marked = 0
    while marked < len(rows) and rows[marked].find(f"{_W}trPr/{_W}tblHeader") is not None:
        marked += 1
    if marked or len(rows) < 3:
        return marked
    first = list(_cells(rows[0]))
    if len(first) > 1 and any(_span(cell) > 1 or _down(cell) == "restart" for cell in first[1:]):
        return 2  # groups of columns: their names stand in the next row
    return 0


def _down(cell: Any) -> str:
    """Whether a cell begins or continues one that reaches over several rows; empty for neither."""
    merged = cell.find(f"{_W}tcPr/{_W}vMerge")
    return "" if merged is None else "restart" if merged.get(f"{_W}val") == "restart" else "continue"


def _span(cell: Any) -> int:
    found = cell.find(f"{_W}tcPr/{_W}gridSpan")
    width = "" if found is None else found.get(f"{_W}val") or ""
    return max(1, int(width)) if width.isdigit() and len(width) < 4 else 1


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag == f"{_W}tc":
            yield child
        elif child.tag == f"{_W}sdt":
            yield from child.iterfind(f"{_W}sdtContent/{_W}tc")
