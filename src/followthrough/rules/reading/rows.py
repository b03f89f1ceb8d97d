"""Which rows of a table a question names: a table is read by what its rows begin with.

Invariant: rows are only left out where others are named by words that few of them share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import chain

from followthrough.rules.evidence.units import cells

_NAMESAKES = 2  # rows that one word may name


def key_of(row: str) -> str:
    """What a row begins with, without what stands in brackets there."""
    return re.sub(r"\([^)]{0,200}\)", " ", cells(row)[0])


def telling_apart(keys: Sequence[AbstractSet[str]]) -> list[bool]:
    """Which rows are named.

    Args:
        keys: of each row the words that its key shares with the question.

    Returns:
        For each row whether it has a word that few rows have, unless another has all of these and more: "pitch" in
        most of them is a kind, and names none. Empty for no rows.
    """
    rows = Counter(chain.from_iterable(keys))
    told = [{word for word in key if rows[word] <= min(_NAMESAKES, len(keys) - 1)} for key in keys]
    return [bool(key) and not any(key < other for other in told) for key in told]


def is_open(row: str, heads: Sequence[AbstractSet[str]]) -> bool:
    """Whether the cell that a question asks for is empty, whatever else the row says.

    Args:
        row: the row.
        heads: for each column the words that its name shares with the question.

    Returns:
        Whether an empty column has a word of the question that no filled one has.
    """
    columns = list(zip(heads, (any(map(str.isalnum, cell)) for cell in cells(row)), strict=False))  # "-" is empty
    there = set(chain.from_iterable(head for head, filled in columns if filled))
    return any(head - there for head, filled in columns if not filled)
