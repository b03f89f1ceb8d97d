"""The markdown of replies as text with formatting.

Invariant: nothing is lost: what has no counterpart in Telegram stays as text.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from followthrough.channels.telegram.styled import Span, Style, Styled

_INLINE = {"strong_open": Style.BOLD, "em_open": Style.ITALIC, "s_open": Style.STRIKETHROUGH}
_RULE = "———"
_BULLET = "•"


def styled(markdown: str) -> Styled:
    """The text as a reader sees it, with its formatting."""
    writer = _Writer()
    for token in _parser().parse(markdown):
        writer.block(token)
    return writer.written()


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("reference")


class _Writer:
    """Collects text and spans from tokens."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._length = 0
        self._breaks = 0
        self._after_marker = False
        self._lists: list[int | None] = []  # the next number of each open list, None for bullets
        self._open: list[tuple[Style, str | None, int]] = []
        self._spans: list[Span] = []

    def written(self) -> Styled:
        """What was collected."""
        return Styled(text="".join(self._out), spans=tuple(sorted(self._spans, key=lambda s: (s.start, -s.end))))

    def block(self, token: Token) -> None:
        """One token of the block level."""
        match token.type:
            case "bullet_list_open":
                self._begin_list(None)
            case "ordered_list_open":
                self._begin_list(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
                self._breaks = max(self._breaks, 2 if not self._lists else 1)
            case "list_item_open":
                self._item()
            case "paragraph_open":
                self._part(1 if token.hidden else 2)
            case "heading_open":
                self._part(2)
                self._begin(Style.BOLD)
            case "blockquote_open":
                self._part(2)
                self._begin(Style.QUOTE)
                self._after_marker = True
            case "heading_close" | "blockquote_close":
                self._end()
            case _:
                self._leaf(token)

    def _leaf(self, token: Token) -> None:
        match token.type:
            case "fence" | "code_block":
                self._part(2)
                self._begin(Style.PRE)
                self._write(token.content.rstrip("\n"))
                self._end()
            case "hr":
                self._part(2)
                self._write(_RULE)
            case "inline":
                for child in token.children or []:
                    self._inline(child)
            case _:
                self._write(token.content)

    def _inline(self, token: Token) -> None:
        match token.type:
            case "strong_open" | "em_open" | "s_open":
                self._begin(_INLINE[token.type])
            case "link_open":
                self._begin(Style.LINK, str(token.attrs.get("href", "")))
            case "strong_close" | "em_close" | "s_close" | "link_close":
                self._end()
            case "softbreak" | "hardbreak":
                self._write("\n")
            case "code_inline":
                self._begin(Style.CODE)
                self._write(token.content)
                self._end()
            case _:
                self._write(token.content)

    def _begin_list(self, first: int | None) -> None:
        self._part(1 if self._lists else 2)
        self._lists.append(first)

    def _item(self) -> None:
        self._breaks = max(self._breaks, 1) if self._length else 0
        number = self._lists[-1]
        marker = _BULLET if number is None else f"{number}."
        if number is not None:
            self._lists[-1] = number + 1
        self._write(f"{'   ' * (len(self._lists) - 1)}{marker} ")
        self._after_marker = True

    def _part(self, breaks: int) -> None:
        """Begins a block: after an empty line, a line end, or a list item's marker."""
        if self._after_marker:
            self._after_marker = False
        elif self._length:
            self._breaks = max(self._breaks, breaks)

    def _begin(self, style: Style, url: str | None = None) -> None:
        self._flush()
        self._open.append((style, url, self._length))

    def _end(self) -> None:
        style, url, start = self._open.pop()
        is_link = style is Style.LINK
        if start < self._length and (not is_link or (url or "").startswith(("http://", "https://"))):
            self._spans.append(Span(start=start, end=self._length, style=style, url=url if is_link else None))

    def _write(self, text: str) -> None:
        if text:
            self._flush()
            self._out.append(text)
            self._length += len(text)

    def _flush(self) -> None:
        if self._breaks:
            self._out.append("\n" * self._breaks)
            self._length += self._breaks
            self._breaks = 0
