"""The contracts of the decision store and the flag store on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.decision_store.sql import SqlDecisionStore
from followthrough.adapters.flag_store.sql import SqlFlagStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.testing.contracts.decision_store import DecisionStoreContract, OpenDecisionStores
from followthrough.testing.contracts.flag_store import FlagStoreContract, OpenFlagStore
from followthrough.testing.memory_decisions import MemoryDecisions
from followthrough.testing.memory_flags import MemoryFlags
from followthrough.testing.memory_threads import MemoryThreads


def _sql(open_database: OpenDatabase) -> OpenDecisionStores:
    async def open_both() -> tuple[SqlThreadStore, SqlDecisionStore]:
        database = await open_database()
        return SqlThreadStore(database), SqlDecisionStore(database)

    return open_both


def _sql_flags(open_database: OpenDatabase) -> OpenFlagStore:
    async def open_one() -> SqlFlagStore:
        return SqlFlagStore(await open_database())

    return open_one


class TestDecisionsInMemory(DecisionStoreContract):
    @pytest.fixture
    def open_stores(self) -> OpenDecisionStores:
        threads = MemoryThreads()

        async def open_both() -> tuple[MemoryThreads, MemoryDecisions]:
            return threads, MemoryDecisions(threads)

        return open_both


class TestDecisionsOnSqlite(DecisionStoreContract):
    @pytest.fixture
    def open_stores(self, open_sqlite: OpenDatabase) -> OpenDecisionStores:
        return _sql(open_sqlite)


class TestDecisionsOnPostgres(DecisionStoreContract):
    @pytest.fixture
    def open_stores(self, open_postgres: OpenDatabase) -> OpenDecisionStores:
        return _sql(open_postgres)


class TestFlagsInMemory(FlagStoreContract):
    @pytest.fixture
    def open_store(self) -> OpenFlagStore:
        store = MemoryFlags()

        async def open_one() -> MemoryFlags:
            return store

        return open_one


class TestFlagsOnSqlite(FlagStoreContract):
    @pytest.fixture
    def open_store(self, open_sqlite: OpenDatabase) -> OpenFlagStore:
        return _sql_flags(open_sqlite)


class TestFlagsOnPostgres(FlagStoreContract):
    @pytest.fixture
    def open_store(self, open_postgres: OpenDatabase) -> OpenFlagStore:
        return _sql_flags(open_postgres)
