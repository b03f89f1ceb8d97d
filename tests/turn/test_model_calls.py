"""Issue 7, cost and failure: a turn has a budget of calls and time, and makes no call twice."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from followthrough.domain.model_calls import (
    ModelCall,
    ModelFailure,
    ModelRequest,
    ModelTask,
    R,
    Spoken,
    Unavailable,
)
from followthrough.testing.contracts.language_model import plan_request, text_request
from followthrough.testing.fake_model import ScriptedModel
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning
from followthrough.turn.model_calls import TurnModel


class Slow(ScriptedModel):
    """Answers when it is let."""

    def __init__(self, *replies: str) -> None:
        super().__init__((ModelTask.ANSWER, reply) for reply in replies)
        self.let = asyncio.Event()
        self.asked = asyncio.Event()
        self.cancelled = 0
        self.waiting = asyncio.Semaphore(0)

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        self.asked.set()
        self.waiting.release()
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return await super().ask(request)


class Turn:
    def __init__(self, model: ScriptedModel, **tuning: float) -> None:
        self.clock = ManualClock()
        self.made: list[ModelCall] = []
        self.model = TurnModel(model, clock=self.clock, tuning=Tuning(**tuning), made=self.made)


def request(user: str) -> ModelRequest[str]:
    return ModelRequest(task=ModelTask.ANSWER, system="", user=user, result=str, max_tokens=9, timeout_s=9.0)


def answers(*replies: str | ModelFailure) -> ScriptedModel:
    return ScriptedModel((ModelTask.ANSWER, reply) for reply in replies)


async def test_a_turn_makes_no_more_calls_than_its_budget() -> None:
    turn = Turn(answers("a", "b", "c", "d"), model_calls_per_turn=3)
    for user in ("1", "2", "3"):
        assert isinstance(await turn.model.ask(request(user)), Spoken)
    assert not turn.model.can(ModelTask.ANSWER)
    assert await turn.model.ask(request("4")) == Unavailable(failure=ModelFailure.BUDGET)
    assert [item async for item in turn.model.stream(request("4"))] == [Unavailable(failure=ModelFailure.BUDGET)]
    assert len(turn.made) == 3


async def test_every_try_counts() -> None:
    class FellBack(ScriptedModel):
        async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
            outcome = await super().ask(request)
            assert isinstance(outcome, Spoken)
            failed = ModelCall(task=request.task, model="first", failure=ModelFailure.TIMEOUT)
            return Spoken(value=outcome.value, tries=(failed, *outcome.tries))

    turn = Turn(FellBack([(ModelTask.ANSWER, "a")] * 3), model_calls_per_turn=3)
    assert isinstance(await turn.model.ask(request("1")), Spoken)
    assert turn.model.calls_left == 1
    assert isinstance(await turn.model.ask(request("2")), Spoken)
    assert turn.model.calls_left == 0
    assert [call.failure for call in turn.made] == [ModelFailure.TIMEOUT, None] * 2


async def test_a_call_that_no_model_took_costs_nothing() -> None:
    class Resting(ScriptedModel):
        async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
            return Unavailable(failure=ModelFailure.RESTING)

    turn = Turn(Resting([(ModelTask.ANSWER, "a")]), model_calls_per_turn=3)
    for user in ("1", "2", "3", "4"):
        assert await turn.model.ask(request(user)) == Unavailable(failure=ModelFailure.RESTING)
    assert turn.model.calls_left == 3
    assert turn.made == []


async def test_an_identical_call_is_made_once() -> None:
    inner = answers("a", "b")
    turn = Turn(inner)
    first, second = await turn.model.ask(request("1")), await turn.model.ask(request("1"))
    assert first == second
    streamed = [item async for item in turn.model.stream(request("1"))]
    assert streamed == ["a", first]
    assert len(inner.requests) == len(turn.made) == 1
    assert turn.model.calls_left == 2


async def test_what_was_streamed_is_not_asked_again() -> None:
    inner = answers("One. Two.", "b")
    turn = Turn(inner)
    streamed = [item async for item in turn.model.stream(request("1"))]
    assert await turn.model.ask(request("1")) == streamed[-1]
    assert len(inner.requests) == 1


async def test_identical_calls_at_once_are_one() -> None:
    inner = Slow("a", "b")
    turn = Turn(inner)
    both = asyncio.gather(turn.model.ask(request("1")), turn.model.ask(request("1")))
    await inner.asked.wait()
    inner.let.set()
    first, second = await both
    assert first == second
    assert len(inner.requests) == 1


async def test_independent_calls_run_at_once() -> None:
    inner = Slow("a", "b")
    turn = Turn(inner)
    both = asyncio.gather(turn.model.ask(request("1")), turn.model.ask(request("2")))
    await inner.waiting.acquire()
    await inner.waiting.acquire()
    inner.let.set()
    assert all(isinstance(outcome, Spoken) for outcome in await both)


async def test_a_cancelled_turn_cancels_its_calls_and_still_counts_them() -> None:
    inner = Slow("a")
    turn = Turn(inner)
    task = asyncio.create_task(turn.model.ask(request("1")))
    await inner.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert inner.cancelled == 1
    assert [call.failure for call in turn.made] == [ModelFailure.CANCELLED]


async def test_one_of_two_that_wait_may_go_without_the_other() -> None:
    inner = Slow("a")
    turn = Turn(inner)
    leaving, staying = (asyncio.create_task(turn.model.ask(request("1"))) for _ in range(2))
    await inner.asked.wait()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    inner.let.set()
    assert isinstance(await staying, Spoken)


async def test_a_closed_stream_ends_the_call_and_still_counts_it() -> None:
    inner = answers("One. Two. Three.")
    turn = Turn(inner)
    async with aclosing(turn.model.stream(request("1"))) as items:
        assert await anext(items) == "One. "
    assert inner.closed == [ModelTask.ANSWER]
    assert [call.failure for call in turn.made] == [ModelFailure.CANCELLED]


async def test_no_call_begins_after_the_deadline() -> None:
    turn = Turn(answers("a", "b"), model_turn_s=30)
    assert isinstance(await turn.model.ask(request("1")), Spoken)
    turn.clock.advance(31)
    assert await turn.model.ask(request("2")) == Unavailable(failure=ModelFailure.DEADLINE)
    assert len(turn.made) == 1


async def test_a_call_under_way_ends_at_the_deadline() -> None:
    inner = Slow("a")
    turn = Turn(inner, model_turn_s=0.01)
    outcome = await turn.model.ask(request("1"))
    assert isinstance(outcome, Unavailable)
    assert outcome.failure is ModelFailure.DEADLINE
    assert inner.cancelled == 1
    assert [call.failure for call in turn.made] == [ModelFailure.DEADLINE]


async def test_the_deadline_begins_with_the_first_call() -> None:
    turn = Turn(answers("a"), model_turn_s=30)
    turn.clock.advance(100)
    assert isinstance(await turn.model.ask(request("1")), Spoken)


async def test_without_a_model_no_call_is_made_and_none_is_counted() -> None:
    turn = Turn(ScriptedModel())
    assert not turn.model.can(ModelTask.PLAN)
    assert await turn.model.ask(plan_request()) == Unavailable(failure=ModelFailure.NOT_CONFIGURED)
    assert [i async for i in turn.model.stream(text_request())] == [Unavailable(failure=ModelFailure.NOT_CONFIGURED)]
    assert turn.made == []
    assert turn.model.calls_left == 3
