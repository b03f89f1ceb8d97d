"""Leases survive clocks that are set back and forward, in every process and after every restart."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.clock.agreed import AgreedClock
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.ids import ThreadId, TurnId, WorkerId
from followthrough.testing.contracts.values import a_thread
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning

HOUR = 3_600.0
T1 = ThreadId("t-1")
TUNING = Tuning()


class Process:
    """One process: a store, a clock of its machine, and the time of leases that it agrees on."""

    def __init__(self, store: SqlThreadStore, clock: AgreedClock, wall: ManualClock, worker: str) -> None:
        self.store, self.clock, self.wall = store, clock, wall
        self.worker = WorkerId(worker)

    async def takes(self) -> bool:
        """Whether it takes the thread, or has it already."""
        now = self.clock.leases()
        until = now + timedelta(seconds=TUNING.lease_s)
        return await self.store.acquire(T1, self.worker, now=now, until=until)


async def a_process(open_any: OpenDatabase, worker: str, wall: ManualClock | None = None) -> Process:
    wall = wall or ManualClock()
    database = await open_any()
    clock = AgreedClock(database, TUNING, wall)
    await clock.agree()
    return Process(SqlThreadStore(database), clock, wall, worker)


async def pass_time(seconds: float, *processes: Process) -> None:
    """Time goes by for all machines alike, and each looks at the time in the database as it would."""
    for _ in range(round(seconds)):
        for process in processes:
            process.wall.advance(1)
        for process in processes:
            await process.clock.agree()


@pytest.mark.parametrize("set_back", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
async def test_a_live_workers_lease_holds_and_a_dead_ones_is_soon_over(
    open_any: OpenDatabase, set_back: float
) -> None:
    one, two = await a_process(open_any, "w-1"), await a_process(open_any, "w-2")
    await one.store.create(a_thread("t-1"))
    assert await one.takes()
    for process in (one, two):
        process.wall.set_back(set_back)
    assert not await two.takes()
    await pass_time(TUNING.lease_s - 1, one, two)
    assert not await two.takes()
    await pass_time(2, two)  # the first has died
    assert await two.takes()


@pytest.mark.parametrize("set_back", [HOUR, -HOUR])
async def test_a_process_that_starts_after_the_clock_was_set_agrees_with_those_before(
    open_any: OpenDatabase, set_back: float
) -> None:
    old = await a_process(open_any, "w-1")
    await old.store.create(a_thread("t-1"))
    await pass_time(100, old)
    assert await old.takes()
    moved = ManualClock(start=old.wall.now())
    moved.set_back(set_back)
    new = await a_process(open_any, "w-2", moved)
    assert not await new.takes()
    assert abs(new.clock.leases() - old.clock.leases()) < timedelta(seconds=TUNING.lease_renew_s)
    await pass_time(TUNING.lease_s + 1, new)
    assert await new.takes()
    again = await a_process(open_any, "w-1", ManualClock())
    assert not await again.takes()


async def test_the_time_stands_still_while_nobody_runs_and_never_goes_back(open_any: OpenDatabase) -> None:
    first = await a_process(open_any, "w-1")
    await pass_time(50, first)
    stood = first.clock.leases()
    behind = await a_process(open_any, "w-2", ManualClock())
    assert behind.clock.leases() == stood
    behind.wall.advance(10)
    await behind.clock.agree()
    before = first.clock.leases()
    await first.clock.agree()
    assert before < first.clock.leases() == behind.clock.leases()


async def test_abandoned_threads_are_found_whatever_the_clock_shows(open_any: OpenDatabase) -> None:
    one, two = await a_process(open_any, "w-1"), await a_process(open_any, "w-2")
    await one.store.create(a_thread("t-1"))
    await one.store.accept(
        thread_id=T1, turn_id=TurnId("u-1"), text="hello", received_at=one.wall.now(), client_message_id=None
    )
    assert await one.takes()
    two.wall.set_back(-24 * HOUR)
    assert await two.store.abandoned(now=two.clock.leases()) == []
    await pass_time(TUNING.lease_s + 1, two)
    two.wall.set_back(48 * HOUR)
    assert await two.store.abandoned(now=two.clock.leases()) == [T1]
