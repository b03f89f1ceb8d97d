"""Passages to vectors, one bounded round at a time.

A round takes the documents with the least left to do first, sorts their passages by length across documents, and
computes only what the cache does not have. Invariant: a document is ``ready`` only when every passage of the
version that the catalogue names has its vector.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from followthrough.domain.documents import Document, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId
from followthrough.ingest.claims import Claims
from followthrough.ports.clock import Clock
from followthrough.ports.document_store import DocumentStore, EmbeddingProgress
from followthrough.ports.embedder import Embedder, Vectors
from followthrough.ports.passage_index import PassageIndex
from followthrough.tuning import Tuning

OnEmbedded = Callable[[int], None]
"""Told how many passages have just got their vector."""

_INTERRUPTED = "Adding it was interrupted; add it again."


@dataclass(frozen=True, slots=True)
class _Round:
    """The documents taken on, what they lack, and how much of that is done.

    ``whole`` are the documents of which everything that is missing is in this round.
    """

    documents: Sequence[Document]
    missing: Sequence[Passage]
    whole: frozenset[DocumentId]
    lacking: Counter[DocumentId]
    done: Counter[DocumentId] = field(default_factory=Counter[DocumentId])


class Embedding:
    """Rounds of embedding of one process.

    Args:
        documents: the catalogue and the cache of vectors.
        index: takes the vectors.
        embedder: makes them.
        claims: what this process has taken on.
        clock: says when.
        tuning: batch sizes and times.
    """

    def __init__(
        self,
        *,
        documents: DocumentStore,
        index: PassageIndex,
        embedder: Embedder,
        claims: Claims,
        clock: Clock,
        tuning: Tuning,
    ) -> None:
        self._documents = documents
        self._index = index
        self._embedder = embedder
        self._claims = claims
        self._clock = clock
        self._tuning = tuning
        self._one_at_a_time = asyncio.Lock()
        self._listeners: list[OnEmbedded] = []

    def listen(self, listener: OnEmbedded) -> Callable[[], None]:
        """Has ``listener`` told of progress until the function that is returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def round(self) -> bool:
        """Embeds a bounded number of passages; False when no document needs any."""
        async with self._one_at_a_time:
            claimed = await self._take()
            documents = self._smallest_first([d for d in claimed if not self._is_being_written(d)])
            if not documents:
                return False
            this = await self._plan(documents)
            await self._advance(this)
            model, hashes = self._embedder.model_id, [p.content_hash for p in this.missing]
            cached = await self._documents.cached_vectors(model, hashes)
            await self._keep(this, cached)
            await self._compute(this, [p for p in this.missing if p.content_hash not in cached])
            return True

    async def _take(self) -> list[Document]:
        return await self._claims.take(DocumentStatus.INDEXING, limit=self._tuning.embed_claim_documents)

    def _smallest_first(self, documents: Sequence[Document]) -> list[Document]:
        """Documents for one round: those with the least left, at least one, about a round's worth of passages."""
        taken: list[Document] = []
        passages = 0
        for document in sorted(documents, key=lambda d: (d.passages - d.embedded, d.created_at, d.id)):
            passages += document.passages - document.embedded
            if taken and passages > self._tuning.embed_round_passages:
                break
            taken.append(document)
        return taken

    def _is_being_written(self, document: Document) -> bool:
        """Whether another task or process is about to finish this version: it is left alone for a while."""
        age = self._clock.now() - document.updated_at
        lately = (
            timedelta() <= age < timedelta(seconds=self._tuning.embed_lease_s)
        )  # the clock may have been set back
        return document.pending_hash is not None and lately

    async def _plan(self, documents: Sequence[Document]) -> _Round:
        ids = sorted(d.id for d in documents)
        limit = self._tuning.embed_round_passages
        missing = await self._index.missing_vectors(ids, self._embedder.model_id, limit=limit)
        cut_at = missing[-1].document_id if len(missing) >= limit else None
        whole = frozenset(i for i in ids if cut_at is None or i < cut_at)
        return _Round(documents, missing, whole, Counter(p.document_id for p in missing))

    async def _compute(self, this: _Round, passages: Sequence[Passage]) -> None:
        """Embeds passages, longest last, each text once, and keeps the vectors whenever the claims are renewed."""
        texts = {p.content_hash: p.indexed_text for p in passages}
        ordered = sorted(texts.items(), key=lambda item: len(item[1]))
        size = self._tuning.embed_batch_passages
        fresh: dict[str, Vectors] = {}
        for at in range(0, len(ordered), size):
            batch = ordered[at : at + size]
            vectors = await self._embedder.embed_passages([text for _, text in batch])
            fresh |= {said: vector for (said, _), vector in zip(batch, vectors, strict=True)}
            if self._claims.run_out(DocumentStatus.INDEXING):
                await self._take()
                await self._cache_and_keep(this, fresh)
                fresh = {}
        await self._cache_and_keep(this, fresh)

    async def _cache_and_keep(self, this: _Round, fresh: dict[str, Vectors]) -> None:
        if fresh:
            await self._documents.cache_vectors(self._embedder.model_id, fresh)
            await self._keep(this, fresh)

    async def _keep(self, this: _Round, vectors: dict[str, Vectors]) -> None:
        """Gives the round's passages that say what was embedded their vectors, and moves their documents on."""
        found = [p for p in this.missing if p.content_hash in vectors]
        if not found:
            return
        by_id = {p.id: vectors[p.content_hash] for p in found}
        await self._index.add_vectors(self._embedder.model_id, by_id)
        this.done.update(p.document_id for p in found)
        await self._advance(this)
        for listener in self._listeners:
            listener(len(found))

    async def _advance(self, this: _Round) -> None:
        progress = [self._progress_of(document, this) for document in this.documents]
        await self._documents.advance(progress, self._clock.now())

    def _progress_of(self, document: Document, this: _Round) -> EmbeddingProgress:
        """What the catalogue is told of a document. One whose adding was given up half-way is failed, not ready."""
        status, reason = DocumentStatus.INDEXING, document.reason
        embedded = document.embedded + this.done[document.id]
        if document.id in this.whole:
            left = this.lacking[document.id] - this.done[document.id]
            embedded = document.passages - left
            if not left:
                status, reason = DocumentStatus.READY, None
        if status is DocumentStatus.READY and not document.content_hash:
            status, reason = DocumentStatus.FAILED, _INTERRUPTED
        return EmbeddingProgress(
            document_id=document.id,
            content_hash=document.content_hash,
            pending_hash=document.pending_hash,
            embedded=min(max(0, embedded), document.passages),
            status=status,
            reason=reason,
        )
