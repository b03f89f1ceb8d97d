"""Live events on a real Valkey: the contract, and a server that is away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.valkeys import Valkey

from followthrough.adapters.live_events.local import LocalEvents
from followthrough.adapters.live_events.valkey import ValkeyEvents
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.testing.contracts.live_events import EVENTS, TURN, LiveEventsContract, OpenLiveEvents, read
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning

TUNING = Tuning(valkey_timeout_ms=2_000, live_events_look_ms=20, live_events_kept_s=50, live_events_waiting=20)


class TestOnValkey(LiveEventsContract):
    @pytest.fixture
    async def open_live(self, valkey: Valkey) -> AsyncIterator[OpenLiveEvents]:
        opened: list[tuple[ValkeyEvents, ValkeyConnection]] = []

        async def open_one() -> ValkeyEvents:
            connection = ValkeyConnection(valkey.url, clock=ManualClock(), tuning=Tuning(valkey_timeout_ms=2_000))
            live = ValkeyEvents(connection, Tuning(live_events_look_ms=20))
            opened.append((live, connection))
            return live

        yield open_one
        for live, connection in opened:
            await live.aclose()
            await connection.aclose()


@pytest.fixture
async def connection(valkey: Valkey) -> AsyncIterator[ValkeyConnection]:
    opened = ValkeyConnection(valkey.url, clock=ManualClock(), tuning=TUNING)
    yield opened
    await opened.aclose()


async def test_events_go_after_a_while(valkey: Valkey, connection: ValkeyConnection) -> None:
    live = ValkeyEvents(connection, TUNING)
    live.publish(TURN, EVENTS[0])
    assert await read(live, count=1) == EVENTS[:1]
    assert 40 <= int(str(await valkey.command("TTL", f"followthrough:events:{TURN}"))) <= 50
    await live.aclose()


async def test_more_than_fits_is_dropped_and_holds_up_nobody(connection: ValkeyConnection) -> None:
    """What readers miss here they find in the database."""
    live = ValkeyEvents(connection, TUNING)
    for event in EVENTS:
        live.publish(TURN, event)
    assert await read(live, count=20) == EVENTS[:20]
    await live.aclose()


async def test_without_a_server_a_reader_is_sent_to_the_database(valkey: Valkey) -> None:
    connection = ValkeyConnection(valkey.url, clock=ManualClock(), tuning=TUNING)
    live = ValkeyEvents(connection, TUNING)
    valkey.stop()
    try:
        assert await read(live) == []
        live.publish(TURN, EVENTS[0])
        live.finish(TURN)
        assert await read(live) == []
    finally:
        valkey.start()
    await live.aclose()
    await connection.aclose()


async def test_one_process_passes_nothing_on() -> None:
    live = LocalEvents()
    assert not live.is_shared
    live.publish(TURN, EVENTS[0])
    live.finish(TURN)
    assert await read(live) == []
    await live.aclose()
