"""What is said of a turn to those who run the product: how far the question is, and what it took (R0-2, R0-34).

Names of states and numbers only: no word of a user or a document, no id of a person.
"""

from __future__ import annotations

from followthrough.domain.conversation import TurnRecord
from followthrough.domain.objective import Objective, OutwardStatus, SubStatus

OUTCOMES = ("solved", "partial", "open", "user_ended", "incomplete", "unable")
OVER = frozenset(("solved", "user_ended", "incomplete", "unable"))
_NAMES = {
    OutwardStatus.RESOLVED: "solved",
    OutwardStatus.USER_ENDED: "user_ended",
    OutwardStatus.INCOMPLETE: "incomplete",
    OutwardStatus.UNABLE: "unable",
}


def outcome_of(record: TurnRecord) -> str | None:
    """What the turn left its objective as, one of ``OUTCOMES``; None without one."""
    if record.objective is None or record.objective_status is None:
        return None
    some = any(sub.status in (SubStatus.ANSWERED, SubStatus.PARTIAL) for sub in record.objective.subs)
    return _NAMES.get(record.objective_status, "partial" if some else "open")


def asks_of(objective: Objective) -> int:
    """How often the user was asked for help with it."""
    return len({ask.turn for ask in objective.asks})


def pursuit_fields(record: TurnRecord) -> dict[str, str | int | bool | None]:
    """The fields of the turn's log line: statuses, whether and why help was asked, what was given and solved."""
    objective, material = record.objective, record.material
    fields: dict[str, str | int | bool | None] = {
        "turn_class": record.turn_class.value,
        "objective_status": record.objective_status.value if record.objective_status is not None else None,
        "attempts": objective.attempts if objective is not None else 0,
        "asks": asks_of(objective) if objective is not None else 0,
        "asked": record.ask is not None,
        "stuck_reason": record.ask.stuck_reason.value if record.ask is not None else None,
        "angle": record.ask.angle.value if record.ask is not None else None,
        "given": " ".join(given.kind.value for given in material.given) if material is not None else "",
        "solved_by_given": len(material.solved) if material is not None else 0,
    }
    statuses = [sub.status for sub in objective.subs] if objective is not None else []
    return fields | {f"parts_{status.value}": statuses.count(status) for status in SubStatus}
