"""Documents, kept uploads and cached vectors in the SQL database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from datetime import datetime
from typing import Any

import numpy as np
from sqlalchemy import Connection, Executable

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.codec import metadata_codec
from followthrough.adapters.document_store import statements as sql
from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.ports.document_store import EmbeddingProgress
from followthrough.ports.embedder import Vectors
from followthrough.rules.cutting.metadata import names_in
from followthrough.rules.cutting.storable import is_key, is_plain, require_document, require_key

_CHUNK = 900  # values in one IN; the oldest SQLite that is supported takes 999 parameters
_FLOAT32 = np.dtype("<f4")  # little-endian, so that a database file can move between machines
_FIELDS = tuple(field.name for field in fields(Document))

Values = dict[str, Any]


class SqlDocumentStore:
    """A ``DocumentStore`` on a ``Database``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = sql.put(database.insert)
        self._put_upload = sql.put_upload(database.insert)
        self._add_vector = sql.add_vector(database.insert)

    async def put(self, document: Document) -> None:
        """See ``DocumentStore.put``."""
        await self._change(self._put, _row(document))

    async def put_many(self, documents: Sequence[Document]) -> None:
        """See ``DocumentStore.put_many``."""
        await self._change_many(self._put, [_row(document) for document in documents])

    async def advance(self, progress: Sequence[EmbeddingProgress], at: datetime) -> None:
        """See ``DocumentStore.advance``."""
        steps = [
            {
                "document": step.document_id,
                "of_content": step.content_hash,
                "of_pending": step.pending_hash,
                "new_embedded": step.embedded,
                "new_status": step.status.value,
                "new_reason": step.reason,
                "at": at,
            }
            for step in progress
        ]
        await self._change_many(sql.ADVANCE, steps)

    async def set_superseded(self, superseded_by: Mapping[DocumentId, DocumentId | None]) -> None:
        """See ``DocumentStore.set_superseded``."""
        changes = [{"document": older, "newer": newer} for older, newer in superseded_by.items()]
        await self._change_many(sql.SET_SUPERSEDED, changes)

    async def superseding(self, collection: str, thread_id: ThreadId | None = None) -> list[Document]:
        """See ``DocumentStore.superseding``."""
        return await self._documents(sql.superseding(collection, thread_id), {})

    async def names_stamp(self, collection: str, thread_id: ThreadId | None = None) -> str:
        """See ``DocumentStore.names_stamp``."""
        if not is_plain(collection):
            return ""
        values = {"of_collection": collection, "of_thread": thread_id}
        rows = await self._database.read(lambda connection: connection.execute(sql.NAMES_STAMP, values).all())
        return " ".join(map(str, rows[0]))

    async def names(self, collection: str, thread_id: ThreadId | None = None) -> dict[str, tuple[str, ...]]:
        """See ``DocumentStore.names``."""
        if not is_plain(collection):
            return names_in(())
        values = {"of_collection": collection, "of_thread": thread_id}
        rows = await self._database.read(lambda connection: connection.execute(sql.NAMES, values).scalars().all())
        return names_in(metadata_codec().decode(text) for text in rows)

    async def count_by_status(self) -> dict[DocumentStatus, int]:
        """See ``DocumentStore.count_by_status``."""
        counts = await self._database.read(lambda connection: connection.execute(sql.COUNTS).all())
        return {DocumentStatus(status): count for status, count in counts}

    async def get(self, document_id: DocumentId) -> Document | None:
        """See ``DocumentStore.get``."""
        found = await self._documents(sql.ONE, {"document": document_id}) if is_key(document_id) else []
        return found[0] if found else None

    async def get_many(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, Document]:
        """See ``DocumentStore.get_many``."""
        if not document_ids:
            return {}
        found = await self._database.read(_by_many, sql.BY_ID, [i for i in document_ids if is_key(i)], {})
        return {document.id: document for document in map(_document, found)}

    async def by_source(
        self, collection: str, sources: Sequence[str], thread_id: ThreadId | None = None
    ) -> dict[str, Document]:
        """See ``DocumentStore.by_source``."""
        identities = [_identity(collection, thread_id, source) for source in sources if is_plain(source)]
        found = await self._database.read(_by_many, sql.BY_IDENTITY, identities, {})
        return {document.source: document for document in map(_document, found)}

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
        asked = (collection, thread_id, source_prefix, after)
        if not all(is_plain(value) for value in asked if value is not None):
            return []
        statement = sql.listing(
            collection=collection,
            thread_id=thread_id,
            status=status,
            source_prefix=source_prefix,
            after=after,
            limit=limit,
        )
        return await self._documents(statement, {})

    async def delete(self, document_ids: Sequence[DocumentId]) -> None:
        """See ``DocumentStore.delete``."""
        await self._database.write(_delete, [i for i in document_ids if is_key(i)])

    async def every(self, *, after: DocumentId | None = None, limit: int = 100) -> list[Document]:
        """See ``DocumentStore.every``."""
        return await self._documents(sql.EVERY, {"beyond": after or "", "at_most": limit})

    async def claim(
        self, worker: WorkerId, status: DocumentStatus, *, now: datetime, until: datetime, limit: int
    ) -> list[Document]:
        """See ``DocumentStore.claim``."""
        values = {"holder": worker, "in_status": status.value, "now": now, "held_until": until, "at_most": limit}
        claimed = [_document(row) for row in await self._database.write_unsynced(_rows, sql.CLAIM, values)]
        return sorted(claimed, key=lambda document: (document.created_at, document.id))

    async def release(self, worker: WorkerId) -> None:
        """See ``DocumentStore.release``."""
        values = {"holder": worker}
        await self._database.write_unsynced(lambda connection: connection.execute(sql.RELEASE, values))

    async def put_upload(self, document_id: DocumentId, data: bytes) -> None:
        """See ``DocumentStore.put_upload``."""
        require_key(document_id, "document_id")
        await self._change(self._put_upload, {"document_id": document_id, "data": data})

    async def upload(self, document_id: DocumentId) -> bytes | None:
        """See ``DocumentStore.upload``."""
        if not is_key(document_id):
            return None
        values = {"document": document_id}
        return await self._database.read(lambda connection: connection.execute(sql.UPLOAD, values).scalar())

    async def drop_upload(self, document_id: DocumentId) -> None:
        """See ``DocumentStore.drop_upload``."""
        if is_key(document_id):
            await self._change(sql.DROP_UPLOADS, {"many": [document_id]})

    async def kept_bytes(self, *, without: DocumentId | None = None) -> int:
        """See ``DocumentStore.kept_bytes``."""
        values = {"document": without or ""}
        return await self._database.read(
            lambda connection: int(connection.execute(sql.KEPT_BYTES, values).scalar() or 0)
        )

    async def keep_vectors(self, content_hashes: AbstractSet[str]) -> int:
        """See ``DocumentStore.keep_vectors``."""
        cached = await self._database.read(lambda connection: connection.execute(sql.CACHED).scalars().all())
        gone = sorted(set(cached) - content_hashes)
        if gone:
            await self._database.write(_drop_vectors, gone)
        return len(gone)

    async def cached_vectors(self, model_id: str, content_hashes: Sequence[str]) -> dict[str, Vectors]:
        """See ``DocumentStore.cached_vectors``."""
        found = await self._database.read(_by_many, sql.VECTORS, content_hashes, {"model": model_id})
        return {row["content_hash"]: np.frombuffer(row["vector"], _FLOAT32).astype(np.float32) for row in found}

    async def cache_vectors(self, model_id: str, vectors: Mapping[str, Vectors]) -> None:
        """See ``DocumentStore.cache_vectors``."""
        rows = [
            {"model_id": model_id, "content_hash": content_hash, "vector": vector.astype(_FLOAT32).tobytes()}
            for content_hash, vector in vectors.items()
        ]
        if rows:  # a cache: what a power cut takes is computed again
            await self._database.write_unsynced(lambda connection: connection.execute(self._add_vector, rows))

    async def _documents(self, statement: Executable, values: Values) -> list[Document]:
        return [_document(row) for row in await self._database.read(_rows, statement, values)]

    async def _change(self, statement: Executable, values: Values) -> None:
        await self._database.write(lambda connection: connection.execute(statement, values))

    async def _change_many(self, statement: Executable, rows: Sequence[Values]) -> None:
        if rows:
            await self._database.write(lambda connection: connection.execute(statement, rows))


def _rows(connection: Connection, statement: Executable, values: Values) -> list[Values]:
    return [dict(row) for row in connection.execute(statement, values).mappings()]


def _by_many(connection: Connection, statement: Executable, many: Sequence[str], values: Values) -> list[Values]:
    """The rows for any number of values of ``many``; a statement takes only so many."""
    return [row for part in _chunks(many) for row in _rows(connection, statement, {**values, "many": part})]


def _delete(connection: Connection, document_ids: Sequence[str]) -> None:
    for part in _chunks(document_ids):
        connection.execute(sql.DELETE, {"many": part})
        connection.execute(sql.DROP_UPLOADS, {"many": part})
        connection.execute(sql.UNSUPERSEDE, {"many": part})


def _drop_vectors(connection: Connection, content_hashes: Sequence[str]) -> None:
    for part in _chunks(content_hashes):
        connection.execute(sql.DROP_VECTORS, {"many": part})


def _chunks(values: Sequence[str]) -> Iterator[Sequence[str]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))


def _identity(collection: str, thread_id: ThreadId | None, source: str) -> str:
    """The document's identity in a fixed length: a source may be longer than an index takes."""
    parts = (collection, thread_id or "", source)
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def _row(document: Document) -> Values:
    require_document(document)
    return {name: getattr(document, name) for name in _FIELDS} | {
        "identity": _identity(document.collection, document.thread_id, document.source),
        "status": document.status.value,
        "metadata": metadata_codec().encode(document.metadata),
        "supersedes": bool(document.metadata.supersedes),
    }


def _document(row: Values) -> Document:
    decoded: Values = {"status": DocumentStatus(row["status"]), "metadata": metadata_codec().decode(row["metadata"])}
    return Document(**row | decoded)
