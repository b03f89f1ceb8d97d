"""What was read becomes the answer to a part: what is shown of it, and whether it answers.

A part is answered from a chance on that was fitted on conversations; what must never be answered so is ruled: a name,
code or number of the question that is nowhere in what is shown belongs to something else.

Invariants: the likeliest block is shown whole, those after it only while there is room, and no text twice; in a
library of a few passages what sentences settled by themselves stays where the reader finds its answer there too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.documents import Passage
from followthrough.domain.ids import PassageId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.orders import without_orders
from followthrough.rules.evidence.question import TermKind, read_question
from followthrough.rules.evidence.units import Unit, cells, extract_of, words_of_unit
from followthrough.rules.language.words import Stems, keys_of, phrase_at
from followthrough.rules.reading.blocks import Block, in_order, without_gaps
from followthrough.rules.reading.rows import is_open, key_of, telling_apart
from followthrough.rules.reading.signals import Signal, Weighed
from followthrough.tuning import Tuning

_PAIR = 2  # cells of a row that says one thing of what it begins with
_EXACT = frozenset((TermKind.NAME, TermKind.CODE, TermKind.NUMBER))


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was read for a part.

    Attributes:
        blocks: the likeliest at first look.
        chances: of each that it answers.
        unheard: share of the question's words, by rarity, that nothing which was found has.
        is_alone: no question stood before it.
        hangs: what it asks does not stand in its words: "how long will it take".
        said: the user's own words for the part.
        is_small: the library has so few passages that nearness among them says little; the chances were fitted on
            larger ones.
    """

    blocks: tuple[Weighed, ...]
    chances: tuple[float, ...]
    unheard: float = 0.0
    is_alone: bool = False
    hangs: bool = False
    said: str = ""
    is_small: bool = False


def shown_together(
    blocks: Sequence[Weighed], chances: Sequence[float], tuning: Tuning
) -> list[tuple[Weighed, float]]:
    """The blocks to show with their chances, likeliest first, ties in the order given.

    The likeliest is shown whole. Another stands beside it where its chance is worth its words, of which there are
    about ``tuning.reply_max_words`` together: what is sure is short, and what is unsure shows more places. What the
    first announces comes next, and what stands under the same headings counts for more than as likely elsewhere.
    What only announces something that is not at hand says nothing.
    """
    told = [(b, c) for b, c in zip(blocks, chances, strict=True) if not _only_announces(b, blocks)]
    return _worth_showing([b for b, _ in told], [c for _, c in told], tuning) if told else []


def _worth_showing(
    blocks: Sequence[Weighed], chances: Sequence[float], tuning: Tuning
) -> list[tuple[Weighed, float]]:
    """``shown_together`` for blocks that each say something, at least one."""
    place = max(range(len(blocks)), key=lambda n: chances[n])
    first, least = blocks[place], min(tuning.read_worth, tuning.read_worth_unsure * chances[place])
    weights = [_beside(first, one, chance, tuning) for one, chance in zip(blocks, chances, strict=True)]
    weights[place] = math.inf
    shown: list[tuple[Weighed, float]] = []
    texts: set[str] = set()
    room = tuning.reply_max_words
    for n in sorted(range(len(blocks)), key=lambda n: -weights[n]):
        weighed, chance = blocks[n], chances[n]
        text, length = weighed.block.text, weighed.block.words
        if text in texts or weights[n] < least * max(length, _LEAST_WORDS) / _HUNDRED:
            continue
        if shown and (length > 2 * room or len(shown) == tuning.reply_max_blocks):  # half of it would be too much
            break
        shown.append((weighed, chance))
        texts.add(text)
        room -= length
    return shown


_HUNDRED = 100  # words, for which a chance is measured
_LEAST_WORDS = 20  # that a place of its own costs, however short it is


def _only_announces(one: Weighed, blocks: Sequence[Weighed]) -> bool:
    """Whether it ends with a colon and nothing of what it announces is among the blocks."""
    said = one.block
    if len(said.units) > 1 or not said.text.rstrip().endswith(":"):
        return False
    return not any(_is_below(said, other.block) or other.block.lead in said.units for other in blocks)


def _is_below(one: Block, another: Block) -> bool:
    """Whether the other stands under a heading below the one's: "There are three kinds:", each with its own."""
    mine, theirs = one.passage, another.passage
    above = theirs.heading[: len(theirs.heading) - 1]
    return theirs.heading != () and above == mine.heading and mine.document_id == theirs.document_id


def _beside(first: Weighed, other: Weighed, chance: float, tuning: Tuning) -> float:
    """What the block's chance counts beside the likeliest block."""
    one, another = first.block, other.block
    mine, theirs = one.passage, another.passage
    if another.lead is not None and another.lead == one.units[-1] and mine.id == theirs.id:
        return math.inf
    if one.text.endswith(":") and _is_below(one, another):
        return math.inf
    is_near = mine.document_id == theirs.document_id and mine.heading == theirs.heading
    return chance * tuning.read_same_section if is_near else chance


def _as_place(passage: Passage, pack: Pack) -> Passage:
    return replace(passage, heading=without_orders(passage.heading, pack))


def as_read(part: SubObjective, answer: PartAnswer, read: Read, pack: Pack, tuning: Tuning) -> PartAnswer:
    """The answer to a part after reading.

    Args:
        part: as it is to be answered.
        answer: what single sentences settle, and what they miss.
        read: the blocks with their chances.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    shown = shown_together(read.blocks, read.chances, tuning)
    if not shown or answer.cases:  # cases among which nothing chose: only the user can
        return answer
    chance = _chance_of(shown, read)
    exact = _Exact(part, shown, read, pack, tuning)
    if answer.complete and not exact.lacks_cell and _is_settled(answer, shown, read, exact, tuning, chance=chance):
        return answer
    least = tuning.read_least if read.unheard < tuning.read_hardly_heard else tuning.read_least_unheard
    is_far = exact.lacks_code or (chance < tuning.read_least_far and exact.is_far)
    if not answer.complete and (chance < least or is_far):
        nearest = _as_place(shown[0][0].block.passage, pack) if chance >= tuning.read_near else None
        nothing = replace(answer, extracts=(), coverage=0.0, complete=False, signal=RetrievalSignal.NONE)
        return replace(nothing, nearest=None if is_far else nearest)
    trusted = _is_trusted(answer, read, tuning)
    complete = chance >= _sure(read, answer, shown, tuning) and trusted and not exact.leaves_open
    may_be = trusted and exact.may_be
    return replace(
        answer,
        extracts=_beginning_with(_agreed(answer, shown, read), shown, exact, tuning),
        coverage=round(min(1.0, chance), 4),
        complete=complete,
        missing=() if complete else answer.missing,
        signal=RetrievalSignal.HIGH if complete else RetrievalSignal.LOW,
        likely=may_be and chance >= tuning.read_likely,
        at_hand=may_be and not read.is_small and sum(read.chances) >= tuning.read_at_hand,
    )


def _is_settled(
    answer: PartAnswer,
    shown: Sequence[tuple[Weighed, float]],
    read: Read,
    exact: _Exact,
    tuning: Tuning,
    *,
    chance: float,
) -> bool:
    """Whether what sentences settled stands: it has the asked code, or the few passages that there are say it."""
    first, is_agreed = answer.extracts[0], read.is_small and chance >= tuning.read_agreed_small
    return exact.has_code(first.text) or (is_agreed and _holds(_likeliest(shown, tuning), first))


def _likeliest(shown: Sequence[tuple[Weighed, float]], tuning: Tuning) -> list[tuple[Weighed, float]]:
    """The first block, and those nearly as likely."""
    return [(block, chance) for block, chance in shown if chance >= tuning.read_settled_beside * shown[0][1]]


def _agreed(answer: PartAnswer, shown: Sequence[tuple[Weighed, float]], read: Read) -> list[Extract]:
    """What sentences settled; in a small library only what the reader would show as well."""
    return [one for one in answer.extracts if answer.complete and (not read.is_small or _holds(shown, one))]


def _is_trusted(answer: PartAnswer, read: Read, tuning: Tuning) -> bool:
    """Whether the chance counts: in a small library only where nothing but words kept sentences from answering."""
    return not read.is_small or (bool(answer.missing) and read.unheard < tuning.read_unheard)


def _sure(read: Read, answer: PartAnswer, shown: Sequence[tuple[Weighed, float]], tuning: Tuning) -> float:
    """The chance from which on a part is answered.

    Less will do for a question by itself that a row of what is shown settles, or a sentence of the likeliest block.
    """
    if not read.is_alone:
        return tuning.read_answered_after
    if answer.complete and not read.is_small:
        is_row = answer.extracts[0].kind is ExtractKind.ROW
        if _holds(shown if is_row else shown[:1], answer.extracts[0]):
            return min(tuning.read_agreed, tuning.read_answered)
    return tuning.read_answered


def _beginning_with(
    settled: Sequence[Extract], shown: Sequence[tuple[Weighed, float]], exact: _Exact, tuning: Tuning
) -> tuple[Extract, ...]:
    """The paragraphs that hold what sentences settled, the rest of their blocks, then the others; nothing twice.

    Of rows among which some have the asked code, only those.
    """
    first = [weighed.block for weighed, _ in shown if any(_holds([(weighed, 0.0)], one) for one in settled)]
    rest = [weighed.block for weighed, _ in shown if weighed.block not in first]
    replaced = {weighed.block.passage.id for weighed, _ in shown if weighed.ranked.superseded}
    each: dict[tuple[PassageId, int], Extract] = {}
    for one in settled:
        own = [
            extract_of(block.passage, unit, superseded=block.passage.id in replaced)
            for block in first
            if block.passage.id == one.passage.id
            for unit in _paragraph_of(one, block, tuning)
        ]
        for extract in own or [one]:
            each.setdefault((extract.passage.id, extract.start), extract)
    ordered = in_order([*first, *rest], neighbours=not first)
    for block in without_gaps(ordered, exact.pack, most_rows=tuning.answer_list_items):
        for unit in exact.asked_rows(block):
            extract = extract_of(block.passage, unit, superseded=block.passage.id in replaced)
            each.setdefault((extract.passage.id, extract.start), extract)
    return tuple(each.values())


def _paragraph_of(extract: Extract, block: Block, tuning: Tuning) -> list[Unit]:
    """What of the block is read together with the extract: its list or short paragraph, else itself."""
    at = extract.start - block.passage.start
    own = [unit for unit in block.units if unit.start <= at < unit.end]
    group = [unit for unit in block.units if own and unit.block == own[0].block]
    words = sum(len(words_of_unit(block.passage, unit).split()) for unit in group)
    if extract.kind is ExtractKind.ROW or (extract.kind is ExtractKind.SENTENCE and words > tuning.read_glance_words):
        return own
    return [*((block.lead,) if block.lead and group else ()), *group]


def _chance_of(shown: Sequence[tuple[Weighed, float]], read: Read) -> float:
    """The chance that what is shown answers; what says the same in another document counts with it."""
    texts = {weighed.block.text for weighed, _ in shown}
    return sum(c for weighed, c in zip(read.blocks, read.chances, strict=True) if weighed.block.text in texts)


def _holds(shown: Sequence[tuple[Weighed, float]], extract: Extract) -> bool:
    """Whether the extract stands in one of the blocks."""
    return any(
        weighed.block.passage.id == extract.passage.id
        and any(
            weighed.block.passage.start + unit.start <= extract.start < weighed.block.passage.start + unit.end
            for unit in _units(weighed.block)
        )
        for weighed, _ in shown
    )


class _Exact:
    """What must hold of the blocks whatever a model says of them."""

    def __init__(
        self,
        part: SubObjective,
        shown: Sequence[tuple[Weighed, float]],
        read: Read,
        pack: Pack,
        tuning: Tuning,
    ) -> None:
        self.pack = pack
        self._tuning = tuning
        self._hangs = read.hangs
        self._is_heard = not read.is_alone or read.unheard < tuning.read_unheard_alone
        said = [word.lower() for word in keys_of(read.said or part.query)]
        self._compares = any(phrase_at(said, place, pack.joining.comparing) for place in range(len(said)))
        self._shown = [weighed for weighed, _ in shown]
        self._stems = Stems(pack)
        self._own = set(self._stems.of(said))
        self._terms = [term for term in read_question(part, self._stems, pack).terms if not term.told]
        self._first, *others = [self._said_in(weighed.block.passage) for weighed in self._shown]
        self._said = self._first.union(*others)

    @property
    def _codes(self) -> set[str]:
        return {term.stem for term in self._terms if term.kind is TermKind.CODE and self._is_code(term.stem)}

    def has_code(self, text: str) -> bool:
        """Whether the text has every code that is asked for, and one is: a table is read by its key."""
        return bool(self._codes) and self._codes <= set(self._stems.of(keys_of(text)))

    def asked_rows(self, block: Block) -> Sequence[Unit]:
        """The units of a block; of a table's, the rows that are asked for, where some are.

        A table is read by its key: a row is asked for that has the asked code, else one that begins with words of
        the question which tell it from others, unless another row begins with these and more.
        """
        rows = [(u, block.passage.text[u.start : u.end]) for u in block.units if u.kind is ExtractKind.ROW]
        coded = [unit for unit, row in rows if self._codes & self._stems_of(row)]
        if coded:
            return coded
        keys = [self._stems_of(key_of(row)) for _, row in rows]
        shared = [self._named(row) & key for (_, row), key in zip(rows, keys, strict=True)]
        light = {term.stem for term in self._terms} & self._own
        closer = [own and own | (light & key) for own, key in zip(shared, keys, strict=True)]  # "full service"
        for words in (shared, closer):
            told = telling_apart(words)
            sides = {frozenset(own) for own, is_told in zip(words, told, strict=True) if is_told}
            if len(sides) > self._compares:  # one side of a comparison says nothing
                return [unit for (unit, _), is_told in zip(rows, told, strict=True) if is_told]
        return _units(block)

    def _named(self, row: str) -> set[str]:
        """The words that may say which row is meant; where a table has two columns, none of an earlier question.

        A row of more says several things of one, and the next question is about another of these.
        """
        named = {term.stem for term in self._terms if term.kind is not TermKind.LIGHT}
        return named if len(cells(row)) > _PAIR else named & self._own

    def _stems_of(self, text: str) -> set[str]:
        return set(self._stems.of(keys_of(text)))

    @property
    def lacks_code(self) -> bool:
        """Whether a code is asked for and stands nowhere in what is shown."""
        return bool(self._codes) and self._codes.isdisjoint(self._said)

    @property
    def is_far(self) -> bool:
        """Whether nothing shares a word or a meaning with its question.

        What hangs on the question before it is far from everything by itself.
        """
        nearest = max(weighed.ranked.ranked.dense_raw or 0.0 for weighed in self._shown)
        return self._is_strange and nearest < self._tuning.read_far

    @property
    def _is_strange(self) -> bool:
        return not self._hangs and not any(weighed.signals[Signal.HEADED] for weighed in self._shown)

    @property
    def speaks_of_another(self) -> bool:
        """Whether a name, code or number of the question stands nowhere in what is shown."""
        return not self._exact <= self._said

    @property
    def may_be(self) -> bool:
        """Whether what is shown may answer: by itself a question is heard, and it is about nothing else."""
        return self._is_heard and not self.speaks_of_another

    @property
    def _exact(self) -> set[str]:
        return {term.stem for term in self._terms if term.kind in _EXACT}

    def _said_in(self, passage: Passage) -> set[str]:
        text = " ".join((passage.document_name, *passage.heading, passage.context, passage.text))
        return set(self._stems.of(keys_of(text)))

    @property
    def leaves_open(self) -> bool:
        """Whether a name, code or number of the question belongs to something else, or what is shown says nothing.

        It says nothing where it only repeats the question or has no word of it, or the cell asked for is empty.
        """
        is_another = self.speaks_of_another or not self._exact & self._said <= self._first
        return is_another or self._is_strange or self._is_echo(self._shown[0].block.text) or self.lacks_cell

    @property
    def lacks_cell(self) -> bool:
        """Whether one row is asked for and has nothing in a column that the question names."""
        block = self._shown[0].block
        rows = [unit for unit in self.asked_rows(block) if unit.kind is ExtractKind.ROW]
        heads = [self._stems_of(head) & self._own for head in cells(rows[0].header)] if len(rows) == 1 else []
        return bool(heads) and is_open(block.passage.text[rows[0].start : rows[0].end], heads)

    def _is_echo(self, text: str) -> bool:
        said = set(self._stems.of(keys_of(text)))
        new = said - {term.stem for term in self._terms}
        return len(new) < self._tuning.read_new_words

    def _is_code(self, stem: str) -> bool:
        """Whether it is a code of its own, no word with a digit ("mp3s", "/dev/disk4") and no "100k"."""
        is_much = stem[:-2].isdigit() and stem[-1].isalpha()
        return sum(char.isdigit() for char in stem) >= self._tuning.read_code_digits and not is_much


def _units(block: Block) -> tuple[Unit, ...]:
    """The units of a block, after the sentence that announces them."""
    return (*((block.lead,) if block.lead else ()), *block.units)
