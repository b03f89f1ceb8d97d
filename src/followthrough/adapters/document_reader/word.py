"""Word documents (docx): headings by style, lists by numbering, tables, in the order of the document."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, cast

from followthrough.adapters.document_reader.archive import check_archive
from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.metadata import MetadataFault, read_metadata

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEFT_OUT = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}txbxContent", f"{_W}instrText", _MC_FALLBACK})
_HEADING_STYLE = re.compile(r"heading\s*(\d)", re.I)
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}


def read_docx(data: bytes, into: TextBuilder, limits: Limits) -> DocumentMetadata:
    """Adds the blocks of a Word document and says what it says of itself.

    Args:
        data: the whole file.
        into: where the blocks go.
        limits: what its parts may unfold to.
    """
    check_archive(data, limits)
    import docx  # noqa: PLC0415 - loaded when the first document comes: start-up stays fast

    document: Any = docx.Document(io.BytesIO(data))
    reading = _Reading(document, into)
    for element in _body_elements(document.element.body):
        reading.take(element)
    return _metadata(document.core_properties)


def _body_elements(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables in order, those inside content controls too."""
    pending = list(reversed(parent))
    while pending:
        element = pending.pop()
        if element.tag in (f"{_W}p", f"{_W}tbl"):
            yield element
        elif element.tag not in _LEFT_OUT:
            pending.extend(reversed(element))


class _Reading:
    """Adds elements one by one; remembers what numbering and styles it has seen."""

    def __init__(self, document: Any, into: TextBuilder) -> None:
        self._into = into
        self._styles = {style.style_id: style for style in document.styles}
        self._formats = _number_formats(document)
        self._counters: dict[tuple[str, int], int] = {}

    def take(self, element: Any) -> None:
        if element.tag == f"{_W}tbl":
            self._into.table(_rows(element), header=None)
            return
        text = _text(element)
        if not text.strip():
            return
        name = self._style_name(element)
        if level := _heading_level(name, element):
            self._into.heading(text, level)
        elif (place := self._list_place(element, name)) is not None:
            level, marker = place
            self._into.item(text, level=level, marker=marker)
        else:
            self._into.paragraph(text)

    def _style_name(self, paragraph: Any) -> str:
        style = self._styles.get(_value(paragraph, "pPr/pStyle"))
        return style.name or "" if style is not None else ""

    def _list_place(self, paragraph: Any, style_name: str) -> tuple[int, str] | None:
        """Level and marker of a list item, None for another paragraph."""
        list_id, depth = self._numbering(paragraph)
        if not list_id and not style_name.lower().startswith("list "):
            return None
        named = re.search(r"(\d)$", style_name)
        level = depth + 1 if depth else int(named.group(1)) if named else 1
        numbered = self._formats.get((list_id, depth), "bullet" if "number" not in style_name.lower() else "decimal")
        if numbered in ("bullet", "none"):
            return level, "-"
        key = (list_id or style_name, level)
        self._counters = {k: n for k, n in self._counters.items() if k[0] != key[0] or k[1] <= level}
        self._counters[key] = self._counters.get(key, 0) + 1
        return level, f"{self._counters[key]}."

    def _numbering(self, paragraph: Any) -> tuple[str, int]:
        """The list's id, empty for none, and the depth from 0: from the paragraph, else from its style."""
        list_id = _value(paragraph, "pPr/numPr/numId")
        depth = _value(paragraph, "pPr/numPr/ilvl")
        style = self._styles.get(_value(paragraph, "pPr/pStyle"))
        if not list_id and style is not None:
            list_id = _value(style.element, "pPr/numPr/numId")
            depth = depth or _value(style.element, "pPr/numPr/ilvl")
        return ("" if list_id == "0" else list_id), int(depth) if depth.isdigit() else 0


def _number_formats(document: Any) -> dict[tuple[str, int], str]:
    """How each list counts, by its id and depth: ``decimal``, ``bullet`` and so on."""
    try:
        numbering = document.part.numbering_part.element
    except (KeyError, NotImplementedError):  # the document has no lists of its own
        return {}
    abstract: dict[str, dict[int, str]] = {}
    for definition in numbering.findall(f"{_W}abstractNum"):
        levels = {
            int(level.get(f"{_W}ilvl") or 0): _value(level, "numFmt") for level in definition.findall(f"{_W}lvl")
        }
        abstract[definition.get(f"{_W}abstractNumId") or ""] = levels
    return {
        (number.get(f"{_W}numId") or "", depth): format_name
        for number in numbering.findall(f"{_W}num")
        for depth, format_name in abstract.get(_value(number, "abstractNumId"), {}).items()
    }


def _heading_level(style_name: str, paragraph: Any) -> int:
    if match := _HEADING_STYLE.match(style_name):
        return int(match.group(1))
    if style_name.lower() == "title":
        return 1
    outline = _value(paragraph, "pPr/outlineLvl")
    return int(outline) + 1 if outline.isdigit() and int(outline) < 9 else 0


def _rows(table: Any) -> list[list[str]]:
    """The cells' texts; a cell that reaches down is repeated, so that each row can be read by itself."""
    rows: list[list[str]] = []
    above: dict[int, str] = {}
    for row in table.iterchildren(f"{_W}tr"):
        cells: list[str] = []
        column = 0
        for cell in _cells(row):
            merged = cell.find(f"{_W}tcPr/{_W}vMerge")
            continues = merged is not None and merged.get(f"{_W}val") != "restart"
            text = above.get(column, "") if continues else _text(cell)
            above[column] = text
            cells.append(text)
            width = _value(cell, "tcPr/gridSpan")
            column += int(width) if width.isdigit() else 1
        rows.append(cells)
    return rows


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag == f"{_W}tc":
            yield child
        elif child.tag == f"{_W}sdt":
            yield from child.iterfind(f"{_W}sdtContent/{_W}tc")


def _text(element: Any) -> str:
    """The text that a reader sees: insertions in, deletions, field codes and floating boxes out."""
    parts: list[str] = []
    pending = [element]
    while pending:
        node = pending.pop()
        if node.tag == f"{_W}t":
            parts.append(node.text or "")
        elif node.tag in _BREAKS:
            parts.append(_BREAKS[node.tag])
        elif node.tag not in _LEFT_OUT:
            if node.tag == f"{_W}p" and parts:
                parts.append("\n")
            pending.extend(reversed(node))
    return "".join(parts)


def _value(element: Any, path: str) -> str:
    """The ``w:val`` at a path of ``w:`` elements, empty when it is not there."""
    found = element.find("/".join(f"{_W}{step}" for step in path.split("/")))
    return "" if found is None else found.get(f"{_W}val") or ""


def _metadata(properties: Any) -> DocumentMetadata:
    title = one_line(cast("str", properties.title or ""))
    values: dict[str, object] = {"title": None if title.lower() in ("word document", "document") else title or None}
    if re.fullmatch(r"[A-Za-z]{2,3}(?:[-_]\w{2,8})*", properties.language or ""):
        values["language"] = properties.language
    found = read_metadata(values)
    return DocumentMetadata() if isinstance(found, MetadataFault) else found
