"""The key store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.key_store.sql import SqlKeyStore
from followthrough.testing.contracts.key_store import KeyStoreContract, OpenKeyStore
from followthrough.testing.memory_keys import MemoryKeys


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenKeyStore:
        store = MemoryKeys()

        async def open_one() -> MemoryKeys:
            return store

        return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenKeyStore:
        async def open_one() -> SqlKeyStore:
            return SqlKeyStore(await open_sqlite())

        return open_one


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenKeyStore:
        async def open_one() -> SqlKeyStore:
            return SqlKeyStore(await open_postgres())

        return open_one


class TestOnMemory(Memory, KeyStoreContract):
    pass


class TestOnSqlite(Sqlite, KeyStoreContract):
    pass


class TestOnPostgres(Postgres, KeyStoreContract):
    pass
