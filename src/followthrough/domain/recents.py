"""A question that a user asked before, as they find it again (R0-25)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from followthrough.domain.ids import ObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import OutwardStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class PastQuestion:
    """A past question and where it stands now. ``turn_id`` is the turn to try it again by."""

    thread_id: ThreadId
    turn_id: TurnId
    objective_id: ObjectiveId
    question: str
    status: OutwardStatus
    asked_at: datetime
