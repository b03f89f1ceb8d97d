"""What tells where a message is cut into its questions: a fitted reader that every pack carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
SCORES = 6  # of a word: the four of ``Cut``, then where several things begin, and where they end


class PartReader(Protocol):
    """Reads what begins at each word of a message, as ``training.parts`` fits it. The same text is read the same."""

    def read(self, text: str, words: Sequence[tuple[int, int]]) -> Floats | None:
        """Scores of each word and of the message's end.

        Args:
            text: the message.
            words: the characters at which each of its words begins and ends, in order.

        Returns:
            Float32, shape (n_words + 1, ``SCORES``), not normalised; None where the reader is not there or the text
            is longer than it reads.
        """
        ...

    def knows(self, word: str) -> bool:
        """Whether the word, in lower case, is in the reader's own table, so that it is hardly a misspelling."""
        ...
