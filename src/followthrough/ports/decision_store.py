"""Decisions with what came out of them later. ``ThreadStore.commit`` makes them; here they are read and marked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.domain.ids import DecisionId, OwnerId, ThreadId


class DecisionStore(Protocol):
    """Storage of decisions. Every method may raise ``StoreUnavailable``. Deleting a thread deletes its decisions."""

    async def get(self, decision_id: DecisionId) -> StoredDecision | None:
        """One decision, None when there is none."""
        ...

    async def list(
        self,
        *,
        owner: OwnerId | None = None,
        thread_id: ThreadId | None = None,
        reasons: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        before: DecisionId | None = None,
        limit: int = 50,
    ) -> list[StoredDecision]:
        """Decisions, newest first (ties by id, highest first), those older than ``before``.

        Without an owner those of everybody; without reasons those for any; from ``since`` to before ``until``.
        """
        ...

    async def between(
        self, *, since: datetime, until: datetime, after: tuple[datetime, DecisionId] | None = None, limit: int = 500
    ) -> Sequence[StoredDecision]:
        """Decisions of all threads made from ``since`` to before ``until``, oldest first, ties by id.

        Only those beyond ``after`` (a decision's time and id).
        """
        ...

    async def mark(self, decision_id: DecisionId, wrong: Wrong | None, *, at: datetime) -> bool:
        """Writes that a decision was wrong, or, with None, that it was not; False when there is no such decision."""
        ...
