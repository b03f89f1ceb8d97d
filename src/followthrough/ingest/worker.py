"""The background work of one process: queued documents are indexed, indexed passages get their vectors.

Work is claimed for a time, so several processes on one store share it and a dead one's part is taken up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from followthrough.domain.documents import DocumentStatus
from followthrough.domain.ids import WorkerId
from followthrough.errors import DependencyError
from followthrough.ingest.claims import Claims
from followthrough.ingest.embedding import Embedding, OnEmbedded
from followthrough.ingest.indexing import Indexer
from followthrough.ingest.originals import Originals
from followthrough.ingest.uploads import Uploads
from followthrough.ports.clock import Clock
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.web import PageReader
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)


class IngestWorker:
    """Does what is waiting, until it is closed.

    Args:
        indexer: reads and writes what was queued.
        pages: fetches what was given as a link.
        documents: the catalogue, which hands out the work.
        originals: keeps what was read.
        index: takes the vectors.
        embedder: makes them.
        clock: times the claims.
        tuning: batch sizes and times.
        worker: this process's name among all workers.
    """

    def __init__(
        self,
        *,
        indexer: Indexer,
        pages: PageReader,
        documents: DocumentStore,
        originals: Originals,
        index: PassageIndex,
        embedder: Embedder,
        clock: Clock,
        tuning: Tuning,
        worker: WorkerId,
    ) -> None:
        self._documents = documents
        self._poll_s = tuning.ingest_poll_s
        self._claims = Claims(documents, clock, worker, tuning.embed_lease_s)
        self._uploads = Uploads(
            indexer=indexer,
            pages=pages,
            documents=documents,
            originals=originals,
            claims=self._claims,
            clock=clock,
            at_once=2 * tuning.document_readers,
        )
        self._embedding = Embedding(
            documents=documents, index=index, embedder=embedder, claims=self._claims, clock=clock, tuning=tuning
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: set[asyncio.Event] = set()

    @property
    def is_running(self) -> bool:
        """Whether it works in the background."""
        return bool(self._tasks)

    async def start(self) -> None:
        """Begins to work in the background; doing it again changes nothing."""
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._loop("uploads", self._take_uploads), name="followthrough-uploads"),
                asyncio.create_task(self._loop("embedding", self._embedding.round), name="followthrough-embedding"),
            ]

    async def aclose(self) -> None:
        """Stops working. What was begun is given back, for others to take up at once."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(DependencyError):  # the claims end by themselves
            await self._claims.release()

    def wake(self) -> None:
        """Says that there is work, so that nobody waits for the next look."""
        self._uploads.wake()
        self._wake_others()

    def listen(self, listener: OnEmbedded) -> Callable[[], None]:
        """Has ``listener`` told of progress until the function that is returned is called."""
        return self._embedding.listen(listener)

    async def run_until_idle(self) -> None:
        """Works until nothing is queued or without vectors any more, whoever did the rest.

        Raises:
            DependencyError: the store, the index or the embedder fails; what is done is kept.
        """
        while True:
            if await self._take_uploads() or await self._embedding.round():
                continue
            counts = await self._documents.count_by_status()
            if not counts.get(DocumentStatus.QUEUED) and not counts.get(DocumentStatus.INDEXING):
                return
            await self._pause()  # another process has the rest

    async def _take_uploads(self) -> bool:
        taken = await self._uploads.take_some()
        if taken:
            self._wake_others()
        return taken

    def _wake_others(self) -> None:
        for event in self._waiting:
            event.set()

    async def _loop(self, name: str, step: Callable[[], Awaitable[bool]]) -> None:
        while True:
            try:
                if await step():
                    continue
            except DependencyError as error:  # it may come back: the work waits in the store
                _log.warning("ingest_waits", extra={"step": name, "code": error.code, "reason": error.what})
            await self._pause()

    async def _pause(self) -> None:
        """Until ``wake`` is called, or it is time to look for other processes' documents."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll_s):
                    await event.wait()
        finally:
            self._waiting.discard(event)
