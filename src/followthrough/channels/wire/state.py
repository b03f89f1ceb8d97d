"""What a turn and its thread have in common on the wire: objective, ask, slots, pending question, options."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from followthrough.channels.wire.schema import Answer
from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.continuity import ContinuityState, PendingClarifier
from followthrough.domain.given import GivenKind, Material
from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots
from followthrough.domain.objective import Angle, Ask, Objective, ObjectiveStatus, Source, StuckReason, SubStatus


class WireSubObjective(Answer):
    """One part of an objective."""

    id: str
    text: str
    status: SubStatus
    source: Source | None
    """What its answer rests on."""
    stuck_reason: StuckReason | None
    """Why it is not answered."""
    last_tried_turn: int | None
    """The index of the turn that last looked for it; null where none has."""


class WireAsked(Answer):
    """One time that the user was asked for a part."""

    turn: int
    """The index of the turn that asked."""
    sub_objective_id: str
    stuck_reason: StuckReason
    angle: Angle
    text: str


class WireObjective(Answer):
    """What the user wants solved."""

    id: str
    status: ObjectiveStatus
    summary: str
    created_at: datetime
    updated_at: datetime
    attempts: int
    """Turns that searched for it and left a part unsolved."""
    last_user_ask: datetime | None
    """When the user was last asked for something; null where that never was."""
    asks: list[WireAsked]
    """Everything the user was asked for, oldest first."""
    sub_objectives: list[WireSubObjective]
    """In the order of asking."""


class WireAsk(Answer):
    """What the user is asked for, so that a part can be solved."""

    stuck_reason: StuckReason
    sub_objective_id: str
    """The part it is for, the first of several."""
    angle: Angle
    text: str
    """As it stands in the reply."""


class WireGiven(Answer):
    """One thing that the user gave."""

    kind: GivenKind
    text: str
    """The link, or the user's words in one line; empty for a file."""
    document_id: str | None
    """The document of the thread that it is or became; null for words and for what was not read."""
    name: str
    refused: str | None
    """Why it could not be read: a stable word such as `not_found`, `needs_login` or `blocked_address`."""


class WireMaterial(Answer):
    """What a message gave, and what came of it."""

    given: list[WireGiven]
    """Files, links, pasted text, words, in this order."""
    for_parts: list[str]
    """The parts that were tried with it."""
    solved: list[str]
    """Those of them that are answered."""


class WireJurisdiction(Answer):
    """Whose rules apply, as the conversation settled it."""

    payor: list[str] = Field(default_factory=list[str])
    """Several are compared."""
    state: str | None = None
    program: str | None = None
    slots: dict[str, list[str]] = Field(default_factory=dict[str, list[str]])
    """Every slot of the pack that has values, these three among them."""


class WireAnswer(Answer):
    """One question of a document with the user's answer."""

    question: str
    answer: str | None
    """As the user wrote it; null where it is not known."""


class WireClarification(Answer):
    """A question of the assistant's that waits for its answer."""

    active: bool
    """False where another question came between: the questions of a document can be gone on with."""
    kind: Literal[
        "document",
        "missing_slot",
        "selection_disambiguation",
        "scope_disambiguation",
        "confirmation",
        "repair",
        "underspecified",
    ]
    question: str
    index: int
    """The place of the question, from 0."""
    total: int
    answers: list[WireAnswer] | None = None
    """The answers so far, in the order of the questions; null unless a document asks."""
    requires_handoff: bool | None = None
    """Whether a person takes over after the answer; null unless a document asks."""
    document_id: str | None = None
    """The document whose questions these are."""
    can_change: bool = False
    """Whether "correction to question N: ..." changes an earlier answer."""


def objective(value: Objective) -> WireObjective:
    """An objective on the wire."""
    subs = [
        WireSubObjective(
            id=sub.id,
            text=sub.called,
            status=sub.status,
            source=sub.source,
            stuck_reason=sub.stuck_reason,
            last_tried_turn=sub.last_tried_turn,
        )
        for sub in value.subs
    ]
    return WireObjective(
        id=value.id,
        status=value.status,
        summary=value.summary,
        created_at=value.created_at,
        updated_at=value.updated_at,
        attempts=value.attempts,
        last_user_ask=value.last_user_ask,
        asks=[
            WireAsked(
                turn=one.turn,
                sub_objective_id=one.sub_id,
                stuck_reason=one.stuck_reason,
                angle=one.angle,
                text=one.text,
            )
            for one in value.asks
        ],
        sub_objectives=subs,
    )


def ask(value: Ask | None) -> WireAsk | None:
    """What the user is asked for, on the wire."""
    if value is None:
        return None
    return WireAsk(stuck_reason=value.stuck_reason, sub_objective_id=value.sub_id, angle=value.angle, text=value.text)


def jurisdiction(value: Jurisdiction) -> WireJurisdiction:
    """The slots on the wire."""
    return WireJurisdiction(
        payor=list(value.values("payor")),
        state=next(iter(value.values("state")), None),
        program=next(iter(value.values("program")), None),
        slots={s.slot: list(s.values) for s in value.slots if s.values},
    )


_LIST_KINDS: dict[
    PendingClarifier, Literal["selection_disambiguation", "scope_disambiguation", "confirmation", "repair"]
] = {
    PendingClarifier.SELECTION_DISAMBIGUATION: "selection_disambiguation",
    PendingClarifier.SCOPE_DISAMBIGUATION: "scope_disambiguation",
    PendingClarifier.CONFIRMATION: "confirmation",
    PendingClarifier.REPAIR: "repair",
}


def clarification(
    open_slots: OpenSlots | None, loop: ClarificationContext | None, state: ContinuityState | None = None
) -> WireClarification | None:
    """The question that waits, on the wire: one for a slot, then one about a list, then those of a document."""
    if open_slots is not None:
        return WireClarification(
            active=True, kind=open_slots.kind.value, question=open_slots.question, index=0, total=1
        )
    kind = None if state is None else _LIST_KINDS.get(state.pending)
    if state is not None and kind is not None:
        return WireClarification(active=True, kind=kind, question=state.question, index=0, total=1)
    loop = loop if loop is None or loop.is_open else loop.resumable
    if loop is None or loop.question is None:
        return None
    return WireClarification(
        active=loop.is_active,
        kind="document",
        question=loop.question,
        index=loop.current_index,
        total=len(loop.questions),
        answers=[WireAnswer(question=a.question, answer=a.answer) for a in loop.answers],
        requires_handoff=loop.requires_handoff,
        document_id=loop.document_id,
        can_change=not loop.strict,
    )


def material(value: Material | None) -> WireMaterial | None:
    """What was given on the wire; null where nothing was."""
    if value is None or not value.given:
        return None
    given = [
        WireGiven(kind=one.kind, text=one.text, document_id=one.document_id, name=one.name, refused=one.refused)
        for one in value.given
    ]
    return WireMaterial(given=given, for_parts=list(value.for_parts), solved=list(value.solved))
