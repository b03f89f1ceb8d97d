"""What tells where a message is cut into its questions: fitted weights that every pack carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartWeights:
    """The reader of places, as ``training.parts`` fits it: compared by being the same one.

    Both directions of a layer stand behind one another in the first axis: onwards, and backwards.

    Attributes:
        pieces: for each piece of a word, the row of ``vectors`` that says what it means; "##" goes on with a word.
        vectors: float32, shape (n_pieces, dim).
        enter: shape (n_seen, n_entered), and ``enter_bias``: what is seen of a word.
        inward: for each layer, shape (2, n_in, 3 * n_hidden), with its bias: to reset, to keep, and what is new.
        onward: for each layer, shape (2, n_hidden, 3 * n_hidden), with its bias: the same of the word before.
        out: shape (2 * n_hidden, 6), and ``out_bias``: the four of ``Cut``, where things begin, and where they end.
    """

    pieces: Mapping[str, int]
    vectors: Floats
    enter: Floats
    enter_bias: Floats
    inward: tuple[tuple[Floats, Floats], ...]
    onward: tuple[tuple[Floats, Floats], ...]
    out: Floats
    out_bias: Floats
