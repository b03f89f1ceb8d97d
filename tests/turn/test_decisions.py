"""Every turn leaves one record of its decision, written with it; flags are those that hold (R4-26, R4-29)."""

from __future__ import annotations

import asyncio

from tests.turn.world import QUICK, new_thread, say

from followthrough.domain.conversation import Lane, TurnClass, TurnStatus
from followthrough.domain.ids import ThreadId
from followthrough.domain.rollout import Dial, Flag, Hold, Mode
from followthrough.errors import StoreUnavailable
from followthrough.testing.contracts.values import NOON
from followthrough.testing.manual_clock import ManualClock
from followthrough.testing.memory_flags import MemoryFlags
from followthrough.turn.switches import Switches

T1 = ThreadId("t1")
ON = Dial(mode=Mode.ON)
OFF_AGAIN = Hold(flag=Flag.PREVIOUS_DOCS, at_most=Dial(), why="too many questions", at=NOON)


async def test_every_turn_leaves_one_decision(world, service):
    thread = await new_thread(service)
    said = ["What is the fee for a copy of the record?", "thanks", "👍", "never mind", "and the hours?"]
    records = [await say(service, thread, text) for text in said]
    kept = [s.decision for s in reversed(await world.decisions.list(thread_id=thread.id))]
    assert [d.turn_id for d in kept] == [r.message.turn_id for r in records]
    assert [(d.lane, d.reason) for d in kept] == [(r.decision.lane, r.decision.reason) for r in records]
    assert {d.owner for d in kept} == {thread.owner}
    assert [d.index for d in kept] == [1, 2, 3, 4, 5]
    assert all(d.latency_ms is not None for d in kept)


async def test_a_turn_that_was_stopped_leaves_one_too(world, service):
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    await service.stop(thread.id)
    world.index.open.set()
    await service.result(thread.id, message.turn_id)
    [stored] = await world.decisions.list()
    assert (stored.decision.status, stored.decision.reason) == (TurnStatus.STOPPED, "stopped_by_user")
    assert stored.decision.latency_ms is None


async def test_a_decision_says_which_flags_held(world):
    world.rollout = {Flag.PREVIOUS_DOCS: ON, Flag.SELECTION_LANE: ON}
    service = world.service()
    await service.start()
    await say(service, await new_thread(service), "What is the fee?")
    await service.aclose()
    [stored] = await world.decisions.list()
    on = {flag for flag, mode in stored.decision.flags.modes.items() if mode is Mode.ON}
    assert on == {Flag.PREVIOUS_DOCS}, "a lane without its master flag is off"
    assert (stored.decision.lane, stored.decision.turn_class) == (Lane.ANSWER, TurnClass.NEW_QUESTION)


class Unreachable(MemoryFlags):
    """A store that can be taken away."""

    away = False
    looks = 0

    async def holds(self) -> list[Hold]:
        self.looks += 1
        if self.away:
            raise StoreUnavailable("The database is away.")
        return await super().holds()


async def test_a_flag_that_is_held_back_is_off_at_the_next_look_and_on_when_it_is_released():
    clock, store = ManualClock(), MemoryFlags()
    switches = Switches({Flag.PREVIOUS_DOCS: ON}, store, clock, QUICK)
    assert (await switches.flags(T1)).previous_docs is Mode.ON
    await store.hold(OFF_AGAIN)
    assert (await switches.flags(T1)).previous_docs is Mode.ON, "the database is not asked by every turn"
    clock.advance(QUICK.flags_refresh_s)
    assert (await switches.flags(T1)).previous_docs is Mode.OFF
    await store.release(OFF_AGAIN.flag)
    clock.advance(QUICK.flags_refresh_s)
    assert (await switches.flags(T1)).previous_docs is Mode.ON


async def test_a_store_that_is_away_changes_no_flag_and_is_not_asked_by_every_turn():
    clock, store = ManualClock(), Unreachable()
    await store.hold(OFF_AGAIN)
    switches = Switches({Flag.PREVIOUS_DOCS: ON}, store, clock, QUICK)
    assert (await switches.flags(T1)).previous_docs is Mode.OFF
    store.away = True
    clock.advance(QUICK.flags_refresh_s)
    await asyncio.gather(*(switches.flags(T1) for _ in range(5)))
    assert (await switches.flags(T1)).previous_docs is Mode.OFF
    assert store.looks == 2


async def test_a_hold_turns_nothing_on():
    store = MemoryFlags()
    await store.hold(Hold(flag=Flag.PREVIOUS_DOCS, at_most=Dial(mode=Mode.ON, share=0.5), why="halted", at=NOON))
    switches = Switches({Flag.PREVIOUS_DOCS: Dial()}, store, ManualClock(), QUICK)
    assert (await switches.flags(T1)).previous_docs is Mode.OFF
