"""What callers see of an objective (C1, C2, C3, F1)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.domain.ids import ObjectiveId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, OutwardStatus, SubStatus
from followthrough.rules.objective.status import objective_status, outward_status

NOW = datetime(2026, 1, 1, tzinfo=UTC)
P, A, H, F, B = SubStatus.PENDING, SubStatus.ANSWERED, SubStatus.PARTIAL, SubStatus.FAILED, SubStatus.BLOCKED


def objective(status: ObjectiveStatus) -> Objective:
    return Objective(
        id=ObjectiveId("o"),
        status=status,
        summary="s",
        subs=(),
        origin_turn=TurnId("t"),
        created_at=NOW,
        updated_at=NOW,
    )


def test_f1_no_objective_is_never_resolved() -> None:
    assert outward_status(None) is None


@pytest.mark.parametrize(
    ("inner", "outward"),
    [
        (ObjectiveStatus.SOLVED, OutwardStatus.RESOLVED),
        (ObjectiveStatus.ABANDONED, OutwardStatus.USER_ENDED),
        (ObjectiveStatus.INCOMPLETE, OutwardStatus.INCOMPLETE),
        (ObjectiveStatus.BLOCKED, OutwardStatus.UNABLE),
        (ObjectiveStatus.ACTIVE, OutwardStatus.NEED_INFO),
    ],
)
def test_c1_each_stored_status_has_its_outward_one(inner: ObjectiveStatus, outward: OutwardStatus) -> None:
    assert outward_status(objective(inner)) is outward


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((A,), ObjectiveStatus.SOLVED),
        ((A, A), ObjectiveStatus.SOLVED),
        ((A, P), ObjectiveStatus.ACTIVE),
        ((A, H), ObjectiveStatus.ACTIVE),
        ((F,), ObjectiveStatus.ACTIVE),
        ((A, B), ObjectiveStatus.BLOCKED),
        ((B,), ObjectiveStatus.BLOCKED),
        ((B, H), ObjectiveStatus.ACTIVE),
        ((B, F), ObjectiveStatus.ACTIVE),
        ((B, P), ObjectiveStatus.ACTIVE),
        ((), ObjectiveStatus.ACTIVE),
    ],
)
def test_r0_12_c3_the_parts_decide_the_objective(parts: tuple[SubStatus, ...], expected: ObjectiveStatus) -> None:
    assert objective_status(parts) is expected
