"""What the turn means for the objective: a status for each part by its evidence, then one for the whole (R0-31, C7).

A part is answered only by cited passages that cover it. An index that did not answer is no miss: its parts stay
pending and the turn spends no attempt (C8, F38).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.ids import ObjectiveId, SubObjectiveId
from followthrough.domain.objective import (
    Objective,
    ObjectiveStatus,
    SearchAngle,
    Source,
    SubObjective,
    SubStatus,
)
from followthrough.domain.outcome import Found, Outcome, PartAnswer, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Plan
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.status import objective_status, outward_status
from followthrough.rules.stuck import why_stuck
from followthrough.rules.web import angles_of


def evaluate(
    plan: Plan,
    outcome: Outcome,
    thread: Thread,
    *,
    turn: Message,
    now: datetime,
    objective_id: ObjectiveId,
    pack: Pack,
) -> Progress:
    """Where the objective stands after the turn.

    Args:
        plan: what was to be done.
        outcome: what was found.
        thread: as it was before the turn; an objective of this id in it is carried on.
        turn: the message.
        now: when the turn ends.
        objective_id: the objective's id, drawn by the caller.
        pack: how codes look and are asked for.
    """
    if not isinstance(plan, AnswerQuestion) or not isinstance(outcome, Found):
        return Progress()
    known = next((o for o in thread.objectives if o.id == objective_id), None)
    answers = {answer.part_id: answer for answer in outcome.answers}
    stated = dict(plan.stated)
    searched = tuple(
        _judge(part, answers.get(part.id), turn.index, pack, stated=stated.get(part.id)) for part in plan.parts
    )
    before = renamed(known, plan.replaces) if known else None
    subs = _merge(before.subs if before else (), searched)
    status = objective_status(tuple(sub.status for sub in subs))
    attempts = _attempts(known.attempts if known else 0, status, searched)
    objective = Objective(
        id=objective_id,
        status=status,
        summary=known.summary if known else plan.summary,
        subs=subs,
        origin_turn=known.origin_turn if known else turn.turn_id,
        created_at=known.created_at if known else now,
        updated_at=now,
        attempts=attempts,
        asks=before.asks if before else (),
        given_turns=((*before.given_turns, turn.index) if plan.given else before.given_turns) if before else (),
        last_user_ask=before.last_user_ask if before else None,
    )
    return Progress(objective=objective, objective_status=outward_status(objective), signal=_signal(outcome.answers))


def carried_on(plan: Plan, thread: Thread) -> ObjectiveId | None:
    """The objective that a follow-up's parts join (C34), None where a new one begins."""
    if isinstance(plan, AnswerQuestion) and (plan.followup.is_followup or plan.given):
        return thread.active_objective_id
    return None


def renamed(objective: Objective, replaces: Sequence[tuple[SubObjectiveId, SubObjectiveId]]) -> Objective:
    """The objective with parts under the ids of their other words; what was asked of the user stays asked (C4)."""
    ids = dict(replaces)
    return replace(
        objective,
        subs=tuple(replace(sub, id=ids.get(sub.id, sub.id)) for sub in objective.subs),
        asks=tuple(replace(ask, sub_id=ids.get(ask.sub_id, ask.sub_id)) for ask in objective.asks),
    )


def _judge(
    part: SubObjective, answer: PartAnswer | None, turn_index: int, pack: Pack, *, stated: str | None = None
) -> SubObjective:
    """The part as its answer leaves it. Without a cited passage nothing is answered, whatever else is said.

    The user's word alone makes a part partial, for as long as nothing better is found (F19).
    """
    if answer is None or answer.signal is RetrievalSignal.INFRA_ERROR:
        return replace(part, status=SubStatus.PENDING)
    tried = tuple(dict.fromkeys((*part.tried, SearchAngle.AS_ASKED, *angles_of(answer))))
    reason = why_stuck(part, answer, pack)
    part = replace(part, stuck_reason=reason, last_tried_turn=turn_index, tried=tried)
    word = stated or (part.answer if part.source is Source.USER_PROVIDED and not part.evidence else None)
    if not answer.extracts and word:
        return replace(part, status=SubStatus.PARTIAL, answer=word, source=Source.USER_PROVIDED)
    if not answer.extracts:
        return replace(part, status=SubStatus.FAILED)
    return replace(
        part,
        status=SubStatus.ANSWERED if reason is None else SubStatus.PARTIAL,
        answer="\n".join(extract.text for extract in answer.extracts),
        source=answer.source,
        evidence=tuple(dict.fromkeys(extract.passage.id for extract in answer.extracts)),
    )


def _merge(known: tuple[SubObjective, ...], searched: tuple[SubObjective, ...]) -> tuple[SubObjective, ...]:
    """The known parts in their order, as the turn leaves them, then the new ones. An answered part stays (F22)."""
    by_id = {sub.id: sub for sub in searched}
    kept = tuple(sub if sub.status is SubStatus.ANSWERED else by_id.get(sub.id, sub) for sub in known)
    ids = {sub.id for sub in known}
    return (*kept, *(sub for sub in searched if sub.id not in ids))


def _attempts(before: int, status: ObjectiveStatus, searched: tuple[SubObjective, ...]) -> int:
    """Turns that searched for an open part and ended with one still open (C8); 0 again when all are answered."""
    if status is ObjectiveStatus.SOLVED:
        return 0
    open_after_search = any(sub.status in (SubStatus.FAILED, SubStatus.PARTIAL) for sub in searched)
    return before + 1 if open_after_search else before


def _signal(answers: tuple[PartAnswer, ...]) -> RetrievalSignal:
    """The turn's evidence as a whole: as good as its weakest part, none or an error only where every part is."""
    signals = {answer.signal for answer in answers}
    if len(signals) == 1:
        return next(iter(signals))
    if signals == {RetrievalSignal.HIGH, RetrievalSignal.TOOL_OK}:
        return RetrievalSignal.TOOL_OK
    return RetrievalSignal.LOW
