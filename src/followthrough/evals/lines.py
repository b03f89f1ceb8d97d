"""Reads files of one JSON object (or one record) a line. Every fault is named by file and line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from followthrough.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation."""

    role: str
    content: str


def conversation_of(path: Path, line: int, row: Mapping[str, Any]) -> tuple[Message, ...]:
    """The messages of a row; the last one is the user's question.

    Raises:
        InvalidInput: there are none, one is malformed, or the last one is not the user's.
    """
    listed: Any = row.get("messages")
    if not isinstance(listed, list) or not listed:
        raise fault(path, line, "messages must be a list that is not empty")
    messages = tuple(_message(path, line, message) for message in cast("list[Any]", listed))
    if messages[-1].role != "user":
        raise fault(path, line, "the last message must be the user's question")
    return messages


def _message(path: Path, line: int, message: Any) -> Message:
    fields: Mapping[str, Any] = cast("dict[str, Any]", message) if isinstance(message, dict) else {}
    role, content = fields.get("role"), fields.get("content")
    if role not in ("user", "assistant") or not isinstance(content, str):
        raise fault(path, line, "a message needs a role (user or assistant) and a content")
    return Message(role=role, content=content)


def objects_of(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The object of each line that is not blank, with the line's number.

    Raises:
        InvalidInput: a line is no object, or the file can't be read.
    """
    for line, text in lines_of(path):
        try:
            value = json.loads(text)
        except ValueError:
            raise fault(path, line, "this is no JSON") from None
        if not isinstance(value, dict):
            raise fault(path, line, "a line must hold an object")
        yield line, cast("dict[str, Any]", value)


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers. Raises ``InvalidInput`` where the file can't be read."""
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else Path.open
    number = 0
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield number, text.rstrip("\r\n")
    except UnicodeDecodeError:
        raise fault(path, number + 1, "it is not UTF-8") from None
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or "it is damaged"
        raise InvalidInput(f"{path} can't be read: {reason}.", fix="Check the path.") from None


def text_of(path: Path, line: int, row: Mapping[str, Any], key: str, *, blank: bool = False) -> str:
    """The text under a key. Raises ``InvalidInput`` where there is none, or a blank one unless ``blank``."""
    value = row.get(key)
    if not isinstance(value, str) or not (value or blank):
        raise fault(path, line, f"{key} must be a text")
    return value


def fault(path: Path, line: int, reason: str) -> InvalidInput:
    """The error for a line."""
    return InvalidInput(f"{path}:{line}: {reason}.", fix="Correct the line.")
