"""A SQLite file that is lost or damaged while it is open (issue 16, point 5): nothing is accepted into the void."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.ids import ThreadId
from followthrough.errors import StoreUnavailable
from followthrough.testing.contracts.values import a_thread

PAGE = 4096


async def opened(file: Path) -> SqlThreadStore:
    """A store on a new file in which something stands."""
    await migrate(f"sqlite:///{file}")
    store = SqlThreadStore(open_database(f"sqlite:///{file}"))
    await store.create(a_thread("t-1"))
    await store.ping()
    return store


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_is_gone_takes_nothing_more(tmp_path: Path, *, replaced: bool) -> None:
    file, other = tmp_path / "open.sqlite", tmp_path / "other.sqlite"
    await migrate(f"sqlite:///{other}")
    store = await opened(file)
    for one in tmp_path.glob("open.sqlite*"):
        one.unlink()
    if replaced:
        shutil.copy(other, file)
    for work in (store.ping(), store.create(a_thread("t-2")), store.get(ThreadId("t-1"))):
        with pytest.raises(StoreUnavailable, match="removed or replaced"):
            await work
    await store.aclose()


async def test_a_damaged_file_is_seen_though_its_pages_are_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "open.sqlite"
    store = await opened(file)
    await store.get(ThreadId("t-1"))
    for one in (file, tmp_path / "open.sqlite-wal"):
        data = one.read_bytes()
        one.write_bytes(data[: 2 * PAGE] + b"\xa5" * max(0, len(data) - 2 * PAGE))
    with pytest.raises(StoreUnavailable):
        await store.ping()
    await store.aclose()
