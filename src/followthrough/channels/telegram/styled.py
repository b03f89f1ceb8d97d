"""Text with formatting as Telegram takes it, and how a long one is cut into messages.

Telegram counts in UTF-16 code units, so an emoji counts two. Formatting travels beside the text as ranges, not as
tags inside it: no character of a document can act as formatting, and no cut can leave a tag open.

Invariant: the pieces of a text, joined, are the text up to white space at the cuts; each is within its limit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """The kinds of formatting that replies use, by Telegram's names."""

    BOLD = "bold"
    ITALIC = "italic"
    STRIKETHROUGH = "strikethrough"
    CODE = "code"
    PRE = "pre"
    QUOTE = "blockquote"
    LINK = "text_link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Formatting from ``start`` to ``end``, in characters of the text. ``url`` belongs to links."""

    start: int
    end: int
    style: Style
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Styled:
    """A text and its formatting."""

    text: str
    spans: tuple[Span, ...] = ()

    def part(self, start: int, end: int) -> Styled:
        """The text from ``start`` to ``end`` with the formatting that lies in it."""
        kept = (
            Span(start=max(s.start, start) - start, end=min(s.end, end) - start, style=s.style, url=s.url)
            for s in self.spans
            if s.start < end and s.end > start
        )
        return Styled(text=self.text[start:end], spans=tuple(kept))


def units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) + sum(ord(c) > 0xFFFF for c in text)


def joined(parts: Sequence[Styled], separator: str) -> Styled:
    """The texts one after the other."""
    text, spans = "", list[Span]()
    for place, part in enumerate(parts):
        text += separator if place else ""
        offset = len(text)
        spans += [Span(start=s.start + offset, end=s.end + offset, style=s.style, url=s.url) for s in part.spans]
        text += part.text
    return Styled(text=text, spans=tuple(spans))


def split(styled: Styled, limit: int) -> tuple[Styled, ...]:
    """The text in pieces of at most ``limit`` UTF-16 units, cut at the best place each time.

    Between paragraphs where that leaves a piece of some length, else between lines, sentences, words, characters.
    White space at a cut is dropped. A text without words gives no piece.
    """
    pieces: list[Styled] = []
    start = _skip_space(styled.text, 0)
    while start < len(styled.text):
        end = _cut(styled, start, limit)
        stop = start + len(styled.text[start:end].rstrip())
        pieces.append(styled.part(start, stop))
        start = _skip_space(styled.text, end)
    return tuple(pieces)


def _skip_space(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip())


#: where a text may be cut: at the beginning of ``cut``
_PARAGRAPHS = re.compile(r"(?P<cut>\n[ \t]*\n\s*)")
_LINES = re.compile(r"(?P<cut>\n)")
_SENTENCES = re.compile(r"[.!?…。！？](?: ?\[\d+\])*(?P<cut>\s+)")
_WORDS = re.compile(r"(?P<cut>\s+)")
#: the better the boundary, the shorter the piece that it may leave, as a share of the limit
_BOUNDARIES = ((_PARAGRAPHS, 0.25), (_LINES, 0.4), (_SENTENCES, 0.5), (_WORDS, 0.5))
_WHOLE_SPAN_MAX = 200  # characters of formatting that are kept in one piece


def _cut(styled: Styled, start: int, limit: int) -> int:
    """Where the piece that begins at ``start`` ends."""
    text = styled.text
    furthest = _reach(text, start, limit)
    if furthest == len(text):
        return furthest
    for boundary, least in _BOUNDARIES:
        # a boundary may begin right after the last character that fits
        found = [start + m.start("cut") for m in boundary.finditer(text[start : furthest + 1])]
        fitting = [place for place in found if place - start >= least * (furthest - start)]
        if fitting:
            return fitting[-1]
    return _between_characters(text, start, _outside_spans(styled.spans, start, furthest))


def _reach(text: str, start: int, limit: int) -> int:
    """The end of the longest piece from ``start`` within ``limit`` units."""
    end, left = start, limit
    while end < len(text) and (left := left - (2 if ord(text[end]) > 0xFFFF else 1)) >= 0:
        end += 1
    return end


def _outside_spans(spans: Iterable[Span], start: int, end: int) -> int:
    cut = [s for s in spans if start < s.start < end < s.end and s.end - s.start <= _WHOLE_SPAN_MAX]
    return min((s.start for s in cut), default=end)


_JOINERS = "\u200d\ufe0e\ufe0f"


def _between_characters(text: str, start: int, end: int) -> int:
    """The nearest place before ``end`` that parts no character from its marks; ``end`` where there is none."""
    place = end
    while place > start + 1 and _belongs_to_previous(text, place):
        place -= 1
    return end if place <= start + 1 else place


def _belongs_to_previous(text: str, place: int) -> bool:
    if place >= len(text):
        return False
    here, before = text[place], text[place - 1]
    return (
        here in _JOINERS
        or before == "\u200d"
        or bool(unicodedata.combining(here))
        or "\U0001f3fb" <= here <= "\U0001f3ff"
        or (_is_regional(here) and _regionals_before(text, place) % 2 == 1)
    )


def _is_regional(char: str) -> bool:
    """Whether it is half a flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _regionals_before(text: str, place: int) -> int:
    first = place
    while first > 0 and _is_regional(text[first - 1]):
        first -= 1
    return place - first
