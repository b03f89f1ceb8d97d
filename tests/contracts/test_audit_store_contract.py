"""The audit log's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.audit_store.sql import SqlAuditStore
from followthrough.testing.contracts.audit_store import AuditStoreContract, OpenAuditStore
from followthrough.testing.memory_audit import MemoryAudit


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenAuditStore:
        store = MemoryAudit()

        async def open_one() -> MemoryAudit:
            return store

        return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenAuditStore:
        async def open_one() -> SqlAuditStore:
            return SqlAuditStore(await open_sqlite())

        return open_one


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenAuditStore:
        async def open_one() -> SqlAuditStore:
            return SqlAuditStore(await open_postgres())

        return open_one


class TestOnMemory(Memory, AuditStoreContract):
    pass


class TestOnSqlite(Sqlite, AuditStoreContract):
    pass


class TestOnPostgres(Postgres, AuditStoreContract):
    pass
