"""What readers think of answers."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from followthrough.domain.feedback import Feedback
from followthrough.domain.ids import ThreadId


class FeedbackStore(Protocol):
    """Storage of feedback. Every method may raise ``StoreUnavailable``. Deleting a thread deletes its feedback."""

    async def put(self, feedback: Feedback) -> None:
        """Keeps a verdict in the place of an earlier one of the same reader on the same turn.

        Raises:
            NotFound: there is no such thread.
            InvalidInput: a key or text that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def of_thread(self, thread_id: ThreadId) -> list[Feedback]:
        """The verdicts on a thread's turns, oldest first, ties by turn and reader."""
        ...

    async def between(self, *, since: datetime, until: datetime) -> list[Feedback]:
        """The verdicts given from ``since`` to before ``until``, oldest first, ties by turn and reader."""
        ...
