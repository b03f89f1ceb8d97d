"""What every document store keeps beside its documents, and forgets; part of ``DocumentStoreContract``."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from followthrough.domain.documents import DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.ports.document_store import DocumentStore
from followthrough.testing.contracts.values import a_document


class KeepingContract:
    """Originals, cached vectors, and every document there is."""

    async def test_every_document_is_listed_by_page(self, store: DocumentStore) -> None:
        """Those of threads among them, by id."""
        for name, thread in (("d-2", None), ("d-1", "t-1"), ("d-3", "t-2")):
            await store.put(a_document(name, thread=thread))
        assert [d.id for d in await store.every()] == ["d-1", "d-2", "d-3"]
        assert [d.id for d in await store.every(after=DocumentId("d-1"), limit=1)] == ["d-2"]

    async def test_a_deleted_document_supersedes_nothing(self, store: DocumentStore) -> None:
        """Even when the process that deletes it dies right after; its bytes are gone as well."""
        older = replace(a_document("d-1"), superseded_by=DocumentId("d-2"))
        for document in (older, a_document("d-2"), replace(a_document("d-3"), superseded_by=DocumentId("d-9"))):
            await store.put(document)
            await store.put_upload(document.id, b"x")
        await store.delete([DocumentId("d-2")])
        assert [(d.id, d.superseded_by) for d in await store.every()] == [("d-1", None), ("d-3", "d-9")]
        assert await store.upload(DocumentId("d-2")) is None
        assert await store.upload(DocumentId("d-1")) == b"x"

    async def test_kept_bytes_are_those_of_documents_that_were_read(self, store: DocumentStore) -> None:
        """What waits to be read, and the one left out, don't count."""
        assert await store.kept_bytes() == 0
        for name, size, status in (
            ("d-1", 5, DocumentStatus.READY),
            ("d-2", 7, DocumentStatus.INDEXING),
            ("d-3", 99, DocumentStatus.QUEUED),
            ("d-4", 1_000, DocumentStatus.READY),
        ):
            await store.put(replace(a_document(name, status=status), size_bytes=size))
            if name != "d-4":
                await store.put_upload(DocumentId(name), b"x")
        assert await store.kept_bytes() == 12
        assert await store.kept_bytes(without=DocumentId("d-2")) == 5

    async def test_vectors_of_texts_that_are_gone_are_forgotten(self, store: DocumentStore) -> None:
        """Of every model; the others stay."""
        for model in ("m", "n"):
            await store.cache_vectors(model, {name: np.ones(3, dtype=np.float32) for name in ("a", "b", "c")})
        assert await store.keep_vectors({"b", "x"}) == 2
        for model in ("m", "n"):
            assert set(await store.cached_vectors(model, ["a", "b", "c"])) == {"b"}
        assert await store.keep_vectors({"b"}) == 0
