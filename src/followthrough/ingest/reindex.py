"""The index built again from the originals, one document after the other, while it serves.

A document's passages are replaced in one step, so at every moment a search finds the old ones or the new ones.
Passages that say the same keep their ids and with them their vectors.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.ingest.identity import Incoming
from followthrough.ingest.indexing import Indexer, Prepared
from followthrough.ingest.originals import original_of
from followthrough.ports.document_reader import Refused
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.tuning import Tuning

_PAGE = 200
_AGAIN = "again"  # a version that no document has, so that each is read
_NO_ORIGINAL = "its original was not kept; add it again"

OnDocument = Callable[[int, int], None]
"""Told how many of how many are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReindexed:
    """A document that stays as it is in the index, or is missing from it, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reindexed:
    """What became of the documents."""

    documents: int
    passages: int
    left: tuple[NotReindexed, ...]


class Reindex:
    """One building of the index.

    Args:
        documents: the catalogue, with the originals.
        index: the passages.
        indexer: reads and writes.
        tuning: batch sizes and bounds.
    """

    def __init__(self, documents: DocumentStore, index: PassageIndex, indexer: Indexer, tuning: Tuning) -> None:
        self._documents = documents
        self._index = index
        self._indexer = indexer
        self._tuning = tuning

    async def run(self, on_document: OnDocument) -> Reindexed:
        """Reads every document again and replaces its passages; what it does not have any more stays as it is.

        Raises:
            DependencyError: the store, the index or the embedder fails; what is done is kept.
        """
        total = sum((await self._documents.count_by_status()).values())
        done = passages = 0
        left: list[NotReindexed] = []
        async for document in self._every():
            result = await self._again(document)
            done += 1
            on_document(done, total)
            if isinstance(result, Prepared):
                passages += len(result.passages)
            elif result is not None:
                left.append(NotReindexed(name=document.name, reason=result))
        await self._indexer.fold()
        return Reindexed(documents=done - len(left), passages=passages, left=tuple(left))

    async def _again(self, document: Document) -> Prepared | str | None:
        """What was written, why nothing was, or None for a document that waits to be read anyway."""
        async with self._indexer.lock(document.id):
            now = await self._documents.get(document.id)
            if now is None or now.status is DocumentStatus.QUEUED:
                return None
            data = await original_of(self._documents, now, max_bytes=self._tuning.document_max_bytes)
            if data is None:
                return _NO_ORIGINAL
            incoming = Incoming(
                data=data,
                name=now.name,
                source=now.source,
                collection=now.collection,
                thread_id=now.thread_id,
                metadata=now.metadata,
            )
            prepared = await self._indexer.prepare(incoming, replace(now, pending_hash=_AGAIN))
            if isinstance(prepared, Refused):
                return prepared.reason
            assert prepared is not None  # noqa: S101 - None means unchanged, which the version above excludes
            # what it is known by stays, so that the same file again costs nothing
            kept = replace(prepared, document=replace(prepared.document, content_hash=now.content_hash))
            await self._indexer.write([kept])
            return kept

    async def _every(self) -> AsyncIterator[Document]:
        after: DocumentId | None = None
        while page := await self._documents.every(after=after, limit=_PAGE):
            for document in page:
                yield document
            after = page[-1].id


async def embed_beside(
    documents: DocumentStore, index: PassageIndex, embedder: Embedder, *, tuning: Tuning, on_passages: OnDocument
) -> int:
    """Makes the vectors of another model for all passages, beside those that serve; returns how many were missing.

    Raises:
        DependencyError: the store, the index or the embedder fails; what is done is kept.
    """
    made, total = 0, await index.count()
    after: DocumentId | None = None
    while page := await documents.every(after=after, limit=_PAGE):
        ids = [document.id for document in page]
        while missing := await index.missing_vectors(ids, embedder.model_id, limit=tuning.embed_batch_passages):
            vectors = await embedder.embed_passages([passage.indexed_text for passage in missing])
            by_hash = {p.content_hash: v for p, v in zip(missing, vectors, strict=True)}
            await documents.cache_vectors(embedder.model_id, by_hash)
            by_id = {p.id: v for p, v in zip(missing, vectors, strict=True)}
            await index.add_vectors(embedder.model_id, by_id)
            made += len(missing)
            on_passages(made, total)
        after = page[-1].id
    return made
