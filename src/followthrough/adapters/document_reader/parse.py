"""From a file's bytes to a document: finds out what it is and has the format's module read it.

Runs in a process of its own (``process``), so that whatever a file does to the libraries costs that file alone.
"""

from __future__ import annotations

import logging

from followthrough.adapters.document_reader.detect import Format, decode, detect
from followthrough.adapters.document_reader.front_matter import split_front_matter
from followthrough.adapters.document_reader.html import read_html
from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.markdown import read_markdown
from followthrough.adapters.document_reader.plain import read_text
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder, clean
from followthrough.domain.documents import DocumentMetadata, ParsedDocument

_log = logging.getLogger(__name__)
_NO_TEXT = {
    Format.PDF: "has no text, only pictures of pages; run text recognition (OCR) on it first.",
    Format.DOCX: "has no text in it.",
}
_DAMAGED = "is damaged and can't be read; export it again."


def parse(data: bytes, name: str, limits: Limits) -> ParsedDocument:
    """Reads a file.

    Args:
        data: all of it.
        name: its file name, which decides between texts that look alike.
        limits: what it may unfold to.

    Raises:
        Refusal: it can't be read.
        MemoryError: it needs more than there may be.
    """
    found = detect(data, name)
    into = TextBuilder(limits.chars)
    try:
        metadata, pages = _read(data, found, into, limits)
    except (Refusal, MemoryError):
        raise
    except ImportError as error:  # the installation's fault: the file must not be called damaged for it
        _log.error("reader_not_installed", extra={"format": found.value, "package": error.name})
        reason = f"can't be read here: a package that reads {found.value} is missing. Install the product again."
        raise Refusal("not_installed", reason) from None
    except Exception as error:  # noqa: BLE001 - the formats' libraries raise whatever a hostile file makes them
        _log.warning("document_broken", extra={"format": found.value, "error_type": type(error).__name__})
        raise Refusal("broken", _DAMAGED) from None
    document = into.build(found.value, metadata, pages=pages)
    if not any(c.isalnum() for c in document.text):
        raise Refusal("no_text", _NO_TEXT.get(found, "has no words in it."))
    return document


def _read(data: bytes, found: Format, into: TextBuilder, limits: Limits) -> tuple[DocumentMetadata, int | None]:
    """What the file says of itself, and its number of pages where it has pages."""
    match found:
        case Format.PDF:
            from followthrough.adapters.document_reader.pdf import read_pdf  # noqa: PLC0415 - starts faster without

            return read_pdf(data, into)
        case Format.DOCX:
            from followthrough.adapters.document_reader.word import read_docx  # noqa: PLC0415 - as above

            return read_docx(data, into, limits), None
        case Format.HTML:
            return read_html(decode(data, html=True), into), None
        case Format.RST:
            from followthrough.adapters.document_reader.rst import read_rst  # noqa: PLC0415 - as above

            return read_rst(clean(decode(data)), into), None
        case Format.MARKDOWN:
            front, text = split_front_matter(clean(decode(data)))
            read_markdown(text, into, front)
            return front.metadata, None
        case Format.TEXT:
            front, text = split_front_matter(clean(decode(data)))
            read_text(text, into)
            return front.metadata, None
