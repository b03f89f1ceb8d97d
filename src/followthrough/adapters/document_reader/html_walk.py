"""One pass over an element tree that turns it into blocks. No recursion: a page may nest as deep as it likes."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from typing import Any

from followthrough.adapters.document_reader.html_labels import Labels
from followthrough.adapters.document_reader.html_table import (
    caption_of,
    head_rows_of,
    holds_values,
    names_columns,
    number,
    rows_of,
)
from followthrough.adapters.document_reader.text import TextBuilder
from followthrough.domain.documents import LINK_MARK

_etree: Any = importlib.import_module("lxml.etree")  # ships no type stubs

_SKIPPED_TAGS = """
    audio canvas datalist dialog embed head iframe input math menu noscript object option script select style svg
    template textarea video"""
_SKIPPED = frozenset(_SKIPPED_TAGS.split())
_AROUND = frozenset({"aside", "footer", "form", "nav"})
"""Parts of a page that are not what it is about; in a document that somebody wrote they are."""
_BLOCK_TAGS = """
    address article aside blockquote body caption center details div dl fieldset figcaption figure footer form
    header hr html legend main nav p section table td th tr"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_ICON = re.compile(r"\bfa[srlb]? fa-|\bmaterial-icons\b|\bheaderlink\b|\banchorjs-link\b|\bheader-?anchor\b")
_MENU_ITEMS = 4  # so many items in a row that are links and nothing else are a menu
_DEEPEST_LEVEL = 6
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)  # a link off the documents that this one stands among
_TELLS = 4  # words of a sentence that says what a list is of ("We pay for these trains:"), not only that it comes


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int = 1


@dataclass(slots=True)
class _Item:
    text: str
    level: int
    marker: str
    only_links: bool
    leads_on: bool  # to other documents beside this one, and says nothing else


class Walk:
    """Walks elements into a builder.

    Args:
        into: where the blocks go.
        menus: whether lists of nothing but links are kept.
        whole: whether everything is what the document is about: nothing in it is there to get around a site.
    """

    def __init__(self, into: TextBuilder, *, menus: bool, whole: bool = False) -> None:
        self._into = into
        self._menus = menus
        self._left_out = _SKIPPED if whole else _SKIPPED | _AROUND
        self._whole = whole
        self._labels = Labels(into)
        self._buffer: list[str] = []
        self._links = 0
        self._linked_chars = 0
        self._elsewhere = self._leads_on = False
        self._lists: list[_List] = []
        self._marker: str | None = None
        self._open_item = False
        self._items: list[_Item] = []
        self._code = 0
        self._terms: list[str] = []
        self._definitions = 0

    def run(self, root: Any) -> None:
        """Adds everything readable under ``root``."""
        events = _etree.iterwalk(root, events=("start", "end"))
        for event, element in events:
            tag: str = element.tag if isinstance(element.tag, str) else ""
            shown = bool(tag) and not self._is_hidden(element, tag)
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
                self._close(element, tag)
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
            self._elsewhere |= _ELSEWHERE.match(element.get("href") or "") is not None
        elif tag == "br":
            self._buffer.append("\n")
        elif tag in ("ul", "ol"):
            self._flush()
            self._add_term()
            self._lists.append(_List(tag == "ol", number=number(element.get("start"))))
        elif tag == "li":
            self._flush()
            self._begin_item(element)
        elif tag == "pre":
            self._flush()
            self._code += 1
        elif tag in _BLOCKS or tag in _HEADINGS or tag in ("dt", "dd", "summary") or self._labels.is_label(element):
            self._flush()
            self._definitions += tag == "dd"
            if self._labels.opens(element):
                self._flush_items()

    def _close(self, element: Any, tag: str) -> None:
        if tag == "a":
            self._links -= 1
        elif tag in _HEADINGS or tag == "summary" or self._labels.is_label(element):
            self._flush_as_heading(element, tag)
        elif tag in ("ul", "ol"):
            self._end_list()
        elif tag == "pre":
            self._flush_as_code()
        elif tag == "dt":
            self._terms.append(" ".join(self._take()[0].split()))
        elif tag in _BLOCKS or tag in ("li", "dd"):
            self._close_block(tag)
        if self._labels.is_panel(element):
            self._flush_items()
            self._labels.close(element)

    def _close_block(self, tag: str) -> None:
        self._flush()
        if tag in ("li", "dd"):
            self._open_item = False
            self._definitions = max(0, self._definitions - (tag == "dd"))
        elif tag == "dl":
            self._add_term()
            if not self._lists:
                self._flush_items()

    def _add_table(self, element: Any) -> None:
        self._flush()
        self._add_term()
        self._flush_items()
        self._into.paragraph(caption_of(element))
        self._into.table(rows_of(element), header=names_columns(element), head_rows=head_rows_of(element))

    def _begin_item(self, element: Any) -> None:
        if not self._lists:
            self._lists.append(_List(ordered=False))
        parent = self._lists[-1]
        if parent.ordered and element.get("value"):
            parent.number = number(element.get("value"))
        self._marker = f"{parent.number}." if parent.ordered else "-"
        self._open_item = False
        parent.number += 1

    def _end_list(self) -> None:
        self._flush()
        self._marker = None
        self._open_item = False
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
        self._leads_on, self._elsewhere = only_links and not self._elsewhere, False
        return text, only_links

    def _flush(self) -> None:
        text, only_links = self._take()
        if not text.strip():
            return
        if self._terms:
            self._add_term(text)
        elif self._marker is not None:
            self._add_item(text, only_links=only_links)
        elif self._open_item and self._items:
            self._items[-1].text += f"\n{text}"  # an item may go on with lines of its own
            self._items[-1].only_links &= only_links
            self._items[-1].leads_on &= self._leads_on
        else:
            self._flush_items()
            self._into.paragraph(text)

    def _flush_items(self) -> None:
        """Writes the items of a list; one of nothing but links is a menu."""
        items, self._items = self._items, []
        self._open_item = False
        if not self._menus and len(items) >= _MENU_ITEMS and all(item.only_links for item in items):
            return
        is_told = len(self._into.announced.split()) >= _TELLS
        is_menu = all(item.only_links for item in items) and not is_told
        for item in items:
            marker = LINK_MARK if is_menu and item.leads_on else item.marker
            self._into.item(item.text, level=item.level, marker=marker)

    def _flush_as_heading(self, element: Any, tag: str) -> None:
        text, _ = self._take()
        self._flush_items()
        self._marker = None
        self._terms.clear()
        self._labels.add(" ".join(text.split()), element, _HEADINGS.get(tag, 0))

    def _flush_as_code(self) -> None:
        text, _ = self._take()
        self._code = max(0, self._code - 1)
        self._add_term()
        self._marker = None
        self._flush_items()
        self._into.code(text)

    def _add_term(self, text: str = "") -> None:
        """Writes the terms that wait for their definition as an item, with the text that defines them."""
        terms = ", ".join(term for term in self._terms if term)
        self._terms.clear()
        if not terms and not text.strip():
            return
        joint = " " if terms.endswith((":", "?", ".")) else ": "
        said = f"{terms}{joint}{text.strip()}" if terms and text.strip() else terms or text
        self._add_item(said, depth=len(self._lists) + self._definitions - (self._definitions > 0))

    def _add_item(self, text: str, *, depth: int | None = None, only_links: bool = False) -> None:
        if depth is None:
            depth = len(self._lists) + self._definitions
        level = min(max(1, depth), _DEEPEST_LEVEL)
        self._items.append(_Item(text, level, self._marker or "-", only_links, only_links and self._leads_on))
        self._marker = None
        self._open_item = True

    def _is_hidden(self, element: Any, tag: str) -> bool:
        if tag in self._left_out or element.get("hidden") is not None or element.get("aria-hidden") == "true":
            return True
        if tag == "button":
            return not self._labels.is_label(element) and not _within_heading(element)
        classes = element.get("class") or ""
        if _ICON.search(classes) or ("admonition-title" in classes and _names_its_kind(element)):
            return True
        return (not self._whole and _is_around(element, tag)) or self._only_leads_on(element, tag)

    def _only_leads_on(self, element: Any, tag: str) -> bool:
        """Whether it is a list that only leads to places of its own page: its headings stand there again."""
        links: list[Any] = element.findall(".//a") if tag in ("ul", "ol") and not self._lists else []
        if not links or not all((link.get("href") or "").startswith("#") for link in links):
            return False
        linked = sum(len("".join(link.itertext()).split()) for link in links)
        return linked > 1 and linked == len("".join(element.itertext()).split())


def _reflowed(buffer: list[str]) -> str:
    """Text as a browser shows it: source line ends are spaces, ``br`` (a piece that is one line end) breaks."""
    return "".join(piece if piece == "\n" else re.sub(r"\s+", " ", piece) for piece in buffer)


def _within_heading(element: Any) -> bool:
    parent = element.getparent()
    return parent is not None and (parent.tag in _HEADINGS or parent.tag == "summary")


def _names_its_kind(element: Any) -> bool:
    """Whether an admonition's title is only the name of its kind ("Note"), which nobody wrote."""
    parent = element.getparent()
    kind = "" if parent is None else parent.get("class") or ""
    return "".join(element.itertext()).strip().lower() in kind.lower().split()


def _is_around(element: Any, tag: str) -> bool:
    """Whether an element is there to get around a site."""
    if element.get("role") in ("navigation", "contentinfo", "search", "banner", "menu"):
        return True
    if tag == "header" and element.getparent() is not None and element.getparent().tag == "body":
        return element.find(".//h1") is None
    return False
