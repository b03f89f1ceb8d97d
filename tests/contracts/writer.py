"""A process that writes to a thread until it is done or killed, and says what it has written.

Arguments: the database's address, this writer's name, how many turns (0: for ever).
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta

from followthrough.adapters.database.engine import open_database
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.ids import ThreadId, TurnId, WorkerId
from followthrough.domain.records import TurnEnded
from followthrough.errors import VersionConflict
from followthrough.testing.contracts.values import NOON, a_turn, some_events

THREAD = ThreadId("t-1")


async def write(url: str, name: str, turns: int) -> None:
    """Accepts turns and ends the oldest pending one, whoever accepted it, printing each step once it is durable."""
    store = SqlThreadStore(open_database(url))
    number = 0
    while turns == 0 or number < turns:
        number += 1
        message = await store.accept(
            thread_id=THREAD,
            turn_id=TurnId(f"{name}/{number}"),
            text="hello " * 200,
            received_at=NOON + timedelta(seconds=number),
            client_message_id=f"shared {number}" if number % 5 == 0 else None,
        )
        print("accepted", message.index, message.turn_id, flush=True)
        await end_oldest(store, WorkerId(name))
    await store.aclose()


async def end_oldest(store: SqlThreadStore, worker: WorkerId) -> None:
    """Ends the oldest pending turn unless another worker is faster."""
    now = NOON
    if not await store.acquire(THREAD, worker, now=now, until=now + timedelta(seconds=1)):
        return
    pending, thread = await store.next_pending(THREAD), await store.get(THREAD)
    if pending is not None and thread is not None:
        record = TurnEnded(turn=a_turn(pending.message))
        try:
            after = await store.commit(
                thread_id=THREAD,
                record=record,
                expected_version=thread.version,
                events=some_events(pending.message),
            )
        except VersionConflict:
            return
        print("ended", after.version, pending.message.turn_id, flush=True)
    await store.release(THREAD, worker)


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], sys.argv[2], int(sys.argv[3])))
