"""Issue 7, cost and failure, over whole turns: what is kept of a model's calls, and when none is made."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from followthrough.domain.conversation import TurnStatus
from followthrough.domain.model_calls import ModelFailure, ModelRequest, ModelTask, R, Spoken, Unavailable
from followthrough.testing.fake_model import ScriptedModel
from followthrough.turn.service import TurnService

from .world import QUICK, World, new_thread, say

QUESTION = "What is the fee for a copy of the record?"


class Failing(ScriptedModel):
    """Every try fails, and took 60 tokens."""

    def __init__(self) -> None:
        super().__init__((task, ModelFailure.TIMEOUT) for task in ModelTask for _ in range(20))

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        outcome = await super().ask(request)
        return replace(outcome, tries=tuple(replace(t, input_tokens=50, output_tokens=10) for t in outcome.tries))


def started(world: World, model: ScriptedModel, *, most: int | None = None) -> TurnService:
    world.model, world.model_daily_tokens = model, most
    return world.service()


async def test_a_failing_model_costs_its_time_and_nothing_else(world: World, service: TurnService) -> None:
    by_rules = await say(service, await new_thread(service), QUESTION)
    other = started(world, Failing())
    await other.start()
    turn = await say(other, await new_thread(other), QUESTION)
    await other.aclose()
    assert turn.reply == by_rules.reply
    assert turn.objective_status == by_rules.objective_status
    assert {call.failure for call in turn.model_calls} == {ModelFailure.TIMEOUT}


async def test_what_a_turn_took_is_kept_with_turn_thread_and_day(world: World) -> None:
    service = started(world, Failing())
    await service.start()
    thread = await new_thread(service)
    turns = [await say(service, thread, QUESTION), await say(service, thread, "And when is it open?")]
    await service.aclose()
    calls = sum(len(turn.model_calls) for turn in turns)
    assert calls > 0
    known = await world.threads.get(thread.id)
    assert known is not None
    assert (known.model_use.calls, known.model_use.tokens) == (calls, 60 * calls)
    assert await world.threads.model_use(world.clock.now().date()) == known.model_use


async def test_beyond_the_daily_ceiling_the_rules_answer_until_the_next_day(world: World) -> None:
    service = started(world, Failing(), most=1)
    await service.start()
    thread = await new_thread(service)
    assert (await say(service, thread, QUESTION)).model_calls  # the turn under way may go beyond
    second = await say(service, thread, "What are the opening hours of the service desk?")
    assert second.status is TurnStatus.COMPLETED
    assert second.model_calls == ()
    world.clock.advance(86_400)
    assert (await say(service, await new_thread(service), QUESTION)).model_calls
    await service.aclose()


class Hanging(ScriptedModel):
    """Says nothing and never ends; tells when it is asked and when it is left."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.left = asyncio.Event(), asyncio.Event()

    def can(self, task: ModelTask) -> bool:
        return True

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.set()
        raise AssertionError("it waits for ever")


async def test_a_stopped_turn_cancels_its_calls_and_keeps_them(world: World) -> None:
    model = Hanging()
    service = started(world, model)
    await service.start()
    thread = await new_thread(service)
    message = await service.submit(thread.id, QUESTION)
    await model.asked.wait()
    record = await service.stop(thread.id)
    await model.left.wait()
    await service.aclose()
    assert record is not None
    assert record.message == message
    assert record.status is TurnStatus.STOPPED
    assert {call.failure for call in record.model_calls} == {ModelFailure.CANCELLED}


async def test_c38_a_history_is_understood_within_what_is_looked_back_on(world: World, service: TurnService) -> None:
    thread = await new_thread(service)
    history = [
        {"role": role, "content": f"{role} {n}: what does the copy cost?"}
        for n in range(2 * QUICK.history_max_turns)
        for role in ("user", "assistant")
    ]
    await service.import_history(thread.id, history)
    turns = await world.threads.turns(thread.id)
    assert len(turns) == QUICK.history_max_turns
    assert [turn.record.imported for turn in turns if turn.record is not None] == [True] * len(turns)
    assert turns[-1].message.text == history[-2]["content"]
    known = await world.threads.get(thread.id)
    assert known is not None
    assert known.objectives == ()
    assert (await say(service, thread, "And the search?")).query.is_followup
