"""The chat store's contract on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest
from tests.databases import OpenDatabase

from followthrough.adapters.chat_store.sql import SqlChatStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.testing.contracts.chat_store import ChatStoreContract, OpenStores, Stores
from followthrough.testing.memory_chats import MemoryChats
from followthrough.testing.memory_threads import MemoryThreads


class Memory:
    @pytest.fixture
    def open_stores(self) -> OpenStores:
        threads = MemoryThreads()
        stores = Stores(chats=MemoryChats(threads), threads=threads)

        async def open_one() -> Stores:
            return stores

        return open_one


def opener(open_database: OpenDatabase) -> OpenStores:
    async def open_one() -> Stores:
        database = await open_database()
        return Stores(chats=SqlChatStore(database), threads=SqlThreadStore(database))

    return open_one


class Sqlite:
    @pytest.fixture
    def open_stores(self, open_sqlite: OpenDatabase) -> OpenStores:
        return opener(open_sqlite)


class Postgres:
    @pytest.fixture
    def open_stores(self, open_postgres: OpenDatabase) -> OpenStores:
        return opener(open_postgres)


class TestOnMemory(Memory, ChatStoreContract):
    pass


class TestOnSqlite(Sqlite, ChatStoreContract):
    pass


class TestOnPostgres(Postgres, ChatStoreContract):
    pass
