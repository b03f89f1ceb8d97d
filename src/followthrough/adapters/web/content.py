"""What a server sent, made ready for a document reader: unpacked within bounds, text in UTF-8, with a fitting name.

Pure functions over bytes. They take processor time, so they are called off the event loop.
"""

from __future__ import annotations

import codecs
import re
import zlib
from contextlib import suppress
from email.message import Message
from urllib.parse import unquote, urlsplit

from followthrough.adapters.web.refusals import Refusal
from followthrough.domain.web import PageRefusal

_GZIP = b"\x1f\x8b"
_WINDOWS = {
    "": (),
    "identity": (),
    "gzip": (16 + zlib.MAX_WBITS,),
    "x-gzip": (16 + zlib.MAX_WBITS,),
    "deflate": (zlib.MAX_WBITS, -zlib.MAX_WBITS),  # some servers leave the wrapper out
}
_MEMBERS = 100  # of one gzip stream; each costs a copy of what is left
_BINARY_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0", b"%PDF-")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF8_FIRST = frozenset({"utf-8", "ascii", "iso8859-1", "cp1252", "latin-1"})  # what servers declare without looking
_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.I)
_ENDINGS = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
}
_MARKDOWN = (".md", ".markdown")
_NOT_IN_A_NAME = re.compile(r"[^\w.-]+")
_NAME_MAX_CHARS = 80
_HTML_ENDING = re.compile(r"\.(?:html?|xhtml|php|aspx?|jsp|txt|text|md|markdown|pdf|docx)\Z", re.I)


def unpack(data: bytes, encoding: str, *, max_bytes: int) -> bytes:
    """Takes off the content encoding.

    Args:
        data: as sent.
        encoding: the header ``Content-Encoding``.
        max_bytes: how long the result may be; unpacking stops there, so a bomb costs no more.

    Raises:
        Refusal: the result is too long, the encoding was not asked for, or the data is damaged.
    """
    windows = _WINDOWS.get(encoding.strip().lower())
    if windows is None:
        raise Refusal(PageRefusal.NOT_TEXT)
    for window in windows:
        with suppress(zlib.error):
            return _inflate(data, window, max_bytes)
    if windows:
        raise Refusal(PageRefusal.UNREACHABLE)
    return data


def _inflate(data: bytes, wbits: int, max_bytes: int) -> bytes:
    """Every member of the stream; what is no member after the first is padding."""
    unpacked = b""
    for _ in range(_MEMBERS):
        stream = zlib.decompressobj(wbits)
        unpacked += stream.decompress(data, max_bytes + 1 - len(unpacked))
        if len(unpacked) > max_bytes:
            raise Refusal(PageRefusal.TOO_LARGE)
        if not stream.eof:
            raise Refusal(PageRefusal.UNREACHABLE)
        data = stream.unused_data
        if not data.startswith(_GZIP):
            return unpacked
    raise Refusal(PageRefusal.TOO_LARGE)


def media_type_of(content_type: str) -> tuple[str, str | None]:
    """The media type in lower case and the declared charset; empty and None where there is none."""
    header = Message()
    header["Content-Type"] = content_type
    charset = header.get_content_charset(None) if content_type else None
    return (content_type.split(";", maxsplit=1)[0].strip().lower(), charset)


def as_utf8(data: bytes, charset: str | None) -> bytes:
    """Text in UTF-8; binary formats, and text with a mark of its own, as they are.

    What is valid UTF-8 is UTF-8, whatever a server says that declares Latin-1 for everything; other declared
    encodings are believed. Without any, a page is read as browsers read it: as Windows-1252.
    """
    if data.startswith((*_BINARY_STARTS, *_BOMS)) or b"%PDF-" in data[:1024]:
        return data
    declared = _codec(charset)
    if declared is not None and declared not in _UTF8_FIRST:
        decoded = _decoded(data, declared)
        if decoded is not None:
            return decoded
    if _decoded(data, "utf-8") is not None or b"\x00" in data[:4096]:
        return data
    meta = _META_CHARSET.search(data[:4096])
    guesses = (declared, _codec(meta.group(1).decode("ascii")) if meta else None, "cp1252", "latin-1")
    return next(d for g in guesses if g is not None and (d := _decoded(data, g)) is not None)


def _codec(charset: str | None) -> str | None:
    try:
        found = codecs.lookup(charset) if charset else None
    except (LookupError, ValueError):
        return None
    return found.name if found is not None and found._is_text_encoding else None  # noqa: SLF001 - the one way to tell


def _decoded(data: bytes, encoding: str) -> bytes | None:
    try:
        return data.decode(encoding).encode()
    except (UnicodeError, ValueError):
        return None


def name_for(url: str, media_type: str) -> str:
    """A file name for what was read from ``url``, with the ending of its media type; text where nobody knows."""
    parts = urlsplit(url)
    last = unquote(parts.path).rstrip("/").rsplit("/", 1)[-1]
    stem = _NOT_IN_A_NAME.sub("-", _HTML_ENDING.sub("", last)).strip("-.")[:_NAME_MAX_CHARS]
    ending = _ENDINGS.get(media_type, ".txt")
    if ending == ".txt" and last.lower().endswith(_MARKDOWN):
        ending = ".md"
    return (stem or parts.hostname or "page") + ending
