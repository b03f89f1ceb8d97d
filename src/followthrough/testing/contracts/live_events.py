"""The contract of ``LiveEvents``, for backends that reach other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TypeAlias

from followthrough.domain.ids import TurnId
from followthrough.ports.live_events import LiveEvents
from followthrough.testing.contracts.values import DIFFICULT

OpenLiveEvents: TypeAlias = Callable[[], Awaitable[LiveEvents]]

TURN, OTHER = TurnId("turn-1"), TurnId("turn-2")
EVENTS = [(1_010_000 + n, "delta", f'{{"text": {n}, "more": "{DIFFICULT.encode().hex()}"}}') for n in range(30)]


async def read(
    live: LiveEvents, after: int = 0, turn: TurnId = TURN, count: int = 1_000
) -> list[tuple[int, str, str]]:
    """The turn's events until it is over, or until there are ``count``."""
    found: list[tuple[int, str, str]] = []
    async with aclosing(live.follow(turn, after)) as batches:
        async for batch in batches:
            found += batch
            if len(found) >= count:
                break
    return found


class LiveEventsContract:
    """A backend inherits this and gives the fixture ``open_live``: a factory, one more process each call."""

    async def test_a_reader_elsewhere_gets_each_event_once_in_order(self, open_live: OpenLiveEvents) -> None:
        """While they happen, several readers at once."""
        here, there = await open_live(), await open_live()
        assert here.is_shared
        reading = [asyncio.create_task(read(there)) for _ in range(3)]
        for event in EVENTS:
            here.publish(TURN, event)
            await asyncio.sleep(0)
        here.finish(TURN)
        assert await asyncio.gather(*reading) == [EVENTS] * 3

    async def test_a_reader_who_comes_late_misses_none(self, open_live: OpenLiveEvents) -> None:
        """Report 35: nor does one who comes back with the last id it saw."""
        here, there = await open_live(), await open_live()
        for event in EVENTS:
            here.publish(TURN, event)
        here.finish(TURN)
        assert await read(there) == EVENTS
        assert await read(there, after=EVENTS[19][0]) == EVENTS[20:]
        assert await read(there, after=EVENTS[-1][0]) == []

    async def test_a_reader_sees_what_happened_so_far(self, open_live: OpenLiveEvents) -> None:
        """A turn that is not over keeps its readers."""
        here, there = await open_live(), await open_live()
        for event in EVENTS[:5]:
            here.publish(TURN, event)
        assert await read(there, count=5) == EVENTS[:5]

    async def test_turns_are_apart(self, open_live: OpenLiveEvents) -> None:
        """One turn's end ends no other's reading."""
        here, there = await open_live(), await open_live()
        here.publish(OTHER, EVENTS[0])
        here.finish(OTHER)
        here.publish(TURN, EVENTS[1])
        assert await read(there, count=1) == [EVENTS[1]]
        assert await read(there, turn=OTHER) == [EVENTS[0]]

    async def test_a_reader_of_a_silent_turn_is_woken_now_and_then(self, open_live: OpenLiveEvents) -> None:
        """With nothing, so that it can look whether the turn ended elsewhere."""
        there = await open_live()
        async with aclosing(there.follow(TURN, 0)) as batches:
            assert [list(await anext(batches)) for _ in range(2)] == [[], []]

    async def test_closing_twice_is_harmless(self, open_live: OpenLiveEvents) -> None:
        """Nothing is raised."""
        live = await open_live()
        live.publish(TURN, EVENTS[0])
        await live.aclose()
        await live.aclose()
