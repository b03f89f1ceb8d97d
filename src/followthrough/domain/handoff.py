"""A person in the conversation: who speaks for the product, and the call for a person that is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.ids import DocumentId, HandoffId, OwnerId, PassageId, ThreadId, TurnId
from followthrough.domain.objective import SubStatus


class Holder(StrEnum):
    """Who answers in a thread. While a person does, the assistant records what is said and stays silent."""

    ASSISTANT = "assistant"
    HUMAN = "human"


class Origin(StrEnum):
    """Where a message comes from.

    ``person``: from the person who has the thread, to the user. ``note``: from that person, to the assistant.
    ``system``: nobody wrote it; the product has something to tell.
    """

    USER = "user"
    PERSON = "person"
    NOTE = "note"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHandoff:
    """A person was called and has not given the thread back yet. ``since`` is when the calling turn ended."""

    id: HandoffId
    since: datetime


class HandoffReason(StrEnum):
    """Why a person was called: the user asked, or a document of the answer wants one."""

    USER_REQUEST = "user_request"
    DOCUMENT = "document"


class HandoffState(StrEnum):
    """Where a hand-off stands. ``unattended``: nobody came in time, and the thread is the assistant's again."""

    WAITING = "waiting"
    TAKEN = "taken"
    RETURNED = "returned"
    UNATTENDED = "unattended"


OPEN_HANDOFFS = (HandoffState.WAITING, HandoffState.TAKEN)
"""States in which the conversation is still with people, or should be."""


class DeliveryState(StrEnum):
    """Where telling the outside stands. ``none``: there is nobody to tell. ``dead``: given up until it is retried."""

    NONE = "none"
    WAITING = "waiting"
    DELIVERED = "delivered"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredPart:
    """A part of the objective with what was found for it; ``answer`` is empty where nothing was."""

    text: str
    status: SubStatus
    answer: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something of it is missing."""
        return self.status is not SubStatus.ANSWERED


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffSource:
    """A passage that the conversation rests on."""

    document_id: DocumentId
    document_name: str
    passage_id: PassageId
    page: int | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffSummary:
    """What the person reads first. No patient identifier and no secret is in it (C42).

    Attributes:
        objective: what the user wants solved, in one line; None when nothing was asked yet.
        parts: its parts in the order of asking.
        pairs: questions of a document with the user's answers; None where the user had none.
        sources: each passage once, in the order of citing.
        words: all that in a model's few sentences, as far as they hold; empty without a model.
    """

    objective: str | None = None
    parts: tuple[AnsweredPart, ...] = ()
    pairs: tuple[tuple[str, str | None], ...] = ()
    sources: tuple[HandoffSource, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """A hand-off as the turn made it. ``due_at``: until then a person is waited for."""

    id: HandoffId
    thread_id: ThreadId
    turn_id: TurnId
    owner: OwnerId
    reason: HandoffReason
    created_at: datetime
    due_at: datetime
    summary: HandoffSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """Where telling the outside stands.

    ``attempts`` counts the tries since it was last begun; ``next_at`` is when the next one is due. ``error`` says in
    one plain line why the last try failed.
    """

    state: DeliveryState = DeliveryState.NONE
    attempts: int = 0
    next_at: datetime | None = None
    delivered_at: datetime | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredHandoff:
    """A hand-off with what became of it."""

    handoff: Handoff
    state: HandoffState = HandoffState.WAITING
    taken_at: datetime | None = None
    ended_at: datetime | None = None
    delivery: Delivery = Delivery()
