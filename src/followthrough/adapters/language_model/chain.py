"""Several models in order of preference: retries, fallback and rest, with the reason of every failure kept."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from math import inf
from typing import Any

from followthrough.adapters.language_model.attempts import is_the_servers, wait_before_retry_s
from followthrough.adapters.language_model.breaker import WELL, Breaker, after_failure, is_resting
from followthrough.adapters.language_model.health import check_model
from followthrough.adapters.language_model.track_record import NO_RECORD, TrackRecord, noted, rests, trust
from followthrough.adapters.language_model.wire import Attempt, WireModel
from followthrough.domain.model_calls import (
    ModelFailure,
    ModelHealth,
    ModelRequest,
    ModelTask,
    R,
    Spoken,
    Unavailable,
)
from followthrough.ports.clock import Clock
from followthrough.prompts import render
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)


class ModelChain:
    """Asks the first model of a task, then the next one, until one gives what was asked for.

    Args:
        chains: the models of each task, first choice first; a task without any is not configured.
        clock: says how long a failing model has rested.
        tuning: the table.
        sleep: waits between tries.
        chance: a number from 0 to 1.
    """

    def __init__(
        self,
        chains: Mapping[ModelTask, Sequence[WireModel]],
        *,
        clock: Clock,
        tuning: Tuning,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._chains = {task: tuple(models) for task, models in chains.items()}
        self._clock = clock
        self._tuning = tuning
        self._sleep = sleep
        self._chance = chance
        self._breakers: dict[WireModel, Breaker] = {}  # by server: a name may be served twice
        self._records: dict[ModelTask, TrackRecord] = {}

    @property
    def models(self) -> tuple[WireModel, ...]:
        """Every model once, in order of first use."""
        return tuple(dict.fromkeys(model for models in self._chains.values() for model in models))

    def can(self, task: ModelTask) -> bool:
        """See ``ports.language_model``."""
        return bool(self._chains.get(task)) and not rests(self._record(task), self._clock.monotonic_ms())

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """See ``ports.language_model``."""
        now = self._clock.monotonic_ms()
        was = self._record(task)
        self._records[task] = after = noted(was, now, self._tuning, held=held, better=better)
        if rests(after, now) and not rests(was, now):
            _log.warning("model.task_rests", extra={"task": task.value, "for_s": self._tuning.model_task_rest_s})

    def trust(self, task: ModelTask) -> float:
        """See ``ports.language_model``."""
        return trust(self._record(task), self._tuning)

    def resting(self) -> frozenset[ModelTask]:
        """See ``ports.language_model``."""
        now = self._clock.monotonic_ms()
        return frozenset(task for task, record in self._records.items() if rests(record, now))

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """See ``ports.language_model``."""
        attempts: list[Attempt[R]] = []
        until_ms = self._until_ms(request)
        async with aclosing(self._turns(request.task, attempts, until_ms)) as turns:
            async for model in turns:
                attempt = await model.ask(self._within(request, until_ms))
                self._note(model, attempt, attempts)
                if attempt.value is not None:
                    return Spoken(value=attempt.value, tries=tuple(a.call for a in attempts))
        return self._unavailable(request.task, attempts)

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """See ``ports.language_model``. Once a piece was given no other model is asked: it would begin anew."""
        attempts: list[Attempt[str]] = []
        began = False
        until_ms = self._until_ms(request)
        async with aclosing(self._turns(request.task, attempts, until_ms)) as turns:
            async for model in turns:
                async with aclosing(model.stream(self._within(request, until_ms))) as items:
                    async for item in items:
                        if isinstance(item, str):
                            began = True
                            yield item
                        else:
                            self._note(model, item, attempts)
                if began or attempts[-1].value is not None:
                    break
        value = attempts[-1].value if attempts else None
        if value is None:
            yield self._unavailable(request.task, attempts)
        else:
            yield Spoken(value=value, tries=tuple(a.call for a in attempts))

    async def check(self) -> tuple[ModelHealth, ...]:
        """See ``ports.language_model``."""
        prompt, tokens, seconds = render("check"), self._tuning.model_check_tokens, self._tuning.model_check_s
        checks = (check_model(m, prompt, max_tokens=tokens, timeout_s=seconds) for m in self.models)
        return tuple(await asyncio.gather(*checks))

    async def aclose(self) -> None:
        """See ``ports.language_model``."""
        for model in self.models:
            await model.aclose()

    def _record(self, task: ModelTask) -> TrackRecord:
        return self._records.get(task, NO_RECORD)

    def _until_ms(self, request: ModelRequest[Any]) -> float:
        return inf if request.whole_s is None else self._clock.monotonic_ms() + request.whole_s * 1_000

    def _left_s(self, until_ms: float) -> float:
        return (until_ms - self._clock.monotonic_ms()) / 1_000

    def _within(self, request: ModelRequest[R], until_ms: float) -> ModelRequest[R]:
        return replace(request, timeout_s=min(request.timeout_s, self._left_s(until_ms)))

    async def _turns(
        self, task: ModelTask, attempts: Sequence[Attempt[Any]], until_ms: float
    ) -> AsyncGenerator[WireModel]:
        """Whom to ask next, as long as it is worth it. The attempt is then at the end of ``attempts``."""
        for model in self._chains.get(task, ()):
            own = 0
            while not is_resting(self._breakers.get(model, WELL), self._clock.monotonic_ms()):
                if self._left_s(until_ms) <= 0:
                    return
                yield model
                own += 1
                wait = self._wait(attempts[-1], own)
                if wait is None or wait >= self._left_s(until_ms):
                    break
                await self._sleep(wait)

    def _wait(self, attempt: Attempt[Any], own: int) -> float | None:
        if attempt.call.failure is None:
            return None
        return wait_before_retry_s(
            attempt.call.failure,
            tries=own,
            retry_after_s=attempt.retry_after_s,
            jitter=self._chance(),
            tuning=self._tuning,
        )

    def _note(self, model: WireModel, attempt: Attempt[R], attempts: list[Attempt[R]]) -> None:
        attempts.append(attempt)
        failure = attempt.call.failure
        if failure is ModelFailure.MALFORMED:
            self.note(attempt.call.task, held=False)
        if failure is None:
            self._breakers[model] = WELL
        elif is_the_servers(failure):
            now = self._clock.monotonic_ms()
            self._breakers[model] = after_failure(self._breakers.get(model, WELL), now, self._tuning)

    def _unavailable(self, task: ModelTask, attempts: Sequence[Attempt[Any]]) -> Unavailable:
        if not attempts:
            failure = ModelFailure.RESTING if self._chains.get(task) else ModelFailure.NOT_CONFIGURED
            return Unavailable(failure=failure)
        failure = attempts[-1].call.failure or ModelFailure.MALFORMED
        return Unavailable(failure=failure, tries=tuple(attempt.call for attempt in attempts))
