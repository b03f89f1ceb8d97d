"""Threads, messages and turns (requirements 5.1).

A thread's state changes only through the records in ``domain.records``, folded by ``rules.records.apply``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.continuity import NO_CONTINUITY, Action, ContinuityState, Selection
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.given import Material
from followthrough.domain.handoff import Holder, OpenHandoff, Origin
from followthrough.domain.ids import ActionId, DocumentId, ObjectiveId, OwnerId, PassageId, ThreadId, TurnId
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, OpenSlots
from followthrough.domain.model_calls import NOTHING_USED, ModelCall, ModelUse
from followthrough.domain.objective import Ask, Objective, OutwardStatus
from followthrough.domain.resolution import FollowupKind
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.domain.tools import ToolUse


class TurnStatus(StrEnum):
    """``accepted`` is durable and not yet ended; the other three end a turn."""

    ACCEPTED = "accepted"
    COMPLETED = "completed"
    STOPPED = "stopped"
    FAILED = "failed"


class TurnClass(StrEnum):
    """What a message was taken for (requirements 5.1)."""

    EMPTY = "empty"
    SLOT_VALUE = "slot_value"
    END_PURSUIT = "end_pursuit"
    RETRY = "retry"
    RECENTS = "recents"
    LOOP_ANSWER = "loop_answer"
    LOOP_QUESTION = "loop_question"
    SELECTION = "selection"
    SEMANTIC = "semantic"
    SLOT_FILL = "slot_fill"
    JURISDICTION_CHANGE = "jurisdiction_change"
    INFO_PROVIDED = "info_provided"
    CONTINUATION = "continuation"
    NEW_QUESTION = "new_question"
    ACK = "ack"
    CHAT = "chat"
    HUMAN_REQUEST = "human_request"
    RECORDED = "recorded"


#: what asks nothing, so that there is nothing in it to try again; "2" means nothing away from its list
ASKS_NOTHING = frozenset(
    (
        TurnClass.EMPTY,
        TurnClass.ACK,
        TurnClass.CHAT,
        TurnClass.END_PURSUIT,
        TurnClass.HUMAN_REQUEST,
        TurnClass.SELECTION,
    )
)


class Lane(StrEnum):
    """Which stage decided the turn."""

    GUARD = "guard"
    INTERRUPT = "interrupt"
    CLARIFICATION = "clarification"
    SELECTION = "selection"
    SEMANTIC = "semantic"
    ANSWER = "answer"
    CHAT = "chat"


class DialogState(StrEnum):
    """Where the dialog stands after the turn."""

    INITIAL = "INITIAL"
    NEEDS_CLARIFICATION = "NEEDS_CLARIFICATION"
    ANSWER_PROVIDED = "ANSWER_PROVIDED"


class SessionStatus(StrEnum):
    """``escalated`` from the call for a person until the thread is the assistant's again."""

    ACTIVE = "active"
    ESCALATED = "escalated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What the user sent, durable before any work starts.

    ``index`` counts the thread's turns from 1. ``client_message_id`` makes sending idempotent within a thread.
    ``links`` are those that were given beside the text; those within it are found by the rules. ``retry_of`` is the
    past turn of this thread that it repeats. ``selection`` is a click on an option. ``include_document_ids`` are the
    only documents that it asks, beside what comes with it; empty for all.
    """

    turn_id: TurnId
    thread_id: ThreadId
    index: int
    text: str
    received_at: datetime
    client_message_id: str | None = None
    attachments: tuple[DocumentId, ...] = ()
    links: tuple[str, ...] = ()
    retry_of: TurnId | None = None
    selection: Selection | None = None
    origin: Origin = Origin.USER
    include_document_ids: tuple[DocumentId, ...] = ()

    def only_documents(self, given: tuple[DocumentId, ...] = ()) -> tuple[DocumentId, ...]:
        """The documents that are asked, with those that the message gave; empty where all are."""
        if not self.include_document_ids:
            return ()
        return tuple(dict.fromkeys((*self.include_document_ids, *self.attachments, *given)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One source of a reply. ``quote`` occurs in the passage up to white space; ``start``/``end`` are its place.

    ``n`` is the number printed in the reply, from 1 in order of first use.
    """

    n: int
    document_id: DocumentId
    document_name: str
    passage_id: PassageId
    quote: str
    page: int | None = None
    heading: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAction:
    """What a shown answer tells the user to do, in its document's words (document 000, section 1).

    ``citation`` is where it stands, its quote the very sentence; ``turn`` is the index of the turn that showed it
    first. ``done_at`` is when the user ticked it off, None while it is open: nothing else ever sets it.
    """

    id: ActionId
    citation: Citation
    turn: int
    done_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the user reads. ``footer`` is in neither ``text`` nor the deltas."""

    text: str
    citations: tuple[Citation, ...] = ()
    footer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What the message became before anything was searched. ``effective`` is empty when nothing was.

    ``meant`` is what the message itself asks, without the other words of an expanded search and without parts of
    earlier messages that were looked for beside it; what later messages hang on.
    """

    message: str
    effective: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    is_followup: bool = False
    followup_kind: FollowupKind | None = None
    rewritten_by: Literal["none", "rules", "model"] = "none"
    previous_document_ids: tuple[DocumentId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSource:
    """A source of a turn, as the thread remembers it (R2-8): id, name and page, not text.

    ``ordinal`` is the passage's in its document; None where only a citation is known of it.
    """

    document_id: DocumentId
    document_name: str
    passage_id: PassageId
    score: float
    page: int | None = None
    ordinal: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalSummary:
    """What the turn searched and found. ``searches`` counts distinct query texts sent to the index."""

    searches: int = 0
    passages: tuple[TurnSource, ...] = ()
    signal: RetrievalSignal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Which lane decided and the stable snake_case word for the rule that did."""

    lane: Lane
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingOffer:
    """What a reply offered to do; a plain yes in the next message takes it, anything else lets it go (C39).

    ``objective_id`` is the parked objective that would be picked up; where ``about`` says what would be told, the
    objective that it belongs to, and ``document_ids`` speak of it.
    """

    text: str
    objective_id: ObjectiveId
    about: str = ""
    document_ids: tuple[DocumentId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """Everything one turn decided, did and said; what `apply` folds into the thread.

    ``objective`` is the objective this turn worked on, as it stands after it; None where there is none.
    ``jurisdiction``, ``open_slots`` and ``clarification`` are the thread's as the turn leaves them. ``ask`` is what
    the reply asks the user for, ``offer`` what it offers to do next. ``handoff``: this turn hands the conversation
    to a person; ``session_status`` is the thread's as the turn leaves it. ``material`` is what the user gave in it,
    None where nothing was given; ``tools`` are its calls to the web, ``model_calls`` its tries of a language model.
    ``imported``: it took place elsewhere; its reply helps to understand later ones and proves nothing (C38).
    ``copied``: it took place in the thread that this one branches from, and is counted there.
    ``action`` is what was executed from a list, ``routed`` how that was decided, ``continuity`` the thread's as the
    turn leaves it, None as it was. ``actions`` are what its answer tells the user to do. ``timings_ms`` are
    (stage, milliseconds) in order of stages, ``total`` last.
    """

    message: Message
    status: TurnStatus
    turn_class: TurnClass
    query: Query
    retrieval: RetrievalSummary
    reply: Reply
    decision: Decision
    ended_at: datetime
    objective: Objective | None = None
    objective_status: OutwardStatus | None = None
    closure_message: str | None = None
    dialog_state: DialogState = DialogState.INITIAL
    jurisdiction: Jurisdiction = NOTHING_KNOWN
    open_slots: OpenSlots | None = None
    ask: Ask | None = None
    offer: PendingOffer | None = None
    clarification: ClarificationContext | None = None
    handoff: bool = False
    material: Material | None = None
    tools: tuple[ToolUse, ...] = ()
    session_status: SessionStatus = SessionStatus.ACTIVE
    error_code: str | None = None
    imported: bool = False
    copied: bool = False
    action: Action | None = None
    routed: RoutedDecision | None = None
    continuity: ContinuityState | None = None
    actions: tuple[AskedAction, ...] = ()
    model_calls: tuple[ModelCall, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A thread's state: the fold of its records, loaded at the start of a turn.

    ``version`` is the number of records folded in. ``last_turn_sources`` are those of the most recent turn that
    had any (R2-7). ``open_slots`` is the question for slot values that waits for its answer.
    ``clarification`` is the loop over a document's questions, running, paused or done; what it says decides whether a
    message is an answer (R3-2). ``document_ids`` are the documents in the thread's own scope, in order of attaching.
    ``tools`` are calls to the web, oldest first: what brought nothing is not called again the same way (F39).
    ``refused_links`` are links that could not be read, each with why: they are not read again unless the user asks
    for it (F39).
    ``continuity`` is what is remembered of lists, choices and actions. ``actions`` are what answers told the user to
    do, each once, in the order of showing.
    ``holder`` is who answers, ``handoff`` the call for a person that is open; a person may take a thread uncalled.
    """

    id: ThreadId
    owner: OwnerId
    collection: str
    pack: str
    created_at: datetime
    updated_at: datetime
    version: int = 0
    title: str | None = None
    pinned: bool = False
    language: str | None = None
    user_id: str | None = None
    objectives: tuple[Objective, ...] = ()
    active_objective_id: ObjectiveId | None = None
    last_turn_sources: tuple[TurnSource, ...] = ()
    jurisdiction: Jurisdiction = NOTHING_KNOWN
    open_slots: OpenSlots | None = None
    clarification: ClarificationContext | None = None
    pending_offer: PendingOffer | None = None
    document_ids: tuple[DocumentId, ...] = ()
    tools: tuple[ToolUse, ...] = ()
    refused_links: tuple[tuple[str, str], ...] = ()
    turns: int = 0
    model_use: ModelUse = NOTHING_USED
    session_status: SessionStatus = SessionStatus.ACTIVE
    holder: Holder = Holder.ASSISTANT
    handoff: OpenHandoff | None = None
    continuity: ContinuityState = NO_CONTINUITY
    actions: tuple[AskedAction, ...] = ()

    @property
    def active_objective(self) -> Objective | None:
        """The objective being pursued, None when there is none."""
        return next((o for o in self.objectives if o.id == self.active_objective_id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A turn as the store keeps it: the message, and its record once it has ended.

    ``attempt`` counts how often work on it was started; it is part of its event ids. ``stop_requested``: a stop
    was pressed where the turn was not running. ``events`` are kept with
    the record so that a stream can be replayed after a restart. ``thread_version`` is the thread's version as
    ``ThreadStore.next_pending`` read it with the turn, and ``ended_before`` the turn that made it, None where another
    record did; they are no part of the turn.
    """

    message: Message
    record: TurnRecord | None = None
    attempt: int = 0
    stop_requested: bool = False
    events: tuple[tuple[int, str, str], ...] = field(default=(), repr=False)
    thread_version: int = field(default=0, compare=False)
    ended_before: TurnId | None = field(default=None, compare=False)
