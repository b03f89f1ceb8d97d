"""Vectors in the background: every text once, short ones first, several workers, failures that pass."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.ingest.world import FAILED, INDEXING, QUEUED, READY, TUNING, VectorLog, World, sections

from followthrough.domain.documents import DocumentStatus, ParsedDocument
from followthrough.domain.ids import DocumentId
from followthrough.domain.laid_out import PageImage
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.document_reader import Refused
from followthrough.ports.embedder import Vectors
from followthrough.testing.fake_embedder import FakeEmbedder


@pytest.fixture
def world() -> World:
    return World()


def facts(name: str, count: int) -> str:
    return sections(*(f"{name} fact {i} {'more ' * (i % 7)}stands here." for i in range(count)))


async def test_a_text_is_embedded_once_whatever_the_number_of_documents(world: World) -> None:
    for name in ("a.md", "b.md", "c.md"):
        await world.add(name, "# Handbook\n\nThe copay is ten dollars.")
    await world.library.run_until_idle()
    assert world.embedder.embedded == ["Handbook\nThe copay is ten dollars."]
    assert {d.status for d in await world.documents.list(collection="c")} == {READY}


async def test_a_document_that_comes_back_costs_no_embedding(world: World) -> None:
    added = await world.add("a.md", facts("a", 5))
    await world.library.run_until_idle()
    await world.library.delete([added.document.id])
    world.embedder.embedded.clear()
    await world.add("a.md", facts("a", 5))
    await world.library.run_until_idle()
    assert world.embedder.embedded == []
    assert (await world.now(added.document)).embedded == 5


async def test_passages_of_all_documents_are_embedded_by_length(world: World) -> None:
    for name in "abc":
        await world.add(f"{name}.md", facts(name, 5))
    await world.library.run_until_idle()
    lengths = [len(text) for text in world.embedder.embedded]
    assert len(lengths) == 15
    assert lengths == sorted(lengths)


async def test_a_small_document_does_not_wait_for_a_large_one(world: World) -> None:
    large = await world.add("large.md", facts("large", 60))
    small = await world.add("small.md", "The copay is ten dollars.")
    log: list[tuple[DocumentStatus, DocumentStatus]] = []

    async def look(_: object) -> None:
        log.append(((await world.now(small.document)).status, (await world.now(large.document)).status))

    while await world.library._worker._embedding.round():
        await look(None)
    assert log[0] == (READY, INDEXING)
    assert log[-1] == (READY, READY)
    assert (await world.now(large.document)).embedded == 60


async def test_progress_of_a_large_document_is_visible_and_never_goes_back(world: World) -> None:
    large = await world.add("large.md", facts("large", 60))
    seen: list[int] = []
    while await world.library._worker._embedding.round():
        seen.append((await world.now(large.document)).embedded)
    assert seen == sorted(seen)
    assert 0 < seen[0] < 60
    assert seen[-1] == 60


async def test_two_workers_on_one_store_do_not_do_the_work_twice(world: World) -> None:
    other = World(shares=world, worker="w-2")
    log = VectorLog(world.index)
    for i in range(12):
        await world.add(f"{i}.md", facts(f"d{i}", 6))
    await asyncio.gather(world.library.run_until_idle(), other.library.run_until_idle())
    assert len(log.given) == len(set(log.given)) == 72
    assert len(world.embedder.embedded) + len(other.embedder.embedded) == 72
    assert {d.status for d in await world.documents.list(collection="c")} == {READY}


async def test_a_dead_workers_documents_are_taken_up_when_its_claim_is_over(world: World) -> None:
    added = await world.add("a.md", facts("a", 3))
    assert await world.library._worker._claims.take(INDEXING, limit=5)  # and then it dies
    other = World(shares=world, worker="w-2")
    assert not await other.library._worker._embedding.round()
    world.clock.advance(TUNING.embed_lease_s + 1)
    assert await other.library._worker._embedding.round()
    assert (await world.now(added.document)).status is READY


async def test_closing_gives_back_what_was_claimed(world: World) -> None:
    await world.add("a.md", facts("a", 3))
    assert await world.library._worker._claims.take(INDEXING, limit=5)
    await world.library.aclose()
    assert await World(shares=world, worker="w-2").library._worker._embedding.round()


async def test_claims_are_renewed_and_vectors_kept_while_a_round_goes_on(world: World) -> None:
    class Slow(FakeEmbedder):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            world.clock.advance(TUNING.embed_lease_s / 2)
            return await super().embed_passages(texts)

    slow = Slow()
    world.embedder = slow
    world.library._worker._embedding._embedder = slow
    await world.add("a.md", facts("a", 16))
    other = World(shares=world, worker="w-2")
    log = VectorLog(world.index)
    await world.library.run_until_idle()
    assert not await other.library._worker._embedding.round()
    assert len(log.given) == len(set(log.given)) == len(slow.embedded) == 16


class Killed(BaseException):
    """Stands for the end of the process: nothing catches it."""


class Failing(FakeEmbedder):
    """Fails until it is mended."""

    def __init__(self) -> None:
        super().__init__()
        self.mended = False

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if not self.mended:
            raise EmbedderUnavailable("The embedding model failed.")
        return await super().embed_passages(texts)


async def test_a_failing_embedder_is_reported_and_loses_nothing(world: World) -> None:
    failing = Failing()
    world.library._worker._embedding._embedder = failing
    added = await world.add("a.md", facts("a", 3))
    with pytest.raises(EmbedderUnavailable):
        await world.library.run_until_idle()
    assert (await world.now(added.document)).status is INDEXING
    failing.mended = True
    await world.library.run_until_idle()
    assert (await world.now(added.document)).status is READY


async def test_the_background_loop_outlives_a_failure(world: World) -> None:
    failing = Failing()
    world.library._worker._embedding._embedder = failing
    await world.library.start()
    added = await world.add("a.md", facts("a", 3))
    await asyncio.sleep(0)
    failing.mended = True
    await _until_ready(world, added.document.id)
    await world.library.aclose()


async def test_the_background_wakes_at_once_for_new_work() -> None:
    world = World(tuning=replace(TUNING, ingest_poll_s=300.0))
    await world.library.start()
    await _settle()
    added = await world.add("a.md", facts("a", 3))
    await _until_ready(world, added.document.id)
    queued = await world.enqueue("b.md", facts("b", 3))
    await _until_ready(world, queued.id)
    await world.library.aclose()


async def test_an_addition_that_was_given_up_half_way_fails_and_can_be_done_again(world: World) -> None:
    async def killed(*_: object) -> None:
        raise Killed

    original = world.index.replace_documents
    world.index.replace_documents = killed  # type: ignore[method-assign] - the process dies here
    with pytest.raises(Killed):
        await world.add("a.md", facts("a", 3))
    world.index.replace_documents = original  # type: ignore[method-assign] - a new process
    document = await world.named("a.md")
    assert document.pending_hash is not None
    assert not await world.library._worker._embedding.round()  # it may still be being written
    world.clock.advance(TUNING.embed_lease_s + 1)
    await world.library.run_until_idle()
    failed = await world.now(document)
    assert (failed.status, failed.reason) == (FAILED, "Adding it was interrupted; add it again.")
    assert (await world.add("a.md", facts("a", 3))).change == "new"
    await world.library.run_until_idle()
    assert (await world.now(document)).status is READY


async def test_a_version_that_arrives_during_a_round_is_not_called_ready(world: World) -> None:
    added = await world.add("a.md", facts("a", 3))
    original = world.index.missing_vectors

    async def meanwhile(*args: object, **kwargs: object) -> object:
        found = await original(*args, **kwargs)  # type: ignore[arg-type] - passed on as they came
        if (await world.named("a.md")).content_hash == added.document.content_hash:
            await world.add("a.md", facts("b", 4))
        return found

    world.index.missing_vectors = meanwhile  # type: ignore[method-assign,assignment] - a change in the middle
    assert await world.library._worker._embedding.round()
    changed = await world.named("a.md")
    assert (changed.status, changed.passages) == (INDEXING, 4)
    await world.library.run_until_idle()
    assert (await world.now(changed)).status is READY
    assert await world.index.missing_vectors([changed.id], world.embedder.model_id, limit=10) == []


async def _settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def _until_ready(world: World, document_id: DocumentId) -> None:
    changed = asyncio.Event()
    stop_listening = world.library._worker.listen(lambda _: changed.set())
    async with asyncio.timeout(60):
        while (document := await world.documents.get(document_id)) is None or document.status is not READY:
            await changed.wait()
            changed.clear()
    stop_listening()


async def test_an_upload_that_takes_long_holds_up_no_other(world: World) -> None:
    go_on = asyncio.Event()
    indexer = world.library._indexer
    usual = indexer._reader

    class Slow:
        async def read(self, data: bytes, name: str) -> ParsedDocument | Refused:
            if name == "slow.md":
                await go_on.wait()
            return await usual.read(data, name)

        async def page(self, data: bytes, number: int, *, width_px: int, mark: str = "") -> PageImage | Refused:
            return await usual.page(data, number, width_px=width_px, mark=mark)

    indexer._reader = Slow()
    slow = await world.enqueue("slow.md", "The form has nine pages.")
    quick = await world.enqueue("quick.md", "The copay is ten dollars.")
    uploads = world.library._worker._uploads
    assert await uploads.take_some()
    assert (await world.now(quick)).status is INDEXING
    assert (await world.now(slow)).status is QUEUED
    go_on.set()
    while await uploads.take_some():
        pass
    assert (await world.now(slow)).status is INDEXING
