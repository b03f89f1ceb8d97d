"""One pass over an element tree that turns it into blocks. No recursion: a page may nest as deep as it likes."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from typing import Any

from followthrough.adapters.document_reader.html_table import (
    caption_of,
    holds_values,
    names_columns,
    number,
    rows_of,
)
from followthrough.adapters.document_reader.text import TextBuilder

_etree: Any = importlib.import_module("lxml.etree")  # ships no type stubs

_SKIPPED = frozenset(
    {"aside", "audio", "button", "canvas", "dialog", "embed", "footer", "form", "head", "iframe", "input", "math"}
    | {
        "menu",
        "nav",
        "noscript",
        "object",
        "option",
        "script",
        "select",
        "style",
        "svg",
        "template",
        "textarea",
        "video",
    }
)
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "blockquote",
        "body",
        "caption",
        "center",
        "details",
        "div",
        "dl",
        "fieldset",
        "figcaption",
    }
    | {"figure", "header", "hr", "html", "legend", "main", "p", "section", "summary", "table", "td", "th", "tr"}
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_MENU_ITEMS = 4  # so many items in a row that are links and nothing else are a menu
_DEEPEST_LEVEL = 6


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int = 1


@dataclass(frozen=True, slots=True)
class _Item:
    text: str
    level: int
    marker: str
    only_links: bool


class Walk:
    """Walks elements into a builder.

    Args:
        into: where the blocks go.
        menus: whether lists of nothing but links are kept.
    """

    def __init__(self, into: TextBuilder, *, menus: bool) -> None:
        self._into = into
        self._menus = menus
        self._buffer: list[str] = []
        self._links = 0
        self._linked_chars = 0
        self._lists: list[_List] = []
        self._marker: str | None = None
        self._items: list[_Item] = []
        self._code = 0
        self._term = ""

    def run(self, root: Any) -> None:
        """Adds everything readable under ``root``."""
        events = _etree.iterwalk(root, events=("start", "end"))
        for event, element in events:
            tag: str = element.tag if isinstance(element.tag, str) else ""
            shown = bool(tag) and not _is_hidden(element, tag)
            is_table = shown and tag == "table" and holds_values(element)
            if event == "start":
                if not shown or is_table:
                    events.skip_subtree()
                else:
                    self._open(element, tag)
                    self._write(element.text)
                continue
            if is_table:
                self._add_table(element)
            elif shown:
                self._close(tag)
            if element is not root:
                self._write(element.tail)
        self._flush()
        self._flush_items()

    def _write(self, text: str | None) -> None:
        if text:
            self._buffer.append(text)
            if self._links:
                self._linked_chars += len(text.strip())

    def _open(self, element: Any, tag: str) -> None:
        if tag == "a":
            self._links += 1
        elif tag == "br":
            self._buffer.append("\n")
        elif tag in ("ul", "ol"):
            self._flush()
            self._lists.append(_List(tag == "ol", number=number(element.get("start"))))
        elif tag == "li":
            self._flush()
            self._begin_item()
        elif tag == "pre":
            self._flush()
            self._code += 1
        elif tag in _BLOCKS or tag in _HEADINGS or tag in ("dt", "dd"):
            self._flush()

    def _close(self, tag: str) -> None:
        if tag == "a":
            self._links -= 1
        elif tag in _HEADINGS:
            self._flush_as_heading(_HEADINGS[tag])
        elif tag in ("ul", "ol"):
            self._end_list()
        elif tag == "pre":
            self._flush_as_code()
        elif tag == "dt":
            self._term = self._take()[0].strip()
        elif tag == "dd":
            self._flush_definition()
        elif tag in _BLOCKS or tag == "li":
            self._flush()

    def _add_table(self, element: Any) -> None:
        self._flush()
        self._flush_items()
        self._into.paragraph(caption_of(element))
        self._into.table(rows_of(element), header=names_columns(element))

    def _begin_item(self) -> None:
        if not self._lists:
            self._lists.append(_List(ordered=False))
        parent = self._lists[-1]
        self._marker = f"{parent.number}." if parent.ordered else "-"
        parent.number += 1

    def _end_list(self) -> None:
        self._flush()
        self._marker = None
        if self._lists:
            self._lists.pop()
        if not self._lists:
            self._flush_items()

    def _take(self) -> tuple[str, bool]:
        """The text since the last block, and whether it was links and nothing else."""
        text = "".join(self._buffer) if self._code else _reflowed(self._buffer)
        only_links = self._linked_chars > 0 and self._linked_chars >= 0.9 * len(text.strip())
        self._buffer.clear()
        self._linked_chars = 0
        return text, only_links

    def _flush(self) -> None:
        text, only_links = self._take()
        if not text.strip():
            return
        if self._marker is not None:
            level = min(max(1, len(self._lists)), _DEEPEST_LEVEL)
            self._items.append(_Item(text, level, self._marker, only_links))
            self._marker = None
            return
        self._flush_items()
        self._into.paragraph(text)

    def _flush_items(self) -> None:
        """Writes the items of a list; one of nothing but links is a menu."""
        items, self._items = self._items, []
        if not self._menus and len(items) >= _MENU_ITEMS and all(item.only_links for item in items):
            return
        for item in items:
            self._into.item(item.text, level=item.level, marker=item.marker)

    def _flush_as_heading(self, level: int) -> None:
        text, _ = self._take()
        self._flush_items()
        self._marker = None
        self._into.heading(text, level)

    def _flush_as_code(self) -> None:
        text, _ = self._take()
        self._code = max(0, self._code - 1)
        self._flush_items()
        self._into.code(text)

    def _flush_definition(self) -> None:
        text, _ = self._take()
        term, self._term = self._term, ""
        self._flush_items()
        self._into.item(f"{term}: {text.strip()}" if term and text.strip() else term or text)


def _reflowed(buffer: list[str]) -> str:
    """Text as a browser shows it: source line ends are spaces, ``br`` (a piece that is one line end) breaks."""
    return "".join(piece if piece == "\n" else re.sub(r"\s+", " ", piece) for piece in buffer)


def _is_hidden(element: Any, tag: str) -> bool:
    if tag in _SKIPPED or element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    if element.get("role") in ("navigation", "contentinfo", "search", "banner", "menu"):
        return True
    if tag == "header" and element.getparent() is not None and element.getparent().tag == "body":
        return element.find(".//h1") is None
    return bool(_HIDDEN.search(element.get("style") or ""))
