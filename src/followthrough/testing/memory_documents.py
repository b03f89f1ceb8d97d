"""Documents and cached vectors in memory, for tests and for throw-away systems.

Nothing here awaits, so every method is one step to other tasks, as a transaction is in a database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime

import numpy as np

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.domain.retrieval import reaches
from followthrough.errors import VersionConflict
from followthrough.ports.document_store import EmbeddingProgress
from followthrough.ports.embedder import Vectors
from followthrough.rules.cutting.metadata import names_in
from followthrough.rules.cutting.storable import require_document, require_key

Identity = tuple[str, ThreadId | None, str]


class MemoryDocuments:
    """A ``DocumentStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._documents: dict[DocumentId, Document] = {}
        self._by_identity: dict[Identity, DocumentId] = {}
        self._claims: dict[DocumentId, tuple[WorkerId, datetime]] = {}
        self._uploads: dict[DocumentId, bytes] = {}
        self._vectors: dict[tuple[str, str], Vectors] = {}

    async def put(self, document: Document) -> None:
        """See ``DocumentStore.put``."""
        await self.put_many([document])

    async def put_many(self, documents: Sequence[Document]) -> None:
        """See ``DocumentStore.put_many``."""
        taken: dict[Identity, DocumentId] = {}
        for document in documents:
            require_document(document)
            identity = _identity(document)
            holder = taken.setdefault(identity, self._by_identity.get(identity, document.id))
            if holder != document.id:
                raise VersionConflict("Another worker added this document first.", fix="Load it and try again.")
        for document in documents:
            if (before := self._documents.get(document.id)) is not None:
                del self._by_identity[_identity(before)]
            self._documents[document.id] = document
            self._by_identity[_identity(document)] = document.id

    async def advance(self, progress: Sequence[EmbeddingProgress], at: datetime) -> None:
        """See ``DocumentStore.advance``."""
        for step in progress:
            document = self._documents.get(step.document_id)
            if document is None or (document.content_hash, document.pending_hash) != (
                step.content_hash,
                step.pending_hash,
            ):
                continue
            self._documents[document.id] = replace(
                document, embedded=step.embedded, status=step.status, reason=step.reason, updated_at=at
            )

    async def set_superseded(self, superseded_by: Mapping[DocumentId, DocumentId | None]) -> None:
        """See ``DocumentStore.set_superseded``."""
        for document_id, newer in superseded_by.items():
            if document_id in self._documents:
                self._documents[document_id] = replace(self._documents[document_id], superseded_by=newer)

    async def superseding(self, collection: str, thread_id: ThreadId | None = None) -> list[Document]:
        """See ``DocumentStore.superseding``."""
        found = [
            d
            for d in self._documents.values()
            if d.collection == collection and d.thread_id == thread_id and d.metadata.supersedes
        ]
        return sorted(found, key=lambda d: d.id)

    async def names_stamp(self, collection: str, thread_id: ThreadId | None = None) -> str:
        """See ``DocumentStore.names_stamp``."""
        found = self._of(collection, thread_id)
        return f"{len(found)} {max((d.updated_at.isoformat() for d in found), default='')}"

    async def names(self, collection: str, thread_id: ThreadId | None = None) -> dict[str, tuple[str, ...]]:
        """See ``DocumentStore.names``."""
        return names_in(d.metadata for d in self._of(collection, thread_id))

    def _of(self, collection: str, thread_id: ThreadId | None) -> list[Document]:
        return [
            d
            for d in self._documents.values()
            if (reaches(collection, d.collection) if d.thread_id is None else d.thread_id == thread_id)
        ]

    async def count_by_status(self) -> dict[DocumentStatus, int]:
        """See ``DocumentStore.count_by_status``."""
        return dict(Counter(d.status for d in self._documents.values()))

    async def get(self, document_id: DocumentId) -> Document | None:
        """See ``DocumentStore.get``."""
        return self._documents.get(document_id)

    async def get_many(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, Document]:
        """See ``DocumentStore.get_many``."""
        return {i: self._documents[i] for i in document_ids if i in self._documents}

    async def by_source(
        self, collection: str, sources: Sequence[str], thread_id: ThreadId | None = None
    ) -> dict[str, Document]:
        """See ``DocumentStore.by_source``."""
        ids = {source: self._by_identity.get((collection, thread_id, source)) for source in sources}
        return {source: self._documents[i] for source, i in ids.items() if i is not None}

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
        """See ``DocumentStore.list``."""
        found = [
            d
            for d in self._documents.values()
            if d.thread_id == thread_id
            and collection in (None, d.collection)
            and status in (None, d.status)
            and d.source.startswith(source_prefix or "")
            and (after is None or d.id > after)
        ]
        return sorted(found, key=lambda d: d.id)[:limit]

    async def delete(self, document_ids: Sequence[DocumentId]) -> None:
        """See ``DocumentStore.delete``."""
        for document_id in document_ids:
            document = self._documents.pop(document_id, None)
            if document is not None:
                del self._by_identity[_identity(document)]
            self._claims.pop(document_id, None)
            self._uploads.pop(document_id, None)
        gone = frozenset(document_ids)
        for document in [d for d in self._documents.values() if d.superseded_by in gone]:
            self._documents[document.id] = replace(document, superseded_by=None)

    async def every(self, *, after: DocumentId | None = None, limit: int = 100) -> list[Document]:
        """See ``DocumentStore.every``."""
        found = [d for d in self._documents.values() if after is None or d.id > after]
        return sorted(found, key=lambda d: d.id)[:limit]

    async def claim(
        self, worker: WorkerId, status: DocumentStatus, *, now: datetime, until: datetime, limit: int
    ) -> list[Document]:
        """See ``DocumentStore.claim``."""
        free = [d for d in self._documents.values() if d.status is status and self._is_free(d.id, worker, now)]
        claimed = sorted(free, key=lambda d: (d.created_at, d.id))[:limit]
        self._claims.update({d.id: (worker, until) for d in claimed})
        return claimed

    def _is_free(self, document_id: DocumentId, worker: WorkerId, now: datetime) -> bool:
        holder, until = self._claims.get(document_id, (worker, now))
        return holder == worker or until <= now

    async def release(self, worker: WorkerId) -> None:
        """See ``DocumentStore.release``."""
        self._claims = {i: claim for i, claim in self._claims.items() if claim[0] != worker}

    async def put_upload(self, document_id: DocumentId, data: bytes) -> None:
        """See ``DocumentStore.put_upload``."""
        require_key(document_id, "document_id")
        self._uploads[document_id] = bytes(data)

    async def upload(self, document_id: DocumentId) -> bytes | None:
        """See ``DocumentStore.upload``."""
        return self._uploads.get(document_id)

    async def drop_upload(self, document_id: DocumentId) -> None:
        """See ``DocumentStore.drop_upload``."""
        self._uploads.pop(document_id, None)

    async def kept_bytes(self, *, without: DocumentId | None = None) -> int:
        """See ``DocumentStore.kept_bytes``."""
        kept = [self._documents[i] for i in self._uploads if i in self._documents and i != without]
        return sum(d.size_bytes for d in kept if d.status is not DocumentStatus.QUEUED)

    async def keep_vectors(self, content_hashes: AbstractSet[str]) -> int:
        """See ``DocumentStore.keep_vectors``."""
        gone = {key for key in self._vectors if key[1] not in content_hashes}
        for key in gone:
            del self._vectors[key]
        return len({content_hash for _, content_hash in gone})

    async def cached_vectors(self, model_id: str, content_hashes: Sequence[str]) -> dict[str, Vectors]:
        """See ``DocumentStore.cached_vectors``."""
        return {h: self._vectors[model_id, h] for h in content_hashes if (model_id, h) in self._vectors}

    async def cache_vectors(self, model_id: str, vectors: Mapping[str, Vectors]) -> None:
        """See ``DocumentStore.cache_vectors``."""
        for content_hash, vector in vectors.items():
            self._vectors.setdefault((model_id, content_hash), np.array(vector, dtype=np.float32))


def _identity(document: Document) -> Identity:
    return document.collection, document.thread_id, document.source
