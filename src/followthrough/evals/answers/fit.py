"""Fits the reader: the weights of ``rules.reading.chances`` under which what answers was likeliest to be picked.

The loss of a question is the negative log chance of all its units that answer, or of "none of them" where none does;
weights are kept small by a square penalty. Several right units make it a difference of two convex functions, so each
step is Newton's on the convex function that touches it from above at the weights so far (the concave part taken as a
line), halved until the loss falls. There is no randomness: the same data give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from followthrough.domain.reading import Asked, Readable
from followthrough.rules.reading.chances import LIKENESSES, Alike, Weights, WeightSets, signs_of_nothing

Floats: TypeAlias = npt.NDArray[np.float64]

_BLOCK_PENALTY, _NOTHING_PENALTY = 1.0, 0.3
_STEPS, _SMALL = 500, 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A question as a reader saw it.

    Attributes:
        asked, units: what was read, at least one unit.
        alike: for each unit how alike it is to the question (``rules.reading.chances.Alike``); empty without meaning.
    """

    asked: Asked
    units: tuple[Readable, ...]
    alike: tuple[Alike, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(Seen):
    """The same with what a person found: ``right`` says of each unit whether it answers."""

    right: tuple[bool, ...]


def fit_all(lessons: Sequence[Lesson]) -> WeightSets:
    """The weights by how many likenesses they look at, each fitted on the lessons that have them; none of none."""
    having = {n: [one for one in lessons if len(one.alike[0] if one.alike else ()) >= n] for n in LIKENESSES}
    return {n: fit(some, likenesses=n) for n, some in having.items() if some}


def fit(lessons: Sequence[Lesson], *, likenesses: int) -> Weights:
    """The weights of these lessons, at least one, that look at the first so many likenesses."""
    table = _Table(lessons, likenesses)
    weights = np.zeros(table.features.shape[2])
    loss, slope, curve = table.look(weights)
    for _ in range(_STEPS):
        step = np.linalg.solve(curve, slope)
        size, tried = 1.0, table.look(weights - step)
        while tried[0] > loss and size > _SMALL:
            size /= 2
            tried = table.look(weights - size * step)
        gain, weights = loss - tried[0], weights - size * step
        loss, slope, curve = tried
        if gain < _SMALL:
            break
    width = table.width
    return Weights(block=tuple(map(float, weights[:width])), nothing=tuple(map(float, weights[width:])))


class _Table:
    """The lessons as one array: of each the units, padded, and "none of them" last."""

    def __init__(self, lessons: Sequence[Lesson], likenesses: int) -> None:
        most = max(len(one.units) for one in lessons)
        self.width = len(lessons[0].units[0].signals) + likenesses
        signs = [[1.0, *signs_of_nothing(one.asked, one.units, _first(one, likenesses))] for one in lessons]
        #: float64, shape (n_lessons, most + 1, n_weights)
        self.features: Floats = np.zeros((len(lessons), most + 1, self.width + len(signs[0])))
        self._there, self._right = np.zeros((2, len(lessons), most + 1))
        for n, one in enumerate(lessons):
            size = len(one.units)
            alike = _first(one, likenesses) or [()] * size
            rows = [(*unit.signals, *pair) for unit, pair in zip(one.units, alike, strict=True)]
            self.features[n, :size, : self.width] = rows
            self.features[n, -1, self.width :] = signs[n]
            self._there[n, :size] = self._there[n, -1] = 1.0
            self._right[n, :size], self._right[n, -1] = one.right, not any(one.right)
        self._penalty = np.repeat([_BLOCK_PENALTY, _NOTHING_PENALTY], [self.width, len(signs[0])])

    def look(self, weights: Floats) -> tuple[float, Floats, Floats]:
        """The loss, its slope, and the curve of the convex function above it."""
        utility = self.features @ weights
        share = np.exp(utility - utility.max(axis=1, keepdims=True)) * self._there
        hit = share * self._right
        total, hits = share.sum(axis=1, keepdims=True), hit.sum(axis=1, keepdims=True)
        chance = share / total
        expected: Floats = np.einsum("nk,nkf->nf", chance, self.features)
        loss = float(-np.log(hits / total).sum() + self._penalty @ weights**2 / 2)
        slope: Floats = np.einsum("nk,nkf->f", chance - hit / hits, self.features) + self._penalty * weights
        spread = self.features * np.sqrt(chance)[:, :, None]
        flat = spread.reshape(-1, spread.shape[2])
        return loss, slope, flat.T @ flat - expected.T @ expected + np.diag(self._penalty)


def _first(one: Lesson, likenesses: int) -> list[Alike]:
    return [row[:likenesses] for row in one.alike] if likenesses else []
