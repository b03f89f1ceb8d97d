"""A passage as the units an answer is made of: sentences, list items and table rows, with what they stand under.

Invariant: a unit's span is a slice of the passage's text without outer white space, but for the indent of a line
within code; units are in order and don't overlap; a table's header row, an empty line, mere links with what announces
them and an order to whoever answers are no units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from followthrough.domain.documents import CODE_INDENT, HEAD_MARK, LINK_MARK, Passage
from followthrough.domain.outcome import Extract, ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.orders import given_orders
from followthrough.rules.language.sentences import sentence_spans

CELL_BREAK = " | "
_MARKER = re.compile(rf"[ \t]*(?:[-*•–·{LINK_MARK}]|\(?(?:\d{{1,3}}|[a-z])[.)])[ \t]+")
_ORDERED = re.compile(r"[ \t]*\(?(?:\d{1,3}|[a-z])[.)]")
_LABEL = re.compile(r"[A-Z]\d{0,2}:[ \t]+(?=\S)")  # "Q: ", "A1: "
_BEGINS_IN_CODE = re.compile(rf"[^\s].*\n{CODE_INDENT}")  # a passage begins without its white space
_HEADER_CELL_CHARS = 60
_VALUE = re.compile(r"\S*\d\S*|[^\w\s]\s?\d.*|.*:")  # an amount, a code, a date; or what names one: "Contact:"
_NO_VALUE = "-"
_CODE_LINE = re.compile(r"[{}=<>;\\]|^\s{2,}\S|^[#/$]|\]\$ |\w\(|(?:^|\s)--?\w")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a passage.

    Attributes:
        kind: what it is; a step is an item of a numbered list.
        start: first character in the passage's text, behind the letter that says question or answer.
        end: one past its last character.
        body: where its words begin, behind a list marker.
        block: number of the paragraph, list or table it is in, from 0 within the passage.
        header: a row's column names, joined as the row is; empty elsewhere or where they are not known.
    """

    kind: ExtractKind
    start: int
    end: int
    body: int
    block: int
    header: str = ""


def units_of(passage: Passage, pack: Pack) -> list[Unit]:
    """The passage's units in reading order."""
    return list(_cut(passage.text, _known_header(passage), SamePack(pack)))


class SamePack:
    """A pack that is compared by being the same one: a pack is loaded once, and hashing all of it is slow."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def __hash__(self) -> int:
        return id(self.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SamePack) and self.pack is other.pack


@lru_cache(maxsize=1_024)
def _cut(text: str, known_header: str, same: SamePack) -> tuple[Unit, ...]:
    """The units of a text. A turn cuts each passage several times, and a conversation comes back to its passages."""
    pack = same.pack
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\n]+", text) if m.group().strip()]
    units: list[Unit] = []
    block = 0
    place = 0
    while place < len(lines):
        kind = _kind_at(text, lines[place])
        end = place + 1
        while end < len(lines) and _runs_on(text, lines[end - 1], lines[end], kind):
            end += 1
        run = lines[place:end]
        header = known_header if place == 0 else ""
        found = list(_units(text, run, block, kind, header=header, pack=pack))
        units = [*(units if found else _without_lead(units, block, text)), *found]
        block += 1
        place = end
    orders = given_orders([text[unit.start : unit.end] for unit in units], pack)
    return tuple(unit for at, unit in enumerate(units) if at not in orders)


def _without_lead(units: list[Unit], block: int, text: str) -> list[Unit]:
    """The units before a block of nothing, without the sentence that announced it."""
    is_lead = bool(units) and units[-1].block == block - 1 and text[units[-1].end - 1] == ":"
    return units[:-1] if is_lead else units


def _units(
    text: str, run: list[tuple[int, int]], block: int, kind: ExtractKind, *, header: str, pack: Pack
) -> Iterator[Unit]:
    """The units of lines of one kind."""
    match kind:
        case ExtractKind.ROW:
            return _rows(text, run, block, header)
        case ExtractKind.SENTENCE:
            return _prose(text, run, block, pack)
        case ExtractKind.CODE:
            return (_line_of_code(text, line, block) for line in run)
        case _:
            return _items(text, run, block)


def cells(row: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in row.split(CELL_BREAK)]


def cell_spans(text: str, unit: Unit) -> list[tuple[int, int]]:
    """Where the row's cells stand in the text, in order."""
    spans: list[tuple[int, int]] = []
    begin = unit.start
    for cell in text[unit.start : unit.end].split(CELL_BREAK):
        spans.append((begin, begin + len(cell)))
        begin += len(cell) + len(CELL_BREAK)
    return spans


def row_in_words(row: str, header: str) -> str:
    """A row that can be read by itself: each cell with its column's name, without the cells that say nothing."""
    values = cells(row)
    names = cells(header) if header else []
    if len(names) != len(values):
        return CELL_BREAK.join(values).replace(f":{CELL_BREAK}", ": ")  # an empty one too: no name tells the others
    told = ((name, value) for name, value in zip(names, values, strict=True) if value != _NO_VALUE)
    return "; ".join(value if name == _NO_VALUE else f"{name.removesuffix(':')}: {value}" for name, value in told)


def words_of_unit(passage: Passage, unit: Unit) -> str:
    """A unit's words on one line, behind its list mark; a row's cells with their columns' names."""
    if unit.kind is ExtractKind.ROW:
        return row_in_words(passage.text[unit.start : unit.end], unit.header)
    return " ".join(passage.text[unit.body : unit.end].split())


def extract_of(passage: Passage, unit: Unit, *, superseded: bool = False) -> Extract:
    """A unit as it is shown; ``superseded``: a newer document replaces its passage."""
    return Extract(
        text=words_of_unit(passage, unit),
        passage=passage,
        quote=passage.text[unit.start : unit.end],
        start=passage.start + unit.start,
        end=passage.start + unit.end,
        kind=unit.kind,
        superseded=superseded,
    )


def _prose(text: str, run: list[tuple[int, int]], block: int, pack: Pack) -> Iterator[Unit]:
    """Each sentence behind its label, or each line of what is code."""
    if len(run) > 1 and _is_code([text[slice(*line)] for line in run]):
        for start, end in (_trimmed(text, *line) for line in run):
            yield Unit(ExtractKind.CODE, start, end, start, block)
        return
    first, last = run[0][0], run[-1][1]
    for start, end in sentence_spans(text[first:last], pack):
        label = _LABEL.match(text, first + start, first + end)
        begin = label.end() if label else first + start
        yield Unit(ExtractKind.SENTENCE, begin, first + end, begin, block)


def _is_code(lines: Sequence[str]) -> bool:
    """Whether lines are of a listing, a prompt or a setting, and not of prose: most look so."""
    return 2 * sum(bool(_CODE_LINE.search(line)) for line in lines) > len(lines)


def _line_of_code(text: str, line: tuple[int, int], block: int) -> Unit:
    start = line[0] + len(CODE_INDENT) * text.startswith(CODE_INDENT, line[0])
    end = _trimmed(text, *line)[1]
    return Unit(ExtractKind.CODE, start, end, start, block)


def _kind_at(text: str, line: tuple[int, int]) -> ExtractKind:
    begins_in_code = line[0] == 0 and _BEGINS_IN_CODE.match(text) and not _MARKER.match(text)
    return ExtractKind.CODE if begins_in_code else _line_kind(text[slice(*line)])


def _line_kind(line: str) -> ExtractKind:
    if line.startswith(CODE_INDENT) and not _MARKER.match(line):  # a deeper item of a list may be indented so too
        return ExtractKind.CODE
    if CELL_BREAK in line:
        return ExtractKind.ROW
    if _MARKER.match(line):
        return ExtractKind.STEP if _ORDERED.match(line) else ExtractKind.ITEM
    return ExtractKind.SENTENCE


def _runs_on(text: str, before: tuple[int, int], line: tuple[int, int], kind: ExtractKind) -> bool:
    """Whether a line belongs to the block that the lines before it make; empty lines may stand within code."""
    here, is_apart = _line_kind(text[slice(*line)]), text.count("\n", before[1], line[0]) > 1
    if is_apart or kind is ExtractKind.CODE:
        return kind is ExtractKind.CODE and (here is kind or text.startswith(CODE_INDENT, line[0]) > is_apart)
    if kind in (ExtractKind.ITEM, ExtractKind.STEP):  # nested items, and lines that go on with an item
        return here is not ExtractKind.ROW
    return here is kind


def _known_header(passage: Passage) -> str:
    """The column names that the cutter put into the context of a passage that begins inside a table."""
    lines = passage.context.split("\n")
    return lines[-1] if len(lines) > 1 and CELL_BREAK in lines[-1] else ""


def _rows(text: str, run: list[tuple[int, int]], block: int, header: str) -> Iterator[Unit]:
    first, row = 0, text[slice(*run[0])]
    if not header and (row.endswith(HEAD_MARK) or (len(run) > 1 and _names_columns(row))):
        header, first = row.strip(), 1
    for start, end in run[first:]:
        a, b = _trimmed(text, start, end)
        yield Unit(ExtractKind.ROW, a, b, a, block, header)


def _names_columns(row: str) -> bool:
    """Whether a first row reads as column names: short, all different, none of them a value."""
    names = cells(row)
    return len(set(names)) == len(names) and all(
        len(name) <= _HEADER_CELL_CHARS
        and name != _NO_VALUE
        and not name.endswith(":")
        and not _VALUE.fullmatch(name)
        for name in names
    )


def _items(text: str, run: list[tuple[int, int]], block: int) -> Iterator[Unit]:
    """Each marked line with the unmarked lines that follow it."""
    starts = [i for i, line in enumerate(run) if _MARKER.match(text[slice(*line)])]
    for here, after in zip(starts, [*starts[1:], len(run)], strict=True):
        start, end = _trimmed(text, run[here][0], run[after - 1][1])
        if text.startswith(LINK_MARK, start):
            continue
        marker = _MARKER.match(text, run[here][0])
        kind = ExtractKind.STEP if _ORDERED.match(text[start:end]) else ExtractKind.ITEM
        yield Unit(kind, start, end, marker.end() if marker else start, block)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip())
