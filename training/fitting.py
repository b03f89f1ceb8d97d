"""What every fit of a network has in common: batches of about the same length."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
_AT_ONCE = 50  # batches that are sorted together


def batches(every: Sequence[T], length: Callable[[T], int], rng: random.Random, *, size: int) -> list[list[T]]:
    """The examples in batches of ``size``, those of about the same length together, which leaves little padding."""
    shuffled = list(every)
    rng.shuffle(shuffled)
    found: list[list[T]] = []
    for start in range(0, len(shuffled), _AT_ONCE * size):
        some = sorted(shuffled[start : start + _AT_ONCE * size], key=length)
        found += [some[at : at + size] for at in range(0, len(some), size)]
    rng.shuffle(found)
    return found
