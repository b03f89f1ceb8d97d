"""Feedback in memory, for tests and for throw-away systems."""

from __future__ import annotations

from datetime import datetime

from followthrough.domain.feedback import Feedback
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.errors import NotFound
from followthrough.rules.cutting.storable import require_key, require_text
from followthrough.testing.memory_threads import MemoryThreads


class MemoryFeedback:
    """A ``FeedbackStore`` that forgets everything with the process."""

    def __init__(self, threads: MemoryThreads) -> None:
        self._threads = threads
        self._kept: dict[tuple[ThreadId, TurnId, OwnerId], Feedback] = {}

    async def put(self, feedback: Feedback) -> None:
        """See ``FeedbackStore.put``."""
        require_key(feedback.turn_id, "turn_id")
        require_key(feedback.by, "by")
        if feedback.note is not None:
            require_text(feedback.note, "note")
        if await self._threads.get(feedback.thread_id) is None:
            raise NotFound("There is no conversation with this id.", fix="Check the id.")
        self._kept[feedback.thread_id, feedback.turn_id, feedback.by] = feedback

    async def of_thread(self, thread_id: ThreadId) -> list[Feedback]:
        """See ``FeedbackStore.of_thread``."""
        return [f for f in await self._all() if f.thread_id == thread_id]

    async def between(self, *, since: datetime, until: datetime) -> list[Feedback]:
        """See ``FeedbackStore.between``."""
        return [f for f in await self._all() if since <= f.at < until]

    async def _all(self) -> list[Feedback]:
        there = [f for f in self._kept.values() if await self._threads.get(f.thread_id) is not None]
        return sorted(there, key=lambda f: (f.at, f.turn_id, f.by))
