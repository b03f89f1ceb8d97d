"""What a turn of a clarification loop means for its objective: its questions leave it as it is, its end answers it.

Loop turns spend no attempt and no ask (C28): nothing was searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from followthrough.domain.clarification import KnownDetails
from followthrough.domain.conversation import Message, PendingOffer, Thread
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, StuckReason, SubObjective, SubStatus
from followthrough.domain.outcome import Clarified, Outcome, PartAnswer, Progress
from followthrough.domain.plan import AskLoop, FinishLoop
from followthrough.rules.objective.lifecycle import Event, happens, settled
from followthrough.rules.objective.status import outward_status
from followthrough.tuning import Tuning

ANSWER_CHANGED = "answer_changed"
"""Why a loop goes on or ends anew: an answer was put right."""


def loop_progress(
    plan: AskLoop | FinishLoop, outcome: Outcome, thread: Thread, *, turn: Message, now: datetime, tuning: Tuning
) -> Progress:
    """Where the loop's objective stands after the turn."""
    known = next((o for o in thread.objectives if o.id == plan.context.objective_id), None)
    if known is None:
        return Progress()
    match plan:
        case AskLoop():
            objective = replace(known, subs=tuple(sub for sub in known.subs if sub not in plan.dropped))
        case FinishLoop():
            objective = _finished(known, plan, outcome, turn=turn, tuning=tuning)
            objective = replace(objective, updated_at=now)
    return Progress(objective=objective, objective_status=outward_status(objective), offer=_offer(plan, objective))


def _offer(plan: AskLoop | FinishLoop, objective: Objective) -> PendingOffer | None:
    """At the end of the questions: to look up what was asked beside the answers (C39)."""
    noted = plan.context.noted
    if isinstance(plan, AskLoop) or not noted:
        return None
    return PendingOffer(text=noted[0], objective_id=objective.id, about="\n".join(noted))


def _finished(known: Objective, plan: FinishLoop, outcome: Outcome, *, turn: Message, tuning: Tuning) -> Objective:
    """The objective with its answers; its document asks no more for it (S1)."""
    answers = {a.part_id: a for a in outcome.answers} if isinstance(outcome, Clarified) else {}
    tried = None if plan.context.requires_handoff else turn.index  # a person comes: the user is asked for nothing
    again = plan.decision.reason == ANSWER_CHANGED
    judged = {sub.id for sub in known.subs if again or sub.status is not SubStatus.ANSWERED}  # F22
    subs = tuple(_judge(sub, answers.get(sub.id), tried) if sub.id in judged else sub for sub in known.subs)
    asked = tuple(dict.fromkeys((*known.clarified_by, plan.context.document_id)))
    objective = replace(known, clarified_by=asked, details=_with(known.details, plan, answers))
    if objective.status is ObjectiveStatus.SOLVED:  # an answer was put right after the end
        objective = happens(objective, Event.FOLLOW_UP)
    if objective.status is not ObjectiveStatus.ACTIVE:  # ended while the loop was paused: it stays ended
        return replace(objective, subs=subs)
    return settled(objective, subs, searched=False, tuning=tuning)


def _with(
    details: tuple[KnownDetails, ...], plan: FinishLoop, answers: Mapping[SubObjectiveId, PartAnswer]
) -> tuple[KnownDetails, ...]:
    loop = plan.context
    others = tuple(known for known in details if known.document_id != loop.document_id)
    parts = tuple(i for i, answer in answers.items() if answer.extracts or len(answers) == 1)
    return (*others, KnownDetails(document_id=loop.document_id, answers=loop.answers, parts=parts))


def _judge(sub: SubObjective, answer: PartAnswer | None, tried: int | None) -> SubObjective:
    """The part as its answer leaves it."""
    if answer is None:
        return sub
    sub = replace(sub, last_tried_turn=tried or sub.last_tried_turn)
    if not answer.extracts:
        return replace(sub, status=SubStatus.FAILED, stuck_reason=StuckReason.NO_EVIDENCE)
    return replace(
        sub,
        status=SubStatus.ANSWERED if answer.complete else SubStatus.PARTIAL,
        answer="\n".join(extract.text for extract in answer.extracts),
        source=answer.source,
        evidence=tuple(dict.fromkeys(extract.passage.id for extract in answer.extracts)),
        stuck_reason=None if answer.complete else StuckReason.PARTIAL_ANSWER,
    )
