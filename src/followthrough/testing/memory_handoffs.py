"""Hand-offs in memory, beside the threads that make them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from followthrough.domain.handoff import Delivery, DeliveryState, HandoffState, StoredHandoff
from followthrough.domain.ids import HandoffId, OwnerId, ThreadId, WorkerId
from followthrough.testing.memory_threads import MemoryThreads


class MemoryHandoffs:
    """A ``HandoffStore`` over the hand-offs of a ``MemoryThreads``."""

    def __init__(self, threads: MemoryThreads) -> None:
        self._threads = threads
        self._claims: dict[HandoffId, tuple[WorkerId, datetime]] = {}

    async def get(self, handoff_id: HandoffId) -> StoredHandoff | None:
        """See ``HandoffStore.get``."""
        return self._threads.handoffs.get(handoff_id)

    async def list(
        self,
        *,
        owner: OwnerId | None = None,
        thread_id: ThreadId | None = None,
        states: Sequence[HandoffState] = (),
        before: HandoffId | None = None,
        limit: int = 50,
    ) -> list[StoredHandoff]:
        """See ``HandoffStore.list``."""
        mark = None if before is None else self._threads.handoffs.get(before)
        found = [
            stored
            for stored in self._threads.handoffs.values()
            if (owner is None or stored.handoff.owner == owner)
            and (thread_id is None or stored.handoff.thread_id == thread_id)
            and (not states or stored.state in states)
            and (before is None or (mark is not None and _age(stored) < _age(mark)))
        ]
        return sorted(found, key=_age, reverse=True)[:limit]

    async def overdue(self, *, now: datetime, limit: int = 100) -> Sequence[StoredHandoff]:
        """See ``HandoffStore.overdue``."""
        found = [
            stored
            for stored in self._threads.handoffs.values()
            if stored.state is HandoffState.WAITING and stored.handoff.due_at <= now
        ]
        return sorted(found, key=lambda s: (s.handoff.due_at, s.handoff.id))[:limit]

    async def claim(
        self, worker: WorkerId, *, now: datetime, until: datetime, due: datetime | None = None, limit: int = 16
    ) -> Sequence[StoredHandoff]:
        """See ``HandoffStore.claim``."""
        by = due or now
        found = [
            (stored.delivery.next_at, stored.handoff.id, stored)
            for stored in self._threads.handoffs.values()
            if stored.delivery.state is DeliveryState.WAITING
            and stored.delivery.next_at is not None
            and stored.delivery.next_at <= by
            and (stored.handoff.id not in self._claims or self._claims[stored.handoff.id][1] <= now)
        ]
        claimed = [stored for _, _, stored in sorted(found, key=lambda one: one[:2])[:limit]]
        for stored in claimed:
            self._claims[stored.handoff.id] = (worker, until)
        return claimed

    async def settle(self, handoff_id: HandoffId, worker: WorkerId, delivery: Delivery) -> bool:
        """See ``HandoffStore.settle``."""
        stored, claim = self._threads.handoffs.get(handoff_id), self._claims.get(handoff_id)
        if stored is None or claim is None or claim[0] != worker:
            return False
        del self._claims[handoff_id]
        self._threads.handoffs[handoff_id] = replace(stored, delivery=delivery)
        return True

    async def retry(self, *, now: datetime) -> int:
        """See ``HandoffStore.retry``."""
        dead = [s for s in self._threads.handoffs.values() if s.delivery.state is DeliveryState.DEAD]
        for stored in dead:
            again = replace(stored.delivery, state=DeliveryState.WAITING, attempts=0, next_at=now)
            self._threads.handoffs[stored.handoff.id] = replace(stored, delivery=again)
        return len(dead)


def _age(stored: StoredHandoff) -> tuple[datetime, HandoffId]:
    return stored.handoff.created_at, stored.handoff.id
