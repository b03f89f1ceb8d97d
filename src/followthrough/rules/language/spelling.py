"""Whether two words are nearly spelt alike. It makes a doubt, never a decision."""

from __future__ import annotations

_SHORTEST = 4  # letters; shorter words are too often other words
_LONG = 8  # letters from which on two slips are forgiven


def is_near(word: str, other: str) -> bool:
    """Whether one becomes the other by one slip, two in long words: a letter too many, missing, wrong or swapped."""
    if word == other or min(len(word), len(other)) < _SHORTEST:
        return word == other
    most = 2 if min(len(word), len(other)) >= _LONG else 1
    return abs(len(word) - len(other)) <= most and _slips(word, other) <= most


def _slips(word: str, other: str) -> int:
    """The edit distance with swaps of neighbours (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(word, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and word[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
