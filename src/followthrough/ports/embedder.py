"""Texts to vectors, and the tokenizer that says how long a passage may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """A text token by token, as its model sees each among the others.

    Attributes:
        ids: which token of the vocabulary each is, in the text's order, special tokens left out.
        vectors: float32 or float16, shape (len(ids), dim), rows L2-normalised.
        whole: the vector of the text, as ``embed_queries`` gives it.
    """

    ids: tuple[int, ...]
    vectors: npt.NDArray[np.floating]
    whole: Vectors


class Embedder(Protocol):
    """An embedding model."""

    @property
    def model_id(self) -> str:
        """Name and version; vectors of different ids are never compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """The model's window, special tokens included; longer texts are cut off by the model."""
        ...

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors for queries: float32, shape (len(texts), dim), rows L2-normalised, in the order given.

        An empty input gives shape (0, dim).

        Raises:
            EmbedderUnavailable: the model can't be loaded or did not answer.
        """
        ...

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Each text token by token, in the order given; what is beyond the window is left out.

        Empty for a model that has no vectors of tokens: texts are compared as wholes then.

        Raises:
            EmbedderUnavailable: as ``embed_queries``.
        """
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors for passages; shape, order and errors as ``embed_queries``. Never blocks the event loop."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text takes in the window, special tokens left out. CPU only, call off the loop."""
        ...

    async def aclose(self) -> None:
        """Frees the model; calling it twice is harmless."""
        ...
