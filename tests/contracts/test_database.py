"""The database under the stores: its settings, its failures in plain words, and what a failure leaves behind."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection, exc, text
from tests.databases import OpenDatabase, opener_of

from followthrough.adapters.database.codec import Codec, record_codec, thread_codec
from followthrough.adapters.database.engine import Database, open_database
from followthrough.adapters.database.errors import TABLE, translate
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.ids import OwnerId, ThreadId
from followthrough.errors import (
    ConfigurationError,
    FollowthroughError,
    InvalidInput,
    SchemaOutdated,
    StoreUnavailable,
    VersionConflict,
)
from followthrough.testing.contracts.values import NOON, a_thread, moment
from followthrough.tuning import Tuning

IMPATIENT = Tuning(database_wait_s=0.05)
SECRET = "my own words"


def run(statement: str) -> Callable[[Connection], list[tuple]]:
    def work(connection: Connection) -> list[tuple]:
        result = connection.execute(text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []

    return work


# Settings


@pytest.mark.parametrize(("level", "number"), [("FULL", 2), ("NORMAL", 1)])
async def test_sqlite_is_opened_as_documented(sqlite_url: str, level: str, number: int) -> None:
    database = open_database(sqlite_url, synchronous=level)
    for how in (database.read, database.write):
        assert await how(run("PRAGMA journal_mode")) == [("wal",)]
        assert await how(run("PRAGMA foreign_keys")) == [(1,)]
        assert await how(run("PRAGMA busy_timeout")) == [(5000,)]
    for _ in range(2):
        assert await database.write(run("PRAGMA synchronous")) == [(number,)]
        assert await database.write_unsynced(run("PRAGMA synchronous")) == [(1,)]
    await database.aclose()


async def test_postgresql_waits_for_the_disk_only_where_it_has_to(open_postgres: OpenDatabase) -> None:
    database = await open_postgres()
    for _ in range(2):
        assert await database.write(run("SHOW synchronous_commit")) == [("on",)]
        assert await database.write_unsynced(run("SHOW synchronous_commit")) == [("off",)]


async def test_the_data_folder_is_made_for_its_user_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    database = open_database(f"sqlite:///{folder / 'x.sqlite'}")
    assert not folder.exists()
    await database.write(run("CREATE TABLE t (x)"))
    assert folder.stat().st_mode & 0o777 == 0o700
    await database.aclose()


@pytest.mark.parametrize("scheme", ["sqlite://", "sqlite+aiosqlite://", "sqlite+pysqlite://"])
async def test_a_driver_in_the_address_is_passed_over(tmp_path: Path, scheme: str) -> None:
    database = open_database(f"{scheme}/{tmp_path / 'x.sqlite'}")
    assert await database.read(run("SELECT 1")) == [(1,)]
    await database.aclose()


@pytest.mark.parametrize("scheme", ["postgres://", "postgresql+asyncpg://", "postgresql+psycopg://"])
async def test_a_postgresql_address_may_name_any_driver(postgres_server: str, scheme: str) -> None:
    database = open_database(postgres_server.replace("postgresql://", scheme))
    assert await database.read(run("SELECT 1")) == [(1,)]
    await database.aclose()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "no database address"),
        ("", "no database address"),
        ("mysql://u:hunter2@h/d", "mysql is not supported"),
        ("sqlite://", "would forget everything"),
        ("sqlite:///:memory:", "would forget everything"),
        ("sqlite:///file:x?mode=memory&uri=true", "would forget everything"),
        ("postgresql://u:hunter2@h:port/d", "no database address"),
    ],
)
def test_a_wrong_address_is_refused_in_plain_words(url: str, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says) as refused:
        open_database(url)
    assert refused.value.field == "database_url"
    assert refused.value.fix
    assert "hunter2" not in str(refused.value)


def test_postgresql_without_its_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(ConfigurationError, match=r"followthrough\[postgres\]"):
        open_database("postgresql://h/d")


# Errors


def all_subclasses(of: type) -> set[type]:
    return {of} | {c for sub in of.__subclasses__() for c in all_subclasses(sub)}


def test_every_error_of_the_library_is_in_the_table() -> None:
    public = {c for c in vars(exc).values() if isinstance(c, type) and issubclass(c, exc.SQLAlchemyError)}
    assert public - set(TABLE) == set()
    assert set(TABLE) - public == set()


def test_an_error_class_that_is_new_counts_as_the_database_failing() -> None:
    class Newer(exc.SQLAlchemyError):
        pass

    assert isinstance(translate(Newer("x")), StoreUnavailable)


@pytest.mark.parametrize("bug", [exc.CompileError("x"), exc.ArgumentError("x"), KeyError("x"), TypeError("x")])
async def test_our_own_mistakes_pass_through_unchanged(open_sqlite: OpenDatabase, bug: Exception) -> None:
    def work(_: Connection) -> None:
        raise bug

    database = await open_sqlite()
    with pytest.raises(type(bug)):
        await database.write(work)


async def failure_of(database: Database, work: Callable[[Connection], object]) -> FollowthroughError:
    with pytest.raises(FollowthroughError) as failed:
        await database.write(work)
    assert SECRET not in str(failed.value)
    assert "\n" not in str(failed.value)
    assert failed.value.fix
    return failed.value


async def test_what_a_statement_did_wrong_is_told_without_its_values(open_any: OpenDatabase) -> None:
    database = await open_any()
    key = "INSERT INTO vectors VALUES ('my own words', 'h', '')"
    await database.write(run(key))
    assert isinstance(await failure_of(database, run(key)), VersionConflict)
    assert isinstance(await failure_of(database, run("SELECT * FROM absent")), SchemaOutdated)
    assert isinstance(await failure_of(database, run("SELECT absent FROM vectors")), SchemaOutdated)
    assert isinstance(await failure_of(database, run(f"'{SECRET}'")), StoreUnavailable)
    assert await database.read(run("SELECT content_hash FROM vectors")) == [("h",)]


async def test_what_slips_past_the_checks_is_the_callers_error(open_sqlite: OpenDatabase, open_postgres) -> None:
    for database, bad in ((await open_sqlite(), "\ud800"), (await open_postgres(), "\x00")):

        def work(connection: Connection, bad: str = bad) -> None:
            connection.execute(text("SELECT CAST(:bad AS TEXT)"), {"bad": bad})

        assert isinstance(await failure_of(database, work), InvalidInput)


async def test_a_writer_that_waits_too_long_says_to_try_again(sqlite_url: str) -> None:
    held = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    database = open_database(sqlite_url, tuning=IMPATIENT)
    failure = await failure_of(database, run("DELETE FROM vectors"))
    assert "another process is writing" in str(failure)
    assert await database.read(run("SELECT 1")) == [(1,)]
    held.execute("ROLLBACK")
    await database.write(run("DELETE FROM vectors"))
    held.close()
    await database.aclose()


async def test_a_file_that_is_no_database_is_named_as_such(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    file.write_bytes(b"not a database " * 100)
    database = open_database(f"sqlite:///{file}")
    assert "no SQLite database" in str(await failure_of(database, run("SELECT 1")))
    await database.aclose()
    assert file.read_bytes() == b"not a database " * 100


async def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    database = open_database(f"sqlite:///{tmp_path / 'file' / 'x.sqlite'}")
    assert isinstance(await failure_of(database, run("SELECT 1")), StoreUnavailable)
    await database.aclose()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("/postgres?", "/nowhere?"), "no database of this name"),
        (("postgres:@", "nobody:@"), "refuses this user"),
        (("host=", "host=/nowhere"), "can't be reached"),
    ],
)
async def test_a_server_that_can_not_be_used_is_told(
    postgres_server: str, change: tuple[str, str], says: str
) -> None:
    assert change[0] in postgres_server
    database = open_database(postgres_server.replace(*change), tuning=IMPATIENT)
    assert says in str(await failure_of(database, run("SELECT 1")))
    await database.aclose()


# Connections


async def test_a_restart_of_the_server_fails_no_request(open_postgres: OpenDatabase) -> None:
    database, other = await open_postgres(), await open_postgres()
    await asyncio.gather(*(database.read(run("SELECT pg_sleep(0.01)")) for _ in range(4)))
    killed = await other.read(
        run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = user")
    )
    assert killed
    assert await database.read(run("SELECT 1")) == [(1,)]


async def test_more_requests_than_connections_wait_for_one(postgres_url: str) -> None:
    database = open_database(postgres_url, tuning=Tuning(postgres_connections=2))
    insert = "INSERT INTO vectors SELECT 'm', 'h' || count(*) || '-' || pg_backend_pid(), '' FROM vectors"
    await asyncio.gather(*(database.write(run(insert)) for _ in range(40)))
    assert await database.read(run("SELECT count(*) FROM vectors")) == [(40,)]
    await database.aclose()


async def test_a_server_without_a_free_connection_says_so(postgres_url: str) -> None:
    database = open_database(postgres_url, tuning=Tuning(postgres_connections=1, database_wait_s=0.05))
    entered, leave = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with database._engine.begin():
            entered.set()
            await leave.wait()

    holder = asyncio.create_task(hold())
    await entered.wait()
    assert isinstance(await failure_of(database, run("SELECT 1")), StoreUnavailable)
    leave.set()
    await holder
    assert await database.read(run("SELECT 1")) == [(1,)]
    await database.aclose()


async def test_readers_of_sqlite_do_not_wait_for_the_writer(open_sqlite: OpenDatabase) -> None:
    database = await open_sqlite()
    writing, read = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute(text("INSERT INTO vectors VALUES ('m', 'h', '')"))
        writing.set()
        assert read.wait(30)

    writer = asyncio.create_task(database.write(slow))
    await asyncio.to_thread(writing.wait)
    assert await database.read(run("SELECT count(*) FROM vectors")) == [(0,)]
    read.set()
    await writer
    assert await database.read(run("SELECT count(*) FROM vectors")) == [(1,)]


async def test_work_whose_waiter_has_gone_is_done_whole(open_sqlite: OpenDatabase) -> None:
    database = await open_sqlite()
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute(text("INSERT INTO vectors VALUES ('m', 'first', '')"))
        begun.set()
        assert go_on.wait(30)
        connection.execute(text("INSERT INTO vectors VALUES ('m', 'second', '')"))

    waiter = asyncio.create_task(database.write(slow))
    await asyncio.to_thread(begun.wait)
    waiter.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    go_on.set()
    await database.write(run("SELECT 1"))
    assert await database.read(run("SELECT content_hash FROM vectors ORDER BY 1")) == [("first",), ("second",)]


async def test_work_that_fails_is_undone(open_any: OpenDatabase) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(text("INSERT INTO vectors VALUES ('m', 'h', '')"))
        raise VersionConflict("no")

    database = await open_any()
    with pytest.raises(VersionConflict):
        await database.write(fails)
    assert await database.read(run("SELECT * FROM vectors")) == []


async def test_a_closed_database_says_so(open_any: OpenDatabase) -> None:
    database = await open_any()
    store = SqlThreadStore(database)
    await store.create(a_thread("t-1"))
    await store.aclose()
    await store.aclose()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.get(ThreadId("t-1"))


async def test_closing_waits_for_what_is_being_written(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        begun.set()
        assert go_on.wait(30)
        connection.execute(text("INSERT INTO vectors VALUES ('m', 'h', '')"))

    writer = asyncio.create_task(database.write(slow))
    await asyncio.to_thread(begun.wait)
    closing = asyncio.create_task(database.aclose())
    await asyncio.sleep(0)
    assert not closing.done()
    go_on.set()
    await asyncio.gather(writer, closing)
    async with opener_of(sqlite_url) as open_again:
        assert await (await open_again()).read(run("SELECT content_hash FROM vectors")) == [("h",)]


# Stored text


async def test_what_can_not_be_read_is_told_without_its_words(open_sqlite: OpenDatabase) -> None:
    database = await open_sqlite()
    store = SqlThreadStore(database)
    await store.create(a_thread("t-1"))
    for damaged in ("", "{", "null", "[]", f'{{"id": "{SECRET}"}}'):

        def damage(connection: Connection, state: str = damaged) -> None:
            connection.execute(text("UPDATE thread_states SET state = :state"), {"state": state})

        await database.write(damage)
        with pytest.raises(StoreUnavailable, match="can't be read") as failed:
            await store.get(ThreadId("t-1"))
        assert SECRET not in str(failed.value)
        assert failed.value.__cause__ is None


async def test_a_moment_without_its_zone_is_never_stored(open_any: OpenDatabase) -> None:
    store = SqlThreadStore(await open_any())
    with pytest.raises(exc.StatementError, match="a moment needs its zone"):
        await store.create(replace(a_thread("t-1"), created_at=NOON.replace(tzinfo=None)))


async def test_a_moment_of_another_zone_is_the_same_moment(open_any: OpenDatabase) -> None:
    store = SqlThreadStore(await open_any())
    early, late = NOON.astimezone(timezone(timedelta(hours=14))), moment(1).astimezone(timezone(timedelta(hours=-9)))
    await store.create(replace(a_thread("t-1"), created_at=early))
    await store.create(replace(a_thread("t-2"), created_at=late))
    assert [t.created_at for t in await store.list(OwnerId("ann"))] == [moment(1), NOON]


def test_fields_of_another_version_are_passed_over() -> None:
    thread = a_thread("t-1")
    newer = thread_codec().encode(thread).replace('"id":', '"invented": 1, "id":', 1)
    assert thread_codec().decode(newer) == thread
    older = thread_codec().encode(thread).replace('"session_status":"active"', '"x":1')
    assert thread_codec().decode(older) == thread


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_a_score_that_is_no_number_can_be_read_again(number: str) -> None:
    codec: Codec[tuple[float, ...]] = Codec(tuple[float, ...], "score")
    assert repr(codec.decode(codec.encode((float(number),)))) == f"({number},)"


def test_a_record_of_no_known_kind_is_not_guessed() -> None:
    with pytest.raises(StoreUnavailable):
        record_codec().decode('{"kind": "invented", "title": "x", "at": "2026-07-01T00:00:00Z"}')
