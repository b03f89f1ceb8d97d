"""The contract of deletions under way on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.deletion_store.sql import SqlDeletionStore
from followthrough.testing.contracts.deletion_store import DeletionStoreContract, OpenDeletionStore
from followthrough.testing.memory_deletions import MemoryDeletions


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenDeletionStore:
        store = MemoryDeletions()

        async def open_one() -> MemoryDeletions:
            return store

        return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenDeletionStore:
        async def open_one() -> SqlDeletionStore:
            return SqlDeletionStore(await open_sqlite())

        return open_one


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenDeletionStore:
        async def open_one() -> SqlDeletionStore:
            return SqlDeletionStore(await open_postgres())

        return open_one


class TestOnMemory(Memory, DeletionStoreContract):
    pass


class TestOnSqlite(Sqlite, DeletionStoreContract):
    pass


class TestOnPostgres(Postgres, DeletionStoreContract):
    pass
