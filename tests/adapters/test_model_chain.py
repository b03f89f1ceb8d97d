"""Issue 7, failure: fallback in order, repeats only where safe, and rest for a model that keeps failing."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

import pytest

from followthrough.adapters.language_model.chain import ModelChain
from followthrough.adapters.language_model.wire import Attempt, WireModel
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelRequest, ModelTask, R, Spoken, Unavailable
from followthrough.testing.contracts.language_model import REPLY, text_request
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning

LIMITED, BROKEN, LATE, REFUSED, MALFORMED = (
    ModelFailure.RATE_LIMITED,
    ModelFailure.TRANSPORT_ERROR,
    ModelFailure.TIMEOUT,
    ModelFailure.REFUSED,
    ModelFailure.MALFORMED,
)


class Wire(WireModel):
    """Gives what it is told, one after the other; the last stays."""

    def __init__(
        self, name: str, *said: str | ModelFailure, first: str = "", retry_after_s: float | None = None
    ) -> None:
        self.name = name
        self.said = list(said)
        self.first = first
        self.retry_after_s = retry_after_s
        self.asked = 0

    async def ask(self, request: ModelRequest[R]) -> Attempt[R]:
        self.asked += 1
        said = self.said.pop(0) if len(self.said) > 1 else self.said[0]
        failure = said if isinstance(said, ModelFailure) else None
        call = ModelCall(task=request.task, model=self.name, failure=failure)
        if failure is not None:
            return Attempt(call=call, retry_after_s=self.retry_after_s)
        assert isinstance(said, request.result)
        return Attempt(call=call, value=said)

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Attempt[str]]:
        if self.first:
            yield self.first
        attempt = await self.ask(request)
        if attempt.value:
            yield attempt.value
        yield attempt

    async def aclose(self) -> None:
        self.asked = -1


class Chain:
    def __init__(self, *models: Wire, **tuning: float) -> None:
        self.clock = ManualClock()
        self.waits: list[float] = []
        self.chain = ModelChain(
            {ModelTask.ANSWER: models},
            clock=self.clock,
            tuning=Tuning(**tuning),
            sleep=self._sleep,
            chance=lambda: 0.5,
        )

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def ask(self) -> Spoken[str] | Unavailable:
        return await self.chain.ask(text_request())

    async def stream(self) -> list[str | Spoken[str] | Unavailable]:
        async with aclosing(self.chain.stream(text_request())) as items:
            return [item async for item in items]


def told(outcome: object) -> list[tuple[str, ModelFailure | None]]:
    assert isinstance(outcome, Spoken | Unavailable)
    return [(t.model, t.failure) for t in outcome.tries]


@pytest.mark.parametrize("failure", [LATE, REFUSED, MALFORMED])
async def test_the_next_model_answers_and_the_reason_is_kept(failure: ModelFailure) -> None:
    chain = Chain(Wire("a", failure), Wire("b", REPLY))
    for outcome in (await chain.ask(), (await chain.stream())[-1]):
        assert isinstance(outcome, Spoken)
        assert told(outcome) == [("a", failure), ("b", None)]
    assert chain.waits == []


@pytest.mark.parametrize("failure", [LIMITED, BROKEN])
async def test_what_may_be_over_at_once_is_tried_again_first(failure: ModelFailure) -> None:
    chain = Chain(Wire("a", failure, REPLY), Wire("b", REPLY), model_retry_wait_s=0.4)
    outcome = await chain.ask()
    assert told(outcome) == [("a", failure), ("a", None)]
    assert chain.waits == [0.4]


@pytest.mark.parametrize("failure", [LATE, REFUSED, MALFORMED])
async def test_what_would_only_fail_again_is_not_repeated(failure: ModelFailure) -> None:
    chain = Chain(Wire("a", failure))
    assert told(await chain.ask()) == [("a", failure)]


async def test_a_server_is_given_the_wait_that_it_asks_for() -> None:
    chain = Chain(Wire("a", LIMITED, REPLY, retry_after_s=2.0))
    assert isinstance(await chain.ask(), Spoken)
    assert chain.waits == [2.0]


async def test_a_wait_that_is_too_long_is_not_waited_for() -> None:
    chain = Chain(Wire("a", LIMITED, REPLY, retry_after_s=60.0), Wire("b", REPLY))
    assert told(await chain.ask()) == [("a", LIMITED), ("b", None)]
    assert chain.waits == []


async def test_once_something_was_said_nobody_else_is_asked() -> None:
    second = Wire("b", REPLY)
    chain = Chain(Wire("a", BROKEN, first="The fee "), second)
    items = await chain.stream()
    assert items[0] == "The fee "
    assert told(items[-1]) == [("a", BROKEN)]
    assert second.asked == 0


async def test_when_all_fail_the_last_reason_stands_for_all() -> None:
    outcome = await Chain(Wire("a", LATE), Wire("b", REFUSED)).ask()
    assert isinstance(outcome, Unavailable)
    assert outcome.failure is REFUSED
    assert told(outcome) == [("a", LATE), ("b", REFUSED)]


async def test_a_model_that_keeps_failing_rests_and_is_tried_once_afterwards() -> None:
    first, second = Wire("a", LATE), Wire("b", REPLY)
    chain = Chain(first, second, model_failures_in_a_row=2, model_rest_s=30)
    for _ in range(4):
        await chain.ask()
    assert (first.asked, second.asked) == (2, 4)
    chain.clock.advance(31)
    assert told(await chain.ask()) == [("a", LATE), ("b", None)]
    assert told(await chain.ask()) == [("b", None)]  # one failure was enough for the next rest
    chain.clock.advance(31)
    first.said = [REPLY]
    assert told(await chain.ask()) == [("a", None)]
    first.said = [LATE]
    assert told(await chain.ask()) == [("a", LATE), ("b", None)]
    assert told(await chain.ask()) == [("a", LATE), ("b", None)]  # it had to fail twice again


async def test_the_same_name_at_two_servers_rests_at_one() -> None:
    first, second = Wire("a", LATE), Wire("a", REPLY)
    chain = Chain(first, second, model_failures_in_a_row=1)
    await chain.ask()
    assert told(await chain.ask()) == [("a", None)]
    assert (first.asked, second.asked) == (1, 2)


async def test_when_all_rest_no_call_is_made() -> None:
    only = Wire("a", LATE)
    chain = Chain(only, model_failures_in_a_row=1)
    await chain.ask()
    assert await chain.ask() == Unavailable(failure=ModelFailure.RESTING)
    assert await chain.stream() == [Unavailable(failure=ModelFailure.RESTING)]
    assert only.asked == 1


async def test_a_repeat_is_not_made_by_a_model_that_rests() -> None:
    only = Wire("a", BROKEN)
    await Chain(only, model_failures_in_a_row=1, model_retries=5).ask()
    assert only.asked == 1


async def test_nonsense_is_no_reason_to_rest() -> None:
    only = Wire("a", MALFORMED)
    chain = Chain(only, model_failures_in_a_row=1)
    await chain.ask()
    await chain.ask()
    assert only.asked == 2


async def test_a_task_whose_outputs_mostly_fail_rests_and_is_told_of() -> None:
    chain = Chain(Wire("first", "x"), model_outputs=4, model_task_rest_s=10)
    for held in (True, False, False, False):
        assert chain.chain.can(ModelTask.ANSWER)
        chain.chain.note(ModelTask.ANSWER, held=held)
    assert not chain.chain.can(ModelTask.ANSWER)
    assert chain.chain.resting() == {ModelTask.ANSWER}
    chain.clock.advance(10)
    assert chain.chain.can(ModelTask.ANSWER)
    assert chain.chain.resting() == frozenset()


async def test_how_far_a_model_is_trusted_is_known_by_task() -> None:
    chain = Chain(Wire("first", "x")).chain
    before = chain.trust(ModelTask.ANSWER)
    chain.note(ModelTask.ANSWER, held=True, better=True)
    assert chain.trust(ModelTask.ANSWER) > before == chain.trust(ModelTask.PLAN)


async def test_outputs_in_another_shape_count_as_failed() -> None:
    chain = Chain(Wire("first", MALFORMED), model_outputs=3, model_task_rest_s=10)
    for _ in range(3):
        await chain.ask()
    assert not chain.chain.can(ModelTask.ANSWER)


async def test_a_task_without_models_is_not_configured() -> None:
    chain = Chain(Wire("a", REPLY)).chain
    assert chain.can(ModelTask.ANSWER)
    assert not chain.can(ModelTask.PLAN)
    assert await chain.ask(text_request(ModelTask.PLAN)) == Unavailable(failure=ModelFailure.NOT_CONFIGURED)


async def test_every_model_is_closed_once() -> None:
    first, second = Wire("a", REPLY), Wire("b", REPLY)
    chain = ModelChain(
        {ModelTask.ANSWER: (first, second), ModelTask.PLAN: (second,)}, clock=ManualClock(), tuning=Tuning()
    )
    await chain.aclose()
    assert (first.asked, second.asked) == (-1, -1)


@pytest.mark.parametrize(("whole_s", "asked"), [(None, ["a", "a"]), (3.0, ["a", "a"]), (1.5, ["a", "b"])])
async def test_a_wait_that_outlives_the_whole_call_is_not_begun(whole_s: float | None, asked: list[str]) -> None:
    chain = Chain(Wire("a", LIMITED, REPLY, retry_after_s=2.0), Wire("b", REPLY))
    outcome = await chain.chain.ask(replace(text_request(), whole_s=whole_s))
    assert [model for model, _ in told(outcome)] == asked


async def test_nobody_is_asked_once_the_whole_time_is_over() -> None:
    class Late(Wire):
        async def ask(self, request: ModelRequest[R]) -> Attempt[R]:
            assert request.timeout_s == 0.8
            chain.clock.advance(0.8)
            return await super().ask(request)

    second = Wire("b", REPLY)
    chain = Chain(Late("a", LATE), second)
    outcome = await chain.chain.ask(replace(text_request(), whole_s=0.8))
    assert (told(outcome), second.asked) == ([("a", LATE)], 0)
