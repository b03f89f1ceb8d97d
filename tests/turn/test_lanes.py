"""A thread that is not there, or was deleted meanwhile, is nobody's: what waits for it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from followthrough.domain.ids import ThreadId, WorkerId
from followthrough.domain.records import DocumentAttached
from followthrough.errors import NotFound
from followthrough.turn.lanes import Lanes
from followthrough.turn.service import TurnService

from .world import QUICK, World, new_thread

GONE = ThreadId("thr_none")
CALLS: list[Callable[[TurnService], Awaitable[object]]] = [
    lambda service: service.rename(GONE, "a title"),
    lambda service: service.change(GONE, lambda at: DocumentAttached(document_id="d", at=at)),  # type: ignore[arg-type] # any id
    lambda service: service.import_history(GONE, []),
]


@pytest.mark.parametrize("call", CALLS)
async def test_what_changes_a_thread_that_is_not_there_says_so(
    service: TurnService, call: Callable[[TurnService], Awaitable[object]]
) -> None:
    with pytest.raises(NotFound):
        await asyncio.wait_for(call(service), 10)  # type: ignore[arg-type] # any awaitable


async def test_who_waits_for_a_thread_that_is_deleted_stops_waiting(world: World, service: TurnService) -> None:
    thread = await new_thread(service)
    other = Lanes(world.threads, world.clock, WorkerId("other"), QUICK)
    mine = Lanes(world.threads, world.clock, WorkerId("mine"), QUICK)

    async def wait() -> None:
        async with mine.own(thread.id):
            pytest.fail("nobody has it any more")

    async with other.own(thread.id):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        await world.threads.delete(thread.id)
        with pytest.raises(NotFound):
            await asyncio.wait_for(waiting, 10)
