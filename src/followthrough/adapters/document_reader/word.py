"""Word documents (docx): headings by style, lists by numbering, tables, text boxes, in the order of the document.

Footnotes stand where their section ends; what pages have at their head and foot stands once, at the end.
"""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Iterator
from typing import Any, cast

from followthrough.adapters.document_reader.archive import check_archive
from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.adapters.document_reader.word_table import head_rows_of, rows_of
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FORMULA = {f"{_M}den": "/", f"{_M}sup": "^", f"{_M}sub": "_"}  # a formula on one line, as people type it
_MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEFT_OUT = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}txbxContent", f"{_W}instrText", _MC_FALLBACK})
_HEADING_STYLE = re.compile(r"heading\s*(\d)", re.I)
_UNREADABLE = 4  # half points of a letter
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
    reading.finish()
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
        self._document = document
        self._notes = _notes(document)
        self._pending: list[str] = []

    def take(self, element: Any) -> None:
        """Adds a paragraph or table, then the text boxes that are anchored in it."""
        if element.tag == f"{_W}tbl":
            head = head_rows_of(element)
            self._into.table(rows_of(element, _text), header=True if head else None, head_rows=max(1, head))
        elif text := _text(element).strip():
            self._add(element, text)
        self._pending += [
            note
            for reference in element.iter(f"{_W}footnoteReference", f"{_W}endnoteReference")
            if (note := self._notes.pop((reference.tag, reference.get(f"{_W}id") or ""), ""))
        ]
        for box in element.iter(f"{_W}txbxContent"):
            if not any(above.tag in (_MC_FALLBACK, box.tag) for above in box.iterancestors()):
                for inner in _body_elements(box):
                    self.take(inner)

    def finish(self) -> None:
        """Adds the last notes, then what the pages have at their head and foot, each text once."""
        self._add_notes()
        seen: set[str] = set()
        for section in self._document.sections:
            parts = [section.header, section.footer]
            if section.different_first_page_header_footer:
                parts += [section.first_page_header, section.first_page_footer]
            for part in parts:
                for element in _body_elements(part._element):  # noqa: SLF001 - python-docx has no public way to it
                    text = _text(element).strip()
                    if text and text not in seen and any(c.isalpha() for c in text):
                        seen.add(text)
                        self.take(element)

    def _add_notes(self) -> None:
        for note in self._pending:
            self._into.paragraph(note)
        self._pending.clear()

    def _add(self, element: Any, text: str) -> None:
        name = self._style_name(element)
        if level := _heading_level(name, element):
            self._add_notes()
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


def _notes(document: Any) -> dict[tuple[str, str], str]:
    """The texts of foot- and endnotes, by the tag and id of their references."""
    etree: Any = importlib.import_module("lxml.etree")
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    found: dict[tuple[str, str], str] = {}
    for relation in document.part.rels.values():
        kind = relation.reltype.rpartition("/")[2]
        if relation.is_external or kind not in ("footnotes", "endnotes"):
            continue
        name = kind.removesuffix("s")
        for note in etree.fromstring(relation.target_part.blob, parser=parser).iterchildren(f"{_W}{name}"):
            if note.get(f"{_W}type") in (None, "normal"):
                found[f"{_W}{name}Reference", note.get(f"{_W}id") or ""] = _text(note).strip()
    return found


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


def _text(element: Any) -> str:
    """The text that a reader sees: insertions in, deletions, field codes, floating boxes and hidden runs out."""
    parts: list[str] = []
    pending = [element]
    while pending:
        node = pending.pop()
        if node.tag in (f"{_W}t", f"{_M}t"):
            parts.append(node.text or "")
        elif node.tag in _BREAKS:
            parts.append(_BREAKS[node.tag])
        elif node.tag not in _LEFT_OUT and not (node.tag == f"{_W}r" and _is_hidden(node)):
            if node.tag == f"{_W}p" and parts:
                parts.append("\n")
            parts.append(_FORMULA.get(node.tag, ""))
            pending.extend(reversed(node))
    return "".join(parts)


def _is_hidden(run: Any) -> bool:
    """Whether a run is marked as hidden, or written too small or too white to be seen."""
    vanish = run.find(f"{_W}rPr/{_W}vanish")
    if vanish is not None and vanish.get(f"{_W}val") not in ("0", "false", "off"):
        return True
    size, ground = _value(run, "rPr/sz"), run.find(f"{_W}rPr/{_W}shd")
    is_white = _value(run, "rPr/color").upper() == "FFFFFF" and ground is None
    is_marked = run.find(f"{_W}rPr/{_W}highlight") is not None
    return (size.isdigit() and int(size) <= _UNREADABLE) or (is_white and not is_marked and not _is_in_cell(run))


def _is_in_cell(run: Any) -> bool:
    """Whether it stands in a table or a paragraph that may have a ground of its own."""
    return any(
        one.tag in (f"{_W}tc", f"{_W}p") and one.find(f".//{_W}shd") is not None for one in run.iterancestors()
    )


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
