"""Fits the ranker: the weights under which the relevant candidates are most likely to be picked.

The loss of a question is the cross-entropy between its relevant candidates, each as likely as the next, and the
softmax of the scores (the listwise loss of ListNet); weights are kept small by a square penalty over standardised
features. It is convex, so Newton's method finds the one best answer in a few steps, and the same data give the same
weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from followthrough.rules.rank import Floats

PENALTY = 1.0
_STEPS = 50
_SMALL = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One question to learn from: its candidates' features, and which of them are relevant (at least one)."""

    features: Floats
    relevant: Floats


def fit(lessons: Sequence[Lesson], *, penalty: float = PENALTY) -> Floats:
    """The weights for raw features. Questions without a relevant candidate teach nothing and are left out."""
    useful = [lesson for lesson in lessons if lesson.relevant.any()]
    everything = np.concatenate([lesson.features for lesson in useful])
    mean, spread = everything.mean(axis=0), everything.std(axis=0)
    spread = np.where(spread > _SMALL, spread, np.inf)  # a feature that never varies gets no weight
    prepared = [((le.features - mean) / spread, le.relevant / le.relevant.sum()) for le in useful]
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


_Prepared = list[tuple[Floats, Floats]]


def _loss(prepared: _Prepared, weights: Floats, penalty: float) -> float:
    total = penalty / 2 * float(weights @ weights)
    for features, target in prepared:
        scores = features @ weights
        top = scores.max()
        total += float(top + np.log(np.exp(scores - top).sum()) - target @ scores)
    return total


def _slopes(prepared: _Prepared, weights: Floats, penalty: float) -> tuple[Floats, Floats]:
    """First and second derivatives of the loss."""
    slope, curve = penalty * weights, penalty * np.eye(len(weights))
    for features, target in prepared:
        scores = features @ weights
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        expected = odds @ features
        slope = slope + expected - target @ features
        curve += (features * odds[:, None]).T @ features - np.outer(expected, expected)
    return slope, curve
