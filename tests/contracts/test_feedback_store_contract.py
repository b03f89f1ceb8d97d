"""The feedback store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.feedback_store.sql import SqlFeedbackStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.testing.contracts.feedback_store import FeedbackStoreContract, OpenFeedbackStore
from followthrough.testing.memory_feedback import MemoryFeedback
from followthrough.testing.memory_threads import MemoryThreads


class Memory:
    @pytest.fixture
    def open_store(self) -> OpenFeedbackStore:
        threads = MemoryThreads()
        store = MemoryFeedback(threads)

        async def open_one() -> tuple[MemoryThreads, MemoryFeedback]:
            return threads, store

        return open_one


def on(open_database: OpenDatabase) -> OpenFeedbackStore:
    async def open_one() -> tuple[SqlThreadStore, SqlFeedbackStore]:
        database = await open_database()
        return SqlThreadStore(database), SqlFeedbackStore(database)

    return open_one


class Sqlite:
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenFeedbackStore:
        return on(open_sqlite)


class Postgres:
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenFeedbackStore:
        return on(open_postgres)


class TestOnMemory(Memory, FeedbackStoreContract):
    pass


class TestOnSqlite(Sqlite, FeedbackStoreContract):
    pass


class TestOnPostgres(Postgres, FeedbackStoreContract):
    pass
