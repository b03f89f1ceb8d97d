"""From signals to the chance that what a claim cites bears it: one logistic model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.reading import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What signals are worth: ``constant`` is what a claim has without any, ``each`` one for each ``ClaimSignal``."""

    constant: float
    each: tuple[float, ...]


def supports_of(claims: Sequence[Claim], weights: Weights) -> list[float]:
    """The chance of each claim that what it cites bears it."""
    return [_chance(claim.signals, weights) for claim in claims]


def _chance(signals: Sequence[float], weights: Weights) -> float:
    utility = weights.constant + math.fsum(w * x for w, x in zip(weights.each, signals, strict=True))
    return 1.0 / (1.0 + math.exp(-utility))
