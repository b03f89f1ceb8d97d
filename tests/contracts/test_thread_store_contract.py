"""The thread store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.testing.contracts.thread_store import OpenThreadStore, ThreadStoreContract
from followthrough.testing.memory_threads import MemoryThreads


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenThreadStore:
        store = MemoryThreads()

        async def open_one() -> MemoryThreads:
            return store

        return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenThreadStore:
        async def open_one() -> SqlThreadStore:
            return SqlThreadStore(await open_sqlite())

        return open_one


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenThreadStore:
        async def open_one() -> SqlThreadStore:
            return SqlThreadStore(await open_postgres())

        return open_one


class TestOnMemory(Memory, ThreadStoreContract):
    pass


class TestOnSqlite(Sqlite, ThreadStoreContract):
    pass


class TestOnPostgres(Postgres, ThreadStoreContract):
    pass
