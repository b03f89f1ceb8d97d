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
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, Table, create_engine, event
from sqlalchemy.dialects import sqlite

from followthrough.adapters.database.access import Access, Database
from followthrough.errors import ConfigurationError, StoreUnavailable
from followthrough.tuning import Tuning

P = ParamSpec("P")
T = TypeVar("T")

_BEGIN = "begin_statements"
_LOCK = "BEGIN IMMEDIATE"
_WAL_MAX_BYTES = 64 * 2**20  # what the log file is cut back to after a large write


class SqliteDatabase(Database):
    """See ``open_database``. ``synchronous``: FULL survives a power cut, NORMAL a killed process only."""

    def __init__(self, url: URL, *, synchronous: str, tuning: Tuning) -> None:
        super().__init__()
        if not url.database or ":memory:" in url.database or "memory" in url.query.get("mode", ""):
            raise ConfigurationError(
                "Setting database_url: SQLite in memory would forget everything.",
                fix="Name a file: sqlite:///path.",
                field="database_url",
            )
        self._file = Path(url.database)
        self._url = url.set(drivername="sqlite+pysqlite")
        self._synchronous = synchronous
        self._wait_s = tuning.database_wait_s
        self._opened: tuple[int, int] | None = None
        self._engine = self._connecting(pool_size=tuning.sqlite_readers + 1, max_overflow=0)
        writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        readers = ThreadPoolExecutor(tuning.sqlite_readers, thread_name_prefix="sqlite-reader")
        self._ways = {
            Access.READ: (readers, _beginning(self._engine, "BEGIN")),
            Access.WRITE: (writer, _beginning(self._engine, f"PRAGMA synchronous={synchronous}", _LOCK)),
            Access.UNSYNCED: (writer, _beginning(self._engine, "PRAGMA synchronous=NORMAL", _LOCK)),
        }

    def insert(self, table: Table) -> sqlite.Insert:
        """See ``Database.insert``."""
        return sqlite.insert(table)

    def exists(self) -> bool:
        """See ``Database.exists``."""
        return self._file.exists()

    async def change_schema(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """See ``Database.change_schema``.

        Runs without foreign keys: SQLite changes a table by copying and dropping it, and dropping a table deletes
        its rows, which would take every row that refers to them along. They are checked before the commit.
        """

        def checked(connection: Connection) -> T:
            done = work(connection, *args, **kwargs)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise RuntimeError(f"the new schema breaks {len(broken)} references")  # a bug in a revision
            return done

        engine = self._connecting(foreign_keys="OFF", poolclass=NullPool)
        writer, _ = self._ways[Access.WRITE]
        return await self._run(lambda: _on_thread(writer, _beginning(engine, _LOCK), checked))

    async def scrub(self, *, thoroughly: bool = False) -> None:
        """See ``Database.scrub``. Deleted rows were overwritten in their pages; what is left is the log's copies."""
        writer, _ = self._ways[Access.WRITE]
        await self._run(lambda: asyncio.get_running_loop().run_in_executor(writer, self._write_anew, thoroughly))

    def _write_anew(self, thoroughly: bool) -> None:
        connection = sqlite3.connect(self._file, timeout=self._wait_s, isolation_level=None)
        try:
            connection.execute("PRAGMA secure_delete=ON").close()
            if thoroughly:
                connection.execute("VACUUM").close()
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise StoreUnavailable("The database is being read for too long.", fix="Try again.")
        finally:
            connection.close()

    async def _transact(self, access: Access, work: Callable[[Connection], T]) -> T:
        def checked(connection: Connection) -> T:
            self._require_file()
            return work(connection)

        return await _on_thread(*self._ways[access], checked)

    def _require_file(self) -> None:
        """What is written to a file that has no name any more is gone with this process."""
        if self._opened != _identity(self._file):
            raise StoreUnavailable(
                "The database's file was removed or replaced while it was open.",
                fix="End the server, restore a backup if the file is gone, and start it again.",
            )

    def _connecting(self, *, foreign_keys: str = "ON", **pool: Any) -> Engine:
        def make_folder(*_: object) -> None:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

        def prepare(connection: sqlite3.Connection, _: object) -> None:
            """Transactions begin where we say, foreign keys hold, readers don't block."""
            connection.isolation_level = None
            for pragma in (
                "journal_mode=WAL",
                f"synchronous={self._synchronous}",
                f"foreign_keys={foreign_keys}",
                "secure_delete=ON",  # what is deleted is overwritten, in its page and in pages that become free
                f"journal_size_limit={_WAL_MAX_BYTES}",
            ):
                connection.execute(f"PRAGMA {pragma}").close()
            self._opened = self._opened or _identity(self._file)

        engine = create_engine(self._url, connect_args={"timeout": self._wait_s}, hide_parameters=True, **pool)
        event.listen(engine, "do_connect", make_folder)
        event.listen(engine, "connect", prepare)
        event.listen(engine, "begin", _begin)
        return engine

    async def _dispose(self) -> None:
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        for threads, _ in self._ways.values():
            threads.shutdown()
        self._engine.dispose()


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


async def _on_thread(threads: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, _work, engine, work)


def _work(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    for statement in connection.get_execution_options()[_BEGIN]:
        driver.execute(statement).close()  # a fifth of what a transaction takes, where the library executes it


def _beginning(engine: Engine, *statements: str) -> Engine:
    """The engine, its transactions beginning with these statements."""
    return engine.execution_options(**{_BEGIN: statements})
