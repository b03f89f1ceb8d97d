"""The hearer that ships: a linear model over the embedder's vectors and cheap facts of a message, beside a network.

The weights are what ``training/hearer`` wrote; they say for which embedder and which facts they are, and nothing is
heard with any other. A pack's examples change a copy of them, once, when a conversation first needs it. Vectors
come from the embedder's own threads and the numbers from another, so the event loop waits for none of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from followthrough.adapters.hearer import framing
from followthrough.adapters.hearer.features import VERSION, Row, row_of, texts_of
from followthrough.adapters.hearer.frame_network import FrameNetwork
from followthrough.adapters.hearer.learning import (
    Lesson,
    chances_of,
    kept_of,
    lesson_of,
    raised,
    ranked,
    rise_of,
    said_of,
    scores_of,
    softmax,
    without_itself,
)
from followthrough.adapters.hearer.network import Network
from followthrough.adapters.hearer.reference import key_of, read_reference
from followthrough.adapters.hearer.remembered import Remembered
from followthrough.adapters.hearer.remembered import key_of as key_of_lesson
from followthrough.adapters.hearer.weights import WEIGHTS_SHA256, Weights, read_weights
from followthrough.domain.framing import Framed, Frames
from followthrough.domain.hearing import NO_EXAMPLES, Act, ActExample, ActExamples, HeardActs, Reheard, SaidAt
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Embedder

_log = logging.getLogger(__name__)


_ACTS = tuple(Act)
_JUDGED = 4_096  # frames that are remembered


class FittedHearer:
    """The hearer. Nothing is loaded before the first message.

    Args:
        embedder: whose vectors are used.
        weights: what was fitted; None takes what ships.
        shipped: reads the examples that the weights were fitted on; a pack's examples leave them as they are.
        kept: a folder for what packs' examples change; None works it out in each process.
        network: what is heard beside the linear model; None takes what ships.
        frame_network: what judges frames beside the linear model; None takes what ships.
    """

    def __init__(
        self,
        embedder: Embedder,
        weights: Weights | None = None,
        *,
        shipped: Callable[[], ActExamples] = lambda: NO_EXAMPLES,
        kept: Path | None = None,
        network: Network | None = None,
        frame_network: FrameNetwork | None = None,
    ) -> None:
        self._embedder = embedder
        self._weights = weights
        self._network = network or Network()
        self._base: Weights | None = None
        self._shipped = shipped
        self._remembered = Remembered(kept)
        self._frame_network = frame_network or FrameNetwork()
        self._frames: framing.FrameWeights | None = None
        self._judged: dict[str, Framed] = {}
        self._taught: dict[str, asyncio.Task[Weights]] = {}  # by the examples' digest

    async def hear(self, message: str, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> HeardActs:
        """See ``ports.hearer``."""
        if not message.strip():
            return HeardActs(spot=said.spot)
        base = await self._shipping()
        if not self._is_fit(base):
            return HeardActs(spot=said.spot)
        try:
            taught = await self._with(examples)
            vectors, read = await asyncio.gather(
                self._embedder.embed_queries(texts_of(message, said)), self._read([(message, said)], base)
            )
        except EmbedderUnavailable as error:
            _log.warning("hearer.nothing_heard", extra={"code": error.code})
            return HeardActs(spot=said.spot)
        row = row_of(message, said, vectors)
        scores = scores_of(row, base)
        moved = scores_of(row, taught) - scores if taught is not base else np.zeros_like(scores)
        return HeardActs(spot=said.spot, acts=ranked(chances_of(scores, read[0], moved), base.acts))

    async def judge(self, frames: Collection[str]) -> Frames:
        """See ``ports.hearer``: what was judged lately is remembered, for messages over lists are much alike."""
        if new := [frame for frame in frames if frame.strip() and frame not in self._judged]:
            if len(self._judged) + len(new) > _JUDGED:
                self._judged.clear()
            self._judged |= await self._judge(new)
        return {frame: self._judged[frame] for frame in frames if frame in self._judged}

    async def _judge(self, frames: Sequence[str]) -> Frames:
        if self._frames is None:
            self._frames = await asyncio.to_thread(framing.read_frames, sha256=framing.FRAMES_SHA256)
        weights = self._frames
        if (weights.model_id, weights.version) != (self._embedder.model_id, framing.VERSION):
            return {}
        try:
            seen = await self._embedder.embed_tokens([framing.NAME, framing.ORDINAL, *map(framing.readable, frames)])
        except EmbedderUnavailable as error:
            _log.warning("hearer.nothing_judged", extra={"code": error.code})
            return {}
        if len(seen) < len(frames):
            return {}
        marks = [one.ids[0] for one in seen[:2]]
        read = await self._frame_network.scores(frames)
        found = await asyncio.to_thread(framing.judged, frames, seen[2:], marks, weights, read)
        return dict(zip(frames, found, strict=True))

    async def expect(self, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> None:
        """See ``ports.hearer``: the embedder remembers what was said before the message."""
        try:
            if self._is_fit(await self._shipping()):
                await self._with(examples)
            await self._embedder.embed_queries(texts_of(".", said))
        except EmbedderUnavailable as error:
            _log.warning("hearer.not_ready", extra={"code": error.code})

    async def changes(self, examples: ActExamples) -> tuple[list[Reheard], list[Reheard]]:
        """What a pack's examples change: for themselves, and for those that ship.

        Each is heard by all others. Those that ship are heard as by weights that were fitted without their block.

        Raises:
            EmbedderUnavailable: the model can't be loaded.
        """
        weights = await self._shipping()
        if not self._is_fit(weights) or not examples.all:
            return [], []
        shipped = await asyncio.to_thread(self._shipped)
        _, lesson, scores, read = await self._lesson(weights, examples, shipped)
        mine = await asyncio.to_thread(_reheard, weights, examples.all, lesson, scores, read)
        alone = await self._alone()  # the network has seen what ships, and says nothing of it
        kept, lesson, _, _ = await self._lesson(alone, examples, shipped)
        return mine, await asyncio.to_thread(_others, alone, kept, lesson)

    def _is_fit(self, weights: Weights) -> bool:
        return (weights.model_id, weights.version) == (self._embedder.model_id, VERSION)

    async def _shipping(self) -> Weights:
        """The weights, as they are for a linear model with or without a network beside it."""
        if self._base is None:
            weights = await self._alone()
            is_beside = weights.share > 0 and self._is_fit(weights) and await self._network.is_there()
            now = {"temperature": weights.temperature_beside} if is_beside else {"share": 0.0}
            self._base = replace(weights, **now)
        return self._base

    async def _alone(self) -> Weights:
        if self._weights is None:
            self._weights = await asyncio.to_thread(read_weights, sha256=WEIGHTS_SHA256)
        return self._weights

    async def _read(self, said: Sequence[tuple[str, SaidAt]], weights: Weights) -> Row:
        """What the network adds to the scores of each message."""
        if weights.share <= 0:
            return np.zeros((len(said), len(weights.acts)), dtype=np.float32)
        places = [_ACTS.index(act) for act in weights.acts]
        return weights.share * (await self._network.scores(said))[:, places]

    async def _with(self, examples: ActExamples) -> Weights:
        """The weights with what the examples change, made once however many wait for it."""
        base = await self._shipping()
        if not examples.all:
            return base
        task = self._taught.get(examples.digest)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._taught[examples.digest] = asyncio.create_task(self._teach(base, examples))
            task.add_done_callback(_seen)
        return await asyncio.shield(task)

    async def _teach(self, base: Weights, examples: ActExamples) -> Weights:
        shipped = await asyncio.to_thread(self._shipped)
        key = key_of_lesson(base, examples, shipped)
        rise = await asyncio.to_thread(self._remembered.read, key)
        if rise is None:
            _, lesson, _, _ = await self._lesson(base, examples, shipped)
            rise = await asyncio.to_thread(rise_of, base, lesson)
            await asyncio.to_thread(self._remembered.write, key, rise)
        return raised(base, rise)

    async def _lesson(
        self, base: Weights, examples: ActExamples, shipped: ActExamples
    ) -> tuple[list[ActExample], Lesson, Row, Row]:
        own = examples.all
        kept = kept_of(shipped.all, own)
        texts = dict.fromkeys(text for e in own for text in texts_of(e.text, e.said))
        texts |= dict.fromkeys(texts_of(e.text, e.said)[0] for e in kept)
        vectors = await self._embedder.embed_passages(list(texts))
        known = dict(zip(texts, vectors, strict=True))
        read = await self._read([(e.text, e.said) for e in own], base)
        return await asyncio.to_thread(_numbers, base, own, kept, known, read)


def _seen(task: asyncio.Task[Weights]) -> None:
    """Who waited for it told of a failure; where nobody waits any more there is nobody to tell."""
    if not task.cancelled():
        task.exception()


def _numbers(
    base: Weights, own: Sequence[ActExample], kept: list[ActExample], known: dict[str, Row], read: Row
) -> tuple[list[ActExample], Lesson, Row, Row]:
    rows = np.stack([row_of(e.text, e.said, np.stack([known[t] for t in texts_of(e.text, e.said)])) for e in own])
    said = np.stack([said_of(e, known[texts_of(e.text, e.said)[0]]) for e in (*own, *kept)])
    return kept, lesson_of(base, own, kept, rows=rows, said=said, read=read), scores_of(rows, base), read


def _reheard(weights: Weights, own: Sequence[ActExample], lesson: Lesson, scores: Row, read: Row) -> list[Reheard]:
    """The pack's examples, each as it is heard by all others."""
    before, after = chances_of(scores, read), chances_of(scores, read, without_itself(lesson)[: len(own)])
    return [_twice(e, before[n], after[n], weights) for n, e in enumerate(own)]


def _others(weights: Weights, kept: Sequence[ActExample], lesson: Lesson) -> list[Reheard]:
    """Those that ship, as the linear model alone hears them."""
    moved, reference = without_itself(lesson), read_reference(weights)
    theirs: list[Reheard] = []
    for place, example in enumerate(kept, lesson.own):
        if (scores := reference.get(key_of(example))) is not None:
            held = scores / weights.temperature
            theirs.append(_twice(example, softmax(held), softmax(held + moved[place]), weights))
    return theirs


def _twice(example: ActExample, before: Row, after: Row, weights: Weights) -> Reheard:
    spot = example.said.spot
    return Reheard(
        example=example,
        before=HeardActs(spot=spot, acts=ranked(before, weights.acts)),
        after=HeardActs(spot=spot, acts=ranked(after, weights.acts)),
    )
