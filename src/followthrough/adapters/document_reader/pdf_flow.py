"""Lines of all pages put together again: headings, paragraphs, list items, tables, with whole sentences.

A paragraph that goes on after a page turn is joined; the sentence that crosses the turn belongs to the page on which
it begins, what follows it to the next, so that every block has one page.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from followthrough.adapters.document_reader.pdf_page import HYPHEN, Run
from followthrough.adapters.document_reader.pdf_rows import Table, is_bullet, is_mark, join_words
from followthrough.adapters.document_reader.text import TextBuilder

_HEADING_SIZE = 1.13  # times the body's size
_HEADING_MAX_CHARS = 200
_BOLD_HEADING_MAX_CHARS = 120
_SAME_SIZE = 0.1
_PARAGRAPH_GAP = 1.25  # times the usual distance of lines
_USUAL_LEADING = 1.25  # ems, where a document has too few lines to tell
_SHORT_LINE = 0.82  # of the width of the lines around it: a full sentence that ends before it ends its paragraph
_SENTENCE_END = re.compile(r"[.!?:;][\"”’)\]]*$")
_INNER_SENTENCE_END = re.compile(r"[.!?][\"”’)\]]*\s+(?=[\"“(]?[A-Z0-9])")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*")
_DEEPEST = 6
_SAYS = re.compile(r"[\u2610-\u2612\u2713-\u2718]")  # a box or a tick says something of its item, and stays


@dataclass(slots=True)
class _Block:
    """Lines that belong together, the page of the first, and where in ``lines`` another page begins (``turns``)."""

    lines: list[Run]
    page: int
    turns: list[int] = field(default_factory=list[int])

    @property
    def size(self) -> float:
        return statistics.median(line.size for line in self.lines)

    @property
    def is_bold(self) -> bool:
        return all(line.bold for line in self.lines)

    @property
    def mark(self) -> str:
        first, _, rest = self.lines[0].text.partition(" ")
        return first if rest.strip() and is_mark(first) else ""


@dataclass(frozen=True, slots=True)
class _Type:
    """How the document is set: the size of its body, how far its lines are apart, whether bold stands out."""

    body: float
    leading: float
    bold_stands_out: bool
    known: frozenset[str]


def write_pages(pages: Sequence[Sequence[Table | Run]], into: TextBuilder) -> None:
    """Adds the blocks of all pages, given as lines and tables in reading order."""
    lines = [part for page in pages for part in page if isinstance(part, Run)]
    style = _style(lines)
    parts = list(_assemble(pages, style))
    levels = _heading_levels([part for part in parts if isinstance(part, _Block)], style)
    writer = _Writer(into, style, levels)
    for part in parts:
        writer.write(part)


def _style(lines: Sequence[Run]) -> _Type:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    gaps = [(a.y - b.y) / b.size for a, b in pairwise(lines) if abs(a.size - b.size) < 0.05 * b.size]
    usual = [gap for gap in gaps if 0.9 <= gap <= 2.0]
    bold = sum(len(line.text) for line in lines if line.bold)
    words = {word.lower() for line in lines for word in _WORD.findall(line.text.removesuffix(HYPHEN))}
    return _Type(
        body=max(body, 1.0),
        leading=statistics.median_low(usual) if usual else _USUAL_LEADING,
        bold_stands_out=bold * 3 < sum(len(line.text) for line in lines),
        known=frozenset(words),
    )


@dataclass(frozen=True, slots=True)
class _PlacedTable:
    table: Table
    page: int


def _assemble(pages: Sequence[Sequence[Table | Run]], style: _Type) -> Iterator[_Block | _PlacedTable]:
    """Blocks and tables in order. The block at the end of a page stays open for what the next page begins with."""
    block: _Block | None = None
    for number, page in enumerate(pages, start=1):
        at_turn = True
        for part in page:
            if isinstance(part, Table):
                if block is not None:
                    yield block
                    block = None
                yield _PlacedTable(part, number)
            elif block is None:
                block = _Block([part], number)
            elif at_turn and _goes_on_after_turn(block, part, style):
                block.turns.append(len(block.lines))
                block.lines.append(part)
            elif at_turn or _breaks(block, part, style):
                yield block
                block = _Block([part], number)
            else:
                block.lines.append(part)
            at_turn = False
    if block is not None:
        yield block


def _goes_on_after_turn(block: _Block, line: Run, style: _Type) -> bool:
    """Whether the page begins in the middle of a sentence."""
    before = block.lines[-1]
    if _is_large(block.size, style) or before.bold != line.bold or _differs(before.size, line.size):
        return False
    if _begins_item(line) or _SENTENCE_END.search(before.text):
        return False
    return before.text.endswith((HYPHEN, "-", ",")) or line.text[:1].islower() or len(block.lines) > 1


def _breaks(block: _Block, line: Run, style: _Type) -> bool:
    """Whether the line begins a new block."""
    before = block.lines[-1]
    right = max(run.x1 for run in (*block.lines, line))
    if is_bullet(line.text[0]) or _changes_type(before, line, right):
        return True
    gap = before.y - line.y
    if gap > _PARAGRAPH_GAP * style.leading * line.size:
        return True
    ended = bool(_SENTENCE_END.search(before.text))
    if gap < -0.5 * line.size:  # up: the next column
        return ended or _is_large(line.size, style)
    if _begins_item(line) and (ended or block.mark or abs(line.x0 - before.x0) > 0.5 * line.size):
        return True
    if _changes_indent(block, line):
        return True
    left = min(run.x0 for run in block.lines)
    return ended and line.text[:1].isupper() and before.x1 - left < _SHORT_LINE * (right - left)


def _changes_type(before: Run, line: Run, right: float) -> bool:
    """Whether the lines differ in size or weight; a bold sentence that runs on into plain words is no change."""
    if before.bold == line.bold or _differs(before.size, line.size):
        return _differs(before.size, line.size)
    return not before.bold or before.x1 < 0.9 * right or bool(_SENTENCE_END.search(before.text))


def _changes_indent(block: _Block, line: Run) -> bool:
    """A first line set in, or a return from a hanging indent."""
    em = line.size
    if block.mark:
        return line.x0 < block.lines[0].x0 + 0.4 * em
    if len(block.lines) == 1:
        before = block.lines[0]
        deeper = line.x0 - before.x0
        begins = before.text.endswith((".", "!", "?")) and (line.text[0].isupper() or line.text[0].isdigit())
        return deeper > 1.5 * em or (deeper < -2.0 * em and begins)
    return abs(line.x0 - block.lines[-1].x0) > 0.8 * em


def _begins_item(line: Run) -> bool:
    first, _, rest = line.text.partition(" ")
    return bool(rest.strip()) and is_mark(first)


def _differs(one: float, other: float) -> bool:
    return abs(one - other) > _SAME_SIZE * max(one, other)


def _is_large(size: float, style: _Type) -> bool:
    return size >= _HEADING_SIZE * style.body


def _is_heading(block: _Block, style: _Type) -> bool:
    chars = sum(len(line.text) for line in block.lines)
    if is_bullet(block.mark):
        return False
    if _is_large(block.size, style):
        return chars <= _HEADING_MAX_CHARS
    if not (block.is_bold and style.bold_stands_out) or block.size < 0.95 * style.body:
        return False
    last = block.lines[-1].text.rstrip()
    return chars <= _BOLD_HEADING_MAX_CHARS and len(block.lines) <= 2 and last[-1:] not in ".;,:"


def _heading_levels(blocks: Sequence[_Block], style: _Type) -> dict[float, int]:
    """The level of each size that headings have: the largest is 1, bold lines of the body's size come last."""
    sizes = sorted({_step(block.size) for block in blocks if _is_heading(block, style)}, reverse=True)
    levels: dict[float, int] = {}
    level, above = 0, 0.0
    for size in sizes:
        if not above or above - size > 0.06 * above:
            level, above = level + 1, size
        levels[size] = min(level, _DEEPEST)
    return levels


def _step(size: float) -> float:
    return round(size * 4) / 4


class _Writer:
    """Writes blocks into the document's text."""

    def __init__(self, into: TextBuilder, style: _Type, levels: dict[float, int]) -> None:
        self._into = into
        self._style = style
        self._levels = levels
        self._marks: list[float] = []
        self._table: tuple[Table, str] | None = None

    def write(self, part: _Block | _PlacedTable) -> None:
        if isinstance(part, _PlacedTable):
            self._write_table(part)
            return
        self._table = None
        if _is_heading(part, self._style):
            self._marks = []
            text = self._joined(part.lines).rstrip(HYPHEN)
            self._into.heading(text, self._levels[_step(part.size)], page=part.page)
        elif part.mark:
            self._write_item(part)
        else:
            self._marks = []
            for text, page in self._by_page(part):
                self._into.paragraph(text, page=page)

    def _write_item(self, block: _Block) -> None:
        left = block.lines[0].x0
        self._marks = [*(mark for mark in self._marks if mark < left - 0.5 * block.size), left]
        mark = block.mark if re.search(r"[\dA-Za-z][.)]", block.mark) else "-"
        (first, page), *rest = self._by_page(block)
        words = first if _SAYS.fullmatch(block.mark) else first.partition(" ")[2]
        self._into.item(words, level=min(len(self._marks), _DEEPEST), marker=mark, page=page)
        for text, later in rest:
            self._into.paragraph(text, page=later)

    def _write_table(self, placed: _PlacedTable) -> None:
        """A table that goes on after a page turn keeps the header it began with."""
        rows, header = placed.table.rows, None
        if self._table is not None:
            before, title = self._table
            if title and _same_columns(before, placed.table):
                header = title
                rows = rows[1:] if " | ".join(rows[0]) == title else rows
        named = placed.table.head_rows
        given = self._into.table(
            rows, header=True if named > 1 else None, page=placed.page, carried=header, head_rows=named
        )
        self._table = (placed.table, given)

    def _by_page(self, block: _Block) -> Iterator[tuple[str, int]]:
        """The block's text in as many parts as it has pages, each page turn moved to the next end of a sentence."""
        cuts = [0, *block.turns, len(block.lines)]
        pieces = [self._joined(block.lines[start:end]) for start, end in pairwise(cuts)]
        text, page = pieces[0], block.page
        for number, piece in enumerate(pieces[1:], start=block.page + 1):
            whole = join_words([text, piece], self._style.known)
            end = _INNER_SENTENCE_END.search(whole, max(0, len(text) - 2))
            if end is None:
                text = whole
            else:
                yield whole[: end.end()].strip(), page
                text, page = whole[end.end() :], number
        yield text.rstrip(HYPHEN), page

    def _joined(self, lines: Sequence[Run]) -> str:
        return join_words([line.text for line in lines], self._style.known)


def _same_columns(one: Table, other: Table) -> bool:
    if len(one.columns) != len(other.columns):
        return False
    return all(abs(a - b) <= 6.0 for a, b in zip(one.columns, other.columns, strict=True))
