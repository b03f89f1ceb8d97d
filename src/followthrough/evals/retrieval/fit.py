"""Fits the ranker: the weights under which the relevant candidates are most likely to be picked.

The loss of a question is the cross-entropy between its relevant candidates, each as likely as the next, and the
softmax of the scores (the listwise loss of ListNet); weights are kept small by a square penalty over standardised
features. It is convex, so Newton's method finds the one best answer in a few steps, and the same data give the same
weights. Candidates that a plain fusion puts far down can count less: what tells the best from the good is not what
tells the good from the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from followthrough.rules.retrieval.rank import Ranker
from followthrough.rules.retrieval.rank_signals import FEATURES, Floats

NEAR_PENALTY, WIDE_PENALTY = 5.0, 200.0  # smoother weights put more of what is relevant among the first hundred
NEAR, FAR_SHARE = 120, 0.12  # the best so many by the plain fusion count whole for the near ranker, the rest so much
_STEPS = 50
_SMALL = 1e-6
_FUSED, _PLAIN = FEATURES.index("fused.history"), FEATURES.index("fused.question")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One question to learn from: its candidates' features, and which of them are relevant (at least one)."""

    features: Floats
    relevant: Floats


def fit_ranker(lessons: Sequence[Lesson], version: str, fitted_on: frozenset[str] = frozenset()) -> Ranker:
    """Both rankers of these questions."""
    near = fit(lessons, [_shares(lesson) for lesson in lessons])
    wide = fit(lessons, penalty=WIDE_PENALTY)
    return Ranker(version=version, near=near, wide=wide, fitted_on=fitted_on)


def fit(
    lessons: Sequence[Lesson], shares: Sequence[Floats] | None = None, *, penalty: float = NEAR_PENALTY
) -> Floats:
    """The weights for raw features. Questions without a relevant candidate teach nothing and are left out.

    Args:
        lessons: the questions.
        shares: how much each candidate of each question counts; None for all alike.
        penalty: of the weights' squares.
    """
    given = shares or [np.ones(len(lesson.relevant)) for lesson in lessons]
    useful = [(lesson, share) for lesson, share in zip(lessons, given, strict=True) if lesson.relevant.any()]
    everything = np.concatenate([lesson.features for lesson, _ in useful])
    mean, spread = everything.mean(axis=0), everything.std(axis=0)
    spread = np.where(spread > _SMALL, spread, np.inf)  # a feature that never varies gets no weight
    prepared = [
        ((le.features - mean) / spread, le.relevant / le.relevant.sum(), np.log(share)) for le, share in useful
    ]
    weights = np.zeros(everything.shape[1])
    loss = _loss(prepared, weights, penalty)
    for _ in range(_STEPS):
        slope, curve = _slopes(prepared, weights, penalty)
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while (tried := _loss(prepared, weights - size * step, penalty)) > loss and size > _SMALL:
            size /= 2
        gain, weights, loss = loss - tried, weights - size * step, tried
        if gain < _SMALL:
            break
    return weights / spread


_Prepared = list[tuple[Floats, Floats, Floats]]


def _shares(lesson: Lesson) -> Floats:
    fused = lesson.features[:, _FUSED if lesson.features[:, _FUSED].any() else _PLAIN]
    counts_whole = lesson.relevant > 0
    counts_whole[np.argsort(-fused, kind="stable")[:NEAR]] = True
    return np.where(counts_whole, 1.0, FAR_SHARE)


def _loss(prepared: _Prepared, weights: Floats, penalty: float) -> float:
    total = penalty / 2 * float(weights @ weights)
    for features, target, share in prepared:
        scores = features @ weights
        weighed = scores + share
        top = weighed.max()
        total += float(top + np.log(np.exp(weighed - top).sum()) - target @ scores)
    return total


def _slopes(prepared: _Prepared, weights: Floats, penalty: float) -> tuple[Floats, Floats]:
    """First and second derivatives of the loss."""
    slope, curve = penalty * weights, penalty * np.eye(len(weights))
    for features, target, share in prepared:
        scores = features @ weights + share
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        expected = odds @ features
        slope = slope + expected - target @ features
        curve += (features * odds[:, None]).T @ features - np.outer(expected, expected)
    return slope, curve
