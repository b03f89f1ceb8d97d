"""Which texts every database can keep: PostgreSQL refuses NUL in a text, and UTF-8 has no lone surrogates.

Free text (messages, replies, document texts) travels as JSON, where NUL is escaped, so only lone surrogates are
refused there. Keys (ids, names, collections) are compared by the database itself, so they are plain and short.
"""

from __future__ import annotations

from dataclasses import fields

from followthrough.domain.documents import Document
from followthrough.errors import InvalidInput

KEY_MAX_CHARS = 512  # four bytes each still fit into one row of a PostgreSQL index


def is_text(value: str) -> bool:
    """Whether the text can be written as UTF-8, that is: it has no lone surrogate."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_plain(value: str) -> bool:
    """Whether the text can stand in a database as it is: ``is_text``, and no NUL."""
    return "\x00" not in value and is_text(value)


def is_key(value: str) -> bool:
    """Whether the text can be a key: plain, and at most ``KEY_MAX_CHARS`` long."""
    return len(value) <= KEY_MAX_CHARS and is_plain(value)


def require_text(value: str, field: str) -> None:
    """Refuses a text that no database can keep.

    Raises:
        InvalidInput: the text has a lone surrogate; ``field`` names it.
    """
    if not is_text(value):
        raise InvalidInput(
            f"{field} holds half a character (a lone surrogate), which can't be stored.",
            fix="Send valid Unicode.",
            field=field,
        )


def require_plain(value: str, field: str) -> None:
    """Refuses a text that can't stand in every database as it is.

    Raises:
        InvalidInput: the text holds NUL or a lone surrogate; ``field`` names it.
    """
    if not is_plain(value):
        raise InvalidInput(
            f"{field} holds a NUL or half a character, which can't be stored.", fix="Send plain text.", field=field
        )


def require_key(value: str, field: str) -> None:
    """Refuses a key that some database can't keep or look up.

    Raises:
        InvalidInput: the key is longer than ``KEY_MAX_CHARS``, or not plain; ``field`` names it.
    """
    if len(value) > KEY_MAX_CHARS:
        raise InvalidInput(
            f"{field} has {len(value):,} characters; the most is {KEY_MAX_CHARS}.", fix="Shorten it.", field=field
        )
    require_plain(value, field)


def require_document(document: Document) -> None:
    """Refuses a document with a key or a text that some database can't keep; its metadata is free text.

    Raises:
        InvalidInput: ``field`` names the first one.
    """
    for name in _DOCUMENT_FIELDS:
        value = getattr(document, name)
        if isinstance(value, str):
            (require_key if name in _DOCUMENT_KEYS else require_plain)(value, name)


_DOCUMENT_FIELDS = tuple(field.name for field in fields(Document))
_DOCUMENT_KEYS = frozenset({"id", "collection", "thread_id", "superseded_by"})
