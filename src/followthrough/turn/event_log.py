"""The events of one attempt at a turn: numbered as they happen, kept with the record, followed by readers.

Invariant: a reader that asks for events after an id gets each later one exactly once, in order, whether the turn
is still running or ended long ago.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from typing import TypeAlias

from pydantic import TypeAdapter

from followthrough.domain.conversation import Citation, Message, StoredTurn, TurnRecord
from followthrough.domain.events import (
    ENDING,
    Delta,
    Ended,
    Event,
    EventKind,
    Planned,
    Sources,
    Started,
    TurnEvent,
    event_id,
    kind_of,
)
from followthrough.domain.ids import TurnId
from followthrough.domain.model_calls import ModelCall
from followthrough.domain.plan import Plan
from followthrough.domain.session import Session
from followthrough.errors import StoreUnavailable

#: Awaited after each event before the turn goes on: for scripts that act at a known place of a turn.
Observer: TypeAlias = Callable[[Event], Awaitable[None]]

#: Given each event but the ending one, as the store keeps it: for readers in other processes.
Relay: TypeAlias = Callable[[tuple[int, str, str]], None]


class EventLog:
    """Collects the events of a turn and lets any number of readers follow them.

    ``thread_version`` is the thread's before the turn, ``ended_before`` the turn that made it, ``session`` what the
    next turn starts from once it has ended.
    ``model_calls`` are the attempt's tries of a language model so far.
    The pipeline writes through ``emit``; ``seal`` says that the turn is past the point where it can be stopped.
    """

    def __init__(self, message: Message, observe: Observer | None = None, relay: Relay | None = None) -> None:
        self.message = message
        self._observe = observe
        self._relay = relay
        self.thread_version = 0
        self.ended_before: TurnId | None = None
        self.session: Session | None = None
        self._error: StoreUnavailable | None = None
        self.attempt = 0
        self.sealed = False
        self.left = False
        self.plan: Plan | None = None
        self.model_calls: list[ModelCall] = []
        self._events: list[Event] = []
        self._first_of_attempt = 0
        self._changed = asyncio.Event()

    def begin(self, attempt: int, thread_version: int = 0, ended_before: TurnId | None = None) -> None:
        """Starts an attempt: its event ids are above those of earlier ones."""
        self.thread_version = thread_version
        self.ended_before = ended_before
        self.session = None
        self.attempt = attempt
        self.sealed = False
        self.left = False
        self._error = None
        self.plan = None
        self.model_calls = []
        self._first_of_attempt = len(self._events)

    async def emit(self, body: TurnEvent) -> None:
        """Adds an event. Gives way once, so that readers see it and a stop can take effect."""
        if isinstance(body, Planned):
            self.plan = body.plan
        event = self._append(body)
        if self._observe is not None:
            await self._observe(event)
        await asyncio.sleep(0)

    def seal(self) -> None:
        """From here on the turn ends as it is; a stop comes too late."""
        self.sealed = True

    def end(self, record: TurnRecord) -> None:
        """Adds the ending event."""
        self._append(Ended(record=record))

    def _append(self, body: TurnEvent) -> Event:
        place = len(self._events) - self._first_of_attempt
        number = event_id(turn_index=self.message.index, attempt=self.attempt, place=place)
        event = Event(id=number, turn_id=self.message.turn_id, body=body)
        self._events.append(event)
        if self._relay is not None and not isinstance(body, Ended):
            self._relay(encode(event))
        self._signal()
        return event

    def _signal(self) -> None:
        """Wakes everyone who waits now; who waits later waits for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def ended(self) -> TurnRecord | None:
        """The record the turn ended with, None while it has not."""
        last = self._events[-1].body if self._events else None
        return last.record if isinstance(last, Ended) else None

    @property
    def released(self) -> tuple[str, tuple[Citation, ...]]:
        """The text and citations released in this attempt."""
        deltas = [e.body for e in self._events[self._first_of_attempt :] if isinstance(e.body, Delta)]
        return "".join(d.text for d in deltas), tuple(c for d in deltas for c in d.citations)

    def stored(self) -> list[tuple[int, str, str]]:
        """This attempt's events as the store keeps them; the ending one follows from the record."""
        return [encode(e) for e in self._events[self._first_of_attempt :] if kind_of(e.body) not in ENDING]

    def leave(self, error: StoreUnavailable | None = None) -> None:
        """This process gives the attempt up: it can't save it (``error``), or another worker has it."""
        self.left = True
        self._error = error
        self._signal()

    async def over(self) -> TurnRecord | None:
        """Waits for the turn to end here; None when another worker has it.

        Raises:
            StoreUnavailable: the turn can't be saved now; it stays pending.
        """
        while self.ended is None and not self.left:
            await self._changed.wait()
        if self.ended is None and self._error is not None:
            raise self._error
        return self.ended

    async def follow(self, after: int) -> AsyncIterator[Event]:
        """Events with an id above ``after``; the ending one is last unless this process leaves the turn."""
        place = 0
        while True:
            while place < len(self._events):
                event = self._events[place]
                place += 1
                if event.id > after:
                    yield event
                if isinstance(event.body, Ended):
                    return
            if self.left:
                return
            await self._changed.wait()


@lru_cache(maxsize=4)
def _adapter(kind: EventKind) -> TypeAdapter[TurnEvent]:
    types = {
        EventKind.STARTED: Started,
        EventKind.PLANNED: Planned,
        EventKind.SOURCES: Sources,
        EventKind.DELTA: Delta,
    }
    return TypeAdapter(types[kind])


def prepare() -> None:
    """Makes what ``encode`` needs, which takes a tenth of a second once in a process."""
    for kind in EventKind:
        if kind not in ENDING:
            _adapter(kind)


def encode(event: Event) -> tuple[int, str, str]:
    """An event as the store keeps it: id, kind, body as JSON. Not for the ending event."""
    kind = kind_of(event.body)
    return event.id, kind.value, _adapter(kind).dump_json(event.body).decode()


def decode(turn_id: TurnId, stored: tuple[int, str, str]) -> Event:
    """The event that was encoded."""
    number, kind, body = stored
    return Event(id=number, turn_id=turn_id, body=_adapter(EventKind(kind)).validate_json(body))


def replay(stored: StoredTurn, after: int) -> list[Event]:
    """The events of an ended turn with an id above ``after``, rebuilt from what the store kept."""
    turn_id = stored.message.turn_id
    events = [decode(turn_id, event) for event in stored.events]
    if stored.record is not None:
        first = event_id(turn_index=stored.message.index, attempt=max(stored.attempt, 1), place=0)
        last = events[-1].id + 1 if events else first
        events.append(Event(id=last, turn_id=turn_id, body=Ended(record=stored.record)))
    return [e for e in events if e.id > after]
