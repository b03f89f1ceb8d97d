"""An embedder without a model: words hashed into a few dimensions, so that cosine similarity is word overlap."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from followthrough.ports.embedder import Tokens, Vectors

_WORD = re.compile(r"\w+|[^\w\s]")


class FakeEmbedder:
    """Deterministic, instant, the same on every machine. Every word and every mark is one token.

    Args:
        dim: length of a vector; more means fewer words that share a place.
        window: the window in tokens; words beyond it have no say.

    Attributes:
        embedded: the passage texts that were embedded, in order, for tests that count work.
    """

    def __init__(self, *, dim: int = 64, window: int = 256) -> None:
        self._dim = dim
        self._window = window
        self.embedded: list[str] = []

    @property
    def model_id(self) -> str:
        """Name and dimensions."""
        return f"fake-words-{self._dim}"

    @property
    def dim(self) -> int:
        """See ``ports.embedder``."""
        return self._dim

    @property
    def max_tokens(self) -> int:
        """See ``ports.embedder``."""
        return self._window

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """See ``ports.embedder``."""
        rows = [self._vector(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self._dim), dtype=np.float32)

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """See ``ports.embedder``: a word has no vector of its own here."""
        return ()

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See ``ports.embedder``."""
        self.embedded += texts
        return await self.embed_queries(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """See ``ports.embedder``."""
        return [len(_WORD.findall(text)) for text in texts]

    async def aclose(self) -> None:
        """See ``ports.embedder``."""

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self._dim, dtype=np.float32)
        vector[0] = 1e-3  # a text without words has a direction too
        for word in _WORD.findall(text.casefold())[: self._window - 2]:
            digest = hashlib.blake2b(word.encode("utf-8", errors="replace"), digest_size=8).digest()
            place = int.from_bytes(digest, "big")
            vector[place % self._dim] += 1.0 if place >> 63 else -1.0
        norm = np.linalg.norm(vector)
        return (vector / norm).astype(np.float32) if norm else vector
