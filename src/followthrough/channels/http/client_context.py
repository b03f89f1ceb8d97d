"""What a chat client wraps its user's question in: instructions of its own and the text of files that came with it.

The files' text is what the user gave and the rest is the question; the instructions are the client's own affair.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

_OPENS = re.compile(r"^[ \t]*<context>[ \t]*\n", re.IGNORECASE | re.MULTILINE)
_CLOSES = re.compile(r"^[ \t]*</context>[ \t]*\n", re.IGNORECASE | re.MULTILINE)
_SOURCE_ENDS = re.compile("</source>", re.IGNORECASE)
_SOURCE = re.compile(r"<source\b(?P<about>[^<>]{0,1000})>", re.IGNORECASE)
_NAME = re.compile(r'\bname="(?P<name>[^"]+)"')
_QUERY = re.compile(r"<user_query>|^[ \t]*query:", re.IGNORECASE | re.MULTILINE)
_QUERY_ENDS = re.compile("</user_query>", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapped:
    """A question and what the client put before it.

    Attributes:
        question: the user's own words.
        files: names and texts of what came with them, in the order in which they came; a name is there once, and
            may be empty.
    """

    question: str
    files: tuple[tuple[str, str], ...]


def unwrapped(text: str) -> Wrapped | None:
    """The question and the files of a message of this form; None where it is the user's own words throughout.

    Both tags stand on lines of their own. The question stands behind them: marked as such, or all that is there.
    """
    text = text.replace("\r\n", "\n")
    opened = _OPENS.search(text)
    closings = [] if opened is None else list(_CLOSES.finditer(text, opened.end()))
    if opened is None or not closings:
        return None
    given, after = text[opened.end() : closings[-1].start()], text[closings[-1].end() :]
    marked = _QUERY.search(after)
    question = _QUERY_ENDS.split(after[marked.end() :] if marked else after, maxsplit=1)[0].strip()
    files: dict[str, list[str]] = {}
    for name, part in _parts(given):
        files.setdefault(name, []).append(part)
    told = tuple((name, "\n\n".join(parts)) for name, parts in files.items())
    return Wrapped(question=question, files=told) if question and (told or _SOURCE.search(given)) else None


def _parts(given: str) -> list[tuple[str, str]]:
    """What was given, piece by piece with the name of its file; without marks of files it is one piece.

    What stands behind an end without a beginning belongs to the file before it: its own text has that mark.
    """
    pieces: list[tuple[str, str]] = []
    for piece in _SOURCE_ENDS.split(given)[:-1]:
        source = _SOURCE.search(piece)
        if source is not None:
            named = _NAME.search(source["about"])
            pieces.append((unescape(named["name"]) if named else "", piece[source.end() :].strip()))
        elif pieces and piece.strip():
            name, before = pieces.pop()
            pieces.append((name, f"{before} {piece.strip()}".strip()))
    return [(name, text) for name, text in pieces or [("", given.strip())] if text]
