"""The model for one turn: within the turn's budget of calls and time, and no call made twice.

It is a language model itself, so a stage asks it as it would ask any. Every try is kept for the turn's record.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

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
from followthrough.ports.clock import Clock
from followthrough.ports.language_model import LanguageModel
from followthrough.tuning import Tuning

Outcome = Spoken[Any] | Unavailable


class TurnModel:
    """A language model on a leash.

    Args:
        model: who is asked.
        clock: says when the turn's time for calls is over; it begins with the first call.
        made: every try is appended here.
        is_spent: no call is allowed: the day's ceiling is reached.

    Every try counts as a call; a request that fell back to a second model took two. A request that equals an earlier
    one of the turn gets that one's outcome, also while it is still under way.
    """

    def __init__(
        self, model: LanguageModel, *, clock: Clock, tuning: Tuning, made: list[ModelCall], is_spent: bool = False
    ) -> None:
        self._model = model
        self._clock = clock
        self._tuning = tuning
        self._made = made
        self._left = 0 if is_spent else tuning.model_calls_per_turn
        self._until_ms: float | None = None
        self._asked: dict[ModelRequest[Any], _Asked] = {}

    @property
    def calls_left(self) -> int:
        """How many more calls the turn may make."""
        return max(self._left, 0)

    def can(self, task: ModelTask) -> bool:
        """Whether a call for the task can be made now."""
        return self._left > 0 and self._model.can(task)

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """See ``ports.language_model``."""
        self._model.note(task, held=held, better=better)

    def trust(self, task: ModelTask) -> float:
        """See ``ports.language_model``."""
        return self._model.trust(task)

    def resting(self) -> frozenset[ModelTask]:
        """See ``ports.language_model``."""
        return self._model.resting()

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """See ``ports.language_model``."""
        known = self._asked.get(request)
        if known is None:
            if (refusal := self._refusal(request.task)) is not None:
                return refusal
            known = self._asked[request] = _Asked(asyncio.ensure_future(self._ask(request)))
        known.waiting += 1
        try:
            outcome = await asyncio.shield(known.outcome)
        finally:
            known.waiting -= 1
            if not known.waiting and not known.outcome.done():  # nobody waits for it any more
                del self._asked[request]
                known.outcome.cancel()
                self._keep(_unfinished(request, ModelFailure.CANCELLED))  # now: the turn may be written down next
        return cast("Spoken[R] | Unavailable", outcome)

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """See ``ports.language_model``. What the same request gave before comes as one piece."""
        if request in self._asked:
            outcome = await self.ask(request)
            if isinstance(outcome, Spoken):
                yield outcome.value
            yield outcome
            return
        if (refusal := self._refusal(request.task)) is not None:
            yield refusal
            return
        outcome = _unfinished(request, ModelFailure.CANCELLED)
        try:
            async with aclosing(self._model.stream(request)) as items:
                while True:
                    item = await self._next(items, request)
                    if not isinstance(item, str):
                        outcome = item
                        break
                    yield item
        finally:
            self._keep(outcome)
        self._asked[request] = _Asked(_ended(outcome))
        yield outcome

    async def _next(
        self, items: AsyncGenerator[str | Spoken[str] | Unavailable], request: ModelRequest[str]
    ) -> str | Spoken[str] | Unavailable:
        try:
            async with asyncio.timeout(self._seconds_left()):
                return await anext(items)
        except TimeoutError:
            return _unfinished(request, ModelFailure.DEADLINE)

    async def check(self) -> tuple[ModelHealth, ...]:
        """See ``ports.language_model``; outside the budget, no turn does this."""
        return await self._model.check()

    async def aclose(self) -> None:
        """The model is its owner's to close."""

    def _refusal(self, task: ModelTask) -> Unavailable | None:
        if not self._model.can(task):
            return Unavailable(failure=ModelFailure.NOT_CONFIGURED)
        if self._left <= 0:
            return Unavailable(failure=ModelFailure.BUDGET)
        if self._seconds_left() <= 0:
            return Unavailable(failure=ModelFailure.DEADLINE)
        self._left -= 1
        return None

    def _seconds_left(self) -> float:
        now = self._clock.monotonic_ms()
        if self._until_ms is None:
            self._until_ms = now + self._tuning.model_turn_s * 1_000
        return (self._until_ms - now) / 1_000

    async def _ask(self, request: ModelRequest[ModelResult]) -> Outcome:
        try:
            async with asyncio.timeout(self._seconds_left()):
                outcome: Outcome = await self._model.ask(request)
        except TimeoutError:
            outcome = _unfinished(request, ModelFailure.DEADLINE)
        self._keep(outcome)
        return outcome

    def _keep(self, outcome: Outcome) -> None:
        self._made += outcome.tries
        self._left -= len(outcome.tries) - 1  # one was counted when it was allowed; without a try it is given back


class _Asked:
    """A request that was made, and how many wait for its outcome."""

    def __init__(self, outcome: asyncio.Future[Outcome]) -> None:
        self.outcome = outcome
        self.waiting = 0


def _ended(outcome: Outcome) -> asyncio.Future[Outcome]:
    ended: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    ended.set_result(outcome)
    return ended


def _unfinished(request: ModelRequest[Any], failure: ModelFailure) -> Unavailable:
    """The outcome of a request that was given up: which model had it is not known here."""
    call = ModelCall(task=request.task, model="", failure=failure, prompt=request.prompt)
    return Unavailable(failure=failure, tries=(call,))
