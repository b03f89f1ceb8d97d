"""PDF files: their text with page numbers. Called in one thread at a time: pdfium can't be used from two at once."""

from __future__ import annotations

import importlib
import re
from typing import Any

from followthrough.adapters.document_reader.pdf_flow import write_pages
from followthrough.adapters.document_reader.pdf_margins import without_margins
from followthrough.adapters.document_reader.pdf_page import PageText, Run
from followthrough.adapters.document_reader.pdf_rows import make_rows, split_tables
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata

_PASSWORD = 4  # FPDF_ERR_PASSWORD
_NO_TITLES = re.compile(r"\(?(?:untitled|anonymous|unspecified|document\d*)\)?|microsoft \w+ - .*|.*\.\w{2,4}", re.I)


def read_pdf(data: bytes, into: TextBuilder) -> tuple[DocumentMetadata, int]:
    """Adds the blocks of a PDF; gives what it says of itself and its number of pages.

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
        for page in document:
            text = PageText(page)
            heights.append(text.height)
            pages.append(text.runs())
            page.close()
        _warn_of_pictures([number for number, runs in enumerate(pages, 1) if not runs], len(pages), into)
        kept = without_margins(pages, heights)
        write_pages([list(split_tables(make_rows(runs))) for runs in kept], into)
        return _metadata(document.get_metadata_dict()), len(pages)
    finally:
        document.close()


def _warn_of_pictures(without: list[int], pages: int, into: TextBuilder) -> None:
    """Names the pages without text; where no page has any, the document is refused for it."""
    if not without or len(without) == pages:
        return
    spans: list[list[int]] = []
    for number in without:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    named = ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in spans)
    one = len(without) == 1
    into.warn(
        f"Page{'' if one else 's'} {named} {'has' if one else 'have'} no text; "
        "where they are pictures (a scan), run text recognition (OCR) on the file."
    )


def _metadata(given: dict[str, str]) -> DocumentMetadata:
    title = one_line(given.get("Title", ""))
    found = read_metadata({"title": None if _NO_TITLES.fullmatch(title) else title})
    return DocumentMetadata() if isinstance(found, MetadataFault) else found
