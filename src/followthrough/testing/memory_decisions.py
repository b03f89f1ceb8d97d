"""Decisions in memory, beside the threads that make them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.domain.ids import DecisionId, OwnerId, ThreadId
from followthrough.testing.memory_threads import MemoryThreads


class MemoryDecisions:
    """A ``DecisionStore`` over the decisions of a ``MemoryThreads``."""

    def __init__(self, threads: MemoryThreads) -> None:
        self._threads = threads

    async def get(self, decision_id: DecisionId) -> StoredDecision | None:
        """See ``DecisionStore.get``."""
        return self._threads.decisions.get(decision_id)

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
        """See ``DecisionStore.list``."""
        mark = None if before is None else self._threads.decisions.get(before)
        found = [
            stored
            for stored in self._threads.decisions.values()
            if (owner is None or stored.decision.owner == owner)
            and (thread_id is None or stored.decision.thread_id == thread_id)
            and (not reasons or stored.decision.reason in reasons)
            and (since is None or stored.decision.at >= since)
            and (until is None or stored.decision.at < until)
            and (before is None or (mark is not None and _place(stored) < _place(mark)))
        ]
        return sorted(found, key=_place, reverse=True)[:limit]

    async def between(
        self, *, since: datetime, until: datetime, after: tuple[datetime, DecisionId] | None = None, limit: int = 500
    ) -> Sequence[StoredDecision]:
        """See ``DecisionStore.between``."""
        inside = [s for s in self._threads.decisions.values() if since <= s.decision.at < until]
        return sorted((s for s in inside if after is None or _place(s) > after), key=_place)[:limit]

    async def mark(self, decision_id: DecisionId, wrong: Wrong | None, *, at: datetime) -> bool:
        """See ``DecisionStore.mark``."""
        stored = self._threads.decisions.get(decision_id)
        if stored is None:
            return False
        self._threads.decisions[decision_id] = replace(stored, wrong=wrong, wrong_at=at)
        return True


def _place(stored: StoredDecision) -> tuple[datetime, DecisionId]:
    return stored.decision.at, stored.decision.id
