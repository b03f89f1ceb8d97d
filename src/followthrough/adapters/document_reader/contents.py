"""A table of contents is no part of a text: its lines are its headings again, and a page number answers nothing.

A price list looks the same ("Coffee ..... 3"), so a line is left out only where what it names stands as a heading
further down, in the same order and with numbers that never fall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from followthrough.domain.documents import Block, BlockKind

_LEADER = r"(?:[ \t]{0,3}[.·…_]){3,300}"
_ENTRY = re.compile(rf"(?P<name>[^\n]{{1,200}}?)(?P<leader>{_LEADER})?[ \t]+(?P<page>\d{{1,4}})(?=[ \n]|$)[ \n]*")
_NUMBER = re.compile(r"^(?:[-*•]|(?:\d{1,3}|[A-Za-z])(?:\.\d{1,3})*[.)]?)\s+")
_HEADING_CHARS = 120
_FEWEST = {True: 2, False: 3}  # entries, with and without leaders: three in their order are no chance


def without_contents(parts: Sequence[str], blocks: Sequence[Block]) -> tuple[str, tuple[Block, ...]]:
    """The text and its blocks without tables of contents.

    Args:
        parts: for each block what separates it from the one before, and its text.
        blocks: as they stand in the joined parts.
    """
    texts = parts[1::2]
    left_out = set(_contents(texts, blocks))
    if not left_out:
        return "".join(parts), tuple(blocks)
    text, kept = "", list[Block]()
    for place, (block, lead) in enumerate(zip(blocks, parts[::2], strict=True)):
        if place in left_out:
            continue
        text += lead if kept else ""
        kept.append(replace(block, start=len(text), end=len(text) + len(texts[place])))
        text += texts[place]
    return text, tuple(kept)


def _contents(texts: Sequence[str], blocks: Sequence[Block]) -> Iterator[int]:
    """The places of blocks that are lines of a table of contents."""
    entries = [_entries(text, block) for text, block in zip(texts, blocks, strict=True)]
    if not any(entries):
        return
    told = zip(texts, blocks, entries, strict=True)
    firsts = ((text.partition("\n")[0], n, block) for n, (text, block, own) in enumerate(told) if not own)
    headings = {_bare(first): n for first, n, block in firsts if _may_head(first, block)}
    for is_run, group in groupby(range(len(texts)), key=lambda place: bool(entries[place])):
        run = list(group)
        if is_run and _lead_on([entry for place in run for entry in entries[place]], headings, run[-1]):
            yield from run


def _lead_on(lines: Sequence[tuple[str, bool, int]], headings: Mapping[str, int], end: int) -> bool:
    """Whether lines name headings after them, in their order and with numbers that never fall."""
    places = [place for name, _, _ in lines if (place := headings.get(name, -1)) > end]
    pages = [page for _, _, page in lines]
    fewest = _FEWEST[any(leader for _, leader, _ in lines)]
    return len(places) >= max(fewest, len(lines) / 2) and places == sorted(places) and pages == sorted(pages)


def _entries(text: str, block: Block) -> list[tuple[str, bool, int]]:
    """What each line names, whether dots lead on, and its page; empty where the block has anything else."""
    found: list[tuple[str, bool, int]] = []
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return found
    done = 0
    while done < len(text):
        entry = _ENTRY.match(text, done)
        if entry is None:
            return []
        found.append((_bare(entry["name"]), entry["leader"] is not None, int(entry["page"])))
        done = entry.end()
    return found


def _may_head(text: str, block: Block) -> bool:
    if block.kind is BlockKind.HEADING:
        return True
    return block.kind is BlockKind.PARAGRAPH and len(text) <= _HEADING_CHARS


def _bare(text: str) -> str:
    """A heading without its number, whatever its case."""
    return " ".join(re.findall(r"\w+", _NUMBER.sub("", text.strip()).casefold()))
