"""Issue 2: folders recursively, a bad file is named and the rest go on, again costs nothing, prune takes out."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.ingest.world import READY, TUNING, World, counted

from followthrough.adapters.document_reader.reader import Reader
from followthrough.errors import IndexUnavailable
from followthrough.ingest.progress import FileFailure, IngestEvent, IngestProgress, IngestSummary


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    files = {
        "b.md": "# Fees\n\nThe copay is ten dollars.",
        "a.txt": "Visits are free.",
        "deep/er/c.html": "<p>Rides are free.</p>",
        "deep/d.md": "Glasses are free.",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


async def ingest(world: World, *paths: Path, prune: bool = False, embed: bool = True) -> IngestSummary:
    return await world.library.ingest_paths(paths, collection="c", prune=prune, embed=embed)


async def sources(world: World) -> set[str]:
    return {d.source for d in await world.documents.list(collection="c")}


async def test_a_folder_is_taken_with_everything_below_it(world: World, docs: Path) -> None:
    summary = await ingest(world, docs)
    assert (summary.new, summary.passages, summary.failures) == (4, 4, ())
    assert await sources(world) == {str(p.resolve()) for p in docs.rglob("*.*") if p.is_file()}
    assert {d.status for d in await world.documents.list(collection="c")} == {READY}
    assert await world.found("copay") == ["The copay is ten dollars."]


async def test_the_same_again_reads_nothing_and_writes_nothing(world: World, docs: Path) -> None:
    await ingest(world, docs)
    calls, index = counted(world.documents), counted(world.index)
    summary = await ingest(world, docs)
    assert (summary.new, summary.changed, summary.unchanged, summary.passages) == (0, 0, 4, 0)
    assert calls["by_source"] == 2  # four files, three a look-up
    assert calls["put_many"] == calls["put"] == index["replace_documents"] == index["add_vectors"] == 0


async def test_only_what_changed_is_done_again(world: World, docs: Path) -> None:
    await ingest(world, docs)
    world.embedder.embedded.clear()
    (docs / "a.txt").write_text("Visits cost five dollars.")
    summary = await ingest(world, docs)
    assert (summary.new, summary.changed, summary.unchanged) == (0, 1, 3)
    assert world.embedder.embedded == ["a\nVisits cost five dollars."]


async def test_a_bad_file_is_named_with_its_reason_and_the_rest_go_on(world: World, docs: Path) -> None:
    (docs / "empty.md").write_text("")
    (docs / "deep" / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (docs / "latin.txt").write_bytes("für".encode("latin-1"))
    seen: list[IngestEvent] = []
    summary = await world.library.ingest_paths([docs], collection="c", on_event=seen.append)
    assert summary.new == 5  # a code page that is detected is no fault
    assert [(f.path, f.code) for f in summary.failures] == [
        (str(docs / "empty.md"), "empty"),
        (str(docs / "deep" / "broken.pdf"), "broken"),
    ]
    assert [e for e in seen if isinstance(e, FileFailure)] == list(summary.failures)
    assert all(f.reason.endswith(".") and "\n" not in f.reason for f in summary.failures)


async def test_hidden_files_are_left_out_and_unknown_endings_are_counted(world: World, docs: Path) -> None:
    (docs / ".hidden.md").write_text("Hidden.")
    (docs / ".git").mkdir()
    (docs / ".git" / "x.md").write_text("Hidden too.")
    (docs / "logo.png").write_bytes(b"\x89PNG")
    summary = await ingest(world, docs)
    assert (summary.new, summary.skipped, summary.failures) == (4, 1, ())


async def test_a_file_given_by_name_is_tried_whatever_its_ending(world: World, tmp_path: Path) -> None:
    (tmp_path / "NOTES").write_text("The copay is ten dollars.")
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\x00")
    summary = await ingest(world, tmp_path / "NOTES", tmp_path / "logo.png", tmp_path / "none.md")
    assert summary.new == 1
    assert [(Path(f.path).name, f.code) for f in summary.failures] == [
        ("none.md", "unreadable"),
        ("logo.png", "wrong_type"),
    ]


async def test_a_side_file_describes_its_document_and_is_none_itself(world: World, docs: Path) -> None:
    (docs / "a.txt.meta.yaml").write_text("title: Visits\neffective_date: 2026-02-01\n")
    (docs / "b.meta.yml").write_text("payor: Harbor\n")
    summary = await ingest(world, docs)
    assert (summary.new, summary.skipped) == (4, 0)
    found = {d.name: d.metadata for d in await world.documents.list(collection="c")}
    assert (found["a.txt"].title, found["a.txt"].effective_date) == ("Visits", date(2026, 2, 1))
    assert found["b.md"].payor == ("Harbor",)
    (docs / "a.txt.meta.yaml").write_text("title: All visits\n")
    assert (await ingest(world, docs)).changed == 1


async def test_a_bad_side_file_is_the_documents_failure(world: World, docs: Path) -> None:
    (docs / "a.txt.meta.yaml").write_text("effective_date: soon\n")
    (failure,) = (await ingest(world, docs)).failures
    assert (failure.path, failure.code) == (str(docs / "a.txt"), "bad_metadata")
    assert failure.reason == (
        "Its side file a.txt.meta.yaml can't be taken: effective_date must be a date like 2026-03-01."
    )


async def test_links_that_lead_out_are_refused_by_name_and_loops_end(world: World, docs: Path) -> None:
    outside = docs.parent / "secret.md"
    outside.write_text("Secret.")
    (docs / "out.md").symlink_to(outside)
    (docs / "up").symlink_to(docs.parent)
    (docs / "deep" / "loop").symlink_to(docs)
    (docs / "deep" / "same.md").symlink_to(docs / "b.md")
    (docs / "dead.md").symlink_to(docs / "nowhere.md")
    summary = await ingest(world, docs)
    assert summary.new == 4
    assert [(Path(f.path).name, f.code) for f in summary.failures] == [
        ("dead.md", "unreadable"),
        ("out.md", "outside_folder"),
        ("up", "outside_folder"),
    ]
    assert await world.found("secret") == []


async def test_a_link_given_by_name_is_followed(world: World, docs: Path) -> None:
    link = docs.parent / "link"
    link.symlink_to(docs)
    assert (await ingest(world, link)).new == 4
    assert (await ingest(world, docs)).unchanged == 4


async def test_a_file_reached_twice_counts_once(world: World, docs: Path) -> None:
    assert (await ingest(world, docs, docs / "b.md", docs / "deep")).new == 4


async def test_what_is_neither_file_nor_folder_is_not_waited_for(world: World, docs: Path) -> None:
    os.mkfifo(docs / "pipe.md")
    assert (await ingest(world, docs)).skipped == 1
    (failure,) = (await ingest(world, docs / "pipe.md")).failures
    assert failure.code == "wrong_type"


async def test_a_name_that_is_no_text_is_refused(world: World, docs: Path) -> None:
    (docs / os.fsdecode(b"bad\xff.md")).write_text("Words.")
    (failure,) = (await ingest(world, docs)).failures
    assert failure.code == "unreadable"
    failure.path.encode()


async def test_prune_takes_out_what_is_gone_and_nothing_else(world: World, docs: Path, tmp_path: Path) -> None:
    sibling = tmp_path / "docs2"
    sibling.mkdir()
    (sibling / "x.md").write_text("Elsewhere.")
    await ingest(world, docs, sibling)
    (docs / "b.md").unlink()
    (docs / "deep" / "d.md").write_text("")  # a file that can't be read is still there
    without = await ingest(world, docs)
    assert (without.removed, len(await sources(world))) == (0, 5)
    summary = await ingest(world, docs, prune=True)
    assert (summary.removed, len(summary.failures)) == (1, 1)
    assert str((docs / "b.md").resolve()) not in await sources(world)
    assert len(await sources(world)) == 4
    assert await world.found("copay") == []


async def test_prune_of_a_folder_that_is_not_there_removes_nothing(world: World, docs: Path) -> None:
    await ingest(world, docs)
    moved = docs.rename(docs.parent / "moved")
    summary = await ingest(world, docs, prune=True)
    assert (summary.removed, len(summary.failures)) == (0, 1)
    assert moved.exists()
    assert len(await sources(world)) == 4


async def test_a_huge_file_is_refused_unread(docs: Path) -> None:
    world = World(tuning=replace(TUNING, document_max_bytes=1024))
    with (docs / "huge.txt").open("wb") as file:
        file.truncate(10 * 2**30)
    (failure,) = (await ingest(world, docs)).failures
    assert failure.code == "too_large"


async def test_progress_only_grows_and_ends_complete(world: World, docs: Path) -> None:
    seen: list[IngestEvent] = []
    summary = await world.library.ingest_paths([docs], collection="c", on_event=seen.append)
    steps = [e for e in seen if isinstance(e, IngestProgress)]
    for name in ("files_done", "bytes_done", "passages", "embedded", "embed_total"):
        values = [getattr(step, name) for step in steps]
        assert values == sorted(values)
    last = steps[-1]
    assert last == IngestProgress(
        files_total=4,
        files_done=4,
        bytes_total=summary.bytes,
        bytes_done=summary.bytes,
        passages=4,
        embedded=4,
        embed_total=4,
    )


async def test_without_waiting_for_vectors_full_text_serves(world: World, docs: Path) -> None:
    await ingest(world, docs, embed=False)
    assert world.embedder.embedded == []
    assert await world.found("copay") == ["The copay is ten dollars."]
    seen: list[IngestEvent] = []
    await world.library.ingest_paths([docs], collection="c", on_event=seen.append)
    last = [e for e in seen if isinstance(e, IngestProgress)][-1]
    assert (last.embedded, last.embed_total) == (4, 4)


async def test_many_files_are_written_in_few_steps(docs: Path) -> None:
    world = World(tuning=replace(TUNING, ingest_batch_documents=50))
    for i in range(100):
        (docs / f"n{i:03}.md").write_text(f"Fact {i}.")
    index = counted(world.index)
    assert (await ingest(world, docs, embed=False)).new == 104
    assert index["replace_documents"] == 3


async def test_an_index_that_fails_ends_the_ingest_and_going_on_is_the_same_call(world: World, docs: Path) -> None:
    async def down(*_: object) -> None:
        raise IndexUnavailable("The index does not answer.")

    original = world.index.replace_documents
    world.index.replace_documents = down  # type: ignore[method-assign] - the index is away
    with pytest.raises(IndexUnavailable):
        await ingest(world, docs)
    world.index.replace_documents = original  # type: ignore[method-assign] - and back
    assert (await ingest(world, docs)).new == 4
    assert {d.status for d in await world.documents.list(collection="c")} == {READY}
    assert await world.index.count() == 4


async def test_an_index_that_lost_its_passages_is_filled_again(world: World, docs: Path) -> None:
    await ingest(world, docs)
    listed = await world.documents.list(collection="c")
    await world.index.delete_documents([d.id for d in listed])  # behind the catalogue's back
    summary = await ingest(world, docs)
    assert (summary.changed, summary.unchanged) == (4, 0)
    assert await world.found("copay") == ["The copay is ten dollars."]
    assert {d.status for d in await world.documents.list(collection="c")} == {READY}
    assert (await ingest(world, docs)).unchanged == 4


async def test_a_fault_of_ours_in_one_file_costs_that_file_only(
    world: World, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Reader.read

    async def read_or_break(self: Reader, data: bytes, name: str) -> object:
        if name == "a.txt":
            raise TypeError("nobody foresaw this")
        return await read(self, data, name)

    monkeypatch.setattr(Reader, "read", read_or_break)
    summary = await ingest(world, docs)
    assert summary.new == 3
    (failure,) = summary.failures
    assert (failure.code, Path(failure.path).name) == ("unreadable", "a.txt")
    assert "TypeError" in failure.reason
    assert "foresaw" not in failure.reason
