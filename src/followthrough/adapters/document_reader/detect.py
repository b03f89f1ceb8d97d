"""What a file is, by its content. Its name decides only between texts that look alike."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from enum import StrEnum
from pathlib import PurePosixPath

from followthrough.adapters.document_reader.refusal import Refusal


class Format(StrEnum):
    """What can be read."""

    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    HTML = "text/html"
    MARKDOWN = "text/markdown"
    RST = "text/x-rst"
    CSV = "text/csv"
    JSON_LINES = "application/jsonl"
    EML = "message/rfc822"
    MSG = "application/vnd.ms-outlook"
    RTF = "application/rtf"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    XLS = "application/vnd.ms-excel"
    ODS = "application/vnd.oasis.opendocument.spreadsheet"
    ODT = "application/vnd.oasis.opendocument.text"
    ODP = "application/vnd.oasis.opendocument.presentation"
    PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    EPUB = "application/epub+zip"
    ZIP = "application/zip"
    TEXT = "text/plain"


BY_ENDING = {
    ".pdf": Format.PDF,
    ".docx": Format.DOCX,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".mdx": Format.MARKDOWN,
    ".rst": Format.RST,
    ".rest": Format.RST,
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".jsonl": Format.JSON_LINES,
    ".ndjson": Format.JSON_LINES,
    ".eml": Format.EML,
    ".msg": Format.MSG,
    ".rtf": Format.RTF,
    ".xlsx": Format.XLSX,
    ".xlsm": Format.XLSX,
    ".xls": Format.XLS,
    ".ods": Format.ODS,
    ".odt": Format.ODT,
    ".odp": Format.ODP,
    ".pptx": Format.PPTX,
    ".epub": Format.EPUB,
    ".zip": Format.ZIP,
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
}
_PARTS = {
    "word/document.xml": Format.DOCX,
    "xl/workbook.xml": Format.XLSX,
    "xl/workbook.bin": Format.XLSX,
    "ppt/presentation.xml": Format.PPTX,
}
_BY_KIND = {str(one): one for one in (Format.ODS, Format.ODT, Format.ODP, Format.EPUB)}
_BINARY_FORMATS = frozenset(
    {Format.PDF, Format.DOCX, Format.MSG, Format.RTF, Format.EPUB, Format.ZIP, *_PARTS.values(), *_BY_KIND.values()}
    | {Format.XLS}
)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOOKS_LIKE_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
WANTED = "use text, html, pdf, an office or OpenDocument file, epub, eml, msg or a zip of these."


def detect(data: bytes, name: str) -> Format:
    """The format of a file.

    Raises:
        Refusal: it is none that can be read, or its name promises another one.
    """
    ending = PurePosixPath(name.lower()).suffix
    found = _binary_format(data)
    promised = BY_ENDING.get(ending)
    if found is None and promised in _BINARY_FORMATS:
        raise Refusal("wrong_type", f"is named {ending} but is no {ending[1:].upper()} file; export it again.")
    if found is not None:
        return found
    if b"\x00" in data[:4096] and not data.startswith(_MARKS):
        raise Refusal("wrong_type", f"is no document but binary data; {WANTED}")
    if promised is not None and promised is not Format.TEXT:
        return promised
    head = data[:2048].decode("utf-8", errors="ignore")
    return Format.HTML if _LOOKS_LIKE_HTML.match(head) else Format.TEXT


def _binary_format(data: bytes) -> Format | None:
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    if data.startswith(b"{\\rtf"):
        return Format.RTF
    if data.startswith(_OLE):
        return _ole_format(data)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped_format(data)
    return None


def _ole_format(data: bytes) -> Format:
    def holds(stream: str) -> bool:
        return stream.encode("utf-16-le") in data

    if holds("EncryptedPackage"):
        raise Refusal("encrypted", "is protected with a password; save it without one.")
    if holds("__properties_version1.0"):
        return Format.MSG
    if holds("Workbook"):
        return Format.XLS
    raise Refusal("wrong_type", "is an old Office file; save it as docx, xlsx, pptx or pdf.")


def _zipped_format(data: bytes) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            kind = archive.read("mimetype")[:100].decode("latin-1") if "mimetype" in names else ""
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError, OSError, zlib.error, RuntimeError):
        raise Refusal("broken", "is damaged (its zip directory can't be read); export it again.") from None
    for part, found in _PARTS.items():
        if part in names:
            return found
    if any(name.startswith("word/document") and name.endswith(".xml") for name in names):
        return Format.DOCX  # some programs number the part
    return _BY_KIND.get(kind.strip(), Format.ZIP)
