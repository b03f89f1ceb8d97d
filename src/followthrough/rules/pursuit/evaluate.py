"""What the turn means for the objective: a status for each part by its evidence, then one for the whole (R0-31, C7).

A part is answered only by cited passages that cover it. An index that did not answer is no miss: its parts stay
as they were and the turn spends no attempt (C8, F38). An answered part stays answered unless contradicted (F22).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.ids import ObjectiveId, SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, Source, StuckReason, SubObjective, SubStatus
from followthrough.domain.outcome import Found, Outcome, PartAnswer, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import (
    AnswerQuestion,
    AskLoop,
    AskSlots,
    Conclude,
    Conclusion,
    Continues,
    FinishLoop,
    OfferOptions,
    Plan,
    Recount,
    SayText,
    TakeAction,
)
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.loop.progress import loop_progress
from followthrough.rules.objective.lifecycle import ended, given_up, opened, settled, without
from followthrough.rules.objective.status import outward_status
from followthrough.rules.objective.stuck import why_stuck
from followthrough.rules.pursuit.offered import offer_in
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.web.searching import angles_of
from followthrough.tuning import Tuning


def evaluate(
    plan: Plan,
    outcome: Outcome,
    thread: Thread,
    *,
    turn: Message,
    now: datetime,
    objective_id: ObjectiveId,
    pack: Pack,
    tuning: Tuning,
) -> Progress:
    """Where the objective stands after the turn.

    Args:
        plan: what was to be done.
        outcome: what was found.
        thread: as it was before the turn.
        turn: the message.
        now: when the turn ends.
        objective_id: the id of a new objective, drawn by the caller.
        pack: how codes look and are asked for.
        tuning: the table of numbers.
    """
    match plan:
        case SayText() | AskSlots() | OfferOptions() | TakeAction() | Recount():
            return Progress()
        case Conclude():
            objective = _concluded(plan, turn, now=now, new_id=objective_id, tuning=tuning)
            return Progress(objective=objective, objective_status=outward_status(objective))
        case AnswerQuestion():
            if not isinstance(outcome, Found) or outcome.unclear is not None:
                return Progress(signal=_signal(outcome.answers) if isinstance(outcome, Found) else None)
            objective = opened(plan, thread, turn, now=now, new_id=objective_id)
            if outcome.task is not None:
                return _waiting(plan, objective, outcome, now=now)
            subs = _judged(plan, outcome, objective, turn, pack)
            counts = _is_new(plan, outcome) and not _succeeds(plan, objective, subs, outcome, tuning)
            objective = settled(objective, subs, searched=counts, tuning=tuning)
            objective = replace(objective, updated_at=now)
            return Progress(
                objective=objective,
                objective_status=outward_status(objective),
                signal=_signal(outcome.answers),
                offer=offer_in(outcome, objective, pack),
            )
        case AskLoop() | FinishLoop():
            return loop_progress(plan, outcome, thread, turn=turn, now=now, tuning=tuning)
        case _:
            assert_never(plan)


def _is_new(plan: AnswerQuestion, found: Found) -> bool:
    """Whether something was looked for that was not only shown again, and the search worked."""
    worked = any(answer.signal is not RetrievalSignal.INFRA_ERROR for answer in found.answers)
    return worked and bool(found.retrievals) and not (plan.shown is not None and plan.shown.again)


def _succeeds(
    plan: AnswerQuestion, objective: Objective, subs: tuple[SubObjective, ...], found: Found, tuning: Tuning
) -> bool:
    """Whether a follow-up has its answer, and what else is open makes no attempt of it (C8).

    That needs another look at an older open part; even then a turn with its answer is not the one that ends it all.
    """
    own = {part.id for part in plan.parts} - set(plan.again)
    shown = {answer.part_id for answer in found.answers if answer.extracts}
    solved = {sub.id for sub in subs if sub.status is SubStatus.ANSWERED or sub.id in shown}
    if not isinstance(plan.aim, Continues) or not own or not own <= solved:
        return False
    return not plan.again or objective.attempts + 1 >= tuning.max_attempts


def _waiting(plan: AnswerQuestion, objective: Objective, found: Found, *, now: datetime) -> Progress:
    """The objective while a document's questions come before its answer: nothing is answered, no attempt is spent."""
    known = {sub.id for sub in objective.subs}
    subs = (*objective.subs, *(part for part in plan.parts if part.id not in known))
    objective = replace(objective, subs=subs, updated_at=now)
    return Progress(objective=objective, objective_status=outward_status(objective), signal=_signal(found.answers))


def _concluded(plan: Conclude, turn: Message, *, now: datetime, new_id: ObjectiveId, tuning: Tuning) -> Objective:
    """The objective as the user leaves it. What only waited for an answer of theirs becomes one that was ended."""
    objective = plan.objective or Objective(
        id=new_id,
        status=ObjectiveStatus.ACTIVE,
        summary=plan.original,
        subs=(sub_objective(plan.original),),
        origin_turn=turn.turn_id,
        created_at=now,
        updated_at=now,
    )
    match plan.how:
        case Conclusion.USER_ENDED:
            return ended(objective, now=now)
        case Conclusion.NOTHING_TO_GIVE:
            return given_up(objective, now=now)
        case Conclusion.PART_DROPPED:
            return without(objective, plan.dropped, now=now, tuning=tuning)


def _judged(
    plan: AnswerQuestion, found: Found, objective: Objective, turn: Message, pack: Pack
) -> tuple[SubObjective, ...]:
    """The objective's parts in their order, then the new ones; the searched ones as their answers leave them."""
    answers = {answer.part_id: answer for answer in found.answers}
    known = {sub.id: sub for sub in objective.subs}
    judged: dict[SubObjectiveId, SubObjective] = {}
    for planned in plan.planned:
        part = planned.part
        answer = answers.get(part.id)
        before = _worded(known.get(part.id, part), part)
        if answer is not None and answer.signal is not RetrievalSignal.INFRA_ERROR:
            tried = tuple(dict.fromkeys((*before.tried, planned.angle, *angles_of(answer))))
            searched = part.effective or before.effective or planned.query
            before = replace(before, tried=tried, effective=searched, last_tried_turn=turn.index)
            before = _judge(before, answer, pack, stated=planned.stated or None)
        judged[part.id] = before
    kept = tuple(judged.get(sub.id, sub) for sub in objective.subs)
    return (*kept, *(judged[part.id] for part in plan.parts if part.id not in known))


def _worded(known: SubObjective, part: SubObjective) -> SubObjective:
    """The part as it is known, in the words that it has now."""
    return replace(known, text=part.text, context=part.context, name=part.name or known.name)


def _judge(part: SubObjective, answer: PartAnswer, pack: Pack, *, stated: str | None = None) -> SubObjective:
    """The part as its answer leaves it. Without a cited passage nothing is answered, whatever else is said.

    The user's word alone makes a part partial (F19); what was found of a part stays when it is tried again in vain.
    """
    reason = why_stuck(part, answer, pack)
    if part.status is SubStatus.ANSWERED and reason not in (None, StuckReason.CONFLICTING_INFO):
        return part
    is_waited_for = not (answer.needs_nothing and reason is StuckReason.PARTIAL_ANSWER)
    part = replace(part, stuck_reason=reason if is_waited_for else None)
    if stated and reason is not None and answer.source is not Source.USER_PROVIDED:
        return replace(part, status=SubStatus.PARTIAL, answer=stated, source=Source.USER_PROVIDED, evidence=())
    if not answer.extracts:
        return replace(part, status=SubStatus.PARTIAL if part.answer else SubStatus.FAILED)
    return replace(
        part,
        status=SubStatus.ANSWERED if reason is None else SubStatus.PARTIAL,
        answer="\n".join(extract.text for extract in answer.extracts),
        source=answer.source,
        evidence=tuple(dict.fromkeys(extract.passage.id for extract in answer.extracts)),
    )


def _signal(answers: tuple[PartAnswer, ...]) -> RetrievalSignal:
    """The turn's evidence as a whole: as good as its weakest part, none or an error only where every part is."""
    signals = {answer.signal for answer in answers}
    if len(signals) == 1:
        return next(iter(signals))
    if signals == {RetrievalSignal.HIGH, RetrievalSignal.TOOL_OK}:
        return RetrievalSignal.TOOL_OK
    return RetrievalSignal.LOW
