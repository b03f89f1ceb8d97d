"""What was done to things that are not one's own conversation, by which key. No text is ever in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.ids import AuditId

BY_COMMAND = "command"
"""Who did what a command of the command line did."""
BY_NOBODY = "local"
"""Who did what came without a key."""
BY_ITSELF = "itself"
"""Who did what the product does by itself: deleting by age."""


class Outcome(StrEnum):
    """What became of it."""

    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One thing that was done, or refused for want of a role.

    Attributes:
        id: grows with time.
        at: when.
        by: the key's id, or one of the names above.
        action: what, as ``thing.verb``.
        object: the id of the thing; empty where there is none.
        outcome: what became of it.
    """

    id: AuditId
    at: datetime
    by: str
    action: str
    object: str
    outcome: Outcome
