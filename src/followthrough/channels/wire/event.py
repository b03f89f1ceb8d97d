"""Events as callers see them (interface.md, "Events"): a kind, an id, and the data that goes with the kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from followthrough.channels.wire.schema import Answer
from followthrough.channels.wire.turn import Turn, WireCitation, WireSource, citation, source, turn
from followthrough.domain.conversation import Lane, TurnClass
from followthrough.domain.events import Delta, Ended, Event, EventKind, Planned, Sources, Started, TurnEvent, kind_of
from followthrough.domain.plan import AnswerQuestion, Plan


class StartedData(Answer):
    """`started`: work on the turn began. A second one for the same turn says to forget its earlier deltas."""

    turn_id: str
    index: int


class PlannedPart(Answer):
    """One part of what was asked."""

    id: str
    text: str


class PlannedData(Answer):
    """`planned`: what the turn will do."""

    turn_class: TurnClass
    lane: Lane
    reason: str
    summary: str | None
    """The objective in one line; null when nothing will be searched."""
    parts: list[PlannedPart]
    """In the order of asking; empty when nothing will be searched."""


class SourcesData(Answer):
    """`sources`: what was found."""

    passages: list[WireSource]
    """Best first, ties by passage id."""


class DeltaData(Answer):
    """`delta`: a piece of the reply. Joined, the pieces equal `reply.text`; what was released never changes."""

    text: str
    citations: list[WireCitation]
    """Those whose number stands in this piece for the first time."""


EventData = StartedData | PlannedData | SourcesData | DeltaData | Turn
EVENT_SCHEMAS: tuple[type[Answer], ...] = (StartedData, PlannedData, SourcesData, DeltaData)
"""Schemas that occur in event streams only; `committed`, `failed` and `stopped` carry the whole turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WireEvent:
    """An event ready to be sent: ``data`` is one line of JSON."""

    id: int
    kind: EventKind
    data: str


def event(value: Event) -> WireEvent:
    """An event on the wire."""
    return WireEvent(id=value.id, kind=kind_of(value.body), data=event_data(value.body).model_dump_json())


def event_data(body: TurnEvent) -> EventData:
    """The data of an event."""
    match body:
        case Started(turn_id=turn_id, index=index):
            return StartedData(turn_id=turn_id, index=index)
        case Planned(plan=plan):
            return _planned(plan)
        case Sources(sources=sources):
            return SourcesData(passages=[source(s) for s in sources])
        case Delta(text=text, citations=citations):
            return DeltaData(text=text, citations=[citation(c) for c in citations])
        case Ended(record=record):
            return turn(record)
        case _:
            assert_never(body)


def _planned(plan: Plan) -> PlannedData:
    asked = plan if isinstance(plan, AnswerQuestion) else None
    return PlannedData(
        turn_class=plan.turn_class,
        lane=plan.decision.lane,
        reason=plan.decision.reason,
        summary=None if asked is None else asked.summary,
        parts=[] if asked is None else [PlannedPart(id=p.id, text=p.text) for p in asked.parts],
    )
