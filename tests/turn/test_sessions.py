"""A session store beside the database serves turns; losing it at any moment loses nothing (issue 5, "Sessions")."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from tests.turn.world import QUICK, World, collect, ids, new_thread, say
from tests.valkeys import Valkey

from followthrough.adapters.live_events.valkey import ValkeyEvents
from followthrough.adapters.session_store.memory import MemorySessions
from followthrough.adapters.session_store.valkey import ValkeySessions
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.events import Delta, Started
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.session import Session
from followthrough.testing.contracts.values import a_thread
from followthrough.turn.service import TurnService

TUNING = replace(QUICK, valkey_timeout_ms=2_000, live_events_look_ms=20)
HASTY = replace(TUNING, valkey_timeout_ms=50)
TALK = (
    "What is the fee for a copy of the record?",
    "And when is the service desk open?",
    "thanks",
    "Is it open on weekends?",
    "agent",
    "What is the fee?",
)


class Counting(MemorySessions):
    """Sessions that count what they could give."""

    def __init__(self) -> None:
        super().__init__()
        self.given = 0
        self.missed = 0

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        session = await super().load(thread_id, version=version)
        self.given += session is not None
        self.missed += session is None
        return session


def outcome(record: TurnRecord) -> tuple[object, ...]:
    """What must not depend on where a session came from."""
    return (
        record.message.index,
        record.message.text,
        record.turn_class,
        record.reply,
        record.query,
        record.handoff,
        record.session_status,
        record.clarification,
        record.open_slots,
    )


async def talk(
    service: TurnService, between: Callable[[int, Thread], object] = lambda *_: None
) -> list[tuple[object, ...]]:
    """The conversation, with something done between its turns."""
    thread = await new_thread(service)
    found: list[tuple[object, ...]] = []
    for number, text in enumerate(TALK):
        found.append(outcome(await say(service, thread, text)))
        done = between(number, thread)
        if asyncio.iscoroutine(done):
            await done
    return found


async def run(world: World, between: Callable[[int, Thread], object] = lambda *_: None) -> list[tuple[object, ...]]:
    service = world.service(TUNING)
    await service.start()
    try:
        return await talk(service, between)
    finally:
        await service.aclose()


@pytest.fixture
async def expected(world: World) -> list[tuple[object, ...]]:
    """The conversation with the database alone."""
    return await run(world)


async def test_each_turn_starts_from_what_the_turn_before_left(
    world: World, expected: list[tuple[object, ...]]
) -> None:
    near = world.near_sessions = Counting()
    assert await run(world) == expected
    assert (near.given, near.missed) == (len(TALK) - 1, 1)


async def test_a_stale_or_lost_session_costs_one_slower_turn(
    world: World, expected: list[tuple[object, ...]]
) -> None:
    near = world.near_sessions = Counting()
    kept: dict[ThreadId, Session] = {}

    def between(number: int, thread: Thread) -> None:
        if number == 1:
            kept.update(near.kept)
        elif number == 2:
            near.kept.update(kept)  # as if the last save had not arrived
        elif number == 3:
            near.kept.clear()

    assert await run(world, between) == expected
    assert (near.given, near.missed) == (len(TALK) - 3, 3)


async def test_what_changes_the_thread_beside_turns_is_seen(world: World, service: TurnService) -> None:
    near = world.near_sessions = Counting()
    other = world.service(TUNING)
    await other.start()
    thread = await new_thread(other)
    await say(other, thread, TALK[0])
    await other.rename(thread.id, "Mine")
    await say(other, thread, TALK[1])
    assert (await other.thread(thread.id, thread.owner)).title == "Mine"
    assert near.missed == 2
    assert near.kept[thread.id].thread.title == "Mine"
    await other.delete(thread.id)
    assert near.kept == {}
    await other.aclose()


async def test_a_version_that_came_again_after_a_restore_is_not_the_session_that_is_kept(
    world: World, service: TurnService
) -> None:
    near = world.near_sessions = Counting()
    mine = world.service(TUNING)
    thread = await new_thread(mine)
    await say(mine, thread, TALK[0])
    before = near.kept[thread.id]
    elsewhere = replace(before.turns[-1], message=replace(before.turns[-1].message, turn_id=TurnId("other")))
    near.kept[thread.id] = replace(before, turns=(elsewhere,))  # as many turns, and another conversation
    await say(mine, thread, TALK[1])
    assert near.kept[thread.id].turns[:-1] == before.turns
    await mine.aclose()


async def test_few_sessions_are_kept_those_used_last() -> None:
    kept = MemorySessions()
    for number in range(100):
        await kept.save(Session(thread=a_thread(f"t-{number}")))
        await kept.save(Session(thread=a_thread("mine")))
    assert len(kept.kept) == 64
    assert await kept.load(ThreadId("mine")) is not None
    assert await kept.load(ThreadId("t-0")) is None


def connect(world: World, valkey: Valkey, *, hasty: bool = False) -> ValkeyConnection:
    tuning = HASTY if hasty else TUNING
    connection = ValkeyConnection(valkey.url, clock=world.clock, tuning=tuning)
    world.near_sessions, world.live = ValkeySessions(connection, tuning), ValkeyEvents(connection, tuning)
    return connection


@pytest.mark.parametrize("trouble", ["none", "flushed", "restarted", "gone", "hanging"])
async def test_valkey_in_trouble_between_any_two_turns_changes_nothing(
    world: World, expected: list[tuple[object, ...]], valkey: Valkey, trouble: str
) -> None:
    connection = connect(world, valkey, hasty=trouble == "hanging")

    async def between(number: int, thread: Thread) -> None:
        match trouble:
            case "flushed":
                await valkey.command("FLUSHALL")
            case "restarted":
                valkey.stop()
                valkey.start()
                world.clock.advance(10)
            case "gone" if number == 1:
                valkey.stop()
            case "hanging" if number == 1:
                await valkey.hang(600_000)
            case _:
                pass

    try:
        assert await run(world, between) == expected
    finally:
        await world.live.aclose()
        await connection.aclose()
        await valkey.wake()


@pytest.fixture
async def two(world: World, valkey: Valkey) -> AsyncIterator[tuple[TurnService, TurnService]]:
    """Two workers on the same stores, each with connections of its own."""
    connections: list[ValkeyConnection] = []
    lives: list[ValkeyEvents] = []
    services: list[TurnService] = []
    for _ in range(2):
        connections.append(connect(world, valkey))
        assert isinstance(world.live, ValkeyEvents)
        lives.append(world.live)
        services.append(world.service(TUNING))
        await services[-1].start()
    yield services[0], services[1]
    world.index.open.set()
    for service in services:
        await service.aclose()
    for live, connection in zip(lives, connections, strict=True):
        await live.aclose()
        await connection.aclose()


async def test_a_reader_at_another_worker_sees_the_turn_while_it_runs(
    world: World, two: tuple[TurnService, TurnService]
) -> None:
    here, there = two
    thread = await new_thread(here)
    world.index.hold()
    message = await here.submit(thread.id, TALK[0])
    await world.index.waiting.wait()
    events = there.events(thread.id, turn_id=message.turn_id)
    first = await anext(events)
    assert isinstance(first.body, Started)
    assert (await world.threads.turn(thread.id, message.turn_id)).record is None  # pyright: ignore[reportOptionalMemberAccess] - it is there
    world.index.open.set()
    rest = [event async for event in events]
    mine = await collect(here, thread.id, after=0)
    assert [first, *rest] == mine
    assert any(isinstance(event.body, Delta) for event in rest)


async def test_report_35_a_reader_that_comes_back_elsewhere_gets_the_rest_once(
    world: World, two: tuple[TurnService, TurnService]
) -> None:
    here, there = two
    thread = await new_thread(here)
    record = await say(here, thread, TALK[0])
    whole = ids(await collect(here, thread.id, after=0))
    for after in whole:
        assert ids(await collect(there, thread.id, after=after)) == [number for number in whole if number > after]
    assert record.reply.text


async def test_a_reader_elsewhere_is_served_by_the_database_when_valkey_goes(
    world: World, two: tuple[TurnService, TurnService], valkey: Valkey
) -> None:
    here, there = two
    thread = await new_thread(here)
    world.index.hold()
    message = await here.submit(thread.id, TALK[0])
    await world.index.waiting.wait()
    events = there.events(thread.id, turn_id=message.turn_id)
    first = await anext(events)
    valkey.stop()
    try:
        world.index.open.set()
        rest = [event async for event in events]
    finally:
        valkey.start()
    assert [first, *rest] == await collect(here, thread.id, after=0)
