"""Slides (pptx), OpenDocument texts and slides (odt, odp), books (epub): zip archives of XML."""

from __future__ import annotations

import importlib
import io
import posixpath
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from followthrough.adapters.document_reader.archive import check_archive
from followthrough.adapters.document_reader.html import read_html
from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.sheets import shown
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata

_etree: Any = importlib.import_module("lxml.etree")  # ships no type stubs
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_UNREAD = frozenset({f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_TEXT}table-of-content"})
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MOST_REPEATED = 50


def read_pptx(data: bytes, into: TextBuilder, limits: Limits) -> tuple[DocumentMetadata, int]:
    """Adds the slides, each under its title, with tables, groups and the speaker's notes."""
    check_archive(data, limits)
    pptx: Any = importlib.import_module("pptx")
    deck = pptx.Presentation(io.BytesIO(data))
    slides = list(deck.slides)
    for page, slide in _seen(slides, into):
        title = slide.shapes.title
        said = one_line(title.text_frame.text) if title is not None and title.has_text_frame else ""
        into.heading(said or f"Slide {page}", 2, page=page)
        for shape in _shapes(slide.shapes):
            if title is not None and shape.shape_id == title.shape_id:
                continue
            _add_shape(shape, into, page)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            into.paragraph(slide.notes_slide.notes_text_frame.text, page=page)
    return DocumentMetadata(title=one_line(deck.core_properties.title or "") or None), len(slides)


def _seen(slides: Sequence[Any], into: TextBuilder) -> list[tuple[int, Any]]:
    """The slides that are not hidden, with their numbers."""
    seen = [(page, slide) for page, slide in enumerate(slides, 1) if slide.element.get("show") not in ("0", "false")]
    hidden = sorted(set(range(1, len(slides) + 1)) - {page for page, _ in seen})
    if hidden:
        into.warn("Slides that are hidden and were not read: {slides}.", slides=", ".join(map(str, hidden)))
    return seen


def _add_shape(shape: Any, into: TextBuilder, page: int) -> None:
    if getattr(shape, "has_table", False):
        rows, is_set_apart = [[c.text for c in row.cells] for row in shape.table.rows], shape.table.first_row
        into.table(rows, header=True if is_set_apart else None, page=page)
    elif getattr(shape, "has_chart", False):
        _add_chart(shape.chart, into, page)
    elif shape.has_text_frame and not _is_running(shape):
        _add_frame(shape.text_frame, into, page)


def _is_running(shape: Any) -> bool:
    """Whether it is the date, the footer or the number that stands on every slide."""
    kind = shape.placeholder_format.type if shape.is_placeholder else None
    return kind is not None and kind.name in ("DATE", "FOOTER", "SLIDE_NUMBER")


def _add_chart(chart: Any, into: TextBuilder, page: int) -> None:
    """Adds the numbers that a chart of any kind draws: a row for each category under the names of its series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        into.paragraph(chart.chart_title.text_frame.text, page=page)
    names, columns, places = [""], list[dict[str, str]](), dict[str, str]()
    for series in _xml(chart.part.blob).iter(f"{_CHART}ser"):
        names.append(" ".join(_points(series, "tx").values()))
        places |= _points(series, "cat") or _points(series, "xVal")
        columns.append(_points(series, "val") or _points(series, "yVal"))
    rows = [[said, *(_number(column.get(at, "")) for column in columns)] for at, said in places.items()]
    into.table([names, *rows], header=True, page=page)


def _number(text: str) -> str:
    try:
        return shown(float(text))
    except ValueError:
        return text


def _points(series: Any, name: str) -> dict[str, str]:
    points = series.iterfind(f"{_CHART}{name}//{_CHART}pt")
    return {str(point.get("idx")): str(point.findtext(f"{_CHART}v") or "") for point in points}


def _shapes(shapes: Any) -> Iterator[Any]:
    """Shapes from top to bottom, those of groups in their group's place."""
    placed = sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0))
    for shape in placed:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _add_frame(frame: Any, into: TextBuilder, page: int) -> None:
    paragraphs = [p for p in frame.paragraphs if p.text.strip()]
    for paragraph in paragraphs:
        text = paragraph.text.replace("\v", "\n")
        if len(paragraphs) > 1:
            into.item(text, level=paragraph.level + 1, page=page)
        else:
            into.paragraph(text, page=page)


def read_odf(data: bytes, into: TextBuilder, limits: Limits) -> DocumentMetadata:
    """Adds the blocks of an OpenDocument text or presentation."""
    check_archive(data, limits)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Refusal("encrypted", "is protected with a password; save it without one.")
        content = _xml(archive.read("content.xml"))
        meta = _xml(archive.read("meta.xml")) if "meta.xml" in names else None
    body = content.find(f".//{_OFFICE}body")
    if body is not None:
        _add_odf(body, into)
    title = meta.findtext(".//{http://purl.org/dc/elements/1.1/}title") if meta is not None else None
    return DocumentMetadata(title=one_line(title or "") or None)


def _add_odf(body: Any, into: TextBuilder) -> None:
    """Walks the body without recursion: elements with their list nesting."""
    pending: list[tuple[Any, int]] = [(body, 0)]
    while pending:
        element, depth = pending.pop()
        if element.tag in _UNREAD or not isinstance(element.tag, str):
            continue
        if element.tag == f"{_TEXT}h":
            level = element.get(f"{_TEXT}outline-level") or "1"
            into.heading(_odf_text(element), int(level) if level.isdigit() else 1)
        elif element.tag == f"{_TEXT}p":
            _add_odf_paragraph(element, depth, into)
        elif element.tag == f"{_TABLE}table":
            into.table(_odf_rows(element), header=None)
        elif element.get(f"{_PRESENTATION}class") == "title":
            into.heading(_odf_text(element), 2)
        else:
            deeper = depth + (element.tag == f"{_TEXT}list")
            pending += [(child, deeper) for child in reversed(element)]


def _add_odf_paragraph(element: Any, depth: int, into: TextBuilder) -> None:
    text = _odf_text(element)
    if depth:
        into.item(text, level=depth)
    else:
        into.paragraph(text)


def _odf_rows(table: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in table.iter(f"{_TABLE}table-row"):
        cells: list[str] = []
        for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            repeated = cell.get(f"{_TABLE}number-columns-repeated") or "1"
            text = " ".join(_odf_text(p) for p in cell.iter(f"{_TEXT}p"))
            cells += [text] * min(int(repeated) if repeated.isdigit() else 1, _MOST_REPEATED)
        rows.append(cells)
    return rows


def _odf_text(element: Any) -> str:
    parts: list[str] = []
    for event, node in _etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            marks = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n", f"{_TEXT}s": " "}
            parts += [marks.get(node.tag, ""), node.text or ""]
        elif node is not element:
            parts.append(node.tail or "")
    return "".join(parts)


def read_epub(data: bytes, into: TextBuilder, limits: Limits) -> DocumentMetadata:
    """Adds the chapters of a book in reading order."""
    check_archive(data, limits)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        container = _xml(archive.read("META-INF/container.xml"))
        root = next((str(e.get("full-path")) for e in container.iter("{*}rootfile")), "")
        package = _xml(archive.read(root))
        items = {e.get("id"): e for e in package.iter("{*}item")}
        names = set(archive.namelist())
        for reference in package.iter("{*}itemref"):
            item = items.get(reference.get("idref"))
            if item is None or "nav" in (item.get("properties") or "").split():
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(root), unquote(item.get("href") or "")))
            if path in names and reference.get("linear") != "no":
                read_html(archive.read(path).decode("utf-8", errors="replace"), into, whole=True)
    title = package.findtext(".//{http://purl.org/dc/elements/1.1/}title")
    return DocumentMetadata(title=one_line(title or "") or None)


def _xml(data: bytes) -> Any:
    parser = _etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, recover=True)
    root: Any = _etree.fromstring(data, parser=parser)
    if root is None:
        raise Refusal("broken", "is damaged and can't be read; export it again.")
    return root
