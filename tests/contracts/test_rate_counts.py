"""Processes that share a Valkey count a caller's requests together; without it each counts for itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.valkeys import Valkey

from followthrough.adapters.rate_counts.valkey import ValkeyCounts
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.channels.http.rate import RateLimiter
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TUNING = Tuning(valkey_timeout_ms=2_000)


class Process:
    """One process of a server, with a limiter and a connection of its own."""

    def __init__(self, url: str, tuning: Tuning = TUNING) -> None:
        self.connection = ValkeyConnection(url, clock=ManualClock(), tuning=tuning)
        self.counts = ValkeyCounts(self.connection)
        self.limiter = RateLimiter(3)

    async def wait_s(self, caller: str, now: datetime = NOON, per_minute: int | None = None) -> float:
        return await self.limiter.wait_s(caller, now=now, now_ms=0, per_minute=per_minute, counts=self.counts)


async def test_two_processes_count_together_and_a_new_minute_begins_anew(valkey: Valkey) -> None:
    one, two = Process(valkey.url), Process(valkey.url)
    now = NOON + timedelta(seconds=45)
    assert [await process.wait_s("key:a", now) for process in (one, two, one, two, one)] == [0, 0, 0, 15, 15]
    assert await two.wait_s("key:b", now) == 0
    assert await two.wait_s("key:a", now + timedelta(seconds=15)) == 0
    for process in (one, two):
        await process.connection.aclose()


async def test_a_key_with_a_limit_of_its_own_has_it_in_every_process(valkey: Valkey) -> None:
    one, two = Process(valkey.url), Process(valkey.url)
    waits = [await process.wait_s("key:a", per_minute=1) for process in (one, two)]
    assert waits == [0, 60]
    for process in (one, two):
        await process.connection.aclose()


async def test_what_is_counted_goes_by_itself(valkey: Valkey) -> None:
    process = Process(valkey.url)
    await process.counts.add("key:a", window=7, keep_s=120)
    left = await valkey.command("TTL", "followthrough:rate:key:a:7")
    assert isinstance(left, int)
    assert 0 < left <= 120
    await process.connection.aclose()


async def test_while_the_counts_are_away_a_process_counts_for_itself(valkey: Valkey) -> None:
    process = Process(valkey.url, replace(TUNING, valkey_timeout_ms=50))
    await valkey.hang(60_000)
    waits = [await process.wait_s("key:a") for _ in range(4)]
    assert waits[:3] == [0, 0, 0]
    assert waits[3] > 0
    await valkey.wake()
    await process.connection.aclose()
