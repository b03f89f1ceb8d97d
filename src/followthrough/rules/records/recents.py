"""Which turns are past questions: those that began an objective, unless it was tried again since (R0-25, C11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.ids import ThreadId
from followthrough.domain.objective import Objective
from followthrough.domain.recents import PastQuestion
from followthrough.rules.objective.status import outward_status


def past_questions(records: Sequence[TurnRecord], threads: Mapping[ThreadId, Thread]) -> list[PastQuestion]:
    """The questions among the turns, in their order, with the status that they have in their threads now."""
    found: list[PastQuestion] = []
    for record in records:
        thread = threads.get(record.message.thread_id)
        objective = _begun_by(record, thread) if thread is not None else None
        status = outward_status(objective)
        if objective is None or status is None:
            continue
        found.append(
            PastQuestion(
                thread_id=record.message.thread_id,
                turn_id=record.message.turn_id,
                objective_id=objective.id,
                question=objective.summary,
                status=status,
                asked_at=record.message.received_at,
            )
        )
    return found


def _begun_by(record: TurnRecord, thread: Thread) -> Objective | None:
    """The objective that the turn began, as it stands; None where it began none, or a copy took its place."""
    taken_on = {o.retry_of or o.reopened_from for o in thread.objectives}
    return next(
        (o for o in thread.objectives if o.origin_turn == record.message.turn_id and o.id not in taken_on), None
    )
