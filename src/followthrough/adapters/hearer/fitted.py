"""A linear model over the embedder's vectors and cheap facts of a message: the hearer that ships.

The weights are what ``training/hearer`` wrote; they say for which embedder and which facts they are, and nothing is
heard with any other. Vectors come from the embedder's own thread, so the event loop waits for none of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from followthrough.adapters.hearer.features import VERSION, Row, row_of, texts_of
from followthrough.domain.hearing import Act, HeardActs, SaidAt
from followthrough.errors import ConfigurationError, EmbedderUnavailable
from followthrough.ports.embedder import Embedder

WEIGHTS_SHA256 = "e8f54cd02e93bc490e1480f05b385d76218194e4a9d072d58fe16229f7e6af34"
_SHIPPED = Path(__file__).parent / "weights.npz"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What was fitted: one column an act.

    Attributes:
        acts: the acts of the columns.
        model_id: the embedder whose vectors it was fitted on.
        version: that of the facts.
        matrix: facts times acts.
        biases: one an act.
        temperature: divides the scores so that chances are as sure as they are right.
    """

    acts: tuple[Act, ...]
    model_id: str
    version: int
    matrix: Row
    biases: Row
    temperature: float


def read_weights(path: Path = _SHIPPED, *, sha256: str | None = None) -> Weights:
    """The weights of a file.

    Raises:
        ConfigurationError: it is not the expected file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The hearer's weights can't be read: {error.strerror}.", fix="Install the package again."
        ) from error
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise ConfigurationError("The hearer's weights are not the expected file.", fix="Install the package again.")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return Weights(
            acts=tuple(Act(name) for name in file["acts"].tolist()),
            model_id=str(file["model_id"]),
            version=int(file["version"]),
            matrix=file["codes"].astype(np.float32) * file["scale"].astype(np.float32),
            biases=file["biases"].astype(np.float32),
            temperature=float(file["temperature"]),
        )


class FittedHearer:
    """The hearer. Nothing is loaded before the first message.

    Args:
        embedder: whose vectors are used.
        weights: what was fitted; None takes what ships.
    """

    def __init__(self, embedder: Embedder, weights: Weights | None = None) -> None:
        self._embedder = embedder
        self._weights = weights

    async def hear(self, message: str, said: SaidAt) -> HeardActs:
        """See ``ports.hearer``."""
        if not message.strip():
            return HeardActs(spot=said.spot)
        if self._weights is None:
            self._weights = await asyncio.to_thread(read_weights, sha256=WEIGHTS_SHA256)
        weights = self._weights
        if (weights.model_id, weights.version) != (self._embedder.model_id, VERSION):
            return HeardActs(spot=said.spot)
        try:
            vectors = await self._embedder.embed_queries(texts_of(message, said))
        except EmbedderUnavailable as error:
            _log.warning("hearer.nothing_heard", extra={"code": error.code})
            return HeardActs(spot=said.spot)
        return HeardActs(spot=said.spot, acts=_chances(row_of(message, said, vectors), weights))

    async def expect(self, said: SaidAt) -> None:
        """See ``ports.hearer``: the embedder remembers what was said before the message."""
        try:
            await self._embedder.embed_queries(texts_of(".", said))
        except EmbedderUnavailable as error:
            _log.warning("hearer.not_ready", extra={"code": error.code})


def _chances(row: Row, weights: Weights) -> tuple[tuple[Act, float], ...]:
    scores = (row @ weights.matrix + weights.biases) / weights.temperature
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    order: list[int] = np.argsort(-chances).tolist()
    return tuple((weights.acts[place], float(chances[place])) for place in order)
