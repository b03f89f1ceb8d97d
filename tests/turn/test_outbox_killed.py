"""A process killed between the commit of a hand-off and its delivery: delivered all the same (C43, report 36)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.forked import Forked
from tests.receiver import Receiver

SCRIPT = Path(__file__).with_name("killable_outbox.py")


@asynccontextmanager
async def process(folder: Path, receiver: Receiver, how: str) -> AsyncGenerator[None]:
    """A process that is killed at the end, whatever it is doing."""
    started = Forked(SCRIPT, folder, receiver.url, how)
    try:
        assert await asyncio.to_thread(started.stdout.readline) == "ready\n"
        yield
    finally:
        started.kill()


def delivered(folder: Path) -> list[tuple[str, str]]:
    """Each hand-off with how far telling is."""
    with sqlite3.connect(folder / "followthrough.sqlite") as database:
        found = database.execute("SELECT id, delivery FROM handoffs").fetchall()
    database.close()
    return found


async def test_killed_before_anybody_was_told(tmp_path: Path) -> None:
    async with Receiver() as receiver:
        async with process(tmp_path, receiver, "commit"):
            assert receiver.requests == []
        ((handoff, state),) = delivered(tmp_path)
        assert state == "waiting"
        async with process(tmp_path, receiver, "resume"):
            requests = await receiver.received(1)  # more than one where a busy machine lets its lease run out
        assert {request.headers["idempotency-key"] for request in requests} == {handoff}


async def test_killed_while_the_receiver_was_being_told(tmp_path: Path) -> None:
    """The receiver may have it already, so it hears of it again under the same key; then never more."""
    async with Receiver(answers=[None]) as receiver:
        async with process(tmp_path, receiver, "deliver"):
            await receiver.received(1)
        async with process(tmp_path, receiver, "resume"):
            first, second = await receiver.received(2)
            while delivered(tmp_path)[0][1] != "delivered":  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.01)
        assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
        assert first.body == second.body
        async with process(tmp_path, receiver, "resume"):
            pass
        assert len(receiver.requests) == 2
