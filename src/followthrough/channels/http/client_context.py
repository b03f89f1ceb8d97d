"""What a chat client wraps its user's question in: instructions of its own and the text of files that came with it.

The files' text is what the user gave and the rest is the question; the instructions are the client's own affair.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

_WRAPPED = re.compile(
    r"^[ \t]*<context>[ \t]*\n(?P<given>.*)\n[ \t]*</context>[ \t]*\n(?P<after>.*\S)\s*\Z",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_SOURCE = re.compile(r"<source\b(?P<about>[^>]*)>(?P<text>.*?)</source>", re.DOTALL | re.IGNORECASE)
_NAME = re.compile(r'\bname="(?P<name>[^"]+)"')
_MARKED = re.compile(
    r"<user_query>\s*(?P<inside>.*?)\s*</user_query>|^[ \t]*query:[ \t]*(?P<behind>.*)\Z",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)


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
    found = _WRAPPED.search(text)
    if found is None:
        return None
    marked = _MARKED.search(found["after"])
    question = found["after"].strip() if marked is None else (marked["inside"] or marked["behind"] or "").strip()
    files: dict[str, list[str]] = {}
    for name, part in _parts(found["given"]):
        files.setdefault(name, []).append(part)
    told = tuple((name, "\n\n".join(parts)) for name, parts in files.items())
    return Wrapped(question=question, files=told) if question and told else None


def _parts(given: str) -> list[tuple[str, str]]:
    """What was given, piece by piece with the name of its file; without marks of files it is one piece."""
    pieces: list[tuple[str, str]] = []
    for source in _SOURCE.finditer(given):
        named = _NAME.search(source["about"])
        pieces.append((unescape(named["name"]) if named else "", source["text"].strip()))
    return [(name, text) for name, text in pieces or [("", given.strip())] if text]
