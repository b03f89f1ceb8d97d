"""What a turn tells its readers while it runs (interface.md, "Events").

Event ids grow within a thread without any counter in the database:
``turn index * 1_000_000 + attempt * 10_000 + place in the attempt``. A turn taken up again after a crash has a
higher attempt, so its ids are above those a reader has already seen; its new ``started`` says to begin afresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.conversation import Citation, TurnRecord, TurnSource, TurnStatus
from followthrough.domain.ids import TurnId
from followthrough.domain.plan import Plan

TURN_STRIDE = 1_000_000
ATTEMPT_STRIDE = 10_000


class EventKind(StrEnum):
    """The kinds on the wire; exactly one of the last three ends a turn's stream."""

    STARTED = "started"
    PLANNED = "planned"
    SOURCES = "sources"
    DELTA = "delta"
    COMMITTED = "committed"
    FAILED = "failed"
    STOPPED = "stopped"


ENDING = frozenset({EventKind.COMMITTED, EventKind.FAILED, EventKind.STOPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """Work on the turn began."""

    turn_id: TurnId
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What the turn will do."""

    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was found, best first."""

    sources: tuple[TurnSource, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """A piece of checked text; the pieces joined equal the reply's text.

    ``citations`` are those whose number first stands in this piece.
    """

    text: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The turn ended as its record says: committed, failed or stopped."""

    record: TurnRecord


TurnEvent = Started | Planned | Sources | Delta | Ended


def kind_of(body: TurnEvent) -> EventKind:
    """The kind an event has on the wire."""
    match body:
        case Started():
            return EventKind.STARTED
        case Planned():
            return EventKind.PLANNED
        case Sources():
            return EventKind.SOURCES
        case Delta():
            return EventKind.DELTA
        case Ended(record=record):
            return _ENDINGS[record.status]


_ENDINGS = {
    TurnStatus.COMPLETED: EventKind.COMMITTED,
    TurnStatus.STOPPED: EventKind.STOPPED,
    TurnStatus.FAILED: EventKind.FAILED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event as delivered: its id, its turn, what happened."""

    id: int
    turn_id: TurnId
    body: TurnEvent


def event_id(*, turn_index: int, attempt: int, place: int) -> int:
    """The id of an event.

    Args:
        turn_index: the turn's index in its thread, from 1.
        attempt: how often work on the turn was started, from 1, at most 99.
        place: the event's place in this attempt, from 0, below 10,000.
    """
    return turn_index * TURN_STRIDE + attempt * ATTEMPT_STRIDE + place
