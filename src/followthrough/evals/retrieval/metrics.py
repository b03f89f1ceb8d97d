"""Ranking metrics, and how sure they are.

The unit of chance is the conversation, whose questions resemble each other: intervals draw whole conversations, and
the paired test flips the sign of whole conversations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DRAWS = 2_000
_SEED = 20_26


def ndcg(ranking: Sequence[str], relevant: Mapping[str, int], depth: int) -> float:
    """Discounted gain of the best ``depth`` over the ideal one: gain is the judged score, discount log2(rank + 1)."""
    ideal = _discounted(sorted(relevant.values(), reverse=True)[:depth])
    return _discounted([relevant.get(row, 0) for row in ranking[:depth]]) / ideal if ideal else 0.0


def recall(ranking: Sequence[str], relevant: Mapping[str, int], depth: int) -> float:
    """The share of the relevant rows among the best ``depth``."""
    wanted = {row for row, score in relevant.items() if score > 0}
    return len(wanted.intersection(ranking[:depth])) / len(wanted) if wanted else 0.0


def reciprocal_rank(ranking: Sequence[str], relevant: Mapping[str, int], depth: int) -> float:
    """One over the rank of the first relevant row; 0 when none is among the best ``depth``."""
    return next((1 / n for n, row in enumerate(ranking[:depth], start=1) if relevant.get(row, 0) > 0), 0.0)


_Metric = Callable[[Sequence[str], Mapping[str, int], int], float]
METRICS: Mapping[str, tuple[_Metric, int]] = {
    "ndcg@3": (ndcg, 3),
    "ndcg@5": (ndcg, 5),
    "ndcg@10": (ndcg, 10),
    "recall@5": (recall, 5),
    "recall@10": (recall, 10),
    "recall@100": (recall, 100),
    "mrr@10": (reciprocal_rank, 10),
}


def score(ranking: Sequence[str], relevant: Mapping[str, int]) -> dict[str, float]:
    """Every metric of one ranking."""
    return {name: metric(ranking, relevant, depth) for name, (metric, depth) in METRICS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A mean with its 95% interval, over ``n`` questions."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One metric over the questions of one data set: a value and a conversation each."""

    values: tuple[float, ...]
    conversations: tuple[str, ...]


def figure(samples: Sequence[Sample]) -> Figure:
    """The mean over data sets of their means; the interval draws conversations within each data set."""
    value = float(np.mean([np.mean(sample.values) for sample in samples]))
    random = np.random.default_rng(_SEED)
    draws = np.mean([_drawn_means(sample, random) for sample in samples], axis=0)
    low, high = (float(q) for q in np.quantile(draws, (0.025, 0.975)))
    return Figure(value=value, low=low, high=high, n=sum(len(sample.values) for sample in samples))


def paired_p(ours: Sequence[Sample], theirs: Sequence[Sample]) -> float:
    """Two-sided p of the difference of two systems' macro means, by flipping the sign of whole conversations.

    A conversation that several data sets share flips in all of them at once.
    """
    names = sorted({name for sample in ours for name in sample.conversations})
    place = {name: n for n, name in enumerate(names)}
    sums = np.zeros(len(names))
    for mine, other in zip(ours, theirs, strict=True):
        for a, b, name in zip(mine.values, other.values, mine.conversations, strict=True):
            sums[place[name]] += (a - b) / len(mine.values) / len(ours)
    signs = np.random.default_rng(_SEED).choice((-1.0, 1.0), size=(DRAWS * 5, len(names)))
    as_far = np.abs(signs @ sums) >= abs(sums.sum()) - 1e-12
    return float((as_far.sum() + 1) / (len(signs) + 1))


def _drawn_means(sample: Sample, random: np.random.Generator) -> npt.NDArray[np.float64]:
    names = sorted(set(sample.conversations))
    place = {name: n for n, name in enumerate(names)}
    sums, counts = np.zeros(len(names)), np.zeros(len(names))
    for value, name in zip(sample.values, sample.conversations, strict=True):
        sums[place[name]] += value
        counts[place[name]] += 1
    drawn = random.integers(0, len(names), size=(DRAWS, len(names)))
    return sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)


def _discounted(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(n + 1) for n, gain in enumerate(gains, start=1))
