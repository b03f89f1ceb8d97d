"""PDF files: their text with page numbers. Called in one thread at a time: pdfium can't be used from two at once."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from typing import Any

from followthrough.adapters.document_reader.pdf_flow import write_pages
from followthrough.adapters.document_reader.pdf_margins import without_margins
from followthrough.adapters.document_reader.pdf_marks import with_marks
from followthrough.adapters.document_reader.pdf_page import PageText, Run
from followthrough.adapters.document_reader.pdf_ruled import Grid, Rules, parts_of
from followthrough.adapters.document_reader.pdf_scan import Recognition
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder, one_line, spans
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata

PICTURES = (
    "Pages {pages} have no text; where they are pictures (a scan), run text recognition (OCR) on the file.",
    "Page {pages} has no text; where it is a picture (a scan), run text recognition (OCR) on the file.",
)
RECOGNISED = (
    "Pages {pages} are pictures: read by text recognition (OCR), which makes mistakes.",
    "Page {pages} is a picture: read by text recognition (OCR), which makes mistakes.",
)
_PASSWORD = 4  # FPDF_ERR_PASSWORD
_NO_TITLES = re.compile(
    r"\(?(?:untitled|anonymous|unspecified|document\d*)\)?|microsoft \w+ - .*|.*\.\w{2,4}|\S*_\S*", re.I
)


def read_pdf(data: bytes, into: TextBuilder, *, recognise_s: float) -> tuple[DocumentMetadata, int]:
    """Adds the blocks of a PDF; gives what it says of itself and its number of pages.

    Args:
        data: all of it.
        into: where its blocks go.
        recognise_s: how long text recognition may take, where it is installed.

    Raises:
        Refusal: it is protected or damaged.
    """
    pdfium: Any = importlib.import_module("pypdfium2")  # loaded when the first PDF comes: start-up stays fast
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD:
            raise Refusal("encrypted", "is protected with a password; save it without one.") from None
        raise Refusal("broken", "is damaged and can't be opened as PDF; export it again.") from None
    try:
        pages: list[list[Run]] = []
        heights: list[float] = []
        grids: list[list[Grid]] = []
        recognition = Recognition(recognise_s)
        recognised: list[int] = []
        for page in document:
            rules = Rules(page)
            text = PageText(page, rules.part)
            heights.append(text.height)
            runs = text.runs()
            if not runs and (runs := recognition.runs(page)):
                recognised.append(len(heights))
            pages.append(with_marks(runs, page))
            grids.append(rules.grids())
            page.close()
        without = [number for number, runs in enumerate(pages, 1) if not runs]
        if 0 < len(without) < len(pages):  # where no page has any, the document is refused for it
            into.warn(PICTURES[len(without) == 1], pages=_named(without))
        if recognised:
            into.warn(RECOGNISED[len(recognised) == 1], pages=_named(recognised))
        kept = without_margins(pages, heights)
        write_pages([list(parts_of(*one)) for one in zip(kept, grids, strict=True)], into)
        return _metadata(document.get_metadata_dict()), len(pages)
    finally:
        document.close()


def _named(numbers: Sequence[int]) -> str:
    """Pages in words: "1, 3 to 5"."""
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in spans(numbers))


def _metadata(given: dict[str, str]) -> DocumentMetadata:
    title = one_line(given.get("Title", ""))
    found = read_metadata({"title": None if _NO_TITLES.fullmatch(title) else title})
    return DocumentMetadata() if isinstance(found, MetadataFault) else found
