"""Several processes on one LanceDB index, in a folder and in a bucket: nothing is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path

import pytest
from tests.adapters.lance_writer import version
from tests.buckets import bucket, s3_endpoint
from tests.forked import Forked

from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.domain.ids import DocumentId
from followthrough.testing.contracts.passage_samples import MODEL, SHELF, ids, passage, vector
from followthrough.tuning import Tuning

__all__ = ["bucket", "s3_endpoint"]  # fixtures

WRITER = Path(__file__).parent / "lance_writer.py"
AT_ONCE = Tuning(index_refresh_s=0)  # object storage is asked before every read, as a folder always is


@pytest.fixture(params=["folder", "bucket"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "folder":
        return str(tmp_path / "index")
    return request.getfixturevalue("bucket")


def start(location: str, name: str, *, rounds: int, own: int, shared: int) -> Forked:
    return Forked(WRITER, location, name, rounds, own, shared)


async def said(process: Forked) -> int | None:
    """The next round that the writer has finished, None when it has ended."""
    line = await asyncio.to_thread(process.stdout.readline)
    return int(line) if line else None


async def whole_versions(index: LanceIndex) -> dict[str, int]:
    """The version of each document, after checking that every document is one whole version."""
    found = ids(await index.search_text("words", SHELF, 1_000))
    by_document: defaultdict[str, list[str]] = defaultdict(list)
    for passage_id in found:
        by_document[passage_id.split("|")[0]].append(passage_id)
    versions: dict[str, int] = {}
    for document, passages in by_document.items():
        _, writer, n, _ = passages[0].split("|")
        assert sorted(passages) == [p.id for p in version(document, writer, int(n))]
        versions[document] = int(n)
    return versions


async def test_a_reader_sees_what_another_process_wrote(location: str) -> None:
    reader, writer = LanceIndex(location, tuning=AT_ONCE), LanceIndex(location)
    for n in range(3):
        await writer.replace_document(DocumentId("a"), version("a", "w", n))
        await writer.add_vectors(MODEL, {p.id: vector(1, 0) for p in version("a", "w", n)})
        assert await whole_versions(reader) == {"a": n}
        assert len(await reader.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == n + 1
    await writer.delete_documents([DocumentId("a")])
    assert await whole_versions(reader) == {}
    await reader.aclose()
    await writer.aclose()


async def test_two_processes_write_at_once_and_a_third_reads(location: str) -> None:
    writers = [start(location, name, rounds=8, own=3, shared=2) for name in ("ann", "bob")]
    reader = LanceIndex(location, tuning=AT_ONCE)
    for n in range(8):
        assert [await said(w) for w in writers] == [n, n]
        for document, at_least in (("ann-0", n), ("bob-2", n), ("shared-1", 0)):
            assert (await whole_versions(reader))[document] >= at_least
    assert [w.wait() for w in writers] == [0, 0]
    versions = await whole_versions(reader)
    assert await reader.count() == sum(n % 4 + 1 for n in versions.values())
    assert {d: v for d, v in versions.items() if not d.startswith("shared")} == {
        f"{name}-{n}": 7 for name in ("ann", "bob") for n in range(3)
    }
    assert sorted(d for d in versions if d.startswith("shared")) == ["shared-0", "shared-1"]
    await reader.optimize()
    near = ids(await reader.search_vectors(MODEL, vector(1, 0), SHELF, 1_000))
    assert set(near) <= set(ids(await reader.search_text("words", SHELF, 1_000)))
    assert {i.split("|")[0] for i in near} >= {f"{name}-{n}" for name in ("ann", "bob") for n in range(3)}
    await reader.aclose()


@pytest.mark.parametrize("after", [0, 3, 9])
async def test_a_writer_killed_while_writing_loses_nothing_that_it_had_said(location: str, after: int) -> None:
    writer = start(location, "ann", rounds=1_000, own=4, shared=0)
    last = -1
    while last < after:
        last = await said(writer) or 0
    writer.kill()
    index = LanceIndex(location)
    versions = await whole_versions(index)
    assert await index.count() == sum(n % 4 + 1 for n in versions.values())
    assert set(versions) == {f"ann-{n}" for n in range(4)}
    assert len(set(versions.values())) == 1
    assert versions["ann-0"] >= last
    await index.replace_document(DocumentId("ann-0"), [passage("ann-0", 0, "written afterwards")])
    await index.optimize()
    assert ids(await index.search_text("afterwards", SHELF, 10)) == ["ann-0/0"]
    missing = ids(await index.missing_vectors([DocumentId(f"ann-{n}") for n in range(4)], MODEL, limit=100))
    near = ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 1_000))
    assert sorted(missing + near) == sorted(ids(await index.search_text("words afterwards", SHELF, 1_000)))
    await index.aclose()
