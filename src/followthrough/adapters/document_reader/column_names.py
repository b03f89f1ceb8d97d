"""Whether the first row of a table names its columns, told by its cells and by what stands below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

NO_VALUE = "-"
"""What stands in a cell of a document's text where the cell is empty."""

_MOST_CHARS = 60
_LEAST_COUNTED = 3
_NUMBER = re.compile(r"\d+")
_WHEN = re.compile(r"(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d(?:[-/]\d{1,2}){0,2}")


def names_in_file(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row of a table in a file of rows names its columns: most of them, and no number is a value.

    Args:
        rows: the cells' texts, row by row, an empty one empty.
    """
    named = [cell for cell in rows[0] if cell]
    return len(named) * 2 > len(rows[0]) and _numbers_name(rows)


def are_only_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether these rows name columns and nothing stands below: one full row without numbers, scarce ones above it.

    Args:
        rows: the cells' texts, row by row, an empty one empty.
    """
    filled = [sum(map(bool, row)) for row in rows]
    is_full = filled[-1] > 1 and filled[-1] * 2 > len(rows[-1])
    return is_full and all(2 * some <= filled[-1] for some in filled[:-1]) and not any(map(is_number, rows[-1]))


def names_in_layout(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row of a table that was laid out for the eye looks like column names.

    They are short, all different, and stand over values: what has a figure and letters over what has no letters, or
    it counts ("Level 1", "Level 2").
    """
    head = [cell for cell in rows[0] if cell != NO_VALUE]
    if len(rows) < 2 or len(head) < 2 or len(head) * 2 <= len(rows[0]) or len(set(head)) < len(head):
        return False
    return all(map(_is_short, head)) and _mixed_name(rows) and _numbers_name(rows) and _is_of_pairs(rows)


def _is_short(cell: str) -> bool:
    return len(cell) <= _MOST_CHARS and not cell.endswith(":")


def _is_of_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Whether two columns are a table with names, rather than names beside values of every kind; so are more."""
    if len(rows[0]) > 2:
        return True
    values = [_has_figure(row[-1]) for row in rows[1:]]
    return not any(map(_has_figure, rows[0])) and (all(values) or not any(values))


def _numbers_name(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the numbers of the first row are names: dates over what is none, or they count as no row below does.

    Of two columns a number is a value: "Founded | 1998".
    """
    places = [place for place, cell in enumerate(rows[0]) if is_number(cell)]
    if not places:
        return True
    if len(rows[0]) < 3:
        return False
    is_dated = all(_is_date(rows[0][place]) and not any(map(_is_date, _below(rows, place))) for place in places)
    return is_dated or _alone_counts(rows, places, _LEAST_COUNTED)


def _alone_counts(rows: Sequence[Sequence[str]], places: Sequence[int], least: int) -> bool:
    """Whether the cells of the first row at these places count, and those of no other row do."""
    counts = [_counts([row[place] for place in places if place < len(row)], least) for row in rows]
    return counts[0] and not any(counts[1:])


def _mixed_name(rows: Sequence[Sequence[str]]) -> bool:
    """Whether each cell of the first row with a figure and letters stands over values without letters ("Q1 2024")."""
    mixed = [place for place, cell in enumerate(rows[0]) if _has_figure(cell) and not is_number(cell)]
    values = [_below(rows, place) for place in mixed]
    return _alone_counts(rows, mixed, 2) or all(below and all(map(is_number, below)) for below in values)


def _below(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    return [row[place] for row in rows[1:] if place < len(row) and row[place] not in ("", NO_VALUE)]


def _counts(cells: Sequence[str], least: int) -> bool:
    """Whether the cells are the same words but for one whole number, each time one more or each time one less."""
    numbers = [_NUMBER.findall(cell) for cell in cells]
    alike = {_NUMBER.sub("", cell) for cell in cells}
    if len(cells) < least or len(alike) != 1 or not all(len(found) == 1 for found in numbers):
        return False
    return {int(b) - int(a) for (a,), (b,) in pairwise(numbers)} in ({1}, {-1})


def _is_date(cell: str) -> bool:
    return _WHEN.fullmatch(cell) is not None


def _has_figure(cell: str) -> bool:
    return any(c.isdigit() for c in cell)


def is_number(cell: str) -> bool:
    """Whether a cell has figures and no letters."""
    return _has_figure(cell) and not any(c.isalpha() for c in cell)
