"""From a file's bytes to a document: finds out what it is and has the format's module read it.

Runs in a process of its own (``process``), so that whatever a file does to the libraries costs that file alone.
"""

from __future__ import annotations

import io
import logging
import zipfile
from pathlib import PurePosixPath

from followthrough.adapters.document_reader.archive import check_archive
from followthrough.adapters.document_reader.detect import BY_ENDING, Format, detect
from followthrough.adapters.document_reader.encoding import decode, in_utf8
from followthrough.adapters.document_reader.front_matter import split_front_matter
from followthrough.adapters.document_reader.html import read_html
from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.markdown import read_markdown
from followthrough.adapters.document_reader.plain import read_rtf, read_text
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder, clean
from followthrough.domain.documents import DocumentMetadata, ParsedDocument

_log = logging.getLogger(__name__)
_NO_TEXT = {
    Format.PDF: "has no text, only pictures of pages; run text recognition (OCR) on it first.",
    Format.DOCX: "has no text in it.",
    Format.ZIP: "holds no document with words in it; it may hold files of the kinds that can be read by themselves.",
}
_NAMED = 5  # files of an archive
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
    data = in_utf8(data)
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

            return read_pdf(data, into, recognise_s=limits.read_s / 2)
        case Format.PPTX:
            from followthrough.adapters.document_reader.office import read_pptx  # noqa: PLC0415 - as above

            return read_pptx(data, into, limits)
        case Format.ZIP:
            return _read_zip(data, into, limits), None
        case Format.DOCX | Format.ODT | Format.ODP | Format.EPUB | Format.XLSX | Format.XLS | Format.ODS:
            return _read_packed(data, found, into, limits), None
        case Format.EML | Format.MSG:
            from followthrough.adapters.document_reader import mail  # noqa: PLC0415 - as above

            return (mail.read_eml if found is Format.EML else mail.read_msg)(data, into), None
        case _:
            return _read_text(data, found, into), None


def _read_packed(data: bytes, found: Format, into: TextBuilder, limits: Limits) -> DocumentMetadata:
    """What is a zip archive of XML inside, or a workbook."""
    from followthrough.adapters.document_reader import office, sheets, word  # noqa: PLC0415 - starts faster without

    match found:
        case Format.DOCX:
            return word.read_docx(data, into, limits)
        case Format.ODT | Format.ODP:
            return office.read_odf(data, into, limits)
        case Format.EPUB:
            return office.read_epub(data, into, limits)
        case _:
            if found is not Format.XLS:
                check_archive(data, limits)
            sheets.read_workbook(data, into)
            return DocumentMetadata()


def _read_text(data: bytes, found: Format, into: TextBuilder) -> DocumentMetadata:
    """What is text in some encoding."""
    from followthrough.adapters.document_reader import sheets  # noqa: PLC0415 - starts faster without

    if found is Format.RTF:
        read_rtf(data, into)
        return DocumentMetadata()
    text, encoding = decode(data, html=found is Format.HTML)
    if encoding is not None:
        into.warn("It is not in UTF-8; it was read as {encoding}.", encoding=encoding)
    match found:
        case Format.HTML:
            return read_html(text, into)
        case Format.RST:
            from followthrough.adapters.document_reader.rst import read_rst  # noqa: PLC0415 - as above

            return read_rst(clean(text), into)
        case Format.CSV:
            sheets.read_csv(clean(text), into)
            return DocumentMetadata()
        case Format.JSON_LINES:
            sheets.read_json_lines(text, into)
            return DocumentMetadata()
        case _:
            front, body = split_front_matter(clean(text))
            if found is Format.MARKDOWN:
                read_markdown(body, into, front)
            else:
                read_text(body, into)
            return front.metadata


def _read_zip(data: bytes, into: TextBuilder, limits: Limits) -> DocumentMetadata:
    """Adds the files of an archive, each under its name; what can't be read is named and the rest go on."""
    check_archive(data, limits)
    others: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            path = PurePosixPath(entry.filename)
            if entry.is_dir() or any(part.startswith((".", "__MACOSX")) for part in path.parts):
                continue
            if path.suffix and path.suffix.lower() not in BY_ENDING:  # as in a folder
                others.append(entry.filename)
                continue
            part = in_utf8(archive.read(entry))
            try:
                found = _one_document(part, path.name)
                into.heading(entry.filename, 1)
                into.deeper = 1
                _read(part, found, into, limits)
            except Refusal as refusal:
                if refusal.code == "too_large":
                    raise
                into.warn("{name} was not read: it {reason}", name=entry.filename, reason=refusal.reason)
            finally:
                into.deeper = 0
    if others:
        more = f" (+ {len(others) - _NAMED})" if len(others) > _NAMED else ""
        into.warn("Not read, being no documents by their names: {names}.", names=", ".join(others[:_NAMED]) + more)
    return DocumentMetadata()


def _one_document(data: bytes, name: str) -> Format:
    found = detect(data, name)
    if found is Format.ZIP:
        raise Refusal("wrong_type", "is an archive inside of an archive.")
    return found
