"""The master objective of a thread and its parts (document 000 §1, R0-6 to R0-8, C1, C2).

Internal statuses and the outward one are separate enums; ``rules.objective.status.outward_status`` is the one bridge.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.clarification import KnownDetails
from followthrough.domain.ids import DocumentId, ObjectiveId, PassageId, SubObjectiveId, TurnId


class ObjectiveStatus(StrEnum):
    """Where an objective stands."""

    ACTIVE = "active"
    SOLVED = "solved"
    ABANDONED = "abandoned"
    BLOCKED = "blocked"
    INCOMPLETE = "incomplete"


class SubStatus(StrEnum):
    """Where one part stands."""

    PENDING = "pending"
    ANSWERED = "answered"
    PARTIAL = "partial"
    FAILED = "failed"
    BLOCKED = "blocked"


class OutwardStatus(StrEnum):
    """What callers see."""

    RESOLVED = "resolved"
    NEED_INFO = "need_info"
    UNABLE = "unable"
    USER_ENDED = "user_ended"
    INCOMPLETE = "incomplete"


class Source(StrEnum):
    """What a part's answer rests on."""

    RAG = "rag"
    WEB = "web"
    USER_PROVIDED = "user_provided"


class StuckReason(StrEnum):
    """Why a part is not answered."""

    NO_EVIDENCE = "no_evidence"
    MISSING_CODE = "missing_code"
    CONFLICTING_INFO = "conflicting_info"
    PARTIAL_ANSWER = "partial_answer"
    TOOL_FAILED = "tool_failed"


class Angle(StrEnum):
    """From where the user is asked to help (C4): for the document itself, for where it is, for who would know."""

    DOCUMENT = "document"
    LOCATION = "location"
    OWNER = "owner"


class SearchAngle(StrEnum):
    """How a part was looked for (C6). An identical search is never repeated by itself."""

    AS_ASKED = "as_asked"
    EXPANDED = "expanded"
    WIDER = "wider"
    WEB = "web"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One entry of the ledger of C4: a part that the user was asked to help with.

    ``turn`` is the turn's index. Parts that were named in one ask have an entry each with the same turn and text.
    """

    turn: int
    sub_id: SubObjectiveId
    stuck_reason: StuckReason
    angle: Angle
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubObjective:
    """One part of an objective.

    ``id`` comes from the meaning of ``text``, not from a planner's number (F11). ``context`` holds other words of the
    message that the part needs to make sense ("if so, ..."); they are searched with it and not shown.
    ``tried`` holds the angles of search that were tried for it, in order, each once. ``effective`` is what was
    searched for it, which the conversation may have made of its words; empty before the first search. ``name`` is
    what it is called where one message asks for several and its words ("what about lockers") do not tell them apart.
    """

    id: SubObjectiveId
    text: str
    context: str = ""
    status: SubStatus = SubStatus.PENDING
    answer: str | None = None
    source: Source | None = None
    evidence: tuple[PassageId, ...] = ()
    stuck_reason: StuckReason | None = None
    last_tried_turn: int | None = None
    tried: tuple[SearchAngle, ...] = ()
    effective: str = ""
    name: str = ""

    @property
    def called(self) -> str:
        """What the part is called in replies and asks."""
        return self.name or self.text

    @property
    def query(self) -> str:
        """What is searched for: the part in the words of the message, its context first."""
        return f"{self.context} {self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """What the user wants solved. ``attempts`` counts turns as C8 says; ``subs`` keeps the order of asking.

    ``asks`` is the ledger of C4, oldest first; ``last_user_ask`` the time of its last entry. ``retry_of`` is the
    objective that this one tries again (C11), ``reopened_from`` the ended one that new information re-opened (F21).
    ``given_turns`` are the indexes of the turns in which the user gave something for it, in order: whether there was
    any since a part was last asked for decides whether it may be asked for again (C4). ``offered``: it was parked and
    has been offered once (C10). ``clarified_by`` are the documents whose questions were asked for it: none asks twice
    (S1). ``details`` are what those documents were told: they hold for the objective's later parts and for no other
    objective (S3).
    """

    id: ObjectiveId
    status: ObjectiveStatus
    summary: str
    subs: tuple[SubObjective, ...]
    origin_turn: TurnId
    created_at: datetime
    updated_at: datetime
    attempts: int = 0
    asks: tuple[Ask, ...] = ()
    last_user_ask: datetime | None = None
    retry_of: ObjectiveId | None = None
    reopened_from: ObjectiveId | None = None
    given_turns: tuple[int, ...] = ()
    offered: bool = False
    clarified_by: tuple[DocumentId, ...] = ()
    details: tuple[KnownDetails, ...] = ()
