"""A small network over hashed pieces of words, written out in numpy: words, patterns of neighbours, the strongest.

A word is the mean of its pieces; two sets of filters look at three and at six neighbouring words; of each filter the
strongest place of a text counts, so what an order wants to have said neither helps nor hides it. The product reads
with the same weights in ``rules.evidence.orders``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from followthrough.domain.orders import OrderWeights
from followthrough.rules.evidence.order_words import buckets_of, words_in
from training.hearer.shipped import write_arrays

Floats = npt.NDArray[np.float32]
Batch = tuple[list[list[str]], Floats]  # words of each text, and 1 for an order
BUCKETS, DIM, FILTERS, HIDDEN = 1 << 14, 16, 48, 24
WIDTHS = (3, 6)
LONGEST = 44  # words of an example
KEPT, BEST_RATE, RISING = 0.75, 0.008, 0.25
_NEAR, _FAR, _TINY = 0.9, 0.99, 1e-8


class Net:
    """Weights with their gradients' running means; ``params`` are ``pieces``, then filters, then the two layers."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

        def made(*shape: int, scale: float) -> Floats:
            return self.rng.normal(0, scale, shape).astype(np.float32)

        self.params: dict[str, Floats] = {"pieces": made(BUCKETS, DIM, scale=0.3)}
        for width in WIDTHS:
            self.params[f"f{width}"] = made(width * DIM, FILTERS, scale=(width * DIM) ** -0.5)
            self.params[f"b{width}"] = np.zeros(FILTERS, np.float32)
        self.params["hidden"] = made(len(WIDTHS) * FILTERS, HIDDEN, scale=(2 / (len(WIDTHS) * FILTERS)) ** 0.5)
        self.params["hidden_bias"] = np.zeros(HIDDEN, np.float32)
        self.params["out"] = made(HIDDEN, scale=HIDDEN**-0.5)
        self.params["out_bias"] = np.zeros(1, np.float32)
        self._means = {name: (np.zeros_like(p), np.zeros_like(p)) for name, p in self.params.items()}
        self._steps = 0
        self._known: dict[str, list[int]] = {}

    def learn(self, texts: Sequence[list[str]], wanted: Floats, *, part: float) -> None:
        """A step of Adam; the rate rises for a quarter of the fit and falls to nothing."""
        rate = BEST_RATE * (part / RISING if part < RISING else (1 - part) / (1 - RISING))
        self._follow(self._gradients(texts, wanted), rate)

    def _gradients(self, texts: Sequence[list[str]], wanted: Floats) -> dict[str, Floats]:
        p, n = self.params, len(texts)
        words = {word: at + 1 for at, word in enumerate(dict.fromkeys(w for text in texts for w in text))}
        rows = [self._known.setdefault(word, buckets_of(word, BUCKETS)) for word in words]
        sizes = np.array([0, *map(len, rows)])
        share = np.repeat(1 / np.maximum(sizes, 1), sizes).astype(np.float32)
        columns = np.fromiter((b for row in rows for b in row), np.int64)
        mean = csr_matrix((share, columns, np.cumsum([0, *sizes])), shape=(len(words) + 1, BUCKETS))
        longest = max(map(len, texts))
        edge = max(WIDTHS)
        ids = np.zeros((n, longest + 2 * edge), np.int64)  # 0 is no word
        for at, text in enumerate(texts):
            ids[at, edge : edge + len(text)] = [words[word] for word in text]
        vectors = np.asarray(mean @ p["pieces"], np.float32)[ids]
        pooled: list[Floats] = []
        places: list[npt.NDArray[np.int64]] = []
        for width in WIDTHS:
            seen = _windows(vectors, width) @ p[f"f{width}"] + p[f"b{width}"]
            place = seen.argmax(axis=1)
            places.append(place)
            pooled.append(np.maximum(np.take_along_axis(seen, place[:, None], 1)[:, 0], 0))
        kept = (self.rng.random((n, FILTERS * len(WIDTHS))) < KEPT).astype(np.float32) / KEPT
        joined = np.concatenate(pooled, axis=1) * kept
        hidden = np.maximum(joined @ p["hidden"] + p["hidden_bias"], 0)
        score = hidden @ p["out"] + p["out_bias"]
        off = ((1 / (1 + np.exp(-score)) - wanted) / n).astype(np.float32)
        found = {"out": hidden.T @ off, "out_bias": off.sum(keepdims=True)}
        back = off[:, None] * p["out"] * (hidden > 0)
        found |= {"hidden": joined.T @ back, "hidden_bias": back.sum(axis=0)}
        back = (back @ p["hidden"].T) * kept
        to_words = np.zeros((len(words) + 1, DIM), np.float32)
        for at, width in enumerate(WIDTHS):
            own = back[:, at * FILTERS : (at + 1) * FILTERS] * (pooled[at] > 0)
            picked = np.take_along_axis(ids[:, None], places[at][..., None] + np.arange(width), axis=2)
            looked = np.asarray(mean @ p["pieces"], np.float32)[picked].reshape(n, FILTERS, width * DIM)
            found[f"f{width}"] = np.einsum("nf,nfk->kf", own, looked)
            found[f"b{width}"] = own.sum(axis=0)
            sent = (own[..., None] * p[f"f{width}"].T).reshape(-1, DIM)
            to_words += _summed(picked.reshape(-1), sent.astype(np.float32), len(to_words))
        to_words[0] = 0
        found["pieces"] = np.asarray(mean.T @ to_words, np.float32)
        return found

    def _follow(self, gradients: dict[str, Floats], rate: float) -> None:
        self._steps += 1
        for name, gradient in gradients.items():
            mean, square = self._means[name]
            mean += (1 - _NEAR) * (gradient - mean)
            square += (1 - _FAR) * (gradient**2 - square)
            step = mean / (1 - _NEAR**self._steps) / (np.sqrt(square / (1 - _FAR**self._steps)) + _TINY)
            self.params[name] -= (rate * step).astype(np.float32)

    def weights(self, *, alone: float = 0.0, beside: float = 0.0) -> OrderWeights:
        """What the product reads with; the pieces are rounded to a byte each as they are shipped."""
        p = self.params
        scale = np.abs(p["pieces"]).max() / 127
        return OrderWeights(
            pieces=np.round(p["pieces"] / scale).astype(np.float32) * np.float32(scale),
            filters=tuple(p[f"f{width}"].reshape(width, DIM, FILTERS) for width in WIDTHS),
            filter_biases=tuple(p[f"b{width}"] for width in WIDTHS),
            hidden=p["hidden"],
            hidden_bias=p["hidden_bias"],
            out=p["out"],
            out_bias=float(p["out_bias"][0]),
            alone=alone,
            beside=beside,
        )


def write_weights(path: Path, weights: OrderWeights) -> None:
    """Writes what ``adapters.pack.orders_npz`` reads."""
    scale = np.abs(weights.pieces).max() / 127
    both = zip(weights.filters, weights.filter_biases, strict=True)
    by_width = {len(filters): (filters, biases) for filters, biases in both}
    held = {
        "widths": np.array(list(by_width)),
        "pieces": np.round(weights.pieces / scale).astype(np.int8),
        "scale": np.array(scale, np.float32),
        **{f"filters_{width}": filters.astype(np.float16) for width, (filters, _) in by_width.items()},
        **{f"filter_biases_{width}": biases for width, (_, biases) in by_width.items()},
        "hidden": weights.hidden,
        "hidden_bias": weights.hidden_bias,
        "out": weights.out,
        "out_bias": np.array(weights.out_bias),
        "alone": np.array(weights.alone),
        "beside": np.array(weights.beside),
    }
    write_arrays(path, held)


def words_for(text: str) -> list[str]:
    """An example's words, never none."""
    return words_in(text)[:LONGEST] or ["."]


def _windows(vectors: Floats, width: int) -> Floats:
    """Every run of so many neighbouring words, their vectors behind one another."""
    count = vectors.shape[1] - width + 1
    runs = [vectors[:, at : at + count] for at in range(width)]
    return np.concatenate(runs, axis=2)


def _summed(places: npt.NDArray[np.int64], values: Floats, size: int) -> Floats:
    """The values summed by the places that they belong to."""
    ones = np.ones(len(places), np.float32)
    return np.asarray(csr_matrix((ones, (places, np.arange(len(places)))), shape=(size, len(places))) @ values)
