"""What a reader thinks of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.ids import OwnerId, ThreadId, TurnId


class Rating(StrEnum):
    """Whether the answer helped."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """One reader's verdict on one turn; the last one counts."""

    thread_id: ThreadId
    turn_id: TurnId
    by: OwnerId
    rating: Rating
    at: datetime
    note: str | None = None
