"""Lists and tables as wholes: what announces them, and whether one passage can hold them.

A passage that begins inside a list or a table says in its context what it stands under: the table's header, the
sentence that announces the list, the item that a nested one belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from followthrough.domain.documents import Block, BlockKind

_LEAD_CHARS = 240  # a longer sentence announces nothing
_LABEL_CHARS = 80
_SENTENCE = re.compile(r"(?<=[.!?])[ \n]+")
_MARKER = re.compile(r"(?:-|\S{1,4}[.)])\s+")
_RUNS = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a block stands among its neighbours.

    Attributes:
        under: what a passage that begins with it stands under, empty for nothing.
        begins: whether a list, a table or code begins with it right behind a paragraph that may announce it.
        whole: whether it is inside of a list or table that fits into one passage.
        labelled: whether the paragraph before it is a label: short, on one line, no sentence.
    """

    under: str
    begins: bool = False
    whole: bool = False
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with the number of its section and its length in tokens."""

    block: Block
    section: int
    tokens: int


def stand(text: str, placed: Sequence[Placed], budget: int) -> list[Standing]:
    """How each block stands; ``budget`` is what a passage may hold, in tokens."""
    found: list[Standing] = []
    for first, end in _runs(placed):
        before = placed[first - 1] if first else None
        block = placed[first].block
        announced = (
            before is not None
            and before.section == placed[first].section
            and before.block.kind is BlockKind.PARAGRAPH
            and block.kind is not BlockKind.PARAGRAPH
        )
        lead = _lead(text, before.block) if announced and before is not None else ""
        size = sum(one.tokens for one in placed[first:end]) + (before.tokens if announced and before else 0)
        fits = end - first > 1 and size <= budget
        parents: list[Block] = []
        for at in range(first, end):
            begins = at == first
            under = _under(text, placed[at].block, parents, lead)
            labelled = begins and before is not None and _is_label(text, before, placed[at])
            found.append(Standing(under, begins=announced and begins, whole=fits and not begins, labelled=labelled))
    return found


def _runs(placed: Sequence[Placed]) -> Iterator[tuple[int, int]]:
    """Start and end of each list and table; any other block is a run of its own."""
    first = 0
    for at in range(1, len(placed) + 1):
        if at == len(placed) or not _goes_on(placed, at):
            yield first, at
            first = at


def _goes_on(placed: Sequence[Placed], at: int) -> bool:
    here, above = placed[at], placed[at - 1]
    if here.block.kind not in _RUNS or here.block.kind is not above.block.kind or here.section != above.section:
        return False
    names_next = at + 1 < len(placed) and bool(placed[at + 1].block.table_header)
    return not (here.block.kind is BlockKind.TABLE_ROW and not here.block.table_header and names_next)


def _under(text: str, block: Block, parents: list[Block], lead: str) -> str:
    """What a block of a run stands under; ``parents`` are the items above it, outermost first, and grow with it."""
    if block.kind is not BlockKind.LIST_ITEM:
        return block.table_header
    while parents and parents[-1].level >= block.level:
        parents.pop()
    parent = parents[-1] if parents else None
    parents.append(block)
    if parent is None:
        return lead
    line = text[parent.start : parent.end].partition("\n")[0]
    return _MARKER.sub("", line, count=1)[:_LEAD_CHARS]


def _is_label(text: str, before: Placed, here: Placed) -> bool:
    label = text[before.block.start : before.block.end]
    return (
        before.block.kind is BlockKind.PARAGRAPH
        and before.section == here.section
        and len(label) <= _LABEL_CHARS
        and "\n" not in label
        and label[-1:].isalnum()
    )


def _lead(text: str, paragraph: Block) -> str:
    """The sentence that a paragraph ends with, empty where it is too long to announce."""
    sentence = _SENTENCE.split(text[paragraph.start : paragraph.end])[-1]
    return " ".join(sentence.split()) if len(sentence) <= _LEAD_CHARS else ""
