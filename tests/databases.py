"""Opening a test's database several times, as several processes would."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from followthrough.adapters.database.engine import Database, open_database

OpenDatabase = Callable[[], Awaitable[Database]]


@asynccontextmanager
async def opener_of(url: str) -> AsyncGenerator[OpenDatabase]:
    """Gives a function that opens the database once more each time; all are closed at the end."""
    opened: list[Database] = []

    async def open_one() -> Database:
        opened.append(open_database(url))
        return opened[-1]

    try:
        yield open_one
    finally:
        for database in opened:
            await database.aclose()
