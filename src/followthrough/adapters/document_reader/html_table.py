"""A table of values on an HTML page, as rows of texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_HEADINGS = tuple(f"h{level}" for level in range(1, 7))
_HIDDEN_TAGS = frozenset({"script", "style", "template", "noscript"})
_INLINE = frozenset(
    {"a", "abbr", "b", "cite", "code", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}
)
_MOST_ROWS_DOWN = 50  # bounds what a small page may unfold to
_MOST_HEAD_ROWS = 4
_MOST_CELLS = 100  # as above, of one row


def holds_values(table: Any) -> bool:
    """Whether a table is one of values rather than a page's layout."""
    if table.get("role") in ("presentation", "none") or table.find(".//table") is not None:
        return False
    return not any(table.find(f".//{tag}") is not None for tag in _HEADINGS)


def caption_of(table: Any) -> str:
    """The table's caption, empty for none."""
    caption = table.find("caption")
    return "" if caption is None else _text(caption)


def rows_of(table: Any) -> list[list[str]]:
    """The cells' texts; a cell that reaches down is repeated, so that each row can be read by itself."""
    rows: list[list[str]] = []
    reaching: dict[int, tuple[int, str]] = {}
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            cells += _from_above(reaching, len(cells))
            text = _text(cell)
            rows_down = min(number(cell.get("rowspan")), _MOST_ROWS_DOWN)
            is_alone = len(row) == 1  # a title over the whole width
            for _ in range(1 if is_alone else min(number(cell.get("colspan")), _MOST_CELLS)):
                if rows_down > 1 and len(cells) < _MOST_CELLS:
                    reaching[len(cells)] = (rows_down - 1, text)
                cells.append(text)
        cells += _from_above(reaching, len(cells))
        rows.append(cells[:_MOST_CELLS])
    return rows


def head_rows_of(table: Any) -> int:
    """How many rows at the top name the columns together, 1 where only one may."""
    rows = list(table.iter("tr"))
    marked = sum(row.getparent() is not None and row.getparent().tag == "thead" for row in rows[:_MOST_HEAD_ROWS])
    if marked:
        return marked
    named = 0
    while (
        named < min(len(rows), _MOST_HEAD_ROWS)
        and rows[named].find("th") is not None
        and rows[named].find("td") is None
    ):
        named += 1
    return max(1, named)


def names_columns(table: Any) -> bool | None:
    """Whether the first row names the columns; None where the page does not say."""
    first = next(table.iter("tr"), None)
    if first is None:
        return None
    heads, cells = first.findall("th"), first.findall("td")
    if first.getparent().tag == "thead" or (heads and not cells):
        return True
    return False if len(heads) == 1 and cells else None  # one head at the left: names go down, not across


def number(value: str | None) -> int:
    """A small whole number of an attribute, 1 for anything else."""
    return int(value) if value and value.isascii() and value.isdigit() and len(value) < 5 else 1


def _from_above(reaching: dict[int, tuple[int, str]], column: int) -> Iterator[str]:
    """The texts that cells above reach down into this row from ``column`` on."""
    while column in reaching:
        left, text = reaching.pop(column)
        if left > 1:
            reaching[column] = (left - 1, text)
        yield text
        column += 1


def _text(cell: Any) -> str:
    parts: list[str] = [cell.text or ""]
    for element in cell.iterdescendants():
        if isinstance(element.tag, str):
            if element.tag not in _HIDDEN_TAGS:
                parts += ("" if element.tag in _INLINE else " ", element.text or "")
            parts += ("" if element.tag in _INLINE else " ", element.tail or "")
    return "".join(parts)
