"""From signals to chances: one linear model over the blocks of a question and over "none of them".

A conditional logit (McFadden 1974): each block has a utility, and so has none of them; the chances are their softmax.
So they are on one scale for every question, and what is left over says how likely nothing answers.

Invariant: the chances of a question's blocks and that of none add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from followthrough.domain.reading import Asked, Readable
from followthrough.rules.reading.signals import Signal

_MANY_WORDS = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What signals are worth.

    Attributes:
        block: one for each ``Signal``, then for each likeness in meaning.
        nothing: a constant, then one for each of ``signs_of_nothing``.
    """

    block: tuple[float, ...]
    nothing: tuple[float, ...]


#: How alike a unit is to the question, each from -1 to 1: as a whole to the question in its conversation and to the
#: question alone; then, where the model has vectors of tokens, token by token to both (``late.likeness``).
Alike: TypeAlias = tuple[float, ...]
LIKENESSES = (4, 2, 0)  # how many there may be: token by token too, as wholes, none without meaning
#: Weights by how many likenesses they look at.
WeightSets: TypeAlias = Mapping[int, Weights]


def signs_of_nothing(asked: Asked, units: Sequence[Readable], alike: Sequence[Alike]) -> list[float]:
    """What speaks for it that none of the units answers, each from 0 to 1. ``units`` is not empty."""
    return [
        asked.unheard,
        min(1.0, asked.words / _MANY_WORDS),
        float(not asked.before),
        0.0 if asked.before else asked.unheard,
        max(unit.signals[Signal.HEADED] for unit in units),
        max(unit.signals[Signal.SIDE_BY_SIDE] for unit in units),
        *map(max, zip(*alike, strict=True)),
    ]


def chances_of(asked: Asked, units: Sequence[Readable], alike: Sequence[Alike], weights: Weights) -> list[float]:
    """The chance of each unit that it answers.

    Args:
        asked: the question.
        units: what may answer it.
        alike: for each unit how alike it is to the question; empty where meaning was not compared.
        weights: what each is worth, as many as there are likenesses.
    """
    if not units:
        return []
    rows = [(*unit.signals, *pair) for unit, pair in zip(units, alike or [()] * len(units), strict=True)]
    utilities = [math.fsum(w * x for w, x in zip(weights.block, row, strict=True)) for row in rows]
    signs = signs_of_nothing(asked, units, alike)
    nothing = weights.nothing[0] + math.fsum(w * x for w, x in zip(weights.nothing[1:], signs, strict=True))
    most = max(*utilities, nothing)
    shares = [math.exp(u - most) for u in utilities]
    whole = math.fsum((*shares, math.exp(nothing - most)))
    return [share / whole for share in shares]
