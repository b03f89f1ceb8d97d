"""What a file is, by its content. Its name decides only between texts that look alike."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
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
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
}
_BOMS = (
    (codecs.BOM_UTF32_LE, None),
    (codecs.BOM_UTF32_BE, None),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOOKS_LIKE_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.I)
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
WANTED = "use md, rst, txt, html, pdf or docx."


def detect(data: bytes, name: str) -> Format:
    """The format of a file.

    Raises:
        Refusal: it is none that can be read, or its name promises another one.
    """
    ending = PurePosixPath(name.lower()).suffix
    found = _binary_format(data)
    promised = BY_ENDING.get(ending)
    if found is None and promised in (Format.PDF, Format.DOCX):
        raise Refusal("wrong_type", f"is named {ending} but is no {ending[1:].upper()} file; export it again.")
    if found is not None:
        return found
    if promised is not None and promised is not Format.TEXT:
        return promised
    head = data[:2048].decode("utf-8", errors="ignore")
    return Format.HTML if _LOOKS_LIKE_HTML.match(head) else Format.TEXT


def decode(data: bytes, *, html: bool = False) -> str:
    """The text of bytes: UTF-8, UTF-16 with its mark, or what an HTML page declares.

    Raises:
        Refusal: another encoding, or no text at all.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    try:
        return _text_only(data.decode("utf-8"))
    except UnicodeDecodeError:
        declared = _CHARSET.search(data[:4096]) if html else None
        if b"\x00" in data[:4096]:
            raise Refusal("wrong_type", f"is no document but binary data; {WANTED}") from None
        return _decoded(data, declared.group(1).decode("ascii") if declared else None)


def _decoded(data: bytes, encoding: str | None) -> str:
    try:
        if encoding is not None and codecs.lookup(encoding)._is_text_encoding:  # noqa: SLF001 - the one way to tell
            return _text_only(data.decode(encoding))
    except (UnicodeError, LookupError, ValueError):
        encoding = None
    raise Refusal("bad_encoding", "is neither UTF-8 nor UTF-16 text; save it as UTF-8.")


def _text_only(text: str) -> str:
    if _BINARY.search(text, 0, 65_536) and "\x00" in text[:65_536]:
        raise Refusal("wrong_type", f"is no document but binary data; {WANTED}")
    return text


def _binary_format(data: bytes) -> Format | None:
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise Refusal("encrypted", "is protected with a password; save it without one.")
        raise Refusal("wrong_type", "is an old Office file; save it as docx or pdf.")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped_format(data)
    return None


def _zipped_format(data: bytes) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError):
        raise Refusal("broken", "is damaged (its zip directory can't be read); export it again.") from None
    if "word/document.xml" in names:
        return Format.DOCX
    raise Refusal("wrong_type", f"is a zip archive or another Office file; {WANTED}")
