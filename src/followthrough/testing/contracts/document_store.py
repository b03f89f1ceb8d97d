"""What every document store must do. Subclass ``DocumentStoreContract`` and give it one fixture, ``open_store``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.errors import InvalidInput, VersionConflict
from followthrough.ports.document_store import DocumentStore, EmbeddingProgress
from followthrough.testing.contracts.document_keeping import KeepingContract
from followthrough.testing.contracts.document_names import NamesContract
from followthrough.testing.contracts.values import NOON, a_document, moment

OpenDocumentStore: TypeAlias = Callable[[], Awaitable[DocumentStore]]

W1, W2 = WorkerId("w-1"), WorkerId("w-2")
QUEUED, INDEXING, READY = DocumentStatus.QUEUED, DocumentStatus.INDEXING, DocumentStatus.READY
UNSTORABLE = ("a\x00b", "\ud800", "x" * 10_000)


def ids(documents: list[Document]) -> list[str]:
    """The documents' ids, in their order."""
    return [document.id for document in documents]


class CatalogueContract:
    """Writing, finding and deleting documents."""

    @pytest.fixture
    async def store(self, open_store: OpenDocumentStore) -> DocumentStore:
        """One store on empty data."""
        return await open_store()

    async def test_a_document_is_read_back_whole(self, store: DocumentStore, open_store: OpenDocumentStore) -> None:
        """Every field survives, in every process."""
        for document in (a_document("d-1"), a_document("d-2", thread="t-1", supersedes=("../old.md", "d-9"))):
            await store.put(document)
            assert await store.get(document.id) == document
            assert await (await open_store()).get(document.id) == document

    async def test_a_document_is_replaced_as_a_whole(self, store: DocumentStore) -> None:
        """Nothing of the older one stays, its identity included."""
        await store.put(a_document("d-1", supersedes=("x",)))
        newer = Document(
            id=DocumentId("d-1"),
            collection="other",
            source="https://example.org/a",
            name="a",
            media_type="text/html",
            content_hash="new",
            size_bytes=1,
            status=READY,
            metadata=replace(a_document("d-1").metadata, title=None, payor=(), extra=()),
            created_at=moment(7),
            updated_at=moment(8),
        )
        await store.put(newer)
        assert await store.get(newer.id) == newer
        assert await store.by_source("default", ["/docs/d-1.md"]) == {}
        assert await store.by_source("other", [newer.source]) == {newer.source: newer}
        assert await store.superseding("default") == []

    async def test_unknown_ids_are_left_out(self, store: DocumentStore) -> None:
        """So are ids that no database could hold."""
        document = a_document("d-1")
        await store.put(document)
        for unknown in ("?", "", *UNSTORABLE):
            assert await store.get(DocumentId(unknown)) is None
            assert await store.upload(DocumentId(unknown)) is None
            await store.drop_upload(DocumentId(unknown))
            await store.delete([DocumentId(unknown)])
            assert await store.by_source("default", [unknown]) == {}
            assert await store.get_many([DocumentId(unknown), document.id]) == {document.id: document}
            assert await store.list(after=DocumentId(unknown), collection=unknown) == []
        assert await store.get_many([]) == {}
        assert await store.by_source("default", []) == {}

    async def test_an_identity_is_taken_once(self, store: DocumentStore) -> None:
        """Two processes that add the same file at once don't get two documents of it; nothing is written."""
        await store.put(a_document("d-1", source="/a.md"))
        twin = a_document("d-2", source="/a.md")
        with pytest.raises(VersionConflict):
            await store.put(twin)
        with pytest.raises(VersionConflict):
            await store.put_many([a_document("d-3"), twin])
        assert ids(await store.list()) == ["d-1"]
        await store.put_many([a_document("d-2", source="/a.md", collection="b"), a_document("d-3", source="/A.md")])
        await store.put_many(
            [a_document("d-4", source="/a.md", thread="t-1"), a_document("d-5", source="/a.md", thread="t-2")]
        )
        await store.delete([DocumentId("d-1")])
        await store.put(a_document("d-6", source="/a.md"))

    async def test_what_no_database_can_keep_is_refused(self, store: DocumentStore) -> None:
        """It is the caller's error, and nothing is written."""
        for bad in ("a\x00b", "\ud800"):
            for document in (
                a_document(bad),
                a_document("d", source=bad),
                a_document("d", collection=bad),
                a_document("d", thread=bad),
                replace(a_document("d"), name=bad),
            ):
                with pytest.raises(InvalidInput):
                    await store.put_many([a_document("d-0"), document])
        assert await store.list() == []

    async def test_many_are_written_and_read_in_one_go(self, store: DocumentStore) -> None:
        """More than a statement takes values; the order asked does not matter."""
        documents = [a_document(f"d-{n:05}") for n in range(2_500)]
        await store.put_many(documents)
        assert await store.get_many([d.id for d in reversed(documents)]) == {d.id: d for d in documents}
        found = await store.by_source("default", [*(d.source for d in documents), "/none"])
        assert found == {d.source: d for d in documents}
        await store.delete([d.id for d in documents[1:]])
        assert await store.list() == documents[:1]
        await store.put_many([])

    async def test_a_source_may_be_long_and_is_compared_to_the_letter(self, store: DocumentStore) -> None:
        """A URL of thousands of characters; case, spaces and wildcards count."""
        sources = [
            "https://example.org/" + "x" * 8_000,
            "/A.md",
            "/a.md",
            "/a.md ",
            "/100%_.md",
            "/\u00e9.md",
            "/e\u0301.md",
        ]
        documents = [a_document(f"d-{n}", source=source) for n, source in enumerate(sources)]
        await store.put_many(documents)
        assert await store.by_source("default", sources) == dict(zip(sources, documents, strict=True))
        assert await store.by_source("default", ["/100__.md", "/À.md"]) == {}

    async def test_sources_are_found_in_their_own_scope(self, store: DocumentStore) -> None:
        """The library and each thread apart."""
        library, private = a_document("d-1", source="/a"), a_document("d-2", source="/a", thread="t-1")
        await store.put_many([library, private])
        assert await store.by_source("default", ["/a"]) == {"/a": library}
        assert await store.by_source("default", ["/a"], ThreadId("t-1")) == {"/a": private}
        assert await store.by_source("default", ["/a"], ThreadId("t-2")) == {}
        assert await store.by_source("other", ["/a"]) == {}

    async def test_documents_are_listed_by_id(self, store: DocumentStore) -> None:
        """Byte by byte whatever the database's language; in pages; the library or one thread."""
        names = ["D-9", "a-1", "b-1", "d-1", "é-1"]
        for name in reversed(names):
            await store.put(a_document(name))
        await store.put(a_document("c-1", thread="t-1"))
        assert ids(await store.list()) == names
        assert ids(await store.list(limit=2)) == names[:2]
        assert ids(await store.list(after=DocumentId("b-0"), limit=2)) == names[2:4]
        assert ids(await store.list(thread_id=ThreadId("t-1"))) == ["c-1"]

    async def test_documents_are_listed_by_what_they_are(self, store: DocumentStore) -> None:
        """Collection, status and the beginning of the source, taken literally."""
        await store.put_many(
            [
                a_document("d-1", source="/x/a.md", status=READY),
                a_document("d-2", source="/X/b.md"),
                a_document("d-3", source="/x_y/c.md", collection="other"),
                a_document("d-4", source="/xzy/d%.md"),
            ]
        )
        assert ids(await store.list(collection="other")) == ["d-3"]
        assert ids(await store.list(status=READY)) == ["d-1"]
        assert ids(await store.list(source_prefix="/x/")) == ["d-1"]
        assert ids(await store.list(source_prefix="/x_")) == ["d-3"]
        assert ids(await store.list(source_prefix="/xzy/d%")) == ["d-4"]
        assert ids(await store.list(source_prefix="")) == ["d-1", "d-2", "d-3", "d-4"]
        assert ids(await store.list(collection="default", status=INDEXING, source_prefix="/x")) == ["d-4"]

    async def test_deleting_a_document_takes_its_upload(self, store: DocumentStore) -> None:
        """And no other's."""
        for name in ("d-1", "d-2"):
            await store.put(a_document(name))
            await store.put_upload(DocumentId(name), name.encode())
        await store.delete([DocumentId("d-1"), DocumentId("?")])
        assert ids(await store.list()) == ["d-2"]
        assert await store.upload(DocumentId("d-1")) is None
        assert await store.upload(DocumentId("d-2")) == b"d-2"
        await store.delete([])

    async def test_documents_that_supersede_are_found(self, store: DocumentStore) -> None:
        """In their collection and scope, by id."""
        await store.put_many(
            [
                a_document("d-3", supersedes=("old.md",)),
                a_document("d-1", supersedes=("d-9", "d-8")),
                a_document("d-2"),
                a_document("d-4", supersedes=("x",), collection="other"),
                a_document("d-5", supersedes=("x",), thread="t-1"),
            ]
        )
        assert ids(await store.superseding("default")) == ["d-1", "d-3"]
        assert ids(await store.superseding("other")) == ["d-4"]
        assert ids(await store.superseding("default", ThreadId("t-1"))) == ["d-5"]

    async def test_what_supersedes_a_document_is_set_alone(self, store: DocumentStore) -> None:
        """Nothing else of it changes; unknown ids are ignored."""
        first, second = a_document("d-1"), a_document("d-2")
        await store.put_many([first, second])
        await store.set_superseded({first.id: DocumentId("d-7"), second.id: None, DocumentId("?"): None})
        assert await store.list() == [
            replace(first, superseded_by=DocumentId("d-7")),
            replace(second, superseded_by=None),
        ]
        await store.set_superseded({})

    async def test_documents_are_counted_by_status(self, store: DocumentStore) -> None:
        """The library's and the threads' together; a status without any is left out."""
        assert await store.count_by_status() == {}
        await store.put_many(
            [a_document("d-1"), a_document("d-2", thread="t-1"), a_document("d-3", status=READY)],
        )
        assert await store.count_by_status() == {INDEXING: 2, READY: 1}


class IndexingContract:
    """Which worker has a document, and how far it has come."""

    @pytest.fixture
    async def busy(self, open_store: OpenDocumentStore) -> DocumentStore:
        """One store with three documents being indexed, oldest first, and one queued."""
        store = await open_store()
        await store.put_many(
            [
                a_document("d-1", created=2, thread="t-1"),
                a_document("d-2", created=1),
                a_document("d-3", created=2),
                a_document("d-4", status=QUEUED),
            ]
        )
        return store

    async def test_documents_are_claimed_oldest_first(self, busy: DocumentStore) -> None:
        """Ties by id, in one status only, as they stand."""
        claimed = await busy.claim(W1, INDEXING, now=NOON, until=moment(30), limit=2)
        assert claimed == [a_document("d-2", created=1), a_document("d-1", created=2, thread="t-1")]
        assert ids(await busy.claim(W2, INDEXING, now=NOON, until=moment(30), limit=9)) == ["d-3"]
        assert ids(await busy.claim(W2, QUEUED, now=NOON, until=moment(30), limit=9)) == ["d-4"]

    async def test_a_claim_is_one_workers_until_it_is_over(self, busy: DocumentStore) -> None:
        """Claiming again before then extends it."""
        all_three = ["d-2", "d-1", "d-3"]
        assert ids(await busy.claim(W1, INDEXING, now=moment(0), until=moment(5), limit=9)) == all_three
        assert await busy.claim(W2, INDEXING, now=moment(4.999), until=moment(9), limit=9) == []
        assert ids(await busy.claim(W1, INDEXING, now=moment(4), until=moment(8), limit=1)) == ["d-2"]
        assert ids(await busy.claim(W2, INDEXING, now=moment(5), until=moment(30), limit=9)) == ["d-1", "d-3"]
        assert ids(await busy.claim(W2, INDEXING, now=moment(8), until=moment(30), limit=9)) == all_three

    async def test_released_documents_are_free(self, busy: DocumentStore) -> None:
        """Those of this worker, at once; having none is harmless."""
        await busy.claim(W1, INDEXING, now=NOON, until=moment(30), limit=2)
        await busy.claim(W2, INDEXING, now=NOON, until=moment(30), limit=1)
        await busy.release(W1)
        await busy.release(W1)
        assert ids(await busy.claim(WorkerId("w-3"), INDEXING, now=NOON, until=moment(5), limit=9)) == ["d-2", "d-1"]

    async def test_writing_a_document_leaves_its_claim(self, busy: DocumentStore) -> None:
        """Its worker goes on."""
        await busy.claim(W1, INDEXING, now=NOON, until=moment(30), limit=9)
        await busy.put(a_document("d-2", created=1))
        await busy.put_many([a_document("d-3", created=2)])
        assert await busy.claim(W2, INDEXING, now=NOON, until=moment(30), limit=9) == []

    async def test_workers_at_once_never_claim_the_same_document(self, open_store: OpenDocumentStore) -> None:
        """From two processes as from one."""
        stores = [await open_store(), await open_store()]
        await stores[0].put_many([a_document(f"d-{n:03}") for n in range(40)])
        claims = await asyncio.gather(
            *(
                stores[n % 2].claim(WorkerId(f"w-{n}"), INDEXING, now=NOON, until=moment(30), limit=5)
                for n in range(8)
            )
        )
        claimed = [document.id for documents in claims for document in documents]
        assert len(claimed) == len(set(claimed))
        rest = await stores[0].claim(WorkerId("w-9"), INDEXING, now=NOON, until=moment(30), limit=99)
        assert len(claimed) + len(rest) == 40

    async def test_progress_changes_what_it_says(self, busy: DocumentStore) -> None:
        """Count, status, reason and time; unknown ids are ignored."""
        first, second = a_document("d-2", created=1), a_document("d-3", created=2)
        steps = [
            _progress(first, embedded=7, status=READY),
            _progress(second, embedded=5, status=DocumentStatus.FAILED, reason="broken"),
            _progress(a_document("?"), embedded=1, status=READY),
        ]
        await busy.advance(steps, moment(60))
        assert await busy.get_many([first.id, second.id, DocumentId("?")]) == {
            first.id: replace(first, embedded=7, status=READY, reason=None, updated_at=moment(60)),
            second.id: replace(
                second, embedded=5, status=DocumentStatus.FAILED, reason="broken", updated_at=moment(60)
            ),
        }
        await busy.advance([], moment(61))

    async def test_progress_of_an_older_version_is_passed_over(self, busy: DocumentStore) -> None:
        """A newer one has come in the meantime."""
        document = a_document("d-2", created=1)
        step = _progress(document, embedded=7, status=READY)
        await busy.advance([replace(step, content_hash="?")], moment(60))
        await busy.advance([replace(step, pending_hash=None)], moment(60))
        assert await busy.get(document.id) == document
        done = replace(document, pending_hash=None)
        await busy.put(done)
        await busy.advance([step], moment(60))
        assert await busy.get(document.id) == done
        await busy.advance([replace(step, pending_hash=None)], moment(60))
        assert await busy.get(document.id) == replace(
            done, embedded=7, status=READY, reason=None, updated_at=moment(60)
        )


class KeptBytesContract:
    """Uploads that wait and vectors that were computed before."""

    async def test_uploaded_bytes_wait_until_dropped(
        self, store: DocumentStore, open_store: OpenDocumentStore
    ) -> None:
        """All 256 of them and many, before the document is stored; kept again, the newer replace the older."""
        one = DocumentId("d-1")
        assert await store.upload(one) is None
        for data in (bytes(range(256)) * 10_000, b"", b"short"):
            await store.put_upload(one, data)
            assert await (await open_store()).upload(one) == data
        await store.put_upload(DocumentId("d-2"), b"other")
        await store.drop_upload(one)
        await store.drop_upload(one)
        assert await store.upload(one) is None
        assert await store.upload(DocumentId("d-2")) == b"other"

    async def test_vectors_are_cached_to_the_bit(self, store: DocumentStore, open_store: OpenDocumentStore) -> None:
        """By model and content; what is not there is left out."""
        numbers = np.array([0.1, -0.0, 1e-40, np.finfo(np.float32).max], dtype=np.float32)
        await store.cache_vectors("m", {"a": numbers, "b": numbers[::-1]})
        found = await (await open_store()).cached_vectors("m", ["b", "a", "?"])
        assert found.keys() == {"a", "b"}
        assert found["a"].dtype == np.float32
        assert found["a"].tobytes() == numbers.tobytes()
        assert found["b"].tobytes() == numbers[::-1].tobytes()
        assert await store.cached_vectors("other", ["a"]) == {}
        assert await store.cached_vectors("m", []) == {}
        await store.cache_vectors("m", {})

    async def test_a_cached_vector_stays_as_it_is(self, store: DocumentStore) -> None:
        """The second one for the same text is passed over, the new ones beside it are kept."""
        first, second = np.zeros(3, dtype=np.float32), np.ones(3, dtype=np.float32)
        await store.cache_vectors("m", {"a": first})
        await store.cache_vectors("m", {"a": second, "b": second})
        found = await store.cached_vectors("m", ["a", "b"])
        assert found["a"].tolist() == [0, 0, 0]
        assert found["b"].tolist() == [1, 1, 1]

    async def test_many_vectors_are_read_in_one_go(self, store: DocumentStore) -> None:
        """More than a statement takes values."""
        vectors = {f"h-{n}": np.full(4, n, dtype=np.float32) for n in range(2_500)}
        await store.cache_vectors("m", vectors)
        found = await store.cached_vectors("m", list(vectors))
        assert {h: v.tolist() for h, v in found.items()} == {h: v.tolist() for h, v in vectors.items()}


class DocumentStoreContract(NamesContract, KeepingContract, CatalogueContract, IndexingContract, KeptBytesContract):
    """The whole contract.

    ``open_store`` is a fixture that gives a factory of stores on the same data, empty at first. Each call opens
    the data once more, as another process would; the fixture closes what it opened.
    """


def _progress(
    document: Document, *, embedded: int, status: DocumentStatus, reason: str | None = None
) -> EmbeddingProgress:
    return EmbeddingProgress(
        document_id=document.id,
        content_hash=document.content_hash,
        pending_hash=document.pending_hash,
        embedded=embedded,
        status=status,
        reason=reason,
    )
