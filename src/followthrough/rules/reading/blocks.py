"""A passage as the blocks that a person would want to read: a paragraph, a list with its lead-in, rows of a table.

What is longer than a screenful is cut at its units, so that a block is always short enough to be read against a
question and to be shown.

Invariant: a block's units are in the passage's order and stand side by side, and every unit is in one block; a
sentence that stands alone before what it announces is no block of its own, but the lead of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.units import CELL_BREAK, Unit, units_of, words_of_unit

_MOST_WORDS = 80  # of a block: half a passage, and what a reader of one can take in at a glance
_MOST_WORDS_OF_ROWS = 25  # without the columns' names: which row is meant is told by a few words
_FEW_WORDS = 40  # a paragraph up to this long is read with its neighbour
_LEAD_WORDS = 40  # a sentence before a list that is longer than this does more than lead in to it
_PROSE = ExtractKind.SENTENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Neighbouring units of a passage that are read and shown together.

    Attributes:
        passage: where they stand.
        units: at least one, in reading order.
        lead: the sentence that announces the list or table they are of; None where none does.
        is_whole: it is not a part of something longer.
    """

    passage: Passage
    units: tuple[Unit, ...]
    lead: Unit | None = None
    is_whole: bool = True

    @property
    def text(self) -> str:
        """Its words as they stand, each unit on its own line; rows with their columns' names; without the lead-in."""
        return "\n".join(words_of_unit(self.passage, unit) for unit in self.units)

    @property
    def lead_text(self) -> str:
        """The words of the lead-in, empty without one."""
        return "" if self.lead is None else words_of_unit(self.passage, self.lead)

    @property
    def words(self) -> int:
        """How much there is to read with the lead-in; the names of columns, which every row repeats, do not count."""
        return _total(self.passage, (*((self.lead,) if self.lead else ()), *self.units))


def blocks_of(passage: Passage, pack: Pack) -> list[Block]:
    """The passage's blocks in reading order; none for a passage without units."""
    blocks: list[Block] = []
    groups = list(_groups(units_of(passage, pack), passage))
    for place, group in enumerate(groups):
        lead = _lead_of(groups, place, passage)
        if lead is None and len(group) == 1 and _lead_of(groups, place + 1, passage) is group[0]:
            continue
        runs = list(_cut(passage, group))
        blocks += [Block(passage=passage, units=tuple(run), lead=lead, is_whole=len(runs) == 1) for run in runs]
    return blocks


def _is_run_before(block: Block, other: Block) -> bool:
    """Whether both are runs of one thing, and the first stands before the second."""
    is_same = block.passage.id == other.passage.id and block.units[0].block == other.units[0].block
    return is_same and not block.is_whole and block.units[0].start < other.units[0].start


def _goes_on_with(block: Block, other: Block) -> bool:
    """Whether nothing stands between the two: who reads the second first misses what it goes on from."""
    if block.passage.id != other.passage.id:
        return False
    between = block.passage.text[block.units[-1].end : (other.lead or other.units[0]).start]
    return block.units[-1].end <= other.units[0].start and not between.strip(" \t\r\n-*#>")


def in_order(blocks: Sequence[Block], *, neighbours: bool) -> list[Block]:
    """The blocks, runs that one list or paragraph was cut into in their order where the first of them stood.

    ``neighbours``: so are blocks of which one goes on from the other.
    """
    ordered: list[Block] = []
    for block in blocks:
        place = next((n for n, other in enumerate(ordered) if _reads_before(block, other, neighbours)), len(ordered))
        ordered.insert(place, block)
    return ordered


def _reads_before(block: Block, other: Block, neighbours: bool) -> bool:
    return _is_run_before(block, other) or (neighbours and _goes_on_with(block, other))


def without_gaps(blocks: Sequence[Block], pack: Pack, *, most_rows: int) -> list[Block]:
    """The blocks, and what their lists and tables lack between and beside them.

    Of a list the runs between two of its runs: steps 1, 2 and 5 are nobody's answer. Of a table of at most
    ``most_rows`` rows all runs as one block: which of its rows are asked for is seen among all of them.
    """
    found: list[Block] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        whole = _whole_table(block, pack, most_rows)
        if not any(whole.units == other.units and whole.passage.id == other.passage.id for other in found):
            found += [whole, *_between(block, after, pack)]
    return found


def _whole_table(block: Block, pack: Pack, most_rows: int) -> Block:
    if block.is_whole or block.units[0].kind is not ExtractKind.ROW:
        return block
    runs = [one for one in blocks_of(block.passage, pack) if one.units[0].block == block.units[0].block]
    rows = tuple(unit for run in runs for unit in run.units)
    return replace(block, units=rows, is_whole=True) if len(rows) <= most_rows else block


def _between(block: Block, after: Block | None, pack: Pack) -> list[Block]:
    if after is None or block.units[0].kind not in _LISTS or not _is_run_before(block, after):
        return []
    return [
        one for one in blocks_of(block.passage, pack) if _is_run_before(block, one) and _is_run_before(one, after)
    ]


_LISTS = (ExtractKind.STEP, ExtractKind.ITEM)


def _lead_of(groups: Sequence[Sequence[Unit]], place: int, passage: Passage) -> Unit | None:
    """The sentence that leads in to the list or table at this place; None where there is none."""
    if not 0 < place < len(groups) or groups[place][0].kind is _PROSE:
        return None
    before = groups[place - 1][-1]
    return before if before.kind is _PROSE and _length(passage, before) <= _LEAD_WORDS else None


def _groups(units: Sequence[Unit], passage: Passage) -> Iterator[list[Unit]]:
    """Units that belong together: those of one list or table; short paragraphs with their neighbours."""
    waiting: list[Unit] = []
    for _, same in groupby(units, key=lambda unit: unit.block):
        group = list(same)
        is_short = group[0].kind is _PROSE and _total(passage, [*waiting, *group]) <= _FEW_WORDS
        if waiting and not is_short:
            yield waiting
            waiting = []
        if is_short:
            waiting += group
        else:
            yield group
    if waiting:
        yield waiting


def _cut(passage: Passage, group: list[Unit]) -> Iterator[list[Unit]]:
    """The group in runs of about the same length, none much longer than a block may be unless one unit is."""
    total = _total(passage, group)
    bound = _MOST_WORDS_OF_ROWS if group[0].kind is ExtractKind.ROW else _MOST_WORDS
    most = total / -(-total // bound) if total > bound else bound
    run: list[Unit] = []
    have = 0
    for unit in group:
        length = _length(passage, unit)
        if run and have + length / 2 > most:
            yield run
            run, have = [], 0
        run.append(unit)
        have += length
    if run:
        yield run


def _total(passage: Passage, units: Sequence[Unit]) -> int:
    return sum(_length(passage, unit) for unit in units)


def _length(passage: Passage, unit: Unit) -> int:
    return len(passage.text[unit.body : unit.end].replace(CELL_BREAK, " ").split())
