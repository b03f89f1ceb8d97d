"""Fits a linear model on the facts of messages: softmax regression, L2, one temperature fitted on held-out folds."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize, minimize_scalar
from scipy.sparse import csr_matrix

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.features import row_of, texts_of
from followthrough.domain.hearing import Act
from training.hearer.data import Example, context_of

Matrix = npt.NDArray[np.float32]
ACTS = tuple(Act)
STRENGTH = 10.0
FULL = 0.2  # of the rows that have a fact: the facts of the vectors are kept whole, the hashed ones by their rows
FOLDS = 5
SEED = 13


def embedded(texts: Sequence[str], model: Path | None = None) -> dict[str, Matrix]:
    """The texts' vectors, as the product computes them."""

    async def run() -> dict[str, Matrix]:
        embedder = MiniLmEmbedder(model=model, threads=1)
        unique = list(dict.fromkeys(texts))
        vectors = await embedder.embed_queries(unique)
        await embedder.aclose()
        return dict(zip(unique, vectors, strict=True))

    return asyncio.run(run())


def rows(examples: Sequence[Example], model: Path | None = None) -> Matrix:
    """The facts of the examples, one row each."""
    known = embedded([text for e in examples for text in texts_of(e.text, e.said)], model)
    return np.stack(
        [row_of(e.text, e.said, np.stack([known[t] for t in texts_of(e.text, e.said)])) for e in examples]
    )


def targets(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    """The acts' places."""
    return np.array([ACTS.index(e.act) for e in examples])


def folds(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    """The fold of each example: whole contexts, shuffled by a fixed seed, evenly filled."""
    contexts = sorted({context_of(e) for e in examples})
    random.Random(SEED).shuffle(contexts)  # noqa: S311 - folds need a seed, not secrecy
    sizes = dict.fromkeys(range(FOLDS), 0)
    counts = {c: sum(context_of(e) == c for e in examples) for c in contexts}
    where: dict[str, int] = {}
    for context in sorted(contexts, key=lambda c: -counts[c]):
        fold = min(sizes, key=lambda f: (sizes[f], f))
        where[context] = fold
        sizes[fold] += counts[context]
    return np.array([where[context_of(e)] for e in examples])


def fit(x: Matrix, y: npt.NDArray[np.int64], weight: Matrix, strength: float = STRENGTH) -> tuple[Matrix, Matrix]:
    """Weights (facts x acts) and biases."""
    size, facts, acts = len(x), x.shape[1], len(ACTS)
    wanted = np.zeros((size, acts), dtype=np.float32)
    wanted[np.arange(size), y] = 1.0
    share = (x != 0).mean(axis=0)
    full, few = np.flatnonzero(share > FULL), np.flatnonzero((share > 0) & (share <= FULL))
    columns, split = np.concatenate([full, few]), len(full)
    held, seen = np.ascontiguousarray(x[:, full]), csr_matrix(x[:, few])
    turned = csr_matrix(seen.T)

    def cost(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        w = flat[:-acts].reshape(len(columns), acts).astype(np.float32)
        scores = held @ w[:split] + seen @ w[split:] + flat[-acts:].astype(np.float32)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        loss = -(weight * np.log(chances[np.arange(size), y] + 1e-9)).sum() + (w * w).sum() / (2 * strength)
        off = (chances - wanted) * weight[:, None]
        found = np.concatenate([held.T @ off, turned @ off]) + w / strength
        gradient = np.concatenate([found.ravel(), off.sum(axis=0)])
        return float(loss), gradient.astype(np.float64)

    start = np.zeros(len(columns) * acts + acts)
    found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 100, "ftol": 1e-5}).x
    w = np.zeros((facts, acts), dtype=np.float32)
    w[columns] = found[:-acts].reshape(len(columns), acts)
    return w, found[-acts:].astype(np.float32)


def chances_of(x: Matrix, weights: Matrix, biases: Matrix, temperature: float = 1.0) -> Matrix:
    """The acts' chances, one row each."""
    return softmax((x @ weights + biases) / temperature)


def softmax(scores: Matrix) -> Matrix:
    """Chances of scores, one row each."""
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)


def temperature_of(scores: Matrix, y: npt.NDArray[np.int64]) -> float:
    """The temperature by which held-out scores are as sure as they are right."""

    def loss(temperature: float) -> float:
        s = scores / temperature
        s = s - s.max(axis=1, keepdims=True)
        return float(-(s[np.arange(len(y)), y] - np.log(np.exp(s).sum(axis=1))).mean())

    return float(minimize_scalar(loss, bounds=(0.3, 5.0), method="bounded").x)


def together(scores: Matrix, read: Matrix, y: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The temperature of the linear scores and the network's share by which both together are as sure as right."""

    def loss(numbers: npt.NDArray[np.float64]) -> float:
        chances = softmax(scores * numbers[0] + read * numbers[1])
        return float(-np.log(chances[np.arange(len(y)), y] + 1e-12).mean())

    linear, share = minimize(loss, np.array([0.5, 0.5]), method="Nelder-Mead").x
    return 1 / float(linear), float(share)
