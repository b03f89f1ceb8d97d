"""The reader that needs no model of its own: fitted weights over cheap signals and the embedder's vectors.

Without the embedder it reads by words and place alone, with weights of their own for that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from followthrough.domain.reading import Asked, Claim, Readable
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Embedder, Tokens, Vectors
from followthrough.rules.claims.chances import supports_of
from followthrough.rules.claims.weights import SHIPPED
from followthrough.rules.reading.chances import Alike, WeightSets, chances_of
from followthrough.rules.reading.late import likeness
from followthrough.rules.reading.weights import BY_WORDS, TOKEN_BY_TOKEN, WITH_MEANING
from followthrough.rules.retrieval.rank_signals import in_turn, unit

_log = logging.getLogger(__name__)

#: Told what was read, and how alike each unit is to the question.
Told: TypeAlias = Callable[[Asked, Sequence[Readable], Sequence[Alike]], None]
_SHIPPED: WeightSets = {4: TOKEN_BY_TOKEN, 2: WITH_MEANING, 0: BY_WORDS}


def alike_as_wholes(rows: Vectors, said: int) -> list[Alike]:
    """For each unit its similarity to the question in its conversation, and to the question alone.

    Args:
        rows: the vectors of the question, of what was said before and of both as one text, then of the units.
        said: 2, or 0 where nothing was said before.
    """
    question, rest = unit(rows[0]), rows[1 + said :]
    together = in_turn(question, rows[1], rows[2]) if said else question
    both = np.stack([together, question])
    return [(float(a), float(b)) for a, b in rest @ both.T]


def alike_by_token(tokens: Sequence[Tokens], said: int) -> list[Alike]:
    """As ``alike_as_wholes``, then how like each unit is token by token to the question in conversation and alone."""
    question, units = tokens[0], tokens[1 + said :]
    size = len(question.ids)
    after = tokens[2] if said and tokens[2].ids[-size:] == question.ids else question  # a long story fills the window
    wholes = alike_as_wholes(np.stack([one.whole for one in tokens]), said)
    by_token = zip(likeness(after, size, units), likeness(question, size, units), strict=True)
    return [(*whole, *pair) for whole, pair in zip(wholes, by_token, strict=True)]


class FittedReader:
    """Reads with ``rules.reading.chances``.

    Args:
        embedder: compares in meaning; it remembers the texts that it saw last.
        weights: other weights than the shipped ones, where they look at as many likenesses.
        told: told of everything that is read.
    """

    def __init__(self, embedder: Embedder, weights: WeightSets | None = None, told: Told | None = None) -> None:
        self._embedder, self._told = embedder, told
        self._weights = {**_SHIPPED, **(weights or {})}

    async def answers(self, asked: Asked, units: Sequence[Readable]) -> Sequence[float]:
        """See ``ports.reader``."""
        if not units:
            return ()
        alike: Sequence[Alike] = ()
        try:
            alike = await self._alike(asked, units)
        except EmbedderUnavailable as error:
            _log.warning("reading_by_words_only", extra={"code": error.code})
        if self._told is not None:
            self._told(asked, units, alike)
        return chances_of(asked, units, alike, self._weights[len(alike[0]) if alike else 0])

    async def _alike(self, asked: Asked, units: Sequence[Readable]) -> list[Alike]:
        said = (asked.before, f"{asked.before}\n{asked.question}") if asked.before else ()
        texts = [asked.question, *said, *(f"{one.above}\n{one.text}" for one in units)]
        tokens = await self._embedder.embed_tokens(texts)
        if tokens:
            return await asyncio.to_thread(alike_by_token, tokens, len(said))
        return alike_as_wholes(await self._embedder.embed_queries(texts), len(said))

    async def supports(self, claims: Sequence[Claim]) -> Sequence[float]:
        """See ``ports.reader``. Meaning is not compared: measured, it adds nothing to the words (training/claims)."""
        return supports_of(claims, SHIPPED)
