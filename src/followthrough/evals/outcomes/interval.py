"""A share with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_Z = 1.959964  # 95 %, two sides


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``n`` as a share, with its 95 % interval; all 0 to 1 when ``n`` is 0: nothing is known."""

    value: float
    low: float
    high: float
    n: int


def share(count: int, n: int) -> Share:
    """The share with the score interval of Wilson (1927), which holds for small ``n`` and for shares near 0 and 1."""
    if n == 0:
        return Share(0.0, 0.0, 1.0, 0)
    p = count / n
    centre = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
    return Share(p, max(0.0, centre - half), min(1.0, centre + half), n)
