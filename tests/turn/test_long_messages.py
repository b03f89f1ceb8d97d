"""A message of the longest allowed size holds the event loop no longer than one of ordinary size (issue 16)."""

from __future__ import annotations

import asyncio
import sys
from asyncio import events
from types import FrameType
from typing import Any

import pytest
from tests.turn.world import FEE, HOURS, QUICK, World, new_thread, say

from followthrough.domain.retrieval import Hit

LONGEST = QUICK.message_max_chars
MOST_CALLS = 30_000  # some 0.1 to 0.2 microseconds each
UNITS = [
    "a? ",
    "x ",
    "a.a-",
    "a, ",
    "What is the fee for x, ",
    '"the fee is 12 dollars a copy" ',
    "Molina ",
    "\n> fee",
]


class Loop:
    """Counts what is called on the thread of the event loop from one await to the next; ``most`` is the largest."""

    def __init__(self) -> None:
        self.most = 0
        self._run = events.Handle._run
        self._calls = 0

    def __enter__(self) -> Loop:
        def counted(handle: events.Handle) -> None:
            self._calls = 0
            self._run(handle)
            self.most = max(self.most, self._calls)

        events.Handle._run = counted
        sys.setprofile(self._count)  # of this thread alone
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        events.Handle._run = self._run

    def _count(self, frame: FrameType, event: str, _: object) -> None:
        self._calls += event in ("call", "c_call")


async def work_on_the_loop(unit: str, size: int) -> tuple[int, int]:
    """Most calls at once by a turn on the repeated unit, and by the short one behind it."""
    world = World()
    await world.know(FEE, HOURS)
    search = world.index.search_text

    async def search_beside(*given: Any) -> list[Hit]:  # as an index does that is no fake
        return await asyncio.to_thread(asyncio.run, search(*given))

    world.index.search_text = search_beside
    service = world.service()
    await service.start()
    try:
        thread = await new_thread(service)
        with Loop() as long:
            await say(service, thread, (unit * size)[:size])
        with Loop() as behind:
            await say(service, thread, "and what about the second one?")
    finally:
        await service.aclose()
    return long.most, behind.most


@pytest.mark.parametrize(("unit", "size"), [("What is the fee for it, ", 400), *((unit, LONGEST) for unit in UNITS)])
async def test_no_message_is_more_work_at_once_on_the_loop_than_five_milliseconds(unit: str, size: int) -> None:
    await work_on_the_loop(unit, 40)  # what is made once in a process
    long, behind = await work_on_the_loop(unit, size)
    assert max(long, behind) < MOST_CALLS, f"{long} and then {behind} calls at once on the loop for {unit!r}"


async def test_what_is_done_there_is_counted() -> None:
    with Loop() as loop:
        await asyncio.sleep(0)
        [str(place).strip() for place in range(MOST_CALLS)]
        await asyncio.sleep(0)
    assert loop.most > MOST_CALLS
