"""PostgreSQL over asyncpg, with a pool of connections.

Nothing here relies on a session's state, so a pooler that hands out connections per transaction may stand between.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Table, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import create_async_engine

from followthrough.adapters.database.access import Access, Database
from followthrough.adapters.database.tables import metadata
from followthrough.errors import ConfigurationError
from followthrough.tuning import Tuning

T = TypeVar("T")

_UNSYNCED = text("SET LOCAL synchronous_commit TO off")


class PostgresDatabase(Database):
    """See ``open_database``. asyncpg reads the address as libpq would, with ``sslmode``, ``host=/socket``."""

    def __init__(self, url: URL, *, tuning: Tuning) -> None:
        super().__init__()
        try:
            asyncpg: Any = import_module("asyncpg")  # an extra, and without types
        except ImportError:
            raise ConfigurationError(
                "PostgreSQL needs a driver that is not installed.",
                fix="Install it: pip install 'followthrough[postgres]'",
                field="database_url",
            ) from None
        dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)

        async def connect(statement_s: float | None = tuning.database_statement_s) -> Any:
            return await asyncpg.connect(dsn, timeout=tuning.database_wait_s, command_timeout=statement_s)

        self._connect = connect
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=tuning.postgres_connections,
            max_overflow=0,
            pool_timeout=tuning.database_wait_s,
            pool_pre_ping=True,  # one more round trip, so that a restart of the server fails no request
            hide_parameters=True,
        )

    def insert(self, table: Table) -> postgresql.Insert:
        """See ``Database.insert``."""
        return postgresql.insert(table)

    async def _transact(self, access: Access, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            if access is Access.UNSYNCED:
                await connection.execute(_UNSYNCED)
            return await connection.run_sync(work)

    async def scrub(self, *, thoroughly: bool = False) -> None:
        """See ``Database.scrub``. A table is locked while it is written anew; the log is the server's matter."""
        how = "VACUUM (FULL)" if thoroughly else "VACUUM"
        await self._run(lambda: self._vacuum(how))

    async def _vacuum(self, how: str) -> None:
        connection = await self._connect(None)
        try:
            for table in metadata.tables:
                await connection.execute(f'{how} "{table}"')
        finally:
            await connection.close()

    async def _dispose(self) -> None:
        await self._engine.dispose()
