"""The catalogue of documents and the cache of vectors. The passages themselves live in the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.ports.embedder import Vectors


class DocumentStore(Protocol):
    """Documents, by id and by identity (collection, thread, source). Raises ``StoreUnavailable``."""

    async def put(self, document: Document) -> None:
        """Writes the document; an existing one with the same id is replaced as a whole."""
        ...

    async def get(self, document_id: DocumentId) -> Document | None:
        """The document, None when there is none."""
        ...

    async def get_many(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, Document]:
        """The documents with these ids; unknown ids are left out."""
        ...

    async def by_source(
        self, collection: str, sources: Sequence[str], thread_id: ThreadId | None = None
    ) -> dict[str, Document]:
        """The documents of a collection (or of one thread) with these sources, by source."""
        ...

    async def list(
        self,
        *,
        collection: str | None = None,
        thread_id: ThreadId | None = None,
        status: DocumentStatus | None = None,
        source_prefix: str | None = None,
        after: DocumentId | None = None,
        limit: int = 100,
    ) -> list[Document]:
        """Documents ordered by id, those after ``after``, at most ``limit``.

        ``thread_id`` None lists library documents only; a thread's documents are listed by giving it.
        """
        ...

    async def delete(self, document_ids: Sequence[DocumentId]) -> None:
        """Removes the documents; unknown ids are ignored."""
        ...

    async def claim(
        self, worker: WorkerId, status: DocumentStatus, *, now: datetime, until: datetime, limit: int
    ) -> list[Document]:
        """Documents in ``status`` that no other live worker has (library and threads alike), oldest first.

        They are this worker's until ``until``; claiming again before then extends it.
        """
        ...

    async def put_upload(self, document_id: DocumentId, data: bytes) -> None:
        """Keeps the bytes of a queued document until they are indexed, so that a crash loses nothing."""
        ...

    async def upload(self, document_id: DocumentId) -> bytes | None:
        """The kept bytes, None when there are none."""
        ...

    async def drop_upload(self, document_id: DocumentId) -> None:
        """Forgets the kept bytes; none being there is harmless."""
        ...

    async def cached_vectors(self, model_id: str, content_hashes: Sequence[str]) -> dict[str, Vectors]:
        """Vectors already computed for these texts with this model, by content hash; each shape (dim,)."""
        ...

    async def cache_vectors(self, model_id: str, vectors: Mapping[str, Vectors]) -> None:
        """Keeps computed vectors by content hash; one that is there already is left as it is."""
        ...
