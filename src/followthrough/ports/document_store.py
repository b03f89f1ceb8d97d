"""The catalogue of documents and the cache of vectors. The passages themselves live in the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.ports.embedder import Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingProgress:
    """How far a version of a document has come; ``content_hash`` and ``pending_hash`` say which version."""

    document_id: DocumentId
    content_hash: str
    pending_hash: str | None
    embedded: int
    status: DocumentStatus
    reason: str | None = None


class DocumentStore(Protocol):
    """Documents, by id and by identity (collection, thread, source). Raises ``StoreUnavailable``."""

    async def put(self, document: Document) -> None:
        """Writes the document; an existing one with the same id is replaced as a whole.

        A claim that a worker has on it stays.

        Raises:
            VersionConflict: another document has the same collection, thread and source. Nothing was written.
            InvalidInput: a key or text that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def put_many(self, documents: Sequence[Document]) -> None:
        """``put`` for several documents in one transaction: all are written or none."""
        ...

    async def advance(self, progress: Sequence[EmbeddingProgress], at: datetime) -> None:
        """Sets ``embedded``, ``status``, ``reason`` and ``updated_at`` of documents, in one transaction.

        A document whose ``content_hash`` or ``pending_hash`` is no longer the one given is left as it is: a
        newer version has come in the meantime. Unknown ids are ignored.
        """
        ...

    async def set_superseded(self, superseded_by: Mapping[DocumentId, DocumentId | None]) -> None:
        """Sets ``superseded_by`` of these documents and nothing else, in one transaction; unknown ids are ignored."""
        ...

    async def superseding(self, collection: str, thread_id: ThreadId | None = None) -> list[Document]:
        """The documents of a collection (or of one thread) whose metadata ``supersedes`` something, by id."""
        ...

    async def names_stamp(self, collection: str, thread_id: ThreadId | None = None) -> str:
        """Something that changes when a document of the collection (or of the thread) comes, changes or goes."""
        ...

    async def names(self, collection: str, thread_id: ThreadId | None = None) -> dict[str, tuple[str, ...]]:
        """What the documents of the collection and of the thread name in their metadata.

        Returns:
            For each of ``payor``, ``state`` and ``program`` every name once, in the order of the alphabet.
        """
        ...

    async def count_by_status(self) -> dict[DocumentStatus, int]:
        """How many documents there are in each status, library and threads alike; none means left out."""
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
        """Removes the documents with their bytes; none is superseded by them any more. Unknown ids are ignored."""
        ...

    async def every(self, *, after: DocumentId | None = None, limit: int = 100) -> list[Document]:
        """Documents of the library and of every thread, by id, those after ``after``, at most ``limit``."""
        ...

    async def claim(
        self, worker: WorkerId, status: DocumentStatus, *, now: datetime, until: datetime, limit: int
    ) -> list[Document]:
        """Documents in ``status`` that no other live worker has (library and threads alike), oldest first.

        Ordered by creation, ties by id.

        They are this worker's until ``until``; claiming again before then extends it.
        """
        ...

    async def release(self, worker: WorkerId) -> None:
        """Gives up every document that the worker has claimed; having none is harmless."""
        ...

    async def put_upload(self, document_id: DocumentId, data: bytes) -> None:
        """Keeps a document's bytes, so that a crash loses nothing and it can be read again.

        The document itself need not be stored yet. Bytes kept before under the same id are replaced.
        """
        ...

    async def upload(self, document_id: DocumentId) -> bytes | None:
        """The kept bytes, None when there are none."""
        ...

    async def drop_upload(self, document_id: DocumentId) -> None:
        """Forgets the kept bytes; none being there is harmless."""
        ...

    async def kept_bytes(self, *, without: DocumentId | None = None) -> int:
        """How many bytes are kept of documents that are not queued, that one left out."""
        ...

    async def keep_vectors(self, content_hashes: AbstractSet[str]) -> int:
        """Forgets the cached vectors of all other texts; returns how many there were."""
        ...

    async def cached_vectors(self, model_id: str, content_hashes: Sequence[str]) -> dict[str, Vectors]:
        """Vectors already computed for these texts with this model, by content hash; each shape (dim,)."""
        ...

    async def cache_vectors(self, model_id: str, vectors: Mapping[str, Vectors]) -> None:
        """Keeps computed vectors by content hash; one that is there already is left as it is."""
        ...
