"""What is written down of a turn: one record, whether it was completed, stopped or failed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.conversation import (
    Citation,
    Decision,
    DialogState,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    SessionStatus,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.given import Material
from followthrough.domain.objective import OutwardStatus, SubStatus
from followthrough.domain.outcome import Found, Outcome, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Decided, Plan
from followthrough.domain.retrieval import Retrieval
from followthrough.domain.texts import Texts
from followthrough.domain.tools import Tool


def record_turn(
    message: Message,
    decided: Decided,
    outcome: Outcome,
    progress: Progress,
    reply: Reply,
    *,
    pack: Pack,
    now: datetime,
    material: Material | None = None,
    timings_ms: tuple[tuple[str, float], ...] = (),
) -> TurnRecord:
    """The record of a turn that ran to its end."""
    if isinstance(outcome, Found) and outcome.unclear is not None:
        decided = replace(decided, open_slots=outcome.unclear)
    plan = decided.plan
    found = outcome.retrievals if isinstance(outcome, Found) else ()
    tools = outcome.tools if isinstance(outcome, Found) else ()
    searched = {text for one in found for text in one.searched or (one.query,)}
    searches = len(searched) + sum(use.tool is Tool.SEARCH for use in tools)
    return TurnRecord(
        message=message,
        status=TurnStatus.COMPLETED,
        turn_class=plan.turn_class,
        query=_query(message, plan),
        retrieval=RetrievalSummary(searches=searches, passages=turn_sources(found), signal=progress.signal),
        reply=reply,
        decision=_decision(plan, outcome),
        ended_at=now,
        objective=progress.objective,
        objective_status=progress.objective_status,
        closure_message=closure(progress.objective_status, pack.texts),
        dialog_state=_dialog_state(decided, reply, progress.clarification),
        jurisdiction=decided.jurisdiction,
        open_slots=decided.open_slots,
        offer=progress.offer,
        ask=progress.asks[0] if progress.asks else None,
        material=_with_outcome(material, plan, progress),
        tools=tools,
        clarification=progress.clarification,
        timings_ms=timings_ms,
    )


def _with_outcome(material: Material | None, plan: Plan, progress: Progress) -> Material | None:
    """What was given, with the parts that were tried with it and those that it solved."""
    if material is None or not material.given or not isinstance(plan, AnswerQuestion) or progress.objective is None:
        return material
    tried = tuple(part.id for part in plan.parts)
    solved = {sub.id for sub in progress.objective.subs if sub.status is SubStatus.ANSWERED}
    return replace(material, for_parts=tried, solved=tuple(i for i in tried if i in solved))


def closure(status: OutwardStatus | None, texts: Texts) -> str | None:
    """What is said when an objective is over: once it is solved, and once it was tried often enough (R0-24, C9)."""
    closures = {
        OutwardStatus.RESOLVED: texts.closure_resolved,
        OutwardStatus.INCOMPLETE: texts.closure_incomplete,
    }
    return None if status is None else closures.get(status)


def record_early_end(
    message: Message,
    plan: Plan | None,
    status: TurnStatus,
    text: str,
    *,
    citations: tuple[Citation, ...] = (),
    now: datetime,
    session_status: SessionStatus = SessionStatus.ACTIVE,
    error_code: str | None = None,
) -> TurnRecord:
    """The record of a turn that was stopped or failed: what was said so far, and no change to any objective."""
    reason = "stopped_by_user" if status is TurnStatus.STOPPED else "turn_failed"
    return TurnRecord(
        message=message,
        status=status,
        turn_class=plan.turn_class if plan is not None else TurnClass.NEW_QUESTION,
        query=_query(message, plan),
        retrieval=RetrievalSummary(),
        reply=Reply(text=text, citations=citations),
        decision=Decision(lane=plan.decision.lane if plan is not None else Lane.GUARD, reason=reason),
        ended_at=now,
        session_status=session_status,
        error_code=error_code,
    )


def turn_sources(retrievals: tuple[Retrieval, ...]) -> tuple[TurnSource, ...]:
    """Every passage found, each once with its best score; ordered by score, ties by passage id."""
    best: dict[str, TurnSource] = {}
    for found in retrievals:
        for ranked in found.passages:
            known = best.get(ranked.passage.id)
            if known is None or known.score < ranked.score:
                best[ranked.passage.id] = TurnSource(
                    document_id=ranked.passage.document_id,
                    document_name=ranked.passage.document_name,
                    passage_id=ranked.passage.id,
                    score=ranked.score,
                    page=ranked.passage.page,
                    ordinal=ranked.passage.ordinal,
                )
    return tuple(sorted(best.values(), key=lambda s: (-s.score, s.passage_id)))


def _dialog_state(decided: Decided, reply: Reply, loop: ClarificationContext | None) -> DialogState:
    if decided.open_slots is not None or (loop is not None and loop.is_active):
        return DialogState.NEEDS_CLARIFICATION
    return DialogState.ANSWER_PROVIDED if reply.citations else DialogState.INITIAL


def _decision(plan: Plan, outcome: Outcome) -> Decision:
    """The plan's, but where what was found leads to a question."""
    if isinstance(outcome, Found) and outcome.unclear is not None:
        return Decision(lane=Lane.CLARIFICATION, reason="underspecified")
    if isinstance(outcome, Found) and outcome.task is not None:
        return Decision(lane=Lane.CLARIFICATION, reason="document_questions")
    return plan.decision


def _query(message: Message, plan: Plan | None) -> Query:
    if not isinstance(plan, AnswerQuestion):
        return Query(message=message.text)
    return Query(
        message=message.text,
        effective=plan.effective,
        meant=plan.meant,
        is_followup=plan.followup.is_followup,
        followup_kind=plan.followup.kind,
        rewritten_by="model" if any(one.proposed for one in plan.planned) else plan.rewritten_by,
        previous_document_ids=plan.previous_document_ids,
    )
