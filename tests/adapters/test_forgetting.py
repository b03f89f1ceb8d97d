"""What is deleted leaves every file of the data folder while the system runs; what was cut off is completed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from followthrough.bootstrap import Followthrough, build_parts, migrate
from followthrough.domain.conversation import Thread
from followthrough.domain.documents import Document
from followthrough.domain.retrieval import PassageFilter
from followthrough.errors import StoreUnavailable
from followthrough.ingest.library import Added
from followthrough.settings import Settings, only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.tuning import Tuning

TUNING = Tuning(index_keep_versions_s=1.0, deleted_gone_s=1.0)
LONG = " and it goes on about nothing in particular" * 150  # over many pages of the database


@asynccontextmanager
async def running(settings: Settings) -> AsyncGenerator[Followthrough]:
    """One process on the settings' data folder, with an embedder that takes no time."""
    parts = build_parts(settings, embedder=FakeEmbedder())
    try:
        async with Followthrough.open(settings, parts=parts, background=False) as system:
            yield system
    finally:
        await parts.aclose()


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    found = only(data_dir=tmp_path / "data", tuning=TUNING)
    await migrate(found)
    return found


async def add(system: Followthrough, name: str, words: str, thread: Thread | None = None) -> Document:
    added = await system.library.add(
        data=f"# Rules of {name}\n\nThe {words} fee is $25 a visit.{LONG}\n".encode(),
        name=f"{name}.md",
        source=f"upload:{name}.md",
        collection="default",
        thread_id=None if thread is None else thread.id,
    )
    assert isinstance(added, Added)
    await system.library.run_until_idle()
    return added.document


async def say(system: Followthrough, thread: Thread, text: str) -> None:
    await system.send(thread.id, text)


def files_with(folder: Path, word: str) -> set[str]:
    """The files below the folder that have the word, by the first part of their path."""
    found = {p.relative_to(folder) for p in folder.rglob("*") if p.is_file() and word.encode() in p.read_bytes()}
    return {path.parts[0] for path in found}


async def test_deleted_words_leave_every_file_while_it_runs(settings: Settings) -> None:
    async with running(settings) as system, running(settings) as other:
        kept, gone = await add(system, "kept", "staying"), await add(system, "gone", "zanzibarium")
        thread, stays = await system.create_thread(), await system.create_thread()
        own = await add(system, "own", "quagmirish", thread)
        for text in ("My name is Vlorpington." + LONG, "What is the quagmirish fee?"):
            await say(system, thread, text)
        await say(system, stays, "What is the staying fee?")
        for word, where in (
            ("zanzibarium", "index"),
            ("quagmirish", "index"),
            ("Vlorpington", "followthrough.sqlite"),
        ):
            assert where in {name.removesuffix("-wal") for name in files_with(settings.data_dir, word)}
        hashes = [p.content_hash for p in await system.index.of_document(gone.id)]
        assert await system.documents.cached_vectors(system.embedder.model_id, hashes)
        await other.threads.turns(stays.id)
        await system.library.delete([gone.id])
        await system.removals.thread(thread.id)
        assert await system.documents.get(own.id) is None
        assert await system.removals.scrub(wait_s=0.05) == 3
        for word in ("zanzibarium", "quagmirish", "Vlorpington"):
            assert files_with(settings.data_dir, word) == set(), word
        assert not await system.documents.cached_vectors(system.embedder.model_id, hashes)
        assert await system.removals.scrub(wait_s=0.05) == 0
        assert len(await other.index.of_document(kept.id)) == kept.passages
        assert await other.index.search_text("staying", PassageFilter(collection="default"), 5)
        assert (await other.send(stays.id, "What is the staying fee?")).status == "completed"
        assert files_with(settings.data_dir, "staying") >= {"index", "followthrough.sqlite"}


async def test_upkeep_does_it_within_the_stated_time(settings: Settings) -> None:
    async with running(settings) as system:
        gone = await add(system, "gone", "zanzibarium")
        await system.library.delete([gone.id])
        await system.upkeep.run_once()
        assert files_with(settings.data_dir, "zanzibarium") == set()


async def test_conversations_go_by_age_where_the_setting_says_so(settings: Settings) -> None:
    async with running(settings.model_copy(update={"keep_threads_days": 1e-9, "keep_audit_days": 30.0})) as system:
        thread = await system.create_thread()
        await add(system, "own", "quagmirish", thread)
        await say(system, thread, "hello")
        await system.upkeep.run_once()
        assert await system.threads.get(thread.id) is None
        assert await system.documents.list(thread_id=thread.id) == []
        audit = system.parts.audit
        assert audit is not None
        assert [(e.by, e.action, e.object) for e in await audit.list()] == [("itself", "thread.delete", thread.id)]


def break_off(system: Followthrough, step: str) -> None:
    """From now on this step of a deletion fails, as it does when the process is killed before it."""

    async def fail(*_: object) -> None:
        raise StoreUnavailable("away")

    part, method = step.split(".")
    setattr(getattr(system.parts, part), method, fail)


@pytest.mark.parametrize(
    "cut_off", ["index.delete_documents", "documents.delete", "threads.delete", "deletions.finish"]
)
async def test_a_deletion_that_was_cut_off_is_completed_by_the_next_process(settings: Settings, cut_off: str) -> None:
    async with running(settings) as system:
        thread = await system.create_thread()
        own, shared = await add(system, "own", "quagmirish", thread), await add(system, "gone", "zanzibarium")
        await say(system, thread, "hello")
        break_off(system, cut_off)
        with pytest.raises(StoreUnavailable):
            await system.removals.thread(thread.id)
        if cut_off != "threads.delete":
            with pytest.raises(StoreUnavailable):
                await system.library.delete([shared.id])
    async with running(settings) as system:
        assert await system.removals.complete() == (1 if cut_off == "threads.delete" else 3)
        assert await system.threads.get(thread.id) is None
        gone = [own] if cut_off == "threads.delete" else [own, shared]
        for document in gone:
            assert await system.documents.get(document.id) is None
            assert await system.documents.upload(document.id) is None
            assert await system.index.of_document(document.id) == []
        assert await system.removals.complete() == 0


async def test_a_document_that_comes_again_after_a_cut_off_deletion_stays(settings: Settings) -> None:
    async with running(settings) as system:
        document = await add(system, "gone", "zanzibarium")
        break_off(system, "index.delete_documents")
        with pytest.raises(StoreUnavailable):
            await system.library.delete([document.id])
    async with running(settings) as system:
        again = await add(system, "gone", "zanzibarium")
        assert again.id == document.id
        assert await system.removals.complete() == 0
        assert len(await system.index.of_document(again.id)) == again.passages > 0


async def test_what_superseded_a_document_leaves_it_found_again(settings: Settings) -> None:
    async with running(settings) as system:
        old = await add(system, "old", "zanzibarium")
        new = await add(system, "new", "newer")
        await system.documents.set_superseded({old.id: new.id})
        await system.library.delete([new.id])
        found = await system.documents.get(old.id)
        assert found is not None
        assert found.superseded_by is None


async def test_originals_are_kept_and_bounded_and_the_index_is_built_from_them_while_it_serves(
    settings: Settings,
) -> None:
    async with running(settings) as system:
        first, second = await add(system, "first", "zanzibarium"), await add(system, "second", "quagmirish")
        assert (await system.documents.upload(first.id) or b"").startswith(b"# Rules of first")
        vectors = len(await system.index.missing_vectors([first.id], "another", limit=99))
        await system.index.delete_documents([first.id])  # a part of the index is lost
        told: list[tuple[int, int]] = []
        done = await system.library.reindex(lambda at, total: told.append((at, total)))
        assert (done.documents, done.left, told[-1]) == (2, (), (2, 2))
        assert len(await system.index.of_document(first.id)) == vectors == first.passages
        assert await system.index.missing_vectors([first.id, second.id], system.embedder.model_id, limit=9) == []
        now = await system.documents.get(first.id)
        assert now is not None
        assert (now.status, now.content_hash) == ("ready", first.content_hash)
        await system.documents.drop_upload(second.id)
        left = (await system.library.reindex(lambda *_: None)).left
        assert [(one.name, "not kept" in one.reason) for one in left] == [("second.md", True)]
        assert len(await system.index.of_document(second.id)) == second.passages
    small = settings.model_copy(update={"tuning": replace(TUNING, originals_max_bytes=10)})
    async with running(small) as system:
        third = await add(system, "third", "beyond")
        assert await system.documents.upload(third.id) is None
