"""Documents that were accepted and wait to be read.

The bytes of a file are there before it is read. A link has none: its page is fetched when its turn comes, so a
process that was killed meanwhile costs nothing but the time. What was read is kept while there is room, what was
refused is not.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.domain.web import PageRefused
from followthrough.errors import CallerError
from followthrough.ingest.claims import Claims
from followthrough.ingest.identity import Incoming
from followthrough.ingest.indexing import Indexer, Prepared
from followthrough.ingest.originals import Originals
from followthrough.ports.clock import Clock
from followthrough.ports.document_reader import Refused
from followthrough.ports.document_store import DocumentStore, EmbeddingProgress
from followthrough.ports.web import PageReader
from followthrough.rules.language.links import normalise_link

_LOST = "Its content was lost before it was read; send it again."
_STILL_SEARCHED = " The version before it is still searched."


class Uploads:
    """Reads and indexes what was queued, oldest first, several at once: one that takes long holds up no other.

    Args:
        indexer: reads and writes.
        pages: fetches what was given as a link.
        documents: the catalogue, which keeps the bytes.
        originals: decides which bytes stay.
        claims: what this process has taken on.
        clock: says when.
        at_once: how many are read at the same time.
    """

    def __init__(
        self,
        *,
        indexer: Indexer,
        pages: PageReader,
        documents: DocumentStore,
        originals: Originals,
        claims: Claims,
        clock: Clock,
        at_once: int,
    ) -> None:
        self._indexer = indexer
        self._pages = pages
        self._documents = documents
        self._originals = originals
        self._claims = claims
        self._clock = clock
        self._at_once = at_once
        self._one_at_a_time = asyncio.Lock()
        self._reading: dict[DocumentId, asyncio.Task[None]] = {}
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Says that more may be queued."""
        self._news.set()

    async def take_some(self) -> bool:
        """Reads queued documents until one is indexed or more may be queued; False when there is none.

        Those not done yet go on; the next call waits for them as well.
        """
        async with self._one_at_a_time:
            self._news.clear()
            claimed = await self._claims.take(DocumentStatus.QUEUED, limit=self._at_once)
            for document in claimed:
                if document.id not in self._reading and len(self._reading) < self._at_once:
                    self._reading[document.id] = asyncio.create_task(self._index(document.id))
            if not self._reading:
                return False
            try:
                await self._wait()
            except asyncio.CancelledError:
                await self._give_up()
                raise
            return True

    async def _wait(self) -> None:
        """Waits for the first to be done, for news, or until the claims are to be renewed."""
        news = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait(
                {news, *self._reading.values()},
                timeout=self._claims.renew_s,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            news.cancel()
        done = [document_id for document_id, task in self._reading.items() if task.done()]
        finished = [self._reading.pop(document_id) for document_id in done]
        for task in finished:
            await task

    async def _give_up(self) -> None:
        tasks = list(self._reading.values())
        self._reading.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _index(self, document_id: DocumentId) -> None:
        async with self._indexer.lock(document_id):
            document = await self._documents.get(document_id)
            if document is None or document.status is not DocumentStatus.QUEUED:
                return
            incoming = await self._incoming(document)
            if isinstance(incoming, str):
                await self._fail(document, incoming)
                return
            prepared = await self._indexer.prepare(incoming, document)
            if isinstance(prepared, Refused):
                await self._fail(document, prepared.reason)
            elif prepared is not None:
                await self._write(document, prepared)
            await self._settle(document_id, incoming.data)

    async def _incoming(self, document: Document) -> Incoming | str:
        """What is to be read: the kept bytes, or what stands at the document's link; a reason when there is none."""
        data = await self._documents.upload(document.id)
        if data is not None:
            return _incoming(document, data)
        if normalise_link(document.source) != document.source:
            return _LOST
        page = await self._pages.fetch(document.source)
        if isinstance(page, PageRefused):
            return page.reason
        # a page may call any address its own; what is cited is where it was read
        url = document.metadata.source_url or page.url
        incoming = _incoming(document, page.data)
        return replace(incoming, name=page.name, metadata=replace(document.metadata, source_url=url))

    async def _write(self, document: Document, prepared: Prepared) -> None:
        """Writes what was read, unless a newer version was queued, or the document deleted, in the meantime."""
        now = await self._documents.get(document.id)
        if now is None or now.pending_hash != document.pending_hash:
            return
        try:
            await self._indexer.write([prepared])
        except CallerError as error:  # a value in it that the store can't keep
            await self._fail(document, error.what)

    async def _settle(self, document_id: DocumentId, data: bytes) -> None:
        """Keeps the bytes of what was read, unless a version was queued in the meantime, whose own are there."""
        now = await self._documents.get(document_id)
        if now is None or now.status is DocumentStatus.FAILED:
            await self._documents.drop_upload(document_id)
        elif now.status is not DocumentStatus.QUEUED:
            await self._originals.keep(document_id, data)

    async def _fail(self, document: Document, reason: str) -> None:
        progress = EmbeddingProgress(
            document_id=document.id,
            content_hash=document.content_hash,
            pending_hash=document.pending_hash,
            embedded=document.embedded,
            status=DocumentStatus.FAILED,
            reason=reason + (_STILL_SEARCHED if document.passages else ""),
        )
        await self._documents.advance([progress], self._clock.now())


def _incoming(document: Document, data: bytes) -> Incoming:
    return Incoming(
        data=data,
        name=document.name,
        source=document.source,
        collection=document.collection,
        thread_id=document.thread_id,
        metadata=document.metadata,
    )
