"""Code set aside: what a dialect's marks mean they don't mean inside of code.

Invariant: ``restore(text, spans)`` of what ``set_aside`` gave is the text that went in.
"""

from __future__ import annotations

import re

_OPEN, _CLOSE = "\ue000", "\ue001"
_HELD = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(`{3,}|~{3,})([^`\n]*)$")
_INLINE = re.compile(r"(?<!`)``[^\n]{1,400}?(?<!`)``(?!`)|(?<!`)`[^`\n]{1,400}`(?!`)")


def set_aside(text: str) -> tuple[str, list[str]]:
    """The text with a short sign in place of each piece of code, and the pieces."""
    spans: list[str] = []
    out: list[str] = []
    fence: list[str] = []
    closing = ""
    for line in text.replace(_OPEN, "").replace(_CLOSE, "").split("\n"):
        if closing:
            fence.append(line)
            if set(line.strip(" \t>")) == {closing[0]} and closing in line:
                out.append(_held("\n".join(fence), spans))
                fence, closing = [], ""
        elif match := _FENCE.match(line):
            fence, closing = [line], match.group(1)
        else:
            out.append(_INLINE.sub(lambda m: _held(m.group(), spans), line))
    if fence:
        out.append(_held("\n".join(fence), spans))
    return "\n".join(out), spans


def restore(text: str, spans: list[str]) -> str:
    """The text with the pieces back in their places."""
    return _HELD.sub(lambda m: spans[int(m.group(1))] if int(m.group(1)) < len(spans) else "", text)


def _held(piece: str, spans: list[str]) -> str:
    spans.append(piece)
    return f"{_OPEN}{len(spans) - 1}{_CLOSE}"
