"""A document's blocks again, from the passages that were cut from it.

What lies between two passages was white space and headings, and a passage says the headings above it and its place:
so the gap tells which headings stood there. Lists, rows and paragraphs keep their lines within a passage; only code
is a guess, by the spaces that no other block keeps.

Invariant: the blocks that are no headings hold every word of the passages, once, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from followthrough.domain.documents import HEAD_MARK, LINK_MARK, BlockKind, Passage
from followthrough.domain.laid_out import LaidBlock

CELL_BREAK = " | "
"""What the readers of documents put between the cells of a row."""

_APART = "\n\n"
_CHUNK = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_ITEM = re.compile(rf"( *)(-|{LINK_MARK}|\d{{1,6}}[.)]) (?=[^\s|])")  # a row may begin with an empty cell
_KEPT_SPACE = re.compile(r"^ {2,}\S|\S {3,}\S|\t", re.MULTILINE)


@dataclass(slots=True)
class _Run:
    """Passages with nothing but white space between them, as one text; ``heads`` are rows known as column names."""

    start: int
    headings: tuple[tuple[int, str], ...]
    text: str = ""
    pages: list[tuple[int, int | None]] = field(default_factory=list[tuple[int, int | None]])
    heads: set[str] = field(default_factory=set[str])

    def add(self, passage: Passage, filler: str) -> None:
        self.text += filler
        self.pages.append((len(self.text), passage.page))
        self.text += passage.text
        self.heads.update(line for line in passage.context.split("\n")[1:] if CELL_BREAK in line)

    def page_at(self, place: int) -> int | None:
        return next((page for start, page in reversed(self.pages) if start <= place), None)


def laid_out(passages: Sequence[Passage], *, before: Passage | None = None) -> tuple[LaidBlock, ...]:
    """The blocks of a document, or of a stretch of it.

    Args:
        passages: neighbours in their document, in reading order.
        before: the passage that the stretch goes on from; without it the stretch begins with all headings above it.
    """
    return tuple(block for run in _runs(passages, before) for block in (*_headings(run), *_blocks(run)))


def _runs(passages: Sequence[Passage], before: Passage | None) -> Iterator[_Run]:
    run: _Run | None = None
    for passage in passages:
        headings = _headings_between(before, passage)
        room = passage.start - before.end if before is not None else 0
        turned = before is not None and before.page != passage.page
        if run is None or headings or turned:
            if run is not None:
                yield run
            run = _Run(passage.start, headings)
            room = 0
        run.add(passage, _filler(run.text, passage.text, room))
        before = passage
    if run is not None:
        yield run


def _headings_between(before: Passage | None, after: Passage) -> tuple[tuple[int, str], ...]:
    """The headings that stand in the gap before a passage, with their levels, outermost first."""
    path = tuple(enumerate(after.heading, 1))
    if before is None:
        return path if after.start or path else ()
    room = after.start - before.end
    for count in range(1, len(path) + 1):
        if room == len(_APART) + sum(len(text) + len(_APART) for _, text in path[-count:]):
            return path[-count:]
    shared = 0
    while shared < min(len(path), len(before.heading)) and before.heading[shared] == after.heading[shared]:
        shared += 1
    return path[shared:]


def _filler(text: str, after: str, room: int) -> str:
    """The white space of a gap: a new line where a list or table goes on, an indent before a nested item."""
    if room <= 0:
        return ""
    line = text[text.rfind("\n") + 1 :]
    rows = CELL_BREAK in line and CELL_BREAK in after.partition("\n")[0]
    if room == 1:
        return "\n" if rows or _ITEM.match(after) else " "
    if room % 2 and _ITEM.match(after):
        return "\n" + " " * (room - 1)
    return _APART + " " * (room - len(_APART))


def _headings(run: _Run) -> Iterator[LaidBlock]:
    page = run.page_at(0)
    for level, text in run.headings:
        yield LaidBlock(kind=BlockKind.HEADING, text=text, start=None, level=level, page=page)


def _blocks(run: _Run) -> Iterator[LaidBlock]:
    code: list[tuple[int, int]] = []
    for chunk in _CHUNK.finditer(run.text):
        start, end = chunk.span()
        if _KEPT_SPACE.search(chunk.group()) and not _ITEM.match(chunk.group()):
            code = [(code[0][0] if code else start, end)]  # empty lines within code are part of it
            continue
        yield from _code(run, code)
        code = []
        yield from _of_chunk(run, start, chunk.group())
    yield from _code(run, code)


def _code(run: _Run, spans: Sequence[tuple[int, int]]) -> Iterator[LaidBlock]:
    for start, end in spans:
        yield _block(run, BlockKind.CODE, start, run.text[start:end])


def _of_chunk(run: _Run, start: int, text: str) -> Iterator[LaidBlock]:
    """What stands between two empty lines: a list, a table, or one paragraph."""
    lines = text.split("\n")
    if len(lines) > 1 and _are_rows(lines) and not all(_ITEM.match(line) for line in lines):
        yield from _rows(run, start, lines)
    elif _ITEM.match(text):
        yield from _items(run, start, lines)
    else:
        yield _block(run, BlockKind.PARAGRAPH, start, text)


def _are_rows(lines: Sequence[str]) -> bool:
    widths = {line.count(CELL_BREAK) for line in lines}
    return len(widths) == 1 and 0 not in widths


def _items(run: _Run, start: int, lines: Sequence[str]) -> Iterator[LaidBlock]:
    """The items of a list; a line without a mark goes on with the item above it."""
    place = start
    open_item: tuple[int, re.Match[str], list[str]] | None = None
    for line in lines:
        mark = _ITEM.match(line)
        if mark is not None:
            yield from _item(run, open_item)
            open_item = (place + mark.end(), mark, [line[mark.end() :]])
        elif open_item is not None:
            open_item[2].append(line)
        place += len(line) + 1
    yield from _item(run, open_item)


def _item(run: _Run, item: tuple[int, re.Match[str], list[str]] | None) -> Iterator[LaidBlock]:
    if item is not None:
        start, mark, lines = item
        level = len(mark.group(1)) // 2 + 1
        yield _block(run, BlockKind.LIST_ITEM, start, "\n".join(lines), level=level, marker=mark.group(2))


def _rows(run: _Run, start: int, lines: Sequence[str]) -> Iterator[LaidBlock]:
    place = start
    for number, line in enumerate(lines):
        first = number == 0
        named = first and (line in run.heads or line.endswith(HEAD_MARK))
        row = line.removesuffix(HEAD_MARK) if named else line
        yield _block(run, BlockKind.TABLE_ROW, place, row, opens_table=first, names_columns=named)
        place += len(line) + 1


def _block(
    run: _Run,
    kind: BlockKind,
    place: int,
    text: str,
    *,
    level: int = 0,
    marker: str = "",
    opens_table: bool = False,
    names_columns: bool = False,
) -> LaidBlock:
    return LaidBlock(
        kind=kind,
        text=text,
        start=run.start + place,
        level=level,
        marker=marker,
        page=run.page_at(place),
        opens_table=opens_table,
        names_columns=names_columns,
    )
