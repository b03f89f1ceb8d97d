"""Fits the model of ``rules.answerable``: what people found of questions, by the signs of what was found for them.

Multinomial logistic regression. Classes count alike, however many questions they have; weights are kept small by a
square penalty over standardised signs. It is convex: Newton's method finds the one best answer, and the same lessons
give the same weights. Questions that people found underspecified teach nothing here: they are asked back by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from followthrough.errors import InvalidInput
from followthrough.evals.answerability.dataset import Label
from followthrough.rules.answerable import Weights

Floats = npt.NDArray[np.float64]

CLASSES = (Label.ANSWERABLE, Label.PARTIAL, Label.UNANSWERABLE)
PENALTY = 20.0  # 5 and 100 were tried: the figures are the same within their noise
_STEPS = 50
_SMALL = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A part's signs, and what people found of its question. The parts of one question share its weight."""

    signs: tuple[float, ...]
    label: Label
    weight: float = 1.0


def fit(lessons: Sequence[Lesson], fitted_on: frozenset[str] = frozenset()) -> Weights:
    """The weights under which the labels of these lessons are likeliest.

    Raises:
        InvalidInput: a class has no lesson.
    """
    known = [lesson for lesson in lessons if lesson.label in CLASSES]
    wanted = np.array([[float(lesson.label is label) for label in CLASSES] for lesson in known])
    counts = np.array([lesson.weight for lesson in known])
    totals = counts @ wanted if known else np.zeros(len(CLASSES))
    if not totals.all():
        raise InvalidInput(
            f"There is nothing to learn from without tasks of each of {', '.join(CLASSES)}.",
            fix="Give more tasks, or leave out --cross-validate.",
        )
    counts = counts * (wanted @ (counts.sum() / (len(CLASSES) * totals)))
    signs = np.array([lesson.signs for lesson in known])
    mean, spread = signs.mean(axis=0), signs.std(axis=0)
    spread = np.where(spread > _SMALL, spread, np.inf)  # a sign that never varies gets no weight
    rows = np.hstack([np.ones((len(known), 1)), (signs - mean) / spread])
    found = _newton(rows, wanted, counts)
    slopes = found[:, 1:] / spread
    constants = found[:, 0] - slopes @ mean
    answered, partly, nothing = (
        tuple(float(f"{value:.5g}") for value in (constant, *slope))
        for constant, slope in zip(constants, slopes, strict=True)
    )
    return Weights(answered=answered, partly=partly, nothing=nothing, fitted_on=fitted_on)


def _newton(rows: Floats, wanted: Floats, counts: Floats) -> Floats:
    """float64, shape (n_classes, 1 + n_signs): the penalised maximum; constants are hardly penalised."""
    classes, width = wanted.shape[1], rows.shape[1]
    ridge = np.full(width, PENALTY)
    ridge[0] = _SMALL * PENALTY + 1e-6  # classes' constants are only known up to a common one
    weights: Floats = np.zeros((classes, width))
    for _ in range(_STEPS):
        odds = rows @ weights.T
        chance = np.exp(odds - odds.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slope: Floats = ((chance - wanted) * counts[:, None]).T @ rows + ridge * weights
        curve = np.zeros((classes * width, classes * width))
        for a in range(classes):
            for b in range(classes):
                share = counts * chance[:, a] * (float(a == b) - chance[:, b])
                block = (rows * share[:, None]).T @ rows + (np.diag(ridge) if a == b else 0.0)
                curve[a * width : (a + 1) * width, b * width : (b + 1) * width] = block
        step = np.linalg.solve(curve, slope.reshape(-1)).reshape((classes, width))
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights
