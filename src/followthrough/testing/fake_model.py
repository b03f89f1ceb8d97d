"""A language model that says what a script tells it, for tests and scripted conversations."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from typing import TypeAlias

from followthrough.domain.model_calls import (
    ModelCall,
    ModelFailure,
    ModelHealth,
    ModelRequest,
    ModelTask,
    R,
    Spoken,
    Unavailable,
)
from followthrough.domain.model_results import ModelResult
from followthrough.rules.replies.pieces import pieces

#: What the model says the next time, or how it fails.
Scripted: TypeAlias = ModelResult | ModelFailure

NAME = "scripted"


class ScriptedModel:
    """Gives each task its replies in order; a task with none left is not configured.

    Args:
        replies: (task, reply or failure), consumed in order for each task.

    Attributes:
        requests: what was asked, in order, for tests that look at prompts.
        closed: tasks whose stream was closed before its end.
        noted: the outputs that were said to hold or not, in order.
    """

    def __init__(self, replies: Iterable[tuple[ModelTask, Scripted]] = ()) -> None:
        self._left: dict[ModelTask, list[Scripted]] = {}
        for task, reply in replies:
            self._left.setdefault(task, []).append(reply)
        self.requests: list[ModelRequest[str] | ModelRequest[ModelResult]] = []
        self.closed: list[ModelTask] = []
        self.noted: list[tuple[ModelTask, bool]] = []

    def can(self, task: ModelTask) -> bool:
        """Whether the task has a reply left."""
        return bool(self._left.get(task))

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """See ``ports.language_model``; a script never rests."""
        self.noted.append((task, held))

    def trust(self, task: ModelTask) -> float:
        """See ``ports.language_model``; a script is trusted."""
        return 1.0

    def resting(self) -> frozenset[ModelTask]:
        """See ``ports.language_model``."""
        return frozenset()

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """See ``ports.language_model``. A reply of another type than asked for is malformed."""
        self.requests.append(request)  # pyright: ignore[reportArgumentType] - a list of requests of any result
        replies = self._left.get(request.task)
        if not replies:
            return Unavailable(failure=ModelFailure.NOT_CONFIGURED)
        reply = replies.pop(0)
        if isinstance(reply, ModelFailure):
            return Unavailable(failure=reply, tries=(_try(request, reply),))
        if not isinstance(reply, request.result):
            return Unavailable(failure=ModelFailure.MALFORMED, tries=(_try(request, ModelFailure.MALFORMED),))
        return Spoken(value=reply, tries=(_try(request, None),))

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """See ``ports.language_model``; the text comes in the pieces that readers get."""
        outcome = await self.ask(request)
        done = False
        try:
            if isinstance(outcome, Spoken):
                for piece in pieces(outcome.value):
                    yield piece
            done = True
        finally:
            if not done:
                self.closed.append(request.task)
        yield outcome

    async def check(self) -> tuple[ModelHealth, ...]:
        """See ``ports.language_model``; a script is always well and loses no reply by this."""
        return (ModelHealth(model=NAME, structured=True, streams=True),)

    async def aclose(self) -> None:
        """See ``ports.language_model``."""


def _try(request: ModelRequest[R], failure: ModelFailure | None) -> ModelCall:
    return ModelCall(task=request.task, model=NAME, failure=failure, prompt=request.prompt)
