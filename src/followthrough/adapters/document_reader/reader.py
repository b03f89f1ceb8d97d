"""The document reader: finds out what a file is and has the format's module read it.

Invariant: every input gives a parsed document with text in it, or one typed refusal. Parsing takes processor time,
so it runs in threads of its own, and PDFs in a process of their own.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from followthrough.adapters.document_reader.detect import Format, decode, detect
from followthrough.adapters.document_reader.front_matter import split_front_matter
from followthrough.adapters.document_reader.html import read_html
from followthrough.adapters.document_reader.markdown import read_markdown
from followthrough.adapters.document_reader.pdf_process import PdfProcess
from followthrough.adapters.document_reader.plain import read_text
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.rst import read_rst
from followthrough.adapters.document_reader.text import TextBuilder, clean
from followthrough.adapters.document_reader.word import read_docx
from followthrough.domain.documents import ParsedDocument
from followthrough.ports.document_reader import Refused
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)
_NO_TEXT = {
    Format.PDF: "has no text, only pictures of pages; run text recognition (OCR) on it first.",
    Format.DOCX: "has no text in it.",
}


class Reader:
    """Reads md, txt, html, pdf and docx.

    Args:
        tuning: how large files and what they unfold to may be.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._threads = ThreadPoolExecutor(tuning.ingest_read_ahead, "read")

    async def read(self, data: bytes, name: str) -> ParsedDocument | Refused:
        """See ``ports.document_reader``."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._detect, data, name)
        if isinstance(found, Refused):
            return found
        threads = _PDF_THREAD if found is Format.PDF else self._threads
        return await loop.run_in_executor(threads, self._parse, data, found)

    def _detect(self, data: bytes, name: str) -> Format | Refused:
        most = self._tuning.document_max_bytes
        if not data.strip():
            return _refused(Refusal("empty", "is empty."))
        if len(data) > most:
            return _refused(Refusal("too_large", f"is larger than {most / 2**20:,.0f} MiB; split it."))
        try:
            return detect(data, name)
        except Refusal as refusal:
            return _refused(refusal)

    def _parse(self, data: bytes, found: Format) -> ParsedDocument | Refused:
        """The one place that catches everything: the formats' libraries raise whatever a hostile file makes them."""
        try:
            return self._read(data, found)
        except Refusal as refusal:
            return _refused(refusal)
        except ImportError as error:  # the installation's fault: the file must not be called damaged for it
            _log.error("reader_not_installed", extra={"format": found.value, "package": error.name})
            reason = f"can't be read here: a package that reads {found.value} is missing. Install the product again."
            return _refused(Refusal("not_installed", reason))
        except Exception as error:  # noqa: BLE001 - any file may come in, and none may stop the others
            _log.warning("document_broken", extra={"format": found.value, "error_type": type(error).__name__})
            return _refused(Refusal("broken", "is damaged and can't be read; export it again."))

    def _read(self, data: bytes, found: Format) -> ParsedDocument:
        if found is Format.PDF:
            limit_s = self._tuning.document_max_read_s
            document = _PDF_PROCESS.read(data, max_chars=self._tuning.document_max_chars, limit_s=limit_s)
            return _with_text(document, found)
        into = TextBuilder(self._tuning.document_max_chars)
        match found:
            case Format.DOCX:
                metadata = read_docx(data, into, max_unpacked=self._tuning.document_max_unpacked_bytes)
            case Format.HTML:
                metadata = read_html(decode(data, html=True), into)
            case Format.MARKDOWN:
                front, text = split_front_matter(clean(decode(data)))
                metadata = front.metadata
                read_markdown(text, into, front)
            case Format.RST:
                metadata = read_rst(clean(decode(data)), into)
            case Format.TEXT:
                front, text = split_front_matter(clean(decode(data)))
                metadata = front.metadata
                read_text(text, into)
        return _with_text(into.build(found.value, metadata), found)


_PDF_PROCESS = PdfProcess()
_PDF_THREAD = ThreadPoolExecutor(1, "read-pdf")  # waits for the process, so that other formats' threads need not


def _with_text(document: ParsedDocument, found: Format) -> ParsedDocument:
    if not any(c.isalnum() for c in document.text):
        raise Refusal("no_text", _NO_TEXT.get(found, "has no words in it."))
    return document


def _refused(refusal: Refusal) -> Refused:
    return Refused(code=refusal.code, reason=f"The file {refusal.reason}")
