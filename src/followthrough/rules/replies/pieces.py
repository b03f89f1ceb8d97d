"""A reply's text in the pieces in which readers receive it: lines, and sentences within a line."""

from __future__ import annotations

import re

_ENDS = re.compile(r"\n+|(?<=[.!?:;])(?:\*\*)?(?: \[\d+\])* +(?=[^\s\[])|(?<=\]) +(?=[^\s\[])")


def pieces(text: str) -> tuple[str, ...]:
    """The text cut after sentences and line ends; no piece is empty, and joined they are the text.

    A citation's number stays with the sentence that it belongs to.
    """
    found: list[str] = []
    start = 0
    for match in _ENDS.finditer(text):
        found.append(text[start : match.end()])
        start = match.end()
    return tuple(piece for piece in (*found, text[start:]) if piece)
