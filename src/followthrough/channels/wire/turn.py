"""A turn as callers see it (interface.md, "Turn")."""

from __future__ import annotations

from typing import Literal

from followthrough.channels.wire.decision import WireDecision, WireModelCall, decision, model_call
from followthrough.channels.wire.lists import WireAction, WireOptionSet, action, offered
from followthrough.channels.wire.schema import Answer, Time
from followthrough.channels.wire.state import (
    WireAsk,
    WireClarification,
    WireJurisdiction,
    WireMaterial,
    WireObjective,
    ask,
    clarification,
    jurisdiction,
    material,
    objective,
)
from followthrough.domain import conversation as domain
from followthrough.domain.conversation import DialogState, SessionStatus, TurnClass
from followthrough.domain.handoff import Origin
from followthrough.domain.objective import OutwardStatus
from followthrough.domain.retrieval import RetrievalSignal


class WireCitation(Answer):
    """One source of a reply."""

    n: int
    """The number printed in the reply as `[n]`, from 1 in order of first use."""
    document_id: str
    document_name: str
    """The document's title, else the file name it was given with."""
    page: int | None
    """From 1; null where the format has no pages."""
    passage_id: str
    quote: str
    """The passage's own words, up to white space."""
    heading: list[str]
    """Headings above the quote, outermost first."""
    start: int | None
    """First character of the quote in the document's text."""
    end: int | None
    """One past its last character."""
    url: str | None


class WireAskedAction(Answer):
    """What a shown answer tells the user to do."""

    id: str
    """The same for the same sentence of a document."""
    text: str
    """The sentence, up to white space."""
    citation: WireCitation
    """Where it stands; `n` is of the turn that showed it."""
    turn: int
    """The index of the turn that showed it first."""
    done_at: Time | None
    """When the user ticked it off; null while it is open. Nothing else ever ticks it off."""


class WireReply(Answer):
    """What the user reads."""

    text: str
    """Markdown. The deltas of the event stream joined give exactly this."""
    footer: str | None
    """The channel's last line; in neither `text` nor the deltas."""
    citations: list[WireCitation]
    """In order of `n`."""


class WireQuery(Answer):
    """What the message became before anything was searched."""

    message: str
    effective: list[str]
    """The distinct queries searched for, in the order of the parts; empty when nothing was searched."""
    is_followup: bool
    followup_kind: Literal["deictic", "topical"] | None
    rewritten_by: Literal["none", "rules", "model"]
    previous_document_ids: list[str]


class WireSource(Answer):
    """A passage that was found."""

    passage_id: str
    document_id: str
    document_name: str
    page: int | None
    score: float
    """0 to 1; comparable within one turn only."""


class WireRetrieval(Answer):
    """What the turn searched and found."""

    searches: int
    """Distinct query texts sent to the index, plus web searches."""
    passages: list[WireSource]
    """Best first, ties by passage id."""
    signal: RetrievalSignal | None
    """Null when nothing was searched."""


class Turn(Answer):
    """One message and what came of it."""

    turn_id: str
    thread_id: str
    index: int
    """From 1 within the thread."""
    status: Literal["completed", "stopped", "failed"]
    turn_class: TurnClass
    origin: Origin
    """`person` where a person wrote to the user, `note` where one told the assistant what happened, `system` where
    the product had something to tell; else `user`."""
    reply: WireReply
    query: WireQuery
    retrieval: WireRetrieval
    objective: WireObjective | None
    """The objective that the turn worked on, as it stood after it."""
    objective_status: OutwardStatus | None
    """Null where there is no objective."""
    closure_message: str | None
    ask: WireAsk | None
    """What the reply asks the user for; null when it asks for nothing."""
    clarification: WireClarification | None
    """The question that waits for an answer after this turn; null when there is none."""
    dialog_state: DialogState
    session_status: SessionStatus
    handoff: bool = False
    action: WireAction | None = None
    """What was executed from a list; null when nothing was."""
    actions: list[WireAskedAction]
    """What the answer tells the user to do, in the order of showing; the thread says which of it is done."""
    option_set: WireOptionSet | None
    """What can be clicked after this turn."""
    jurisdiction: WireJurisdiction
    """As the turn leaves it."""
    decision: WireDecision
    model_calls: int
    """Tries of a language model, failed ones too."""
    model_usage: list[WireModelCall]
    """Each of them, in the order in which they ended."""
    timings_ms: dict[str, float]
    """Milliseconds by stage, in order of stages, `total` last; empty where the turn was stopped or failed."""
    error_code: str | None
    """The code of what failed; null unless `status` is `failed`."""
    client_message_id: str | None
    attachments: list[str]
    """Ids of the documents that came with the message."""
    links: list[str]
    """Links that came beside its text."""
    include_document_ids: list[str]
    """The only documents that were asked; empty where all were."""
    material: WireMaterial | None
    """What the message gave and what came of it; null when it gave nothing."""
    received_at: Time
    ended_at: Time


def citation(value: domain.Citation) -> WireCitation:
    """A citation on the wire."""
    return WireCitation(
        n=value.n,
        document_id=value.document_id,
        document_name=value.document_name,
        page=value.page,
        passage_id=value.passage_id,
        quote=value.quote,
        heading=list(value.heading),
        start=value.start,
        end=value.end,
        url=value.url,
    )


def asked_action(value: domain.AskedAction) -> WireAskedAction:
    """An action of the user's on the wire."""
    return WireAskedAction(
        id=value.id,
        text=" ".join(value.citation.quote.split()),
        citation=citation(value.citation),
        turn=value.turn,
        done_at=value.done_at,
    )


def source(value: domain.TurnSource) -> WireSource:
    """A found passage on the wire."""
    return WireSource(
        passage_id=value.passage_id,
        document_id=value.document_id,
        document_name=value.document_name,
        page=value.page,
        score=value.score,
    )


def turn(record: domain.TurnRecord) -> Turn:
    """A turn on the wire."""
    message = record.message
    return Turn(
        turn_id=message.turn_id,
        thread_id=message.thread_id,
        index=message.index,
        status=_ended(record.status),
        turn_class=record.turn_class,
        origin=message.origin,
        reply=WireReply(
            text=record.reply.text,
            footer=record.reply.footer,
            citations=[citation(c) for c in record.reply.citations],
        ),
        query=_query(record.query),
        retrieval=WireRetrieval(
            searches=record.retrieval.searches,
            passages=[source(p) for p in record.retrieval.passages],
            signal=record.retrieval.signal,
        ),
        objective=None if record.objective is None else objective(record.objective),
        objective_status=record.objective_status,
        closure_message=record.closure_message,
        ask=ask(record.ask),
        dialog_state=record.dialog_state,
        session_status=record.session_status,
        handoff=record.handoff,
        clarification=clarification(record.open_slots, record.clarification, record.continuity),
        action=action(record.action),
        actions=[asked_action(a) for a in record.actions],
        option_set=offered(record.open_slots, record.continuity),
        jurisdiction=jurisdiction(record.jurisdiction),
        decision=decision(record),
        model_calls=len(record.model_calls),
        model_usage=[model_call(call) for call in record.model_calls],
        timings_ms=dict(record.timings_ms),
        error_code=record.error_code,
        client_message_id=message.client_message_id,
        attachments=list(message.attachments),
        links=list(message.links),
        include_document_ids=list(message.include_document_ids),
        material=material(record.material),
        received_at=message.received_at,
        ended_at=record.ended_at,
    )


def _query(value: domain.Query) -> WireQuery:
    return WireQuery(
        message=value.message,
        effective=list(value.effective),
        is_followup=value.is_followup,
        followup_kind=None if value.followup_kind is None else value.followup_kind.value,
        rewritten_by=value.rewritten_by,
        previous_document_ids=list(value.previous_document_ids),
    )


def _ended(status: domain.TurnStatus) -> Literal["completed", "stopped", "failed"]:
    match status:
        case domain.TurnStatus.COMPLETED:
            return "completed"
        case domain.TurnStatus.STOPPED:
            return "stopped"
        case domain.TurnStatus.FAILED:
            return "failed"
        case domain.TurnStatus.ACCEPTED:
            raise ValueError("a turn that has not ended has no record to show")
