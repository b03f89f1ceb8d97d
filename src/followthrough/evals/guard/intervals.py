"""Differences with their 95 % intervals, none of them by chance: the same counts give the same interval.

- A share has the score interval of Wilson (1927).
- A difference of two independent estimates has the interval of Newcombe (1998), method 10, which joins the two
  intervals ("square and add", also known as MOVER); for shares and for percentiles alike.
- A ratio of shares has the interval of Katz (1978) on the logarithm, with half a count added to each side (Walter
  1975), so that no count of zero is divided by.
- A percentile has the interval of its order statistics: the ranks that the binomial distribution, approached by the
  normal one, leaves 95 % between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, log, sqrt

from followthrough.evals.outcomes.interval import Share, share

_Z = 1.959964  # 95 %, two sides


@dataclass(frozen=True, slots=True)
class Measured:
    """An estimate with its 95 % interval from ``n`` observations."""

    value: float
    low: float
    high: float
    n: int


def measured(found: Share) -> Measured:
    """A share as an estimate."""
    return Measured(found.value, found.low, found.high, found.n)


def rate(count: int, n: int) -> Measured:
    """``count`` of ``n`` as an estimate."""
    return measured(share(count, n))


def percentile(values: Sequence[float], p: float) -> Measured:
    """The smallest value that at least the share ``p`` of the values, given in order of size, does not exceed."""
    n = len(values)
    if n == 0:
        return Measured(0.0, 0.0, 0.0, 0)
    spread = _Z * sqrt(n * p * (1 - p))
    ranks = (ceil(n * p), floor(n * p - spread), ceil(n * p + spread))
    value, low, high = (values[min(max(rank, 1), n) - 1] for rank in ranks)
    return Measured(value, low, high, n)


def difference(baseline: Measured, candidate: Measured) -> Measured:
    """How much larger the candidate is; both ``n`` together."""
    value = candidate.value - baseline.value
    below = sqrt((candidate.value - candidate.low) ** 2 + (baseline.high - baseline.value) ** 2)
    above = sqrt((candidate.high - candidate.value) ** 2 + (baseline.value - baseline.low) ** 2)
    return Measured(value, value - below, value + above, baseline.n + candidate.n)


def relative(baseline: tuple[int, int], candidate: tuple[int, int]) -> Measured:
    """How much larger the candidate's share is, as a share of the baseline's; each is a count and its ``n``."""
    (b, m), (c, n) = ((count + 0.5, total + 0.5) for count, total in (baseline, candidate))
    ratio = (c / n) / (b / m)
    spread = _Z * sqrt(max(0.0, 1 / c - 1 / n + 1 / b - 1 / m))
    low, high = (exp(log(ratio) + sign * spread) for sign in (-1, 1))
    return Measured(ratio - 1, low - 1, high - 1, baseline[1] + candidate[1])
