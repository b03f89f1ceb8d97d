"""The hand-off store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.handoff_store.sql import SqlHandoffStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.testing.contracts.handoff_store import HandoffStoreContract, OpenHandoffStores
from followthrough.testing.memory_handoffs import MemoryHandoffs
from followthrough.testing.memory_threads import MemoryThreads


class Memory:
    @pytest.fixture
    def open_stores(self) -> OpenHandoffStores:
        threads = MemoryThreads()
        handoffs = MemoryHandoffs(threads)

        async def open_both() -> tuple[MemoryThreads, MemoryHandoffs]:
            return threads, handoffs

        return open_both


def _sql(open_database: OpenDatabase) -> OpenHandoffStores:
    async def open_both() -> tuple[SqlThreadStore, SqlHandoffStore]:
        database = await open_database()
        return SqlThreadStore(database), SqlHandoffStore(database)

    return open_both


class Sqlite:
    @pytest.fixture
    def open_stores(self, open_sqlite: OpenDatabase) -> OpenHandoffStores:
        return _sql(open_sqlite)


class Postgres:
    @pytest.fixture
    def open_stores(self, open_postgres: OpenDatabase) -> OpenHandoffStores:
        return _sql(open_postgres)


class TestOnMemory(Memory, HandoffStoreContract):
    pass


class TestOnSqlite(Sqlite, HandoffStoreContract):
    pass


class TestOnPostgres(Postgres, HandoffStoreContract):
    pass
