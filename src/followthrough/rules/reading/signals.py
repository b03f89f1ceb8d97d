"""What can be said cheaply of each block beside a question: nearness in meaning, shared words, place.

Words count by how rare they are among the blocks that were found (Robertson 2004 on inverse document frequency), so
no list says which words matter. A word that no block has is taken for the one that is spelt nearly so.

Invariant: signals are plain numbers between 0 and 1; ``weights`` say what they are worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import accumulate, chain, pairwise

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.domain.reading import Asked, Readable
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.evidence.units import SamePack
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.unsolved import telling_words
from followthrough.rules.reading.blocks import Block, blocks_of

_UNSEEN_BLOCKS = 10  # as if so many other blocks had been looked at: in a small library every word is common
_MOST_WORDS = 64  # different words of a question that are looked for: a longer message is a story, not a question
_STUB_WORDS = 6
_LISTED = (ExtractKind.ITEM, ExtractKind.STEP)


class Signal(IntEnum):
    """What is known of a block beside a question; each from 0 to 1."""

    NEAR = 0
    """How well its passage ranks by words and meaning, in the conversation."""
    SAID = 1
    """Share of the question's words, by rarity, that it has."""
    HEADED = 2
    """The same share, words of its headings and its document's title added."""
    SIDE_BY_SIDE = 3
    """Share of the question's neighbouring words that are neighbours in it."""
    BEFORE = 4
    """Share of the words of the question before, headings and title added."""
    SAME_DOCUMENT = 5
    """The last answer cited its document."""
    STUB = 6
    """It has only a few words."""
    LISTED = 7
    """It is a list or steps."""
    FIRST = 8
    """It opens its passage."""
    FULL = 9
    """How long it is."""
    SAME_PASSAGE = 10
    """The last answer cited its passage."""
    NEXT_PASSAGE = 11
    """The last answer cited the passage before it or after it."""


_SIGNALS = tuple(Signal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A block with its signals, one for each ``Signal``."""

    block: Block
    ranked: RankedPassage
    signals: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Every block of the passages beside the question.

    Attributes:
        blocks: in the passages' order.
        unheard: share of the question's words, by rarity, that no passage has.
        words: how many telling words it has.
    """

    blocks: tuple[Weighed, ...]
    unheard: float
    words: int


def weigh(asked: Asked, passages: Sequence[RankedPassage], pack: Pack) -> Beside:
    """The signals of every block of the passages; no passages give no blocks."""
    stems = Stems(pack)
    found = [(ranked, one) for ranked in passages for one in _in_words(ranked.passage, SamePack(pack))]
    titles = {r.passage.id: frozenset(stems.of(keys_of(_title(r)))) for r in passages}
    wholes = [titles[ranked.passage.id] | frozenset(words) for ranked, (_, words) in found]
    rarity = _Rarity(wholes)
    wanted = rarity.known(_stems(asked.question, stems, pack))
    earlier = rarity.known(_stems(asked.before, stems, pack))
    pairs = frozenset(pairwise(wanted))
    cited = {document for document, _ in asked.cited}
    seen: set[str] = set()
    rows: list[Weighed] = []
    for (ranked, (block, words)), whole in zip(found, wholes, strict=True):
        said = frozenset(words)
        values = {
            Signal.NEAR: ranked.near,
            Signal.SAID: rarity.share(wanted, said),
            Signal.HEADED: rarity.share(wanted, whole),
            Signal.SIDE_BY_SIDE: len(pairs & set(pairwise(words))) / len(pairs) if pairs else 0.0,
            Signal.BEFORE: rarity.share(earlier, whole),
            Signal.SAME_DOCUMENT: float(ranked.passage.document_id in cited),
            Signal.STUB: float(len(words) < _STUB_WORDS),
            Signal.LISTED: float(block.units[0].kind in _LISTED),
            Signal.FIRST: float(ranked.passage.id not in seen),
            Signal.FULL: min(1.0, len(words) / 80),
            Signal.SAME_PASSAGE: float(_place(ranked) in asked.cited),
            Signal.NEXT_PASSAGE: float(not asked.cited.isdisjoint((_place(ranked, -1), _place(ranked, 1)))),
        }
        seen.add(ranked.passage.id)
        rows.append(Weighed(block=block, ranked=ranked, signals=tuple(map(values.__getitem__, _SIGNALS))))
    return Beside(blocks=tuple(rows), unheard=rarity.unheard(wanted), words=len(wanted))


@lru_cache(maxsize=256)
def _in_words(passage: Passage, same: SamePack) -> tuple[tuple[Block, tuple[str, ...]], ...]:
    """The passage's blocks with the stems of their words; a conversation comes back to its passages."""
    stems = Stems(same.pack)
    blocks = blocks_of(passage, same.pack)
    return tuple((block, tuple(stems.of(keys_of(f"{block.lead_text} {block.text}")))) for block in blocks)


def _place(ranked: RankedPassage, on: int = 0) -> tuple[DocumentId, int]:
    """Where the passage stands, or the one so many passages further on."""
    return ranked.passage.document_id, ranked.passage.ordinal + on


def _title(ranked: RankedPassage) -> str:
    return " ".join((ranked.passage.document_name, *ranked.passage.heading))


def _stems(text: str, stems: Stems, pack: Pack) -> list[str]:
    return list(dict.fromkeys(stems.of([word.key for word in telling_words(text, pack)])))[:_MOST_WORDS]


class _Rarity:
    """How much a word says: the fewer blocks have it, the more."""

    def __init__(self, texts: Sequence[frozenset[str]]) -> None:
        self._holders = Counter(chain.from_iterable(texts))
        self._texts = len(texts)

    def known(self, words: Iterable[str]) -> list[str]:
        """The words, each that no block has as the one that is spelt nearly so where there is just such a one."""
        return [word if word in self._holders else self._nearest(word) for word in words]

    def _nearest(self, word: str) -> str:
        near = [other for other in self._holders if other[:1] == word[:1] and is_near(word, other)]
        return min(near, key=lambda other: (-self._holders[other], other)) if near else word

    def share(self, wanted: Sequence[str], have: frozenset[str]) -> float:
        """The share of the wanted words that are there, each by its rarity; 0 where nothing is wanted."""
        whole = sum(map(self._weight, wanted))
        return sum(self._weight(word) for word in wanted if word in have) / whole if whole else 0.0

    def unheard(self, wanted: Sequence[str]) -> float:
        """The share of the wanted words that no block has."""
        return 1.0 - self.share(wanted, frozenset(self._holders)) if wanted else 0.0

    def _weight(self, word: str) -> float:
        return math.log((self._texts + _UNSEEN_BLOCKS) / (self._holders[word] + 1.0))


_FIRST_LOOK = {Signal.NEAR: 1.0, Signal.HEADED: 0.8, Signal.BEFORE: 0.25, Signal.SAME_DOCUMENT: 0.1}


_COST_OF_ROWS = 0.5  # of reading another block: a few rows are shorter, and more of a table's are alike


def shortlist(beside: Beside, most: int) -> list[Weighed]:
    """The blocks that are worth reading closely, likeliest first, ties in the passages' order.

    As many as cost no more than ``most`` blocks of prose.
    """

    def at_first_look(weighed: Weighed) -> float:
        return math.fsum(weight * weighed.signals[signal] for signal, weight in _FIRST_LOOK.items())

    ordered = sorted(beside.blocks, key=at_first_look, reverse=True)
    costs = accumulate(_COST_OF_ROWS if one.block.units[0].kind is ExtractKind.ROW else 1.0 for one in ordered)
    return [one for one, cost in zip(ordered, costs, strict=True) if cost <= most]


def readable(weighed: Weighed) -> Readable:
    """The block as a reader takes it."""
    passage = weighed.block.passage
    above = " > ".join(dict.fromkeys((passage.document_name, *passage.heading[-2:])))
    text = f"{weighed.block.lead_text}\n{weighed.block.text}".strip()
    return Readable(text=text, above=above, signals=weighed.signals)
