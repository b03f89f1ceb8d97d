"""The reader that needs no model of its own: fitted weights over cheap signals and the embedder's vectors.

Without the embedder it reads by words and place alone, with weights of their own for that.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import numpy as np

from followthrough.domain.reading import Asked, Claim, Readable
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Embedder
from followthrough.rules.claims.chances import supports_of
from followthrough.rules.claims.weights import SHIPPED
from followthrough.rules.reading.chances import chances_of
from followthrough.rules.reading.weights import BY_WORDS, WITH_MEANING
from followthrough.rules.retrieval.rank_signals import in_turn, unit

_log = logging.getLogger(__name__)


class FittedReader:
    """Reads with ``rules.reading.chances``.

    Args:
        embedder: compares in meaning; it remembers the texts that it saw last.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def answers(self, asked: Asked, units: Sequence[Readable]) -> Sequence[float]:
        """See ``ports.reader``."""
        if not units:
            return ()
        alike: list[tuple[float, float]] = []
        try:
            alike = await self._alike(asked, units)
        except EmbedderUnavailable as error:
            _log.warning("reading_by_words_only", extra={"code": error.code})
        read = partial(chances_of, asked, units, alike)
        return read(WITH_MEANING if alike else BY_WORDS)

    async def _alike(self, asked: Asked, units: Sequence[Readable]) -> list[tuple[float, float]]:
        """For each unit its similarity to the question after the one before it, and to the question alone."""
        said = (asked.before, f"{asked.before}\n{asked.question}") if asked.before else ()
        texts = [asked.question, *said, *(f"{one.above}\n{one.text}" for one in units)]
        rows = await self._embedder.embed_queries(texts)
        question, rest = unit(rows[0]), rows[1 + len(said) :]
        together = in_turn(question, rows[1], rows[2]) if said else question
        both = np.stack([together, question])
        return [(float(a), float(b)) for a, b in rest @ both.T]

    async def supports(self, claims: Sequence[Claim]) -> Sequence[float]:
        """See ``ports.reader``. Meaning is not compared: measured, it adds nothing to the words (training/claims)."""
        return supports_of(claims, SHIPPED)
