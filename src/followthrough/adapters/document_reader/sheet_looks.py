"""What a workbook's sheets look like, which its values do not tell: what is hidden, numbers as they are shown.

Read for xlsx and ods, which say it in XML; of other workbooks nothing is known and all is shown as it is.
"""

from __future__ import annotations

import importlib
import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from followthrough.adapters.document_reader import date_format
from followthrough.adapters.document_reader.date_format import formatted_time, is_of_time
from followthrough.adapters.document_reader.number_format import BUILT_IN, formatted, hides_texts
from followthrough.adapters.document_reader.text import spans

_etree: Any = importlib.import_module("lxml.etree")  # ships no type stubs
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_VALUES = ("percentage", "currency", "float", "date", "time")
_BUILT_IN = BUILT_IN | date_format.BUILT_IN
_MOST_PLACES = 20_000  # rows or columns that one element may hide or repeat
_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")


@dataclass(slots=True)
class Look:
    """A sheet's looks; rows and columns count from 0.

    Attributes:
        rows: those that are hidden.
        columns: those that are hidden.
        texts: what is shown otherwise than as plain figures, days and letters; empty where nothing is shown.
    """

    rows: set[int] = field(default_factory=set[int])
    columns: set[int] = field(default_factory=set[int])
    texts: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])

    def hidden(self, rows: Set[int], columns: Set[int]) -> list[str]:
        """Which of these rows and columns are hidden, as a workbook names them: "3:5", "C:C"."""
        gone_rows, gone_columns = spans(sorted(self.rows & rows)), spans(sorted(self.columns & columns))
        named = [f"{first + 1}:{last + 1}" for first, last in gone_rows]
        return [*named, *(f"{_letters(first)}:{_letters(last)}" for first, last in gone_columns)]


def looks_of(data: bytes) -> Mapping[str, Look]:
    """The looks of the sheets by their names; none where the file is no zip archive of XML of a known kind."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" in names:
                return dict(_xlsx(archive, names))
            return dict(_ods(archive)) if "content.xml" in names else {}
    except (zipfile.BadZipFile, _etree.XMLSyntaxError, KeyError):
        return {}


def _elements(archive: zipfile.ZipFile, name: str, *tags: str) -> Iterator[Any]:
    """The elements with these names, each emptied after use: a sheet may have millions."""
    with archive.open(name) as file:
        for _, element in _etree.iterparse(file, tag=tags, resolve_entities=False, no_network=True, recover=True):
            yield element
            element.clear()


def _xlsx(archive: zipfile.ZipFile, names: set[str]) -> Iterator[tuple[str, Look]]:
    paths = {
        one.get("Id"): posixpath.normpath(posixpath.join("xl", one.get("Target") or "")).lstrip("/")
        for one in _elements(archive, "xl/_rels/workbook.xml.rels", "{*}Relationship")
    }
    codes = _codes(archive) if "xl/styles.xml" in names else []
    settings = next(_elements(archive, "xl/workbook.xml", "{*}workbookPr"), None)
    from_1904 = settings is not None and settings.get("date1904") in ("1", "true")
    for sheet in [(one.get("name"), one.get(_RELATION)) for one in _elements(archive, "xl/workbook.xml", "{*}sheet")]:
        path = paths.get(sheet[1], "")
        path = path if path in names else path.removeprefix("xl/")
        if path in names:
            yield sheet[0], _xlsx_look(archive, path, codes, from_1904=from_1904)


def _codes(archive: zipfile.ZipFile) -> list[str]:
    """The number format of each style of cells; empty for one that shows figures as they are."""
    own: dict[str, str] = dict[str, str]()
    codes: list[str] = []
    for element in _elements(archive, "xl/styles.xml", "{*}numFmt", "{*}cellXfs"):
        if element.tag.endswith("numFmt"):
            own[element.get("numFmtId")] = element.get("formatCode") or ""
        else:
            ids = [style.get("numFmtId") or "0" for style in element.iterchildren("{*}xf")]
            codes = [own.get(id_) or (_BUILT_IN.get(int(id_), "") if id_.isdigit() else "") for id_ in ids]
    return ["" if code.lower() == "general" else code for code in codes]


def _xlsx_look(archive: zipfile.ZipFile, path: str, codes: list[str], *, from_1904: bool) -> Look:
    look = Look()
    for element in _elements(archive, path, "{*}col", "{*}row"):
        is_hidden = element.get("hidden") in ("1", "true")
        if element.tag.endswith("col"):
            if is_hidden:
                first, last = int(element.get("min")) - 1, int(element.get("max"))
                look.columns.update(range(first, min(last, first + _MOST_PLACES)))
        elif is_hidden:
            look.rows.add(int(element.get("r") or 0) - 1)
        else:
            look.texts.update(_shown(element.iterchildren("{*}c"), codes, from_1904=from_1904))
    return look


def _shown(cells: Iterable[Any], codes: list[str], *, from_1904: bool) -> Iterator[tuple[tuple[int, int], str]]:
    for cell in cells:
        style = cell.get("s") or ""
        code = codes[int(style)] if style.isdigit() and int(style) < len(codes) else ""
        place = _CELL.fullmatch(cell.get("r") or "")
        text = _text_of(cell, code, from_1904=from_1904) if code else None
        if place is not None and text is not None:
            yield (int(place[2]) - 1, _column(place[1])), text


def _text_of(cell: Any, code: str, *, from_1904: bool) -> str | None:
    """What the cell shows under its format; None where it shows its value."""
    if cell.get("t") not in (None, "n"):
        return "" if hides_texts(code) else None
    try:
        number = float(cell.findtext("{*}v") or "")
    except ValueError:
        return None
    return formatted_time(number, code, from_1904=from_1904) if is_of_time(code) else formatted(number, code)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _letters(column: int) -> str:
    above, last = divmod(column, 26)
    return (_letters(above - 1) if above else "") + chr(65 + last)


def _ods(archive: zipfile.ZipFile) -> Iterator[tuple[str, Look]]:
    for table in _elements(archive, "content.xml", f"{_TABLE}table"):
        look, row, column = Look(), 0, 0
        for element in table.iter(f"{_TABLE}table-column", f"{_TABLE}table-row"):
            is_hidden = element.get(f"{_TABLE}visibility") in ("collapse", "filter")
            if element.tag.endswith("column"):
                many = _repeated(element, "columns")
                look.columns.update(range(column, column + many) if is_hidden else ())
                column += many
            else:
                many = _repeated(element, "rows")
                look.rows.update(range(row, row + many) if is_hidden else ())
                look.texts.update(_ods_texts(element, row))
                row += many
        yield table.get(f"{_TABLE}name") or "", look


def _ods_texts(row: Any, number: int) -> Iterator[tuple[tuple[int, int], str]]:
    column = 0
    for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        text = " ".join("".join(p.itertext()) for p in cell.iterchildren(f"{_TEXT}p"))
        if text and cell.get(f"{_OFFICE}value-type") in _VALUES:
            yield (number, column), text
        column += _repeated(cell, "columns")


def _repeated(element: Any, what: str) -> int:
    many = element.get(f"{_TABLE}number-{what}-repeated") or "1"
    return min(int(many), _MOST_PLACES) if many.isdigit() else 1
