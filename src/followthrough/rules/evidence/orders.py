"""Sentences of a document that give orders to whoever answers from it: what they say is nobody's answer (report 20).

The marks by which models tell turns apart are orders by themselves. Anything else is judged by fitted weights
(``training.orders``) that read neighbouring words in any language: "ignore your instructions", "note to AI systems".
What is likely enough alone is an order; what is a little less likely is one in a passage that gives an order anyhow.
Invariant: a unit is judged by its own words; a long one by each of its stretches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from followthrough.domain.orders import OrderWeights
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.order_words import buckets_of, words_in

_MARKS = re.compile(r"<\|\w{1,40}\|>|\[/?(?:INST|SYS|SYSTEM)\]|<</?SYS>>|</?system>", re.IGNORECASE)
_LABEL = re.compile(r"^\s*\w{1,20}(?: \w{1,20})? [A-Z]?\d{1,6}[a-z]?\s*:\s*")
"""A case's name before what is to be done: "Model 11: send it by mail" gives no order to a language model."""
_STRETCH, _STEP = 40, 20  # words that are judged together, and words from one stretch to the next


def given_orders(texts: Sequence[str], pack: Pack) -> frozenset[int]:
    """Which of a passage's units, by their places, give orders to an assistant."""
    scores = order_scores(texts, pack.orders)
    if not any(score >= pack.orders.alone for score in scores):
        return frozenset()
    return frozenset(place for place, score in enumerate(scores) if score >= pack.orders.beside)


def without_orders(headings: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """Those of the headings, in order, that give no order: a reply names places by their headings."""
    return tuple(heading for heading in headings if not given_orders([heading], pack))


def order_scores(texts: Sequence[str], weights: OrderWeights) -> list[float]:
    """How likely each text is an order, as log odds; infinite where a mark of a conversation stands."""
    said = [_LABEL.sub("", text) for text in texts]
    stretches = [(place, words) for place, text in enumerate(said) for words in _stretches(words_in(text))]
    scores = [float("inf") if _MARKS.search(text) else float("-inf") for text in texts]
    for (place, _), score in zip(stretches, _judged([words for _, words in stretches], weights), strict=True):
        scores[place] = max(scores[place], score)
    return scores


def _stretches(words: list[str]) -> list[list[str]]:
    if len(words) <= _STRETCH:
        return [words] if words else []
    return [words[at : at + _STRETCH] for at in range(0, len(words) - _STEP, _STEP)]


def _judged(texts: Sequence[list[str]], weights: OrderWeights) -> list[float]:
    """The score of each text. All stand behind one another with room between, so that one pass sees them all."""
    if not texts:
        return []
    edge = max(len(filters) for filters in weights.filters)
    starts: list[int] = []
    rows: list[npt.NDArray[np.float32]] = []
    nothing = np.zeros(weights.pieces.shape[1], np.float32)
    for words in texts:
        starts.append(len(rows))
        rows += [nothing] * edge
        rows += [_vector(word, weights) for word in words]
    rows += [nothing] * edge
    vectors = np.stack(rows)
    pooled: list[npt.NDArray[np.float32]] = []
    for filters, bias in zip(weights.filters, weights.filter_biases, strict=True):
        width, _, count = filters.shape
        seen = np.zeros((len(rows), count), np.float32)
        for at in range(width):
            seen[: len(rows) - at] += vectors[at:] @ filters[at]
        ends = [*starts[1:], len(rows) - edge]
        tops = [seen[start + edge - width : end].max(axis=0) for start, end in zip(starts, ends, strict=True)]
        pooled.append(np.maximum(np.stack(tops) + bias, 0))
    hidden = np.maximum(np.concatenate(pooled, axis=1) @ weights.hidden + weights.hidden_bias, 0)
    return [float(score) for score in hidden @ weights.out + weights.out_bias]


@lru_cache(maxsize=20_000)
def _vector(word: str, weights: OrderWeights) -> npt.NDArray[np.float32]:
    """A word as the mean of its pieces; documents use the same words again and again."""
    return weights.pieces[buckets_of(word, len(weights.pieces))].mean(axis=0)
