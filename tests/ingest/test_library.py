"""Documents in and out: found at once, unchanged for nothing, replaced in one step, deleted whole."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from tests.ingest.world import FAILED, INDEXING, QUEUED, READY, WatchedDocuments, World, counted, sections

from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.ids import PassageId, ThreadId
from followthrough.ingest.library import Added
from followthrough.ports.document_reader import Refused


@pytest.fixture
def world() -> World:
    return World()


async def test_full_text_finds_a_document_at_once_and_its_vectors_follow(world: World) -> None:
    added = await world.add("fees.md", "# Fees\n\nThe copay is ten dollars.")
    assert (added.change, added.document.status, added.document.passages) == ("new", INDEXING, 1)
    assert await world.found("copay") == ["The copay is ten dollars."]
    await world.library.run_until_idle()
    ready = await world.now(added.document)
    assert (ready.status, ready.embedded, ready.pending_hash) == (READY, 1, None)


async def test_an_unchanged_document_costs_a_look_at_catalogue_and_index(world: World) -> None:
    before = await world.add("fees.md", "The copay is ten dollars.")
    await world.library.run_until_idle()
    documents, index = counted(world.documents), counted(world.index)
    again = await world.add("fees.md", "The copay is ten dollars.")
    assert (again.change, again.document.status) == ("unchanged", READY)
    assert again.document.id == before.document.id
    assert (dict(documents), dict(index)) == ({"by_source": 1}, {"counts": 1})


async def test_other_metadata_from_outside_makes_a_change(world: World) -> None:
    await world.add("fees.md", "The copay is ten dollars.")
    changed = await world.add("fees.md", "The copay is ten dollars.", metadata=DocumentMetadata(title="Fees of 2026"))
    assert changed.change == "changed"
    assert (await world.passages(changed.document))[0].document_name == "Fees of 2026"


async def test_a_changed_document_is_replaced_without_a_moment_in_which_neither_version_is_found() -> None:
    world = World()
    world.documents = WatchedDocuments(world.index, "copay")
    world = World(shares=world)
    await world.add("fees.md", "The copay is ten dollars.")
    documents = world.documents
    assert isinstance(documents, WatchedDocuments)
    documents.seen.clear()
    assert (await world.add("fees.md", "The copay is five dollars.")).change == "changed"
    assert documents.seen == [1, 1]
    assert await world.found("copay") == ["The copay is five dollars."]


async def test_passages_that_stay_keep_their_id_and_vector(world: World) -> None:
    first = await world.add("a.md", sections("The copay is ten dollars.", "Visits are free."))
    await world.library.run_until_idle()
    world.embedder.embedded.clear()
    before = {p.text: p.id for p in await world.passages(first.document)}
    second = await world.add("a.md", sections("The copay is five dollars.", "Visits are free."))
    after = {p.text: p.id for p in await world.passages(second.document)}
    await world.library.run_until_idle()
    assert after["Visits are free."] == before["Visits are free."]
    assert [text.splitlines()[-1] for text in world.embedder.embedded] == ["The copay is five dollars."]
    assert (await world.now(second.document)).embedded == 2


async def test_equal_texts_in_one_document_are_two_passages(world: World) -> None:
    text = "## Same\n\nCall us.\n\n## Same\n\nCall us."
    found = await world.passages((await world.add("a.md", text)).document)
    assert [p.ordinal for p in found] == [0, 1]
    assert len({p.id for p in found}) == 2
    assert len({p.content_hash for p in found}) == 1


async def test_a_refused_version_leaves_the_one_before_it(world: World) -> None:
    before = await world.add("a.md", "The copay is ten dollars.")
    refused = await world.library.add(data=b"", name="a.md", source="/docs/a.md", collection="c")
    assert isinstance(refused, Refused)
    assert refused.code == "empty"
    assert await world.now(before.document) == before.document
    assert await world.found("copay") == ["The copay is ten dollars."]


async def test_a_passage_knows_its_place_and_where_it_comes_from(world: World) -> None:
    metadata = DocumentMetadata(
        title="Fees", language="en", effective_date=date(2026, 2, 1), source_url="https://example.org/fees"
    )
    added = await world.add("fees.md", "# Copays\n\nThe copay is ten dollars.", metadata=metadata)
    (passage,) = await world.passages(added.document)
    assert passage.document_name == "Fees"
    assert passage.heading == ("Copays",)
    assert passage.context == "Fees > Copays"
    assert (passage.language, passage.effective_date) == ("en", date(2026, 2, 1))
    assert passage.url == "https://example.org/fees"
    assert passage.start == len("Copays\n\n")


async def test_without_a_title_the_name_is_the_context_unless_the_text_has_a_title(world: World) -> None:
    plain = await world.add("member_handbook-2026.md", "The copay is ten dollars.")
    titled = await world.add("x1.md", "# Handbook\n\nThe copay is ten dollars.")
    assert (await world.passages(plain.document))[0].context == "member handbook 2026"
    assert (await world.passages(titled.document))[0].context == "Handbook"


async def test_one_collection_or_thread_does_not_see_anothers_document(world: World) -> None:
    thread = ThreadId("t-1")
    shared = await world.add("a.md", "The copay is ten dollars.")
    own = await world.add("a.md", "The copay is five dollars.", thread_id=thread)
    assert shared.document.id != own.document.id
    assert await world.found("copay") == ["The copay is ten dollars."]
    assert sorted(await world.found("copay", thread_id=thread)) == [
        "The copay is five dollars.",
        "The copay is ten dollars.",
    ]


async def test_deleting_leaves_nothing_behind(world: World) -> None:
    added = await world.add("a.md", "The copay is ten dollars.")
    await world.library.run_until_idle()
    await world.library.delete([added.document.id, added.document.id])
    assert await world.documents.get(added.document.id) is None
    assert await world.found("copay") == []
    assert await world.index.count() == 0


async def test_a_passage_comes_with_its_neighbours(world: World) -> None:
    added = await world.add("a.md", sections(*(f"Fact {i}." for i in range(6))))
    passages = await world.passages(added.document)
    place = await world.library.passage_with_neighbours(passages[1].id)
    assert place is not None
    assert [p.text for p in place.before] == ["Fact 0."]
    assert (place.passage.text, [p.text for p in place.after]) == ("Fact 1.", ["Fact 2.", "Fact 3."])
    none = await world.library.passage_with_neighbours(passages[5].id, around=0)
    assert none is not None
    assert (none.before, none.after) == ((), ())
    assert await world.library.passage_with_neighbours(PassageId("psg_none")) is None


async def test_two_additions_of_one_document_at_once_leave_one_version(world: World) -> None:
    texts = ["The copay is ten dollars.", "The copay is five dollars."]
    await asyncio.gather(*(world.add("a.md", text) for text in texts))
    assert len(await world.documents.list(collection="c")) == 1
    document = await world.named("a.md")
    assert [p.text for p in await world.passages(document)] == [texts[1]]
    assert (await world.add("a.md", texts[1])).change == "unchanged"


async def test_what_supersedes_what_does_not_depend_on_the_order(world: World) -> None:
    new = "---\nsupersedes: old.md\n---\nThe copay is five dollars."
    for order in (("old.md", "new.md"), ("new.md", "old.md")):
        for name in order:
            await world.add(name, new if name == "new.md" else "The copay is ten dollars.")
        assert (await world.named("old.md")).superseded_by == (await world.named("new.md")).id
        assert (await world.named("new.md")).superseded_by is None
        await world.library.delete([(await world.named(name)).id for name in order])


async def test_a_document_is_current_again_when_the_newer_one_goes_or_no_longer_names_it(world: World) -> None:
    await world.add("old.md", "The copay is ten dollars.")
    new = await world.add("new.md", "---\nsupersedes: old.md\n---\nThe copay is five dollars.")
    await world.add("new.md", "The copay is five dollars.")
    assert (await world.named("old.md")).superseded_by is None
    await world.add("new.md", "---\nsupersedes: old.md\n---\nThe copay is six dollars.")
    assert (await world.named("old.md")).superseded_by == new.document.id
    await world.library.delete([new.document.id])
    assert (await world.named("old.md")).superseded_by is None


async def test_a_queued_document_is_durable_at_once_and_indexed_later(world: World) -> None:
    queued = await world.enqueue("a.md", "The copay is ten dollars.")
    assert (queued.status, await world.documents.upload(queued.id)) == (QUEUED, b"The copay is ten dollars.")
    assert await world.found("copay") == []
    later = World(shares=world, worker="w-2")  # the process that accepted it is gone
    await later.library.run_until_idle()
    document = await world.now(queued)
    assert (document.status, document.media_type, document.pending_hash) == (READY, "text/markdown", None)
    assert await world.found("copay") == ["The copay is ten dollars."]
    assert await world.documents.upload(queued.id) == b"The copay is ten dollars."


async def test_a_queued_document_that_cant_be_read_fails_with_its_reason(world: World) -> None:
    queued = await world.enqueue("a.pdf", b"%PDF-1.7 nothing")
    await world.library.run_until_idle()
    failed = await world.now(queued)
    assert (failed.status, failed.reason) == (
        FAILED,
        "The file is damaged and can't be opened as PDF; export it again.",
    )
    assert await world.documents.upload(queued.id) is None


async def test_a_failed_newer_version_leaves_the_one_before_it_searched(world: World) -> None:
    await world.add("a.md", "The copay is ten dollars.")
    queued = await world.enqueue("a.md", b"\x00\x01")
    await world.library.run_until_idle()
    failed = await world.now(queued)
    assert failed.status is FAILED
    assert failed.reason is not None
    assert failed.reason.endswith("The version before it is still searched.")
    assert await world.found("copay") == ["The copay is ten dollars."]
    assert (await world.add("a.md", "The copay is five dollars.")).change == "changed"
    assert (await world.named("a.md")).reason is None


async def test_queueing_what_is_there_already_changes_nothing(world: World) -> None:
    added = await world.add("a.md", "The copay is ten dollars.")
    assert (await world.enqueue("a.md", "The copay is ten dollars.")).status is INDEXING
    assert await world.documents.upload(added.document.id) == b"The copay is ten dollars."


async def test_of_two_queued_versions_the_later_one_counts(world: World) -> None:
    await world.enqueue("a.md", "The copay is ten dollars.")
    await world.enqueue("a.md", "The copay is five dollars.")
    await world.library.run_until_idle()
    assert await world.found("copay") == ["The copay is five dollars."]


async def test_adding_directly_what_waits_in_the_queue_takes_it_out_of_there(world: World) -> None:
    queued = await world.enqueue("a.md", "The copay is ten dollars.")
    added = await world.add("a.md", "The copay is five dollars.")
    assert isinstance(added, Added)
    await world.library.run_until_idle()
    assert (await world.now(queued)).status is READY
    assert await world.found("copay") == ["The copay is five dollars."]
    assert await world.documents.upload(queued.id) == b"The copay is five dollars."


async def test_a_queued_document_without_its_bytes_says_what_to_do(world: World) -> None:
    queued = await world.enqueue("a.md", "The copay is ten dollars.")
    await world.documents.drop_upload(queued.id)
    await world.library.run_until_idle()
    assert (await world.now(queued)).reason == "Its content was lost before it was read; send it again."


async def test_a_queued_document_that_is_deleted_meanwhile_stays_deleted(world: World) -> None:
    queued = await world.enqueue("a.md", "The copay is ten dollars.")
    await world.library.delete([queued.id])
    await world.library.run_until_idle()
    assert await world.documents.get(queued.id) is None
    assert await world.index.count() == 0
