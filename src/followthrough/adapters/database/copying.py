"""A database's rows in one SQLite file, whatever database they are from, and back into any.

The file has the schema of its time, so that an older one is brought up to date before it is read back. Leases are
left out: no worker outlives a restore. The audit log is never written over; what it lacks comes in.

Invariant: reading sees one moment, writing is one transaction; others read and write meanwhile.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, Table, create_engine, delete, func, insert, select, text
from sqlalchemy.exc import DatabaseError

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.tables import audit, channel_leases, lease_time, leases, metadata
from followthrough.errors import InvalidInput
from followthrough.migrations import SCHEMA_VERSION

_ROWS = 500
_LEFT_OUT = frozenset({leases.name, channel_leases.name, lease_time.name})
_CLAIMS = frozenset({"claim_worker", "claim_until"})
_SNAPSHOT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
_VERSION = text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
_SET_VERSION = text("INSERT INTO alembic_version VALUES (:version)")

_tables = [table for table in metadata.sorted_tables if table.name not in _LEFT_OUT]


async def dump(database: Database, file: Path) -> dict[str, int]:
    """Writes every row into a new file; returns how many there are of each table.

    Raises:
        StoreUnavailable: the database does not answer, or the file can't be written.
    """
    return await database.read(_dump, file)


async def load(database: Database, file: Path) -> dict[str, int]:
    """Puts the rows of the file in the place of those that are there; returns how many there are of each table.

    Raises:
        StoreUnavailable: the database does not answer; nothing was changed.
        InvalidInput: the file is damaged; nothing was changed.
    """
    return await database.write(_load, file)


def check(file: Path) -> dict[str, int]:
    """Reads the whole file; returns how many rows there are of each table.

    Raises:
        InvalidInput: it is damaged, or no copy of a database.
    """
    try:
        return _counted(file)
    except DatabaseError:
        raise _damaged() from None


def _counted(file: Path) -> dict[str, int]:
    with _opened(file) as copy:
        if copy.execute(text("PRAGMA integrity_check")).scalar() != "ok":
            raise _damaged()
        names = set(copy.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars())
        there = [table for table in _tables if table.name in names]
        return {t.name: copy.execute(select(func.count()).select_from(t)).scalar_one() for t in there}


def _dump(connection: Connection, file: Path) -> dict[str, int]:
    if connection.dialect.name == "postgresql":
        connection.execute(_SNAPSHOT)
    rows: dict[str, int] = {}
    with _engine(file).begin() as copy:
        metadata.create_all(copy)
        copy.execute(_VERSION)
        copy.execute(_SET_VERSION, {"version": SCHEMA_VERSION})
        for table in _tables:
            rows[table.name] = _copy(connection, copy, table)
    return rows


def _load(connection: Connection, file: Path) -> dict[str, int]:
    rows: dict[str, int] = {}
    with _opened(file) as copy:
        known = set(connection.execute(select(audit.c.id)).scalars())
        for table in reversed(metadata.sorted_tables):
            if table.name not in {audit.name, lease_time.name}:
                connection.execute(delete(table))
        for table in _tables:
            rows[table.name] = _copy(copy, connection, table, known if table is audit else frozenset())
    return rows


def _copy(
    source: Connection, target: Connection, table: Table, known: set[str] | frozenset[str] = frozenset()
) -> int:
    found = 0
    for some in source.execution_options(yield_per=_ROWS).execute(select(table)).mappings().partitions():
        rows: Sequence[dict[str, Any]] = [
            {name: None if name in _CLAIMS else value for name, value in row.items()}
            for row in some
            if not known or row["id"] not in known
        ]
        if rows:
            target.execute(insert(table), rows)
        found += len(some)
    return found


@contextmanager
def _opened(file: Path) -> Generator[Connection]:
    if not file.is_file():
        raise _damaged()
    with _engine(file).connect() as copy:
        yield copy


def _engine(file: Path) -> Engine:
    return create_engine(f"sqlite:///{file}", poolclass=NullPool, hide_parameters=True)  # nothing stays open


def _damaged() -> InvalidInput:
    return InvalidInput("The backup's database is missing or damaged.", fix="Use another backup.", field="folder")
