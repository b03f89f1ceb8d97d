"""Which encoding a text is in. UTF-8 and marks are certain; anything else is detected, and named."""

from __future__ import annotations

import codecs
import importlib
import re
import unicodedata
from collections import Counter
from typing import Any

from followthrough.adapters.document_reader.refusal import Refusal

_BOMS = (
    (codecs.BOM_UTF32_LE, None),
    (codecs.BOM_UTF32_BE, None),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.I)
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT = 65_536
_WIDE = codecs.BOM_UTF32_LE  # begins like the mark of UTF-16
_EMPTY_HALF = 0.9  # of the high bytes of a text in Latin letters
_NO_TEXT = frozenset(("Cc", "Cn"))  # control characters and numbers that are no character
_NO_TEXT_SHARE = 0.05  # a text has a stray one at most: a mark of a program, an emoji newer than the table
_LAID_OUT = frozenset("\t\n\v\f\r\x1b\x85")
_OTHER_SCRIPT_SHARE = 0.4  # of the letters; Latin texts have fewer that are not ASCII
_OTHER_SCRIPT_LETTERS = 6
_MISREAD = re.compile(r"(?<=[^\W\d_])[¡-©«-´¶-¹»-¿×÷¤¥¦§¨]+(?=[^\W\d_])")  # a symbol inside a word: another code page


def decode(data: bytes, *, html: bool = False) -> tuple[str, str | None]:
    """The text of bytes, and the name of the encoding where it had to be detected.

    Raises:
        Refusal: no text at all, or in an encoding that can't be told.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding), None
    try:
        return _text_only(data.decode("utf-8")), None
    except UnicodeDecodeError:
        declared = _CHARSET.search(data[:4096]) if html else None
    if b"\x00" in data[:4096]:
        raise Refusal("wrong_type", "is no document but binary data; save it as text, pdf or docx.")
    if declared is not None:
        return _decoded(data, declared.group(1).decode("ascii")), None
    name = _detected(data)
    return _decoded(data, name), name


def in_utf8(data: bytes) -> bytes:
    """Bytes of UTF-16, with its mark or told by the empty half of nearly each of its characters, in UTF-8."""
    head = data[:_LOOKED_AT]
    halves = {"utf-16-be": head[::2], "utf-16-le": head[1::2]}
    empty = {name: half.count(0) / max(1, len(half)) for name, half in halves.items()}
    marked = [name for mark, name in _BOMS if name in halves and head.startswith(mark) and not head.startswith(_WIDE)]
    name = next(iter(marked), max(empty, key=empty.__getitem__))
    if not marked and (empty[name] < _EMPTY_HALF or min(empty.values()) > 1 - _EMPTY_HALF):
        return data
    try:
        return data.decode(name).removeprefix("\ufeff").encode()
    except UnicodeError:
        return data


def _detected(data: bytes) -> str | None:
    """The most likely code page: Western where that reads well; statistics are weak on little text."""
    western = data.decode("cp1252", errors="replace")
    head = western[:_LOOKED_AT]
    letters = [c for c in head if c.isalpha()]
    others = sum(not c.isascii() for c in letters)
    is_latin = others < max(_OTHER_SCRIPT_LETTERS, _OTHER_SCRIPT_SHARE * len(letters))
    if is_latin and not _BINARY.search(head) and not _MISREAD.search(head):
        return "latin-1" if "\ufffd" in western else "cp1252"
    detector: Any = importlib.import_module("charset_normalizer")
    best = detector.from_bytes(data[:_LOOKED_AT]).best()
    return None if best is None else str(best.encoding)


def _decoded(data: bytes, encoding: str | None) -> str:
    try:
        if encoding is not None and codecs.lookup(encoding)._is_text_encoding:  # noqa: SLF001 - the one way to tell
            return _text_only(data.decode(encoding))
    except (UnicodeError, LookupError, ValueError):
        encoding = None
    raise Refusal("bad_encoding", "is text in an encoding that can't be told; save it as UTF-8.")


def _text_only(text: str) -> str:
    head = text[:_LOOKED_AT]
    counts = Counter(head)
    strange = sum(counts[c] for c in counts.keys() - _LAID_OUT if unicodedata.category(c) in _NO_TEXT)
    if "\x00" in head or strange > _NO_TEXT_SHARE * len(head):
        raise Refusal("wrong_type", "is no document but binary data; save it as text, pdf or docx.")
    return text
