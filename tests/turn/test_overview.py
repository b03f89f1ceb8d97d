"""One document asked about as a whole: only what the thread may search, and an index that is away fails no turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.retrieval.test_fuse import document
from tests.turn.world import World, new_thread, passage

from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.errors import IndexUnavailable
from followthrough.testing.memory_index import MemoryIndex

LEASE = DocumentId("doc-0")
TEXT = "The lease of the boathouse runs for three years."


async def record_of(world: World, owner: ThreadId | None = None) -> TurnRecord:
    """What is said of the lease, which belongs to the library, or to a thread."""
    await world.documents.put(replace(document(LEASE), collection="default", thread_id=owner))
    await world.index.replace_document(LEASE, [replace(passage(LEASE, TEXT), thread_id=owner)])
    service = world.service()
    await service.start()
    try:
        thread = await new_thread(service)
        message = await service.submit(thread.id, "what does it say?", include_document_ids=[LEASE])
        return await service.result(thread.id, message.turn_id)
    finally:
        await service.aclose()


async def test_it_is_answered_by_how_it_begins() -> None:
    assert TEXT in (await record_of(World())).reply.text


async def test_a_document_of_another_thread_is_not_shown() -> None:
    assert "boathouse" not in (await record_of(World(), ThreadId("somebody-elses"))).reply.text


async def test_an_index_that_is_away_fails_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object, **__: object) -> list[Passage]:
        raise IndexUnavailable("The index is away.")

    monkeypatch.setattr(MemoryIndex, "of_document", away)
    assert (await record_of(World())).status is TurnStatus.COMPLETED
