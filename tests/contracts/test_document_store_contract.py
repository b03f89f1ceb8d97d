"""The document store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.testing.contracts.document_store import DocumentStoreContract, OpenDocumentStore
from followthrough.testing.memory_documents import MemoryDocuments


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenDocumentStore:
        store = MemoryDocuments()

        async def open_one() -> MemoryDocuments:
            return store

        return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenDocumentStore:
        async def open_one() -> SqlDocumentStore:
            return SqlDocumentStore(await open_sqlite())

        return open_one


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenDocumentStore:
        async def open_one() -> SqlDocumentStore:
            return SqlDocumentStore(await open_postgres())

        return open_one


class TestOnMemory(Memory, DocumentStoreContract):
    pass


class TestOnSqlite(Sqlite, DocumentStoreContract):
    pass


class TestOnPostgres(Postgres, DocumentStoreContract):
    pass
