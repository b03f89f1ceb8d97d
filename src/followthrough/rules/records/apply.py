"""The one way a thread's state changes: fold a record into it (architecture rule 1).

Every store must agree with ``apply``; a contract test folds the stored records and compares.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from followthrough.domain.conversation import AskedAction, PendingOffer, Thread, TurnRecord, TurnSource, TurnStatus
from followthrough.domain.given import GivenKind
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import Objective
from followthrough.domain.records import (
    ActionTicked,
    DocumentAttached,
    DocumentDetached,
    HolderChanged,
    OptionsRegistered,
    Pinned,
    Renamed,
    ThreadRecord,
    TurnEnded,
)
from followthrough.rules.handoff.call import change_holder, open_after, status_after
from followthrough.rules.lists.option_sets import host_set, register, state_of
from followthrough.rules.records.model_use import added, use_of
from followthrough.rules.web.searching import remembered


def apply(thread: Thread, record: ThreadRecord) -> Thread:
    """The thread after the record, exactly one version higher."""
    match record:
        case TurnEnded(turn=turn):
            changed = _apply_turn(thread, turn)
        case DocumentAttached(document_id=added, at=at):
            changed = replace(thread, document_ids=(*_without(thread.document_ids, added), added), updated_at=at)
        case DocumentDetached(document_id=removed, at=at):
            changed = replace(thread, document_ids=_without(thread.document_ids, removed), updated_at=at)
        case Renamed(title=title, at=at):
            changed = replace(thread, title=title, updated_at=at)
        case Pinned(pinned=pinned):
            changed = replace(thread, pinned=pinned)
        case OptionsRegistered(option_set=shown, at=at):
            state = register(state_of(thread), host_set(shown))
            changed = replace(thread, continuity=state, updated_at=at)
        case ActionTicked():
            changed = _ticked(thread, record)
        case HolderChanged(holder=holder, at=at):
            changed = replace(change_holder(thread, holder), updated_at=at)
        case _:
            assert_never(record)
    return replace(changed, version=thread.version + 1)


def _apply_turn(thread: Thread, turn: TurnRecord) -> Thread:
    """A stopped or failed turn is remembered but is never evidence (field report 33)."""
    turns, use = max(thread.turns, turn.message.index), added(thread.model_use, use_of(turn.model_calls))
    given = turn.material.document_ids if turn.material is not None else ()
    own = _with(thread.document_ids, (*turn.message.attachments, *given))
    changed = replace(thread, turns=turns, updated_at=turn.ended_at, model_use=use, document_ids=own)
    if turn.status is not TurnStatus.COMPLETED:
        return changed
    read = tuple(use.document_id for use in turn.tools if use.document_id is not None)
    changed = replace(
        changed,
        refused_links=_refused_links(thread, turn),
        document_ids=_with(changed.document_ids, read),
        tools=remembered(thread.tools, turn.tools),
        jurisdiction=turn.jurisdiction,
        open_slots=turn.open_slots,
        clarification=turn.clarification,
        pending_offer=turn.offer,
        continuity=turn.continuity or thread.continuity,
        session_status=status_after(turn, thread),
        handoff=open_after(turn, thread.handoff),
        actions=_with_actions(thread.actions, turn.actions),
    )
    if turn.objective is not None:
        changed = replace(
            changed,
            objectives=_put(thread.objectives, turn.objective),
            active_objective_id=turn.objective.id,
            title=thread.title or turn.objective.summary,
        )
    if turn.offer is not None and not turn.offer.about:
        changed = replace(changed, objectives=_offered(changed.objectives, turn.offer))
    if turn.reply.citations:
        changed = replace(changed, last_turn_sources=_sources(turn))
    return changed


def _offered(objectives: tuple[Objective, ...], offer: PendingOffer) -> tuple[Objective, ...]:
    """A parked objective is offered once (C10)."""
    return tuple(replace(o, offered=True) if o.id == offer.objective_id else o for o in objectives)


def _refused_links(thread: Thread, turn: TurnRecord) -> tuple[tuple[str, str], ...]:
    """The links that could not be read, those of this turn last; one that was read is none any more."""
    if turn.material is None:
        return thread.refused_links
    seen = {given.text: given.refused for given in turn.material.given if given.kind is GivenKind.LINK}
    before = tuple((link, why) for link, why in thread.refused_links if link not in seen)
    return (*before, *((link, why) for link, why in seen.items() if why is not None))


def _sources(turn: TurnRecord) -> tuple[TurnSource, ...]:
    """The passages that the reply cites; where nothing was searched, as the citations name them."""
    cited = {c.passage_id for c in turn.reply.citations}
    found = tuple(p for p in turn.retrieval.passages if p.passage_id in cited)
    return found or tuple(
        TurnSource(
            document_id=c.document_id,
            document_name=c.document_name,
            passage_id=c.passage_id,
            score=1.0,
            page=c.page,
        )
        for c in turn.reply.citations
    )


def _put(objectives: tuple[Objective, ...], objective: Objective) -> tuple[Objective, ...]:
    """Replaces the objective of the same id in its place, else adds it at the end."""
    if any(o.id == objective.id for o in objectives):
        return tuple(objective if o.id == objective.id else o for o in objectives)
    return (*objectives, objective)


def _ticked(thread: Thread, record: ActionTicked) -> Thread:
    """One that is not there is ticked off nowhere."""
    done_at = record.at if record.done else None
    actions = tuple(replace(a, done_at=done_at) if a.id == record.action_id else a for a in thread.actions)
    return replace(thread, actions=actions, updated_at=record.at)


def _with_actions(have: tuple[AskedAction, ...], more: tuple[AskedAction, ...]) -> tuple[AskedAction, ...]:
    """One that was shown before keeps its place and its tick."""
    known = {action.id for action in have}
    return (*have, *(action for action in more if action.id not in known))


def _with(have: tuple[DocumentId, ...], more: tuple[DocumentId, ...]) -> tuple[DocumentId, ...]:
    return tuple(dict.fromkeys((*have, *more)))


def _without(have: tuple[DocumentId, ...], gone: DocumentId) -> tuple[DocumentId, ...]:
    return tuple(one for one in have if one != gone)
