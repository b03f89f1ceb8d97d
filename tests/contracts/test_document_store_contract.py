"""The document store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.testing.contracts.document_store import (
    CatalogueContract,
    IndexingContract,
    KeptBytesContract,
    OpenDocumentStore,
)
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


class TestCatalogueOnMemory(Memory, CatalogueContract):
    pass


class TestCatalogueOnSqlite(Sqlite, CatalogueContract):
    pass


class TestCatalogueOnPostgres(Postgres, CatalogueContract):
    pass


class TestIndexingOnMemory(Memory, IndexingContract):
    pass


class TestIndexingOnSqlite(Sqlite, IndexingContract):
    pass


class TestIndexingOnPostgres(Postgres, IndexingContract):
    pass


class TestKeptBytesOnMemory(Memory, KeptBytesContract):
    pass


class TestKeptBytesOnSqlite(Sqlite, KeptBytesContract):
    pass


class TestKeptBytesOnPostgres(Postgres, KeptBytesContract):
    pass
