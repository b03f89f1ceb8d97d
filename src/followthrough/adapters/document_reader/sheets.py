"""Tables as files: csv and its kin, JSON lines, workbooks. Every row can be read under its column names."""

from __future__ import annotations

import csv
import importlib
import io
import json
from collections.abc import Container, Iterable, Sequence
from datetime import datetime, time
from typing import Any, TypeVar, cast

from followthrough.adapters.document_reader.column_names import are_only_names, is_number, names_in_file
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.sheet_looks import Look, looks_of
from followthrough.adapters.document_reader.text import TextBuilder

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_LINES = 50
_MOST_CELLS = 200
_TITLE_CELLS = 1
_EXACT = 2.0**53  # below it a number without a fraction is kept digit by digit: it may be that of an account
_Place = tuple[int, int]
_T = TypeVar("_T")


def read_csv(text: str, into: TextBuilder) -> None:
    """Adds the rows of a csv text, whatever separates its cells."""
    csv.field_size_limit(10_000_000)
    rows = [row[:_MOST_CELLS] for row in csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))]
    add_rows(rows, into)


def read_json_lines(text: str, into: TextBuilder) -> None:
    """Adds each line's object as an item: ``name: value; name: value``.

    Raises:
        Refusal: a line is no JSON.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError):
            raise Refusal("broken", f"has no JSON in line {number:,}; correct that line.") from None
        into.item("; ".join(_pairs(value, "")))


def read_workbook(data: bytes, into: TextBuilder) -> None:
    """Adds the sheets of a workbook (xlsx, xlsm, xlsb, xls, ods), each under its name, without what it hides."""
    calamine: Any = importlib.import_module("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    except calamine.PasswordError:
        raise Refusal("encrypted", "is protected with a password; save it without one.") from None
    looks = looks_of(data)
    hidden: list[str] = []
    for one in book.sheets_metadata:
        if one.visible != calamine.SheetVisibleEnum.Visible:
            hidden.append(f"“{one.name}”")
            continue
        rows, places = _seen(book.get_sheet_by_name(one.name), looks.get(one.name, Look()))
        hidden += [f"“{one.name}” {place}" for place in places]
        if any(any(row) for row in rows):
            if len(book.sheet_names) > 1:
                into.heading(one.name, 2)
            add_rows(rows, into)
    if hidden:
        into.warn("Hidden in the workbook and not read: {places}.", places="; ".join(hidden))


def _seen(sheet: Any, look: Look) -> tuple[list[list[str]], list[str]]:
    """The rows of a sheet without what is hidden, and which rows and columns with something in them are hidden."""
    top, left = sheet.start or (0, 0)
    rows = [
        [look.texts.get((y, x), shown(cell)) for x, cell in enumerate(row[:_MOST_CELLS], left)]
        for y, row in enumerate(sheet.to_python(), top)
    ]
    _unmerge(rows, getattr(sheet, "merged_cell_ranges", None) or (), (top, left))
    used_rows = {y for y, row in enumerate(rows, top) if any(row)}
    used_columns = {x for row in rows for x, cell in enumerate(row, left) if cell}
    kept = _without(rows, look.rows, top)
    return [_without(row, look.columns, left) for row in kept], look.hidden(used_rows, used_columns)


def _without(some: Sequence[_T], gone: Container[int], first: int) -> list[_T]:
    return [one for place, one in enumerate(some, first) if place not in gone]


def add_rows(rows: Sequence[Sequence[str]], into: TextBuilder) -> None:
    """Adds rows: empty ones part tables, a row of one cell is a title, the first full row names the columns.

    Names that an empty row parts from the values below them are their names still.
    """
    names: list[list[str]] = []
    for table in _tables(rows):
        body = _below_titles(table, into)
        if names and body and (len(names[0]) != len(body[0]) or not any(map(is_number, body[0]))):
            _add_table(names, into)
            names = []
        if body and not names and are_only_names(body):
            names = body
        elif body:
            _add_table([*names, *body], into, head_rows=len(names))
            names = []
    _add_table(names, into)


def _below_titles(table: Sequence[Sequence[str]], into: TextBuilder) -> list[list[str]]:
    """Adds the titles above a table; gives its other rows, all as wide as the widest."""
    width = max(len(row) for row in table)
    start = 0
    while start < len(table) and width > 1 and sum(map(bool, table[start])) == _TITLE_CELLS:
        into.paragraph(next(cell for cell in table[start] if cell))
        start += 1
    return [[*row, *[""] * (width - len(row))] for row in table[start:]]


def _add_table(rows: Sequence[Sequence[str]], into: TextBuilder, *, head_rows: int = 0) -> None:
    used = [column for column in range(len(rows[0])) if any(row[column] for row in rows)] if rows else []
    body = [[row[column] for column in used] for row in rows]
    if body:
        named = head_rows > 0 or (len(body) > 1 and names_in_file(body))
        into.table(body, header=named, head_rows=max(1, head_rows))


def _tables(rows: Sequence[Sequence[str]]) -> Iterable[list[list[str]]]:
    table: list[list[str]] = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        if any(cells):
            table.append(cells)
        elif table:
            yield table
            table = []
    if table:
        yield table


def _delimiter(text: str) -> str:
    """What separates the cells: the sign that parts most lines into the same number of cells."""
    lines = [line for line in text.splitlines()[:_SAMPLE_LINES] if line.strip()]

    def worth(sign: str) -> tuple[float, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=sign)] or [1]
        usual = max(set(counts), key=counts.count)
        return (counts.count(usual) / len(counts) if usual > 1 else 0.0, usual)

    return max(_DELIMITERS, key=worth)


def _unmerge(
    rows: list[list[str]], ranges: Iterable[tuple[tuple[int, int], tuple[int, int]]], start: tuple[int, int]
) -> None:
    """Repeats a merged cell's text in all that it covers, so that each row and column can be read by itself.

    One that is alone in its row is a title, and stands once.
    """
    for first, last in ranges:
        top, left = first[0] - start[0], first[1] - start[1]
        if not (0 <= top < len(rows) and 0 <= left < len(rows[top])):
            continue
        is_alone = sum(map(bool, rows[top])) == 1 and first[0] == last[0]  # a title over the table
        for row in rows[top : last[0] - start[0] + 1]:
            for column in range(left, left if is_alone else min(last[1] - start[1] + 1, len(row))):
                row[column] = row[column] or rows[top][left]


def shown(cell: object) -> str:
    """A cell as a person sees it: 5.0 is 5, a date is a day."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < _EXACT else f"{cell:.12g}"
        case datetime():
            return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
        case _:
            return str(cell)


def _pairs(value: object, name: str) -> Iterable[str]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            yield from _pairs(inner, f"{name} {key}".strip())
    elif isinstance(value, list):
        items = cast("list[object]", value)
        if any(isinstance(item, dict | list) for item in items):
            for item in items:
                yield from _pairs(item, name)
        elif items:
            yield f"{name}: {', '.join(map(str, items))}" if name else ", ".join(map(str, items))
    elif value is not None and str(value).strip():
        yield f"{name}: {value}" if name else str(value)
