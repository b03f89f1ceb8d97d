"""A parsed document cut into passages: at its structure, within the embedder's window.

Headings and page turns always cut. Between them neighbouring blocks are packed up to ``passage_max_tokens``; where
a cut is needed, the strongest boundary in the second half of the budget is taken: a paragraph before a list item,
an item before a row, and never right after "as follows:" or a table's header. A list or table that fits into a
passage with what announces it is not parted, nor a paragraph, unless less than a quarter of the budget is used.

Invariants: ``passage.text == document.text[start:end]``; passages are in order and don't overlap; what they leave
out is white space and headings, and every heading that has a body stands in the heading path of that body.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from followthrough.domain.documents import Block, BlockKind, ParsedDocument, PassageCut
from followthrough.rules.cutting.runs import Placed, Standing, stand
from followthrough.rules.cutting.splitting import CountTokens, Piece, count_all, fit, trim
from followthrough.tuning import Tuning

CUTTER_VERSION = 2
"""Raised whenever the same document would be cut differently; stored documents are then cut again."""

DEFAULT_LANGUAGE = "en"
_PATH_JOINT = " > "
_WEAK = 1  # a cut that parts what belongs together: a sentence from its paragraph, an item from its short list
_STRENGTH = {
    BlockKind.HEADING: 5,
    BlockKind.PARAGRAPH: 4,
    BlockKind.CODE: 4,
    BlockKind.LIST_ITEM: 3,
    BlockKind.TABLE_ROW: 2,
}


@dataclass(frozen=True, slots=True)
class _Section:
    """What stands over a block: its headings, outermost first, and its page.

    ``number`` counts headings from the beginning: two sections may be named alike.
    """

    number: int
    heading: tuple[str, ...]
    page: int | None


@dataclass(frozen=True, slots=True)
class _Unit:
    """The smallest thing that is never cut again, with how well the place before it takes a cut."""

    piece: Piece
    section: _Section
    under: str
    strength: int


def cut_passages(
    document: ParsedDocument, *, title: str, count: CountTokens, window: int, tuning: Tuning
) -> tuple[PassageCut, ...]:
    """Cuts a document.

    Args:
        document: what a reader found.
        title: the document's title, put into every passage's context.
        count: the embedder's token count; called a few times with many texts, never once a block.
        window: the embedder's window in tokens, its special tokens included.
        tuning: the budgets.
    """
    room = window - 2 - tuning.context_max_tokens
    budget = max(1, min(tuning.passage_max_tokens, room))
    units = _units(document, budget=budget, count=count)
    contexts = _Contexts(units, title=title, count=count, tuning=tuning)
    cuts: list[PassageCut] = []
    doubtful: list[bool] = []
    for _, run in groupby(units, key=lambda unit: unit.section):
        for group in _pack(list(run), budget=budget, least=tuning.passage_min_tokens, contexts=contexts):
            cuts.append(_cut(document.text, group, contexts))
            doubtful.append(_most_tokens(group) > budget)
    return _within(cuts, doubtful, budget=budget, count=count)


def _units(document: ParsedDocument, *, budget: int, count: CountTokens) -> list[_Unit]:
    """The document's blocks in order, large ones in pieces; headings only where no body carries them."""
    placed = list(_placed(document))
    language = document.metadata.language or DEFAULT_LANGUAGE
    spans = [trim(document.text, block.start, block.end) for block, _ in placed]
    fitted = fit(document.text, spans, budget=budget, language=language, count=count)
    sized = [
        Placed(block, section.number, sum(piece.tokens for piece in pieces))
        for (block, section), pieces in zip(placed, fitted, strict=True)
    ]
    standings = stand(document.text, sized, budget)
    units: list[_Unit] = []
    above: Block | None = None
    for (block, section), pieces, standing in zip(placed, fitted, standings, strict=True):
        for place, piece in enumerate(pieces):
            before = _last_character(document.text, piece.start)
            strength = _inner_strength(before) if place else _strength(block, above, before, standing)
            units.append(_Unit(piece, section, standing.under, strength))
        above = block
    return units


def _last_character(text: str, place: int) -> str:
    """The last character before ``place`` that is no white space; empty at the beginning."""
    while place > 0 and text[place - 1].isspace():
        place -= 1
    return text[place - 1 : place]


def _placed(document: ParsedDocument) -> Iterator[tuple[Block, _Section]]:
    """Blocks with what stands over them. A heading is passed on itself only when nothing stands under it."""
    stack: list[tuple[int, str]] = []
    bare: tuple[Block, _Section] | None = None
    number = 0
    for block in document.blocks:
        if not document.text[block.start : block.end].strip():
            continue
        if block.outside:
            if bare is not None:
                yield bare
                bare = None
            while stack and stack[-1][0] >= block.outside:
                stack.pop()
            number += 1
        if block.kind is not BlockKind.HEADING:
            bare = None
            yield block, _Section(number, tuple(text for _, text in stack), block.page)
            continue
        if bare is not None and block.level <= bare[0].level:
            yield bare
        while stack and stack[-1][0] >= block.level:
            stack.pop()
        number += 1
        bare = (block, _Section(-number, tuple(text for _, text in stack), block.page))
        stack.append((block.level, " ".join(document.text[block.start : block.end].split())))
    if bare is not None:
        yield bare


def _strength(block: Block, above: Block | None, before: str, standing: Standing) -> int:
    """How well a cut before this block reads; 0 keeps it with what announces it.

    A table's first row is its header: it says no header of its own.
    """
    is_row = block.kind is BlockKind.TABLE_ROW
    if before == ":" or (is_row and block.table_header and above and _is_table_head(above)):
        return 0
    if standing.begins or standing.whole or standing.labelled:
        return _WEAK
    if block.kind is BlockKind.LIST_ITEM and block.level > 1:
        return 2
    return 4 if is_row and not block.table_header else _STRENGTH[block.kind]


def _is_table_head(block: Block) -> bool:
    return block.kind is BlockKind.TABLE_ROW and not block.table_header


def _inner_strength(before: str) -> int:
    """How well a cut inside a block reads: weak after a sentence, 0 elsewhere."""
    return _WEAK if before in set(".!?…。！？") else 0


class _Contexts:
    """Context lines, each part counted once for the whole document."""

    def __init__(self, units: Sequence[_Unit], *, title: str, count: CountTokens, tuning: Tuning) -> None:
        self._title = " ".join(title.split())
        self._budget = tuning.context_max_tokens
        self._count = count
        parts = {self._title} | {u.under for u in units} | {h for u in units for h in u.section.heading}
        ordered = sorted(parts - {""})
        self._tokens = dict(zip(ordered, count_all(ordered, count), strict=True))
        self._paths: dict[tuple[str, ...], str] = {}
        self._headers: dict[str, str] = {}

    def of(self, unit: _Unit) -> str:
        """Title and headings on one line; then the table's header, for a passage that begins under it."""
        path, header = self._path(unit.section.heading), self._header(unit.under)
        return "\n".join(line for line in (path, header) if line)

    def header_tokens(self, unit: _Unit) -> int:
        """What the table's header takes from the budget of a passage that begins with this unit."""
        return min(self._tokens.get(unit.under, 0), self._budget)

    def _path(self, heading: tuple[str, ...]) -> str:
        if heading not in self._paths:
            parts = [self._title, *heading]
            parts = [p for i, p in enumerate(parts) if p and p.casefold() not in {q.casefold() for q in parts[:i]}]
            while len(parts) > 2 and self._cost(parts) > self._budget:
                del parts[1]  # the middle of the path says least
            if len(parts) == 2 and self._cost(parts) > self._budget:
                del parts[0]
            self._paths[heading] = self._shortened(_PATH_JOINT.join(parts), self._cost(parts))
        return self._paths[heading]

    def _header(self, header: str) -> str:
        if header and header not in self._headers:
            self._headers[header] = self._shortened(header, self._tokens[header])
        return self._headers.get(header, "")

    def _cost(self, parts: Sequence[str]) -> int:
        return sum(self._tokens[p] for p in parts) + len(parts) - 1 if parts else 0

    def _shortened(self, text: str, tokens: int) -> str:
        """The first words of ``text`` that fit the budget."""
        if tokens <= self._budget:
            return text
        kept: list[str] = []
        left = self._budget
        words = text.split()[: self._budget]
        for word, cost in zip(words, self._count(words), strict=True):
            left -= cost
            if left < 0:
                break
            kept.append(word)
        return " ".join(kept)


def _pack(units: list[_Unit], *, budget: int, least: int, contexts: _Contexts) -> Iterator[list[_Unit]]:
    """Units of one section in groups within the budget; a last group below ``least`` takes from the one before."""
    groups: list[list[_Unit]] = []
    first = 0
    while first < len(units):
        end = _end_of_group(units, first, budget - contexts.header_tokens(units[first]))
        groups.append(units[first:end])
        first = end
    if len(groups) > 1 and _tokens(groups[-1]) < least:
        whole = groups[-2] + groups[-1]
        if (cut := _even_cut(whole, budget, least)) is not None:
            groups[-2:] = [whole[:cut], whole[cut:]]
    yield from groups


def _end_of_group(units: list[_Unit], first: int, budget: int) -> int:
    """Where the group that begins at ``first`` ends: the strongest boundary, one in its second half if there is."""
    total = units[first].piece.tokens
    best, best_worth = first + 1, (False, False, False, 0)
    for place in range(first + 1, len(units)):
        strength = units[place].strength
        far = total * 4 >= budget
        worth = (strength > 0 and far, strength > _WEAK and far, total * 2 >= budget, strength)
        if worth >= best_worth:
            best, best_worth = place, worth
        total += units[place].piece.tokens
        if total > budget:
            return best
    return len(units)


def _even_cut(units: list[_Unit], budget: int, least: int) -> int | None:
    """The last place that leaves at least ``least`` tokens behind it; None when no place leaves both sides whole."""
    tail = 0
    for place in range(len(units) - 1, 0, -1):
        tail += units[place].piece.tokens
        if tail > budget:
            return None
        if tail >= least and units[place].strength > 0:
            return place
    return None


def _tokens(units: Sequence[_Unit]) -> int:
    return sum(u.piece.tokens for u in units)


def _most_tokens(group: Sequence[_Unit]) -> int:
    """What a tokenizer makes of the group at most: its units, and every character of white space between them."""
    gaps = sum(max(1, after.piece.start - before.piece.end) for before, after in pairwise(group))
    return _tokens(group) + gaps


def _cut(text: str, group: list[_Unit], contexts: _Contexts) -> PassageCut:
    start, end = group[0].piece.start, group[-1].piece.end
    return PassageCut(
        text=text[start:end],
        start=start,
        end=end,
        heading=group[0].section.heading,
        page=group[0].section.page,
        context=contexts.of(group[0]),
    )


def _within(
    cuts: list[PassageCut], doubtful: list[bool], *, budget: int, count: CountTokens
) -> tuple[PassageCut, ...]:
    """The cuts, those halved that a tokenizer makes longer than the sum of their parts."""
    counts = iter(count_all([cut.text for cut, doubt in zip(cuts, doubtful, strict=True) if doubt], count))
    too_long = [doubt and next(counts) > budget for doubt in doubtful]
    if not any(too_long):
        return tuple(cuts)
    halves = [_halves(cut, long) for cut, long in zip(cuts, too_long, strict=True)]
    parts = [part for some in halves for part in some]
    if len(parts) == len(cuts):
        return tuple(parts)
    again = [long for some, long in zip(halves, too_long, strict=True) for _ in some]
    return _within(parts, again, budget=budget, count=count)


def _halves(cut: PassageCut, too_long: bool) -> list[PassageCut]:
    """Two halves at the white space nearest to the middle; one character can't be halved."""
    if not too_long or len(cut.text) < 2:
        return [cut]
    middle = len(cut.text) // 2
    before, after = cut.text.rfind(" ", 1, middle + 1), cut.text.find(" ", middle)
    near = [p for p in (before, after) if 0 < p < len(cut.text) - 1]
    place = min(near, key=lambda p: abs(p - middle)) if near else middle
    spans = (trim(cut.text, 0, place), trim(cut.text, place, len(cut.text)))
    return [
        PassageCut(
            text=cut.text[a:b],
            start=cut.start + a,
            end=cut.start + b,
            heading=cut.heading,
            page=cut.page,
            context=cut.context,
        )
        for a, b in spans
        if a < b
    ]
