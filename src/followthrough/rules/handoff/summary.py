"""What the person who takes over reads first: the objective, what is answered and missing, the answers to questions.

Invariant: what users wrote goes through ``rules.language.private``; what documents say goes as it stands (C42).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.handoff import (
    AnsweredPart,
    Delivery,
    DeliveryState,
    Handoff,
    HandoffReason,
    HandoffSource,
    HandoffState,
    HandoffSummary,
    Holder,
    StoredHandoff,
)
from followthrough.domain.objective import Source, SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.handoff.call import handoff_id, was_asked_for
from followthrough.rules.language.private import answer_without_identifiers, without_identifiers
from followthrough.rules.proposals.check_told import check_told
from followthrough.tuning import Tuning


def handoff_of(record: TurnRecord, thread: Thread, pack: Pack, *, wait_minutes: float) -> Handoff | None:
    """The hand-off that a turn makes, None when it makes none.

    Args:
        record: the turn as it ended.
        thread: before the turn.
        pack: the words that announce what is private.
        wait_minutes: how long a person is waited for.
    """
    if not record.handoff:
        return None
    return Handoff(
        id=handoff_id(record.message.turn_id),
        thread_id=thread.id,
        turn_id=record.message.turn_id,
        owner=thread.owner,
        reason=HandoffReason.USER_REQUEST if was_asked_for(record) else HandoffReason.DOCUMENT,
        created_at=record.ended_at,
        due_at=record.ended_at + timedelta(minutes=wait_minutes),
        summary=_summary(record, thread, pack),
    )


def facts_for(summary: HandoffSummary) -> tuple[str, ...]:
    """What a model may tell of it, a line each: the objective, its parts as they stand, answers to questions."""
    parts = (f"{part.text} ({part.status.value}): {part.answer}".rstrip(": ") for part in summary.parts)
    pairs = (f"{question} {answer}" for question, answer in summary.pairs if answer is not None)
    return tuple(fact for fact in (summary.objective or "", *parts, *pairs) if fact)


def with_words(handoff: Handoff, told: str, pack: Pack, tuning: Tuning) -> Handoff:
    """The hand-off with what a model told of it, as far as its facts bear that."""
    facts = facts_for(handoff.summary)
    words = check_told(told, facts, pack, tuning, most=tuning.summary_max_sentences)
    return replace(handoff, summary=replace(handoff.summary, words=words)) if words else handoff


def newly_stored(handoff: Handoff, *, told: bool) -> StoredHandoff:
    """The hand-off as it is first kept; ``told``: there is somebody outside to tell of it, at once."""
    delivery = Delivery(state=DeliveryState.WAITING, next_at=handoff.created_at) if told else Delivery()
    return StoredHandoff(handoff=handoff, delivery=delivery)


def _summary(record: TurnRecord, thread: Thread, pack: Pack) -> HandoffSummary:
    objective = record.objective or thread.active_objective
    loop = record.clarification or thread.clarification
    about = loop if loop is not None and objective is not None and loop.objective_id == objective.id else None
    return HandoffSummary(
        objective=None if objective is None else without_identifiers(objective.summary, pack),
        parts=() if objective is None else tuple(_part(sub, pack) for sub in objective.subs),
        pairs=()
        if about is None
        else tuple((pair.question, _answer(pair.question, pair.answer, pack)) for pair in about.answers),
        sources=_sources(record, thread),
    )


def _part(sub: SubObjective, pack: Pack) -> AnsweredPart:
    """An answer of the user's own is their words; any other is a document's."""
    answer = sub.answer or ""
    if sub.source is Source.USER_PROVIDED:
        answer = without_identifiers(answer, pack)
    return AnsweredPart(text=without_identifiers(sub.called, pack), status=sub.status, answer=answer)


def _answer(question: str, answer: str | None, pack: Pack) -> str | None:
    return None if answer is None else answer_without_identifiers(question, answer, pack)


def _sources(record: TurnRecord, thread: Thread) -> tuple[HandoffSource, ...]:
    """What the reply cites, else what the last reply with sources cited."""
    cited = tuple(
        HandoffSource(
            document_id=c.document_id,
            document_name=c.document_name,
            passage_id=c.passage_id,
            page=c.page,
            url=c.url,
        )
        for c in record.reply.citations
    )
    return cited or tuple(
        HandoffSource(document_id=s.document_id, document_name=s.document_name, passage_id=s.passage_id, page=s.page)
        for s in thread.last_turn_sources
    )


def state_after(before: Thread, after: Thread) -> HandoffState | None:
    """What a change of the thread means for its open hand-off; None when it means nothing."""
    if before.handoff is None:
        return None
    if before.holder is Holder.ASSISTANT and after.holder is Holder.HUMAN:
        return HandoffState.TAKEN
    if after.handoff is None:
        return HandoffState.RETURNED if before.holder is Holder.HUMAN else HandoffState.UNATTENDED
    return None
