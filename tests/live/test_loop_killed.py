"""A loop of five questions over a server killed at every step: nothing lost, nothing asked twice (issue 5)."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from benchmarks.faults.server import Server
from tests.valkeys import Valkey, valkey_server

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.domain.documents import DocumentMetadata
from followthrough.testing.fake_embedder import FakeEmbedder

from .killable_server import settings_of

__all__ = ["valkey_server"]  # a fixture

QUESTIONS = ("Which version is it?", "Which light is on?", "Where is it?", "Since when?", "Which light is on?")
ANSWERS = ("12", "a red light", "in room 4", "since Monday", "still red")
GUIDE = """# Device Guide

When the phone shows an error, what to do depends on its version and its light.

## Version 11

A red light means that the cable is loose. Press the cable in.

## Version 12

A red light means that the power supply is weak. Replace the power supply.
"""


async def ask(server: Server, method: str, path: str, **body: Any) -> dict[str, Any]:
    """The answer, as soon as a server gives one."""
    async with asyncio.timeout(120):
        answer = await server.until_answered(method, path, body or None)
    answer.raise_for_status()
    return answer.json()


async def ended(server: Server, thread: str, turn: str) -> dict[str, Any]:
    """The turn once it has ended."""
    async with asyncio.timeout(120):
        while True:
            turns = (await ask(server, "GET", f"/threads/{thread}/turns"))["turns"]
            if (found := next((one for one in turns if one["turn_id"] == turn), None)) is not None:
                return found
            await asyncio.sleep(0.05)


async def guided(folder: Path) -> None:
    """The library with a document that asks five questions."""
    settings = settings_of(folder)
    parts = build_parts(settings, embedder=FakeEmbedder())
    async with aclosing(parts), Followthrough.open(settings, parts=parts) as system:
        await system.library.add(
            data=GUIDE.encode(),
            name="device-guide.md",
            source="upload:device-guide.md",
            collection="default",
            metadata=DocumentMetadata(clarifying_questions=QUESTIONS, requires_handoff=True),
        )
        await system.library.run_until_idle()


@pytest.mark.parametrize("trouble", ["killed", "valkey"])
async def test_nothing_is_lost_and_nothing_asked_twice(
    tmp_path: Path, trouble: str, request: pytest.FixtureRequest
) -> None:
    store: Valkey | None = request.getfixturevalue("valkey_server") if trouble == "valkey" else None
    await guided(tmp_path)
    async with aclosing(Server(tmp_path, valkey=None if store is None else store.url)) as server:
        await server.start()
        thread = (await ask(server, "POST", "/threads", collection="default"))["thread_id"]
        asked: list[str] = []
        searches: list[int] = []
        for place, text in enumerate(("My phone shows an error", *ANSWERS)):
            path = f"/threads/{thread}/messages"
            accepted = await ask(server, "POST", path, text=text, client_message_id=f"m-{place}")
            if store is None:
                server.kill()  # accepted, and perhaps answered, perhaps half answered
                await server.start()
            else:
                store.stop()
                store.start()
            again = await ask(server, "POST", path, text=text, client_message_id=f"m-{place}")
            assert again["turn_id"] == accepted["turn_id"]
            turn = await ended(server, thread, accepted["turn_id"])
            assert turn["status"] == "completed"
            searches.append(turn["retrieval"]["searches"])
            waiting = turn["clarification"]
            if waiting is not None:
                asked.append(waiting["question"])
                assert waiting["index"] == place
                assert [given["answer"] for given in waiting["answers"]] == list(ANSWERS[:place])
        assert tuple(asked) == QUESTIONS
        assert searches[0] > 0
        assert searches[1:] == [0] * len(ANSWERS)
        assert "power supply" in turn["reply"]["text"]
        assert "cable" not in turn["reply"]["text"]
        assert turn["handoff"]
        turns = (await ask(server, "GET", f"/threads/{thread}/turns"))["turns"]
        assert [one["query"]["message"] for one in turns] == ["My phone shows an error", *ANSWERS]
