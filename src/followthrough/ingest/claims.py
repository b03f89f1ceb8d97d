"""What this process has taken on, for a time, so that no other does the same work meanwhile."""

from __future__ import annotations

from datetime import timedelta

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import WorkerId
from followthrough.ports.clock import Clock
from followthrough.ports.document_store import DocumentStore

_CHANCES = 3  # to renew a claim before it is over


class Claims:
    """The claims of one worker.

    Args:
        documents: the catalogue, which hands out the work.
        clock: times the claims.
        worker: this process's name among all workers.
        lease_s: how long a claim holds unless it is renewed.
    """

    def __init__(self, documents: DocumentStore, clock: Clock, worker: WorkerId, lease_s: float) -> None:
        self._documents = documents
        self._clock = clock
        self._worker = worker
        self._lease_s = lease_s
        self._taken_ms: dict[DocumentStatus, float] = {}

    @property
    def renew_s(self) -> float:
        """How long a claim may wait for its renewal."""
        return self._lease_s / _CHANCES

    async def take(self, status: DocumentStatus, *, limit: int) -> list[Document]:
        """Documents in this status that are this worker's now; those it had already are renewed."""
        now = self._clock.leases()
        self._taken_ms[status] = self._clock.monotonic_ms()
        until = now + timedelta(seconds=self._lease_s)
        return await self._documents.claim(self._worker, status, now=now, until=until, limit=limit)

    def run_out(self, status: DocumentStatus) -> bool:
        """Whether it is time to take the documents in this status again."""
        passed_s = (self._clock.monotonic_ms() - self._taken_ms.get(status, 0.0)) / 1_000
        return passed_s > self.renew_s

    async def release(self) -> None:
        """Gives everything back for others to take up at once."""
        await self._documents.release(self._worker)
