"""SQLite: one file, one writer at a time, readers that never wait for it (WAL).

This process writes on one thread and reads on a few others. Other processes on the same host may do the same on
the same file: a writing transaction takes the file's write lock at its start, so none fails half-way.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import sqlite

from followthrough.adapters.database.engine import Database
from followthrough.errors import ConfigurationError
from followthrough.tuning import Tuning

T = TypeVar("T")

_BEGIN = "begin_statement"
_WAL_MAX_BYTES = 64 * 2**20  # what the log file is cut back to after a large write


class SqliteDatabase(Database):
    """See ``open_database``. ``synchronous``: FULL survives a power cut, NORMAL a killed process only."""

    def __init__(self, url: URL, *, synchronous: str, tuning: Tuning) -> None:
        super().__init__()
        if not url.database or url.database == ":memory:" or "mode=memory" in url.database:
            raise ConfigurationError(
                "Setting database_url: SQLite in memory would forget everything.",
                fix="Name a file: sqlite:///path.",
                field="database_url",
            )
        self._file = Path(url.database)
        self._synchronous = synchronous
        readers = tuning.sqlite_readers
        engine = create_engine(
            url.set(drivername="sqlite+pysqlite"),
            connect_args={"timeout": tuning.database_wait_s},
            pool_size=readers + 1,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(engine, "do_connect", self._make_folder)
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", _begin)
        self._engine = engine
        self._reading = engine.execution_options(**{_BEGIN: "BEGIN"})
        self._writing = engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="sqlite-reader")

    def insert(self, table: Table) -> sqlite.Insert:
        """See ``Database.insert``."""
        return sqlite.insert(table)

    def exists(self) -> bool:
        """See ``Database.exists``."""
        return self._file.exists()

    async def _transact(self, write: bool, work: Callable[[Connection], T]) -> T:
        engine, threads = (self._writing, self._writer) if write else (self._reading, self._readers)
        return await asyncio.get_running_loop().run_in_executor(threads, self._work, engine, work)

    def _work(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        with engine.begin() as connection:
            return work(connection)

    def _make_folder(self, *_: object) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _prepare(self, connection: sqlite3.Connection, _: object) -> None:
        """Makes a new connection ours: transactions begin where we say, foreign keys hold, readers don't block."""
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={self._synchronous}",
            "foreign_keys=ON",
            f"journal_size_limit={_WAL_MAX_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    async def _dispose(self) -> None:
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options()[_BEGIN])
