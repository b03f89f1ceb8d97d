"""Processes that share a database, and one that is killed: what it called durable is there, nothing is half done."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.databases import OpenDatabase, opener_of

from followthrough.adapters.database.engine import Database
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ThreadId, WorkerId
from followthrough.domain.records import TurnEnded
from followthrough.rules.records.apply import apply
from followthrough.testing.contracts.values import a_thread, a_turn, moment

T1 = ThreadId("t-1")
WRITER = str(Path(__file__).parent / "writer.py")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database."""
    return request.getfixturevalue(f"{request.param}_url")


async def start(url: str, name: str, turns: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, WRITER, url, name, str(turns), stdout=PIPE, stderr=PIPE
    )


async def is_whole(database: Database) -> tuple[Thread, SqlThreadStore]:
    """Checks that state, records and turns tell the same story."""
    store = SqlThreadStore(database)
    records, turns, state = await store.records(T1), await store.turns(T1, limit=10_000), await store.get(T1)
    folded = a_thread("t-1")
    for record in records:
        folded = apply(folded, record)
    assert state == folded
    assert [t.message.index for t in turns] == list(range(1, len(turns) + 1))
    ended = [t for t in turns if t.record is not None]
    assert [r.turn for r in records if isinstance(r, TurnEnded)] == [t.record for t in ended]
    assert all(t.events for t in ended)
    assert not any(t.events for t in turns if t.record is None)
    assert ended == turns[: len(ended)]
    assert state is not None
    return state, store


async def test_processes_that_write_to_one_thread_keep_it_in_order(url: str) -> None:
    async with opener_of(url) as open_one:
        await _three_write(url, await open_one())


async def _three_write(url: str, database: Database) -> None:
    await SqlThreadStore(database).create(a_thread("t-1"))
    writers = [await start(url, name, 25) for name in ("ann", "bob", "eve")]
    results = await asyncio.gather(*(w.communicate() for w in writers))
    assert [error.decode() for _, error in results] == ["", "", ""]
    said = [line.split() for out, _ in results for line in out.decode().splitlines()]
    accepted = {(int(index), turn) for what, index, turn in said if what == "accepted"}
    assert {index for index, _ in accepted} == set(range(1, len(accepted) + 1))
    assert len(accepted) == 3 * 20 + 5, "five client message ids are shared by all three"
    versions = sorted(int(version) for what, version, _ in said if what == "ended")
    state, store = await is_whole(database)
    assert versions == list(range(1, state.version + 1))
    turns = await store.turns(T1, limit=1_000)
    assert accepted == {(t.message.index, t.message.turn_id) for t in turns}


@pytest.mark.parametrize("lines", [1, 2, 7, 24, 101])
async def test_a_killed_process_loses_nothing_that_it_said(
    sqlite_url: str, open_sqlite: OpenDatabase, lines: int
) -> None:
    database = await open_sqlite()
    await SqlThreadStore(database).create(a_thread("t-1"))
    writer = await start(sqlite_url, "ann", 0)
    assert writer.stdout is not None
    said = [(await writer.stdout.readline()).decode().split() for _ in range(lines)]
    writer.kill()
    rest, error = await writer.communicate()
    assert error == b""
    said += [line.split() for line in rest.decode().splitlines()]

    again = await open_sqlite()
    assert await again.read(lambda c: c.execute(text("PRAGMA integrity_check")).scalar()) == "ok"
    state, store = await is_whole(again)
    turns = {t.message.turn_id: t for t in await store.turns(T1, limit=10_000)}
    for what, number, turn in said:
        if what == "accepted":
            assert turns[turn].message.index == int(number)
        else:
            assert turns[turn].record is not None
            assert state.version >= int(number)

    # What was interrupted is taken up once the lease is over, and the thread goes on.
    later = moment(5)
    if (pending := await store.next_pending(T1)) is not None:
        assert await store.abandoned(now=later) == [T1]
        assert await store.acquire(T1, WorkerId("bob"), now=later, until=moment(9))
        record = TurnEnded(turn=a_turn(pending.message))
        await store.commit(thread_id=T1, record=record, expected_version=state.version)
    assert await store.next_pending(T1) is None
    await writer.wait()
