"""Runs units of work on the database, each in one transaction.

A unit of work is a plain function of a SQLAlchemy ``Connection``. On SQLite it runs as a whole on a thread of its
own: one hop to the thread and back per transaction, where an async driver takes several per statement (measured:
0.31 ms against 0.79 ms for a two-statement transaction with its fsync). On PostgreSQL it runs over asyncpg.

Invariant: a unit of work that was begun is committed whole or not at all, whatever happens to the task that
waits for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from followthrough.adapters.database.errors import translate
from followthrough.errors import FollowthroughError, StoreUnavailable

P = ParamSpec("P")
T = TypeVar("T")
Insert: TypeAlias = sqlite.Insert | postgresql.Insert


class Access(Enum):
    """What a transaction does, and how much of a crash it has to outlive."""

    READ = auto()
    WRITE = auto()
    UNSYNCED = auto()


class Database(ABC):
    """A database and its connections. Open one per process with ``engine.open_database``."""

    def __init__(self) -> None:
        self._closed = False

    @abstractmethod
    def insert(self, table: Table) -> Insert:
        """An INSERT that knows ON CONFLICT."""

    def exists(self) -> bool:
        """Whether there is anything to connect to; a SQLite file that is not there is made when first used."""
        return True

    @abstractmethod
    async def _transact(self, access: Access, work: Callable[[Connection], T]) -> T:
        """Runs the work in a transaction and commits it; rolls back when it raises."""

    async def change_schema(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """``write`` for work that changes tables."""
        return await self.write(work, *args, **kwargs)

    @abstractmethod
    async def scrub(self, *, thoroughly: bool = False) -> None:
        """Makes what was deleted leave the database's files, while others read and write.

        Args:
            thoroughly: also what a file kept of before this version, which takes as long as writing it anew.

        Raises:
            StoreUnavailable: it could not be done now.
        """

    @abstractmethod
    async def _dispose(self) -> None:
        """Closes every connection."""

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a unit of work that only reads; it sees one state of the database.

        Raises:
            StoreUnavailable: the database did not answer.
            SchemaOutdated: a table or column is missing.
        """
        return await self._in(Access.READ, lambda connection: work(connection, *args, **kwargs))

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a unit of work that may write, and commits it. What it raises undoes it.

        Raises:
            StoreUnavailable: the database did not answer; whether the work was committed is not known when the
                connection was lost while committing.
            VersionConflict: a unique key exists already; nothing was written.
            SchemaOutdated: a table or column is missing.
        """
        return await self._in(Access.WRITE, lambda connection: work(connection, *args, **kwargs))

    async def write_unsynced(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """``write`` for what a power cut may take back, such as a lease: it does not wait for the disk.

        Every process sees it at once, and a killed process does not undo it. Nothing written later outlives it.
        """
        return await self._in(Access.UNSYNCED, lambda connection: work(connection, *args, **kwargs))

    async def aclose(self) -> None:
        """Waits for work under way and closes; calling it twice is harmless."""
        if not self._closed:
            self._closed = True
            await self._dispose()

    async def _in(self, access: Access, work: Callable[[Connection], T]) -> T:
        return await self._run(lambda: self._transact(access, work))

    async def _run(self, transaction: Callable[[], Awaitable[T]]) -> T:
        """Runs a transaction; what the library raises becomes ours."""
        if self._closed:
            raise StoreUnavailable("The database was closed: this process is ending.", fix="Start it again.")
        try:
            return await transaction()
        except FollowthroughError:
            raise
        except Exception as error:
            ours = translate(error)
            if ours is None:
                raise
            raise ours from error
