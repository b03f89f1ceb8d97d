"""The one function that turns the stored objective into what callers see (architecture rule 5, C1)."""

from __future__ import annotations

from followthrough.domain.objective import Objective, ObjectiveStatus, OutwardStatus, SubStatus


def outward_status(objective: Objective | None) -> OutwardStatus | None:
    """None without an objective (never ``resolved``, F1); else C1's mapping."""
    if objective is None:
        return None
    match objective.status:
        case ObjectiveStatus.SOLVED:
            return OutwardStatus.RESOLVED
        case ObjectiveStatus.ABANDONED:
            return OutwardStatus.USER_ENDED
        case ObjectiveStatus.INCOMPLETE:
            return OutwardStatus.INCOMPLETE
        case ObjectiveStatus.BLOCKED:
            return OutwardStatus.UNABLE
        case ObjectiveStatus.ACTIVE:
            return OutwardStatus.NEED_INFO


def objective_status(parts: tuple[SubStatus, ...]) -> ObjectiveStatus:
    """What the parts make of an objective: all answered solves it, C3 blocks it, else it stays active."""
    if parts and all(p is SubStatus.ANSWERED for p in parts):
        return ObjectiveStatus.SOLVED
    if SubStatus.BLOCKED in parts and all(p in (SubStatus.ANSWERED, SubStatus.BLOCKED) for p in parts):
        return ObjectiveStatus.BLOCKED
    return ObjectiveStatus.ACTIVE
