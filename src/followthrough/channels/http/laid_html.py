"""A laid-out document as HTML: plain elements, every word of a document escaped, every passage findable.

Invariant: the words of a passage stand in ``span`` elements that name it (``data-passage``), the first of them with
the id ``passage-ID``; nothing else in the page carries a document's words as markup.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from followthrough.channels.http.laid_out import CELL_BREAK
from followthrough.domain.documents import CODE_INDENT, LINK_MARK, BlockKind, Document, Passage
from followthrough.domain.laid_out import LaidBlock

_INDENT = re.compile(rf"^((?:<[^<>]{{1,200}}>){{0,4}}){CODE_INDENT}", re.MULTILINE)
_HEADINGS_FROM = 2  # the document's title is the first


def document_page(
    document: Document, passages: Sequence[Passage], blocks: Iterable[LaidBlock], *, has_pages: bool
) -> str:
    """The document, or a stretch of it, as one HTML page.

    Args:
        document: what it is.
        passages: the passages of the stretch, in reading order.
        blocks: their blocks.
        has_pages: whether its pages can be had as images.
    """
    first = passages[0].ordinal if passages else 0
    facts = {
        "data-document": document.id,
        "data-first": first,
        "data-shown": len(passages),
        "data-passages": document.passages,
        "data-pages": (document.pages or "") if has_pages else "",
    }
    attributes = "".join(f' {name}="{escape(str(value))}"' for name, value in facts.items())
    language = f' lang="{escape(document.metadata.language)}"' if document.metadata.language else ""
    body = _Writer(passages).write(blocks)
    return (
        f'<!doctype html>\n<html{language}><head><meta charset="utf-8" /><title>{escape(document.title)}</title>'
        f"</head>\n<body><article{attributes}>\n{body}</article></body></html>\n"
    )


class _Writer:
    """Writes blocks; remembers which passages it has told of.

    Args:
        passages: in reading order.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._starts = [passage.start for passage in passages]
        self._told: set[str] = set()
        self._page: int | None = None

    def write(self, blocks: Iterable[LaidBlock]) -> str:
        """The blocks in order; lists and tables whole, the beginning of each page named."""
        parts: list[str] = []
        for (page, kind, _), group in groupby(_numbered(blocks), key=lambda pair: pair[0]):
            members = [block for _, block in group]
            if page is not None and page != self._page:
                self._page = page
                parts.append(f'<div class="page-turn" role="separator" id="page-{page}">Page {page}</div>\n')
            parts.append(self._group(kind, members))
        return "".join(parts)

    def _group(self, kind: BlockKind, blocks: Sequence[LaidBlock]) -> str:
        match kind:
            case BlockKind.LIST_ITEM:
                return self._list(blocks)
            case BlockKind.TABLE_ROW:
                return self._table(blocks)
            case _:
                return "".join(self._plain(block) for block in blocks)

    def _plain(self, block: LaidBlock) -> str:
        words = self._words(block.text, block.start)
        if block.kind is BlockKind.HEADING:
            level = min(_HEADINGS_FROM - 1 + block.level, 6)
            return f'<h{level} dir="auto">{words}</h{level}>\n'
        if block.kind is BlockKind.CODE:
            return f"<pre><code>{_without_indent(words, block.text)}</code></pre>\n"
        return f'<p dir="auto">{words}</p>\n'

    def _list(self, items: Sequence[LaidBlock]) -> str:
        """Nested lists; a list begins where the level grows and ends where it falls."""
        parts: list[str] = []
        open_lists: list[tuple[int, str]] = []
        for item in items:
            while open_lists and open_lists[-1][0] > item.level:
                parts.append(f"</li></{open_lists.pop()[1]}>")
            if open_lists and open_lists[-1][0] == item.level:
                parts.append("</li>")
            else:
                tag = "ul" if item.marker in ("", "-", LINK_MARK) else "ol"
                open_lists.append((item.level, tag))
                parts.append(f"<{tag}>" if tag == "ul" else f'<ol start="{int(item.marker.rstrip(".)"))}">')
            parts.append(f'<li dir="auto">{self._words(item.text, item.start)}')
        parts += [f"</li></{tag}>" for _, tag in reversed(open_lists)]
        return "".join(parts) + "\n"

    def _table(self, rows: Sequence[LaidBlock]) -> str:
        head = [self._row(row, "th") for row in rows if row.names_columns]
        body = [self._row(row, "td") for row in rows if not row.names_columns]
        top = f"<thead>{''.join(head)}</thead>" if head else ""
        return f"<table>{top}<tbody>{''.join(body)}</tbody></table>\n"

    def _row(self, row: LaidBlock, tag: str) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        cells: list[str] = []
        place = row.start or 0
        for cell in row.text.split(CELL_BREAK):
            cells.append(f'<{tag}{scope} dir="auto">{self._words(cell, place)}</{tag}>')
            place += len(cell) + len(CELL_BREAK)
        return f"<tr>{''.join(cells)}</tr>"

    def _words(self, text: str, start: int | None) -> str:
        """The text, in pieces by the passages that hold it."""
        if start is None:
            return escape(text)
        parts: list[str] = []
        done = 0
        while done < len(text):
            at = bisect_right(self._starts, start + done) - 1
            until = self._starts[at + 1] - start if at + 1 < len(self._starts) else len(text)
            piece = text[done : min(until, len(text))]
            parts.append(self._piece(piece, self._passages[max(at, 0)]))
            done += len(piece)
        return "".join(parts)

    def _piece(self, text: str, passage: Passage) -> str:
        name = escape(passage.id)
        first = "" if passage.id in self._told else f' id="passage-{name}"'
        self._told.add(passage.id)
        return f'<span{first} data-passage="{name}">{escape(text)}</span>'


def _numbered(blocks: Iterable[LaidBlock]) -> Iterable[tuple[tuple[int | None, BlockKind, int], LaidBlock]]:
    """Blocks with the page, kind and number of the list or table that they are in."""
    number = 0
    above: LaidBlock | None = None
    for block in blocks:
        runs_on = above is not None and above.kind is block.kind and not block.opens_table
        number += not runs_on
        above = block
        yield (block.page, block.kind, number), block


def _without_indent(words: str, text: str) -> str:
    """Code without the indent that marks it in the document's text, where each of its lines has that."""
    is_marked = all(line.startswith(CODE_INDENT) for line in text.split("\n") if line.strip())
    return _INDENT.sub(r"\1", words) if is_marked else words
