"""Threads as callers see them."""

from __future__ import annotations

from typing import Any

from followthrough.channels.wire.decision import WireDecisionRecord
from followthrough.channels.wire.document import WireDocument
from followthrough.channels.wire.lists import WireOptionSet, offered
from followthrough.channels.wire.schema import Answer, Time
from followthrough.channels.wire.state import (
    WireClarification,
    WireJurisdiction,
    WireObjective,
    clarification,
    jurisdiction,
    objective,
)
from followthrough.channels.wire.turn import Turn, WireAskedAction, asked_action
from followthrough.domain import conversation as domain
from followthrough.domain import thread_list as listing
from followthrough.domain.conversation import SessionStatus
from followthrough.domain.feedback import Feedback, Rating
from followthrough.domain.handoff import Holder
from followthrough.turn.changes import Change


class ThreadSummary(Answer):
    """A thread in a list."""

    thread_id: str
    title: str | None
    """The given title, else the summary of the first objective; null before there is one."""
    collection: str
    """The collection that the thread searches, beside its own documents; `*`: every one."""
    pack: str
    language: str | None
    user_id: str | None
    turns: int
    """Turns that have ended."""
    pinned: bool
    """Whether it was put to the top of the list."""
    session_status: SessionStatus
    holder: Holder
    """`human` while a person has the thread: the assistant records messages and says nothing."""
    created_at: Time
    updated_at: Time


class WireModelUse(Answer):
    """Tries of language models and their tokens."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    """Of the tries whose price is known."""


class WireThread(ThreadSummary):
    """A thread with its state."""

    objectives: list[WireObjective]
    """In the order in which they came up."""
    active_objective_id: str | None
    actions: list[WireAskedAction]
    """What its answers told the user to do, in the order of showing, with what is ticked off."""
    clarification: WireClarification | None
    """The question that waits for an answer; null when there is none."""
    option_set: WireOptionSet | None
    """What it offers to click."""
    waiting_place: int | None
    """Its place among the conversations that wait for a person, from 1; null where it does not wait, or that was not
    asked."""
    jurisdiction: WireJurisdiction
    document_ids: list[str]
    """Documents in the thread's own scope, in the order of attaching."""
    model_use: WireModelUse
    """What its turns took of language models."""


class FoundTurn(Answer):
    """Where in a thread the words were found."""

    turn_id: str
    index: int
    excerpt: str
    """The words in their place."""


class ListedThread(ThreadSummary):
    """A thread as it stands in the list."""

    last_message_at: Time
    """When its newest message came; without one, when it began."""
    found: FoundTurn | None
    """The newest turn that has the words that were looked for; null where the title has them, or there were none."""


class WireChange(Answer):
    """How far a thread is: it changes with everything that happens to it."""

    thread_id: str
    version: int
    messages: int
    is_gone: bool


class ThreadPage(Answer):
    """The caller's threads, newest first."""

    threads: list[ListedThread]
    pinned: list[ListedThread]
    """All that are pinned, with the first page, where `pinned_apart` asked for them; `threads` has the others."""
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


class PendingMessage(Answer):
    """A message whose turn has not ended yet."""

    turn_id: str
    index: int
    text: str
    client_message_id: str | None
    attachments: list[str]
    include_document_ids: list[str]
    received_at: Time


class WireFeedback(Answer):
    """What a reader thinks of an answer."""

    turn_id: str
    rating: Rating
    note: str | None
    at: Time


class TurnPage(Answer):
    """The thread's ended turns, oldest first."""

    turns: list[Turn]
    pending: list[PendingMessage]
    """Messages of this page that are still being answered or wait their turn, oldest first."""
    feedback: list[WireFeedback]
    """What the caller thinks of turns of this page, oldest first."""
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


class Stopped(Answer):
    """What stopping did."""

    stopped: bool
    """False when nothing was running or the turn was already being saved."""
    turn: Turn | None
    """The turn that ended; null when nothing was running."""


class ThreadExport(Answer):
    """Everything that is kept of a thread."""

    thread: WireThread
    turns: list[Turn]
    """Oldest first."""
    pending: list[PendingMessage]
    documents: list[WireDocument]
    """The thread's own documents, by id."""
    decisions: list[WireDecisionRecord]
    """How its turns were decided, newest first."""
    feedback: list[WireFeedback]
    """What readers think of its turns, oldest first."""


def listed_thread(value: listing.ListedThread, found: FoundTurn | None) -> ListedThread:
    """A thread in a list."""
    return ListedThread(**_summary(value.thread), last_message_at=value.last_at, found=found)


def change(value: Change) -> WireChange:
    """A change on the wire."""
    mark = value.mark
    return WireChange(thread_id=mark.thread_id, version=mark.version, messages=mark.messages, is_gone=value.is_gone)


def _summary(value: domain.Thread) -> dict[str, Any]:
    return {
        "thread_id": value.id,
        "title": value.title,
        "collection": value.collection,
        "pack": value.pack,
        "language": value.language,
        "user_id": value.user_id,
        "turns": value.turns,
        "pinned": value.pinned,
        "session_status": value.session_status,
        "holder": value.holder,
        "created_at": value.created_at,
        "updated_at": value.updated_at,
    }


def thread(value: domain.Thread, *, waiting_place: int | None = None) -> WireThread:
    """A thread with its state."""
    return WireThread(
        **_summary(value),
        waiting_place=waiting_place,
        objectives=[objective(o) for o in value.objectives],
        active_objective_id=value.active_objective_id,
        actions=[asked_action(a) for a in value.actions],
        clarification=clarification(value.open_slots, value.clarification, value.continuity),
        option_set=offered(value.open_slots, value.continuity),
        jurisdiction=jurisdiction(value.jurisdiction),
        document_ids=list(value.document_ids),
        model_use=WireModelUse(
            calls=value.model_use.calls,
            input_tokens=value.model_use.input_tokens,
            output_tokens=value.model_use.output_tokens,
            cost_usd=value.model_use.cost_usd,
        ),
    )


def feedback(value: Feedback) -> WireFeedback:
    """A verdict of a reader."""
    return WireFeedback(turn_id=value.turn_id, rating=value.rating, note=value.note, at=value.at)


def pending(message: domain.Message) -> PendingMessage:
    """A message whose turn has not ended."""
    return PendingMessage(
        turn_id=message.turn_id,
        index=message.index,
        text=message.text,
        client_message_id=message.client_message_id,
        attachments=list(message.attachments),
        include_document_ids=list(message.include_document_ids),
        received_at=message.received_at,
    )
