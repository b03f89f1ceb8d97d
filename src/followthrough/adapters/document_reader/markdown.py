"""Markdown by its token stream: what is shown is the prose, not the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from followthrough.adapters.document_reader.html import add_fragment
from followthrough.adapters.document_reader.text import TextBuilder


@dataclass(slots=True)
class _List:
    """A list being read. ``fresh``: the marker of the present item has not been written yet."""

    number: int | None
    marker: str = "-"
    fresh: bool = False


@dataclass(slots=True)
class _State:
    """Where the walk is."""

    into: TextBuilder
    lists: list[_List] = field(default_factory=list[_List])
    heading: int = 0
    rows: list[list[str]] | None = None


def read_markdown(text: str, into: TextBuilder) -> None:
    """Adds the blocks of a markdown text (CommonMark with tables)."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    state = _State(into)
    for token in parser.parse(text):
        _take(token, state)


def _take(token: Token, state: _State) -> None:
    match token.type:
        case "heading_open":
            state.heading = int(token.tag[1:])
        case "bullet_list_open":
            state.lists.append(_List(None))
        case "ordered_list_open":
            state.lists.append(_List(int(token.attrs.get("start", 1))))
        case "bullet_list_close" | "ordered_list_close":
            state.lists.pop()
        case "list_item_open":
            _begin_item(state.lists[-1], token)
        case "inline":
            _add_inline(_inline_text(token.children or []), state)
        case "fence" | "code_block":
            state.into.code(token.content)
        case "html_block":
            add_fragment(token.content, state.into)
        case _:
            _take_table(token, state)


def _take_table(token: Token, state: _State) -> None:
    match token.type:
        case "table_open":
            state.rows = []
        case "tr_open" if state.rows is not None:
            state.rows.append([])
        case "table_close" if state.rows is not None:
            rows, state.rows = state.rows, None
            state.into.table(rows, header=True)
        case _:
            pass  # closings and rules carry no text


def _begin_item(parent: _List, token: Token) -> None:
    parent.fresh = True
    if parent.number is None:
        parent.marker = "-"
    else:
        parent.marker = f"{parent.number}."
        parent.number += 1


def _add_inline(text: str, state: _State) -> None:
    if state.rows is not None:
        if state.rows:
            state.rows[-1].append(text)
    elif state.heading:
        state.into.heading(text, state.heading)
        state.heading = 0
    elif state.lists and state.lists[-1].fresh:
        state.lists[-1].fresh = False
        state.into.item(text, level=len(state.lists), marker=state.lists[-1].marker)
    else:
        state.into.paragraph(text)


def _inline_text(children: Sequence[Token]) -> str:
    parts: list[str] = []
    for child in children:
        match child.type:
            case "text" | "code_inline" | "text_special":
                parts.append(child.content)
            case "softbreak":
                parts.append(" ")
            case "hardbreak":
                parts.append("\n")
            case "image":
                parts.append(_inline_text(child.children or []))
            case "html_inline" if child.content.lower().startswith("<br"):
                parts.append("\n")
            case _:
                pass  # marks of emphasis and links, and other tags
    return "".join(parts)
