"""The session store's contract on memory, SQLite, PostgreSQL and a real Valkey, and what only Valkey can do wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.databases import OpenDatabase
from tests.valkeys import Valkey

from followthrough.adapters.session_store.database import DatabaseSessions
from followthrough.adapters.session_store.memory import MemorySessions
from followthrough.adapters.session_store.valkey import ValkeySessions
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.domain.session import Session
from followthrough.errors import ConfigurationError
from followthrough.testing.contracts.session_store import OpenSessionStores, SessionStoreContract
from followthrough.testing.contracts.thread_turns import T1
from followthrough.testing.contracts.values import a_thread
from followthrough.testing.manual_clock import ManualClock
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning

TUNING = Tuning(valkey_timeout_ms=2_000, valkey_rest_s=5, session_ttl_s=100)
HASTY = replace(TUNING, valkey_timeout_ms=50)
SESSION = Session(thread=replace(a_thread("t-1"), version=3))


class Memory:
    @pytest.fixture
    def open_stores(self) -> OpenSessionStores:
        threads, sessions = MemoryThreads(), MemorySessions()

        async def open_both() -> tuple[MemoryThreads, MemorySessions]:
            return threads, sessions

        return open_both


def _database(open_database: OpenDatabase) -> OpenSessionStores:
    async def open_both() -> tuple[SqlThreadStore, DatabaseSessions]:
        threads = SqlThreadStore(await open_database())
        return threads, DatabaseSessions(threads, TUNING)

    return open_both


class Sqlite:
    @pytest.fixture
    def open_stores(self, open_sqlite: OpenDatabase) -> OpenSessionStores:
        return _database(open_sqlite)


class Postgres:
    @pytest.fixture
    def open_stores(self, open_postgres: OpenDatabase) -> OpenSessionStores:
        return _database(open_postgres)


class InValkey:
    @pytest.fixture
    async def open_stores(self, valkey: Valkey) -> AsyncIterator[OpenSessionStores]:
        threads = MemoryThreads()
        opened: list[ValkeySessions] = []

        async def open_both() -> tuple[MemoryThreads, ValkeySessions]:
            opened.append(sessions_of(valkey))
            return threads, opened[-1]

        yield open_both
        for sessions in opened:
            await sessions.aclose()


def sessions_of(valkey: Valkey, tuning: Tuning = TUNING, clock: ManualClock | None = None) -> ValkeySessions:
    return ValkeySessions(ValkeyConnection(valkey.url, clock=clock or ManualClock(), tuning=tuning), tuning)


class TestOnMemory(Memory, SessionStoreContract):
    pass


class TestOnSqlite(Sqlite, SessionStoreContract):
    pass


class TestOnPostgres(Postgres, SessionStoreContract):
    pass


class TestOnValkey(InValkey, SessionStoreContract):
    pass


async def test_an_entry_goes_after_a_while_and_each_save_begins_it_anew(valkey: Valkey) -> None:
    sessions = sessions_of(valkey)
    for _ in range(2):
        await sessions.save(SESSION)
        assert 90 <= int(str(await valkey.command("TTL", "followthrough:session:t-1"))) <= 100
        await valkey.command("EXPIRE", "followthrough:session:t-1", "50")
    await sessions.aclose()


@pytest.mark.parametrize("entry", ["", "3", "3\n{}", "3\nnull", "nonsense", "3\n\udcff"])
async def test_an_entry_that_is_none_is_not_there(valkey: Valkey, entry: str) -> None:
    sessions = sessions_of(valkey)
    await valkey.command("SET", "followthrough:session:t-1", entry.encode(errors="surrogateescape"))  # pyright: ignore[reportArgumentType] - bytes
    assert await sessions.load(T1, version=3) is None
    assert await sessions.load(T1) is None
    await sessions.aclose()


async def test_what_was_flushed_is_not_there(valkey: Valkey) -> None:
    sessions = sessions_of(valkey)
    await sessions.save(SESSION)
    assert await sessions.load(T1, version=3) == SESSION
    await valkey.command("FLUSHALL")
    assert await sessions.load(T1, version=3) is None
    await sessions.aclose()


async def test_a_server_that_died_is_asked_once_in_a_while(valkey: Valkey) -> None:
    clock = ManualClock()
    sessions = sessions_of(valkey, clock=clock)
    await sessions.save(SESSION)
    valkey.stop()
    try:
        assert await sessions.load(T1, version=3) is None
        assert await sessions.ping() == "it does not answer"
        await sessions.save(SESSION)
        await sessions.drop(T1)
    finally:
        valkey.start()
    await sessions.save(SESSION)
    assert await sessions.load(T1) is None, "it rests"
    clock.advance(5)
    await sessions.save(SESSION)
    assert await sessions.load(T1, version=3) == SESSION
    await sessions.aclose()


async def test_a_server_that_hangs_costs_one_wait(valkey: Valkey) -> None:
    sessions = sessions_of(valkey, HASTY)
    await sessions.load(T1)
    await valkey.hang(60_000)
    try:
        for _ in range(200):  # were each to wait, this would take ten seconds
            assert await sessions.load(T1, version=3) is None
        assert await sessions.ping() == "it does not answer in time"
    finally:
        await valkey.wake()
    await sessions.aclose()


@pytest.mark.parametrize("url", ["http://localhost", "nonsense", "redis://:secret@h:port/0"])
def test_an_address_that_is_none_is_named_without_its_password(url: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        ValkeyConnection(url, clock=ManualClock(), tuning=TUNING)
    assert "secret" not in str(refused.value)
    assert refused.value.field == "redis_url"
