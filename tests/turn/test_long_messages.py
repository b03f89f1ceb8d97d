"""A message of the longest allowed size holds the event loop no longer than one of ordinary size (issue 16)."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from tests.turn.world import FEE, HOURS, QUICK, World, new_thread, say

LONGEST = QUICK.message_max_chars
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
    """Counts what is called on the thread of the event loop."""

    def __init__(self) -> None:
        self.done = 0

    def __enter__(self) -> Loop:
        sys.setprofile(self._count)  # of this thread alone
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, _: object) -> None:
        self.done += event in ("call", "c_call")


async def work_on_the_loop(unit: str, size: int) -> tuple[int, int]:
    """Calls on the loop by a turn on the repeated unit, and by the short one behind it."""
    world = World()
    await world.know(FEE, HOURS)
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
    return long.done, behind.done


@pytest.mark.parametrize("unit", UNITS)
async def test_the_longest_message_is_no_more_work_on_the_loop_than_one_that_is_read_there(unit: str) -> None:
    bound = sum(await work_on_the_loop("What is the fee for it, ", QUICK.inline_max_chars))
    long, behind = await work_on_the_loop(unit, LONGEST)
    assert max(long, behind) < 2 * bound, f"{long} and then {behind} calls on the loop for {unit!r}, not {bound}"


async def test_what_reads_it_there_is_told() -> None:
    with Loop() as loop:
        [str(place).strip() for place in range(500_000)]
    assert loop.done > 2 * sum(await work_on_the_loop("What is the fee for it, ", QUICK.inline_max_chars))
