"""What tells an order to an assistant from a sentence for readers: fitted weights that every pack carries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrderWeights:
    """The judge of orders, as ``training.orders`` fits it: compared by being the same one.

    Attributes:
        pieces: float32, shape (buckets, dim): what a hashed piece of a word means.
        filters: two of them, shape (width, dim, n_filters): patterns of neighbouring words.
        filter_biases: for each of the two, shape (n_filters,).
        hidden: shape (2 * n_filters, n_hidden).
        hidden_bias: shape (n_hidden,).
        out: shape (n_hidden,).
        out_bias: what is added last.
        alone: the score from which a sentence is an order by itself.
        beside: the score from which it is one in a passage that gives an order anyhow.
    """

    pieces: Floats
    filters: tuple[Floats, ...]
    filter_biases: tuple[Floats, ...]
    hidden: Floats
    hidden_bias: Floats
    out: Floats
    out_bias: float
    alone: float
    beside: float
