"""The clarification loop in the running service: nothing is searched, and a killed process loses no answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.rules.loops import document
from tests.turn.world import OWNER, QUICK, World, new_thread, say

from followthrough.bootstrap import Followthrough
from followthrough.domain.clarification import LoopMode
from followthrough.domain.conversation import DialogState, TurnClass
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.ports.embedder import Vectors
from followthrough.settings import only
from followthrough.testing.fake_embedder import FakeEmbedder

QUESTIONS = ("Which version is it?", "Which light is on?", "Where is it?", "Since when?", "Which light is on?")
ANSWERS = ("12", "a red light", "appeals team", "payor.sunshine_health", "red")
TEXT = """
# Device Guide
When the phone shows an error, what to do depends on its version and its light.
## Version 11
A red light means that the cable is loose. Press the cable in.
## Version 12
A red light means that the power supply is weak. Replace the power supply.
"""


class CountingEmbedder(FakeEmbedder):
    """Counts the texts that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.embedded = 0

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        return await super().embed_queries(texts)


async def guided(world: World) -> None:
    """The world with a document that asks."""
    guide = DocumentId("doc-guide")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    await world.documents.put(
        Document(
            id=guide,
            collection="default",
            source="upload:guide.md",
            name="Device Guide",
            media_type="text/markdown",
            content_hash="h",
            size_bytes=1,
            status=DocumentStatus.READY,
            metadata=DocumentMetadata(clarifying_questions=QUESTIONS, requires_handoff=True),
            created_at=now,
            updated_at=now,
        )
    )
    await world.index.replace_document(guide, document(TEXT))


async def test_invariant_c_a_loop_turn_searches_nothing_and_embeds_nothing(world, monkeypatch):
    """R3-1, R3-5, R3-10, R3-15: answers are not searched for, they come one at a time, the hand-off with the last."""
    embedder = CountingEmbedder()
    monkeypatch.setattr("tests.turn.world.FakeEmbedder", lambda: embedder)
    await guided(world)
    service = world.service()
    await service.start()
    thread = await new_thread(service)
    first = await say(service, thread, "My phone shows an error")
    assert first.clarification is not None
    assert first.dialog_state is DialogState.NEEDS_CLARIFICATION
    searched, embedded = len(world.index.searched), embedder.embedded
    assert embedded > 0
    for text in ("why?", "hi", *ANSWERS):
        assert embedder.embedded == embedded
        record = await say(service, thread, text)
        assert record.retrieval.searches == 0
    assert len(world.index.searched) == searched
    assert record.turn_class is TurnClass.LOOP_ANSWER
    assert record.dialog_state is DialogState.ANSWER_PROVIDED
    assert "power supply" in record.reply.text
    assert "cable" not in record.reply.text
    assert record.handoff
    await service.aclose()


async def test_every_answer_is_kept_and_asked_once_when_the_process_dies_at_every_step(world):
    """R3-6, R3-8: each turn begins with the loop as the one before left it.

    The message is accepted, the process is killed before or after its turn, the next process goes on.
    """
    await guided(world)
    service = world.service()
    await service.start()
    thread = await new_thread(service)
    await say(service, thread, "My phone shows an error")
    asked = []
    for text in ANSWERS:
        before = (await service.thread(thread.id, OWNER)).clarification
        asked.append(before.question)
        message = await service.submit(thread.id, text)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()  # as a killed process: nothing more is written
        await asyncio.sleep(0)
        world.clock.advance(QUICK.lease_s + 1)
        service = world.service()
        await service.start()
        record = await service.result(thread.id, message.turn_id)
        assert record.retrieval.searches == 0
    assert tuple(asked) == QUESTIONS
    done = (await service.thread(thread.id, OWNER)).clarification
    assert done.mode is LoopMode.DONE
    assert tuple(a.answer for a in done.answers) == ANSWERS
    assert "power supply" in record.reply.text
    assert record.handoff
    await service.aclose()


async def test_a_loop_survives_a_restart_between_any_two_turns_on_sqlite(tmp_path: Path):
    """R3-7: the loop is kept across requests and processes."""
    settings = only(data_dir=tmp_path)
    async with Followthrough.open(settings) as system:
        await system.library.add(
            data=TEXT.encode(),
            name="device-guide.md",
            source="upload:device-guide.md",
            collection="default",
            metadata=DocumentMetadata(clarifying_questions=QUESTIONS, requires_handoff=True),
        )
        thread = await system.create_thread()
        await say(system.turns, thread, "My phone shows an error")
    for place, text in enumerate(ANSWERS):
        async with Followthrough.open(settings) as system:
            loop = (await system.turns.thread(thread.id, system.owner)).clarification
            assert loop is not None
            assert loop.question == QUESTIONS[place]
            assert tuple(a.answer for a in loop.answers) == ANSWERS[:place]
            record = await say(system.turns, thread, text)
            assert record.retrieval.searches == 0
    assert "power supply" in record.reply.text
    assert record.handoff
    async with Followthrough.open(settings) as system:
        again = await say(system.turns, thread, "thanks")
        assert not again.handoff


@pytest.mark.parametrize("text", ["stop", "never mind"])
async def test_a_stop_is_final_after_a_restart(world, text):
    await guided(world)
    service = world.service()
    await service.start()
    thread = await new_thread(service)
    await say(service, thread, "My phone shows an error")
    await say(service, thread, text)
    await service.aclose()
    heir = world.service()
    await heir.start()
    record = await say(heir, thread, "12")
    assert record.turn_class is not TurnClass.LOOP_ANSWER
    await heir.aclose()
