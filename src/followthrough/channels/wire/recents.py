"""Past questions as callers see them."""

from __future__ import annotations

from followthrough.channels.wire.schema import Answer, Time
from followthrough.domain import recents as domain
from followthrough.domain.objective import OutwardStatus


class WirePastQuestion(Answer):
    """A question that was asked before, and where it stands now."""

    turn_id: str
    """The turn that asked it: `POST /v1/threads/{thread_id}/retry` with it tries it again."""
    thread_id: str
    objective_id: str
    question: str
    objective_status: OutwardStatus
    asked_at: Time


class Recents(Answer):
    """The caller's past questions, newest first."""

    recents: list[WirePastQuestion]
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


def past_question(value: domain.PastQuestion) -> WirePastQuestion:
    """A past question on the wire."""
    return WirePastQuestion(
        turn_id=value.turn_id,
        thread_id=value.thread_id,
        objective_id=value.objective_id,
        question=value.question,
        objective_status=value.status,
        asked_at=value.asked_at,
    )
