"""Hand-offs with what became of them. ``ThreadStore.commit`` makes and moves them; here they are read and delivered.

A claim says which worker tells the outside of a hand-off, so that several workers tell of each once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from followthrough.domain.handoff import Delivery, HandoffState, StoredHandoff
from followthrough.domain.ids import HandoffId, OwnerId, ThreadId, WorkerId


class HandoffStore(Protocol):
    """Storage of hand-offs. Every method may raise ``StoreUnavailable``. Deleting a thread deletes its hand-offs."""

    async def get(self, handoff_id: HandoffId) -> StoredHandoff | None:
        """One hand-off, None when there is none."""
        ...

    async def list(
        self,
        *,
        owner: OwnerId | None = None,
        thread_id: ThreadId | None = None,
        states: Sequence[HandoffState] = (),
        before: HandoffId | None = None,
        limit: int = 50,
    ) -> list[StoredHandoff]:
        """Hand-offs, newest first (ties by id, highest first), those older than ``before``.

        Without an owner those of everybody; without states those in any.
        """
        ...

    async def overdue(self, *, now: datetime, limit: int = 100) -> Sequence[StoredHandoff]:
        """Hand-offs that wait for a person although their time is over, the one due first at the front."""
        ...

    async def claim(
        self, worker: WorkerId, *, now: datetime, until: datetime, due: datetime | None = None, limit: int = 16
    ) -> Sequence[StoredHandoff]:
        """Takes deliveries that no live worker has and that are due by ``due``, the one due first at the front.

        ``now`` and ``until`` are of the time of leases, ``due`` is of the clock; left out, the two are one.
        """
        ...

    async def settle(self, handoff_id: HandoffId, worker: WorkerId, delivery: Delivery) -> bool:
        """Writes how far telling is and gives the claim back; False when it is another worker's by now."""
        ...

    async def retry(self, *, now: datetime) -> int:
        """Makes every delivery that was given up due again, its tries uncounted; returns how many there were."""
        ...
