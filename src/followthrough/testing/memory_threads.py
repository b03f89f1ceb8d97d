"""Threads in memory: the contract at its plainest, for tests and for throw-away systems.

Nothing here awaits, so every method is one step to other tasks, as a transaction is in a database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import reduce

from pydantic_core import PydanticSerializationError, to_json

from followthrough.domain.continuity import Selection
from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnRecord
from followthrough.domain.decision_record import DecisionRecord, StoredDecision
from followthrough.domain.handoff import HandoffState, Origin, StoredHandoff
from followthrough.domain.ids import DecisionId, DocumentId, HandoffId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.model_calls import NOTHING_USED, ModelUse
from followthrough.domain.records import ThreadRecord, TurnEnded
from followthrough.domain.thread_list import ListedThread, Place, ThreadMark, ThreadWish
from followthrough.errors import InvalidInput, NotFound, VersionConflict
from followthrough.rules.cutting.storable import require_key, require_text
from followthrough.rules.handoff.summary import state_after
from followthrough.rules.records.apply import apply
from followthrough.rules.records.finding import fold, has_all
from followthrough.rules.records.model_use import added, use_of


@dataclass(slots=True)
class _Kept:
    """A thread with all that hangs on it. ``turns`` keeps the order of indexes."""

    state: Thread
    turns: dict[TurnId, StoredTurn] = field(default_factory=dict[TurnId, StoredTurn])
    records: list[ThreadRecord] = field(default_factory=list[ThreadRecord])
    worker: WorkerId | None = None
    until: datetime | None = None

    def pending(self) -> StoredTurn | None:
        turn = next((turn for turn in self.turns.values() if turn.record is None), None)
        if turn is None:
            return None
        last = self.records[-1] if self.records else None
        before = last.turn.message.turn_id if isinstance(last, TurnEnded) else None
        return replace(turn, thread_version=self.state.version, ended_before=before)

    def place(self, *, by_activity: bool) -> Place:
        """Where it stands in the list."""
        return (self.last_at if by_activity else self.state.created_at), self.state.id

    def mark(self) -> ThreadMark:
        """How far it is."""
        return ThreadMark(thread_id=self.state.id, version=self.state.version, messages=len(self.turns))

    def is_wished(self, wish: ThreadWish) -> bool:
        """Whether it is one of those; a document of its own is one that was attached."""
        is_empty = not self.turns and not self.state.document_ids
        is_found = not wish.words or self.found_at(wish.words) is not None
        return is_found and wish.is_pinned in (None, self.state.pinned) and (wish.with_empty or not is_empty)

    def found_at(self, words: tuple[str, ...]) -> int | None:
        """The newest turn that has the words; 0: the title has them."""
        said = {0: self.state.title or ""}
        for turn in self.turns.values():
            if turn.record is not None and turn.message.origin is not Origin.NOTE:
                said[turn.message.index] = f"{turn.message.text}\n{turn.record.reply.text}"
        return max((index for index, text in said.items() if has_all(fold(text), words)), default=None)

    def listed(self, words: tuple[str, ...]) -> ListedThread:
        """As it stands in the list."""
        found = self.found_at(words) or None if words else None
        return ListedThread(thread=self.state, last_at=self.last_at, found_at=found)

    @property
    def last_at(self) -> datetime:
        """When its newest message came; of turns that it began with the thread's own time counts."""
        came = [t.message.received_at for t in self.turns.values() if t.record is None or not t.record.copied]
        return max(came, default=self.state.created_at)

    def held_by_other(self, worker: WorkerId | None, now: datetime) -> bool:
        return self.worker is not None and self.worker != worker and self.until is not None and self.until > now


class MemoryThreads:
    """A ``ThreadStore`` that forgets everything with the process.

    ``handoffs`` and ``decisions`` are those that were committed, for ``MemoryHandoffs`` and ``MemoryDecisions``.
    """

    def __init__(self) -> None:
        self.handoffs: dict[HandoffId, StoredHandoff] = {}
        self.decisions: dict[DecisionId, StoredDecision] = {}
        self._threads: dict[ThreadId, _Kept] = {}
        self._cut_off_alone = Counter[TurnId]()
        self._model_use: dict[date, ModelUse] = {}

    async def create(self, thread: Thread, history: Sequence[ThreadRecord] = ()) -> Thread:
        """See ``ThreadStore.create``."""
        require_key(thread.id, "thread_id")
        require_key(thread.owner, "owner")
        for value in (thread, *history):
            _require_storable(value)
        ended = [record.turn for record in history if isinstance(record, TurnEnded)]
        turns = {turn.message.turn_id: StoredTurn(message=turn.message, record=turn, attempt=1) for turn in ended}
        is_taken = bool(turns) and any(not turns.keys().isdisjoint(kept.turns) for kept in self._threads.values())
        if thread.id in self._threads or is_taken:
            raise VersionConflict("A conversation with this id exists.", fix="Choose another id.")
        after = reduce(apply, history, thread)
        self._threads[thread.id] = _Kept(after, turns=turns, records=[*history])
        return after

    async def get(self, thread_id: ThreadId) -> Thread | None:
        """See ``ThreadStore.get``."""
        kept = self._threads.get(thread_id)
        return kept.state if kept else None

    async def list(self, owner: OwnerId, *, before: ThreadId | None = None, limit: int = 50) -> list[Thread]:
        """See ``ThreadStore.list``."""
        mine = [kept.state for kept in self._threads.values() if kept.state.owner == owner]
        if before is not None:
            mark = self._threads.get(before)
            mine = [t for t in mine if mark is not None and _age(t) < _age(mark.state)]
        return sorted(mine, key=_age, reverse=True)[:limit]

    async def browse(
        self, owner: OwnerId, wish: ThreadWish, *, before: Place | None = None, limit: int = 50
    ) -> Sequence[ListedThread]:
        """See ``ThreadStore.browse``."""
        mine = [kept for kept in self._threads.values() if kept.state.owner == owner and kept.is_wished(wish)]
        placed = [(kept.place(by_activity=wish.by_activity), kept) for kept in mine]
        newest = sorted(placed, key=lambda pair: pair[0], reverse=True)
        return [kept.listed(wish.words) for place, kept in newest if before is None or place < before][:limit]

    async def marks(self, owner: OwnerId, *, limit: int) -> Sequence[ThreadMark]:
        """See ``ThreadStore.marks``."""
        mine = [kept for kept in self._threads.values() if kept.state.owner == owner]
        newest = sorted(mine, key=lambda kept: kept.place(by_activity=True), reverse=True)
        return [kept.mark() for kept in newest[:limit]]

    async def marks_of(self, thread_ids: Sequence[ThreadId]) -> Sequence[ThreadMark]:
        """See ``ThreadStore.marks_of``."""
        return [self._threads[one].mark() for one in sorted(set(thread_ids)) if one in self._threads]

    async def delete(self, thread_id: ThreadId) -> None:
        """See ``ThreadStore.delete``."""
        self._threads.pop(thread_id, None)
        self.handoffs = {k: h for k, h in self.handoffs.items() if h.handoff.thread_id != thread_id}
        self.decisions = {k: d for k, d in self.decisions.items() if d.decision.thread_id != thread_id}

    async def citing(self, document_id: DocumentId) -> list[ThreadId]:
        """See ``ThreadStore.citing``."""
        named = f"'{document_id}'"
        return sorted(i for i, kept in self._threads.items() if any(named in repr(r) for r in kept.records))

    async def idle(self, *, before: datetime, limit: int = 100) -> list[ThreadId]:
        """See ``ThreadStore.idle``."""
        found = [
            kept.state
            for kept in self._threads.values()
            if kept.state.created_at < before
            and all(t.message.received_at < before and t.record is not None for t in kept.turns.values())
        ]
        return [thread.id for thread in sorted(found, key=_age)[:limit]]

    async def accept(
        self,
        *,
        thread_id: ThreadId,
        turn_id: TurnId,
        text: str,
        received_at: datetime,
        client_message_id: str | None,
        attachments: Sequence[DocumentId] = (),
        origin: Origin = Origin.USER,
        links: Sequence[str] = (),
        retry_of: TurnId | None = None,
        selection: Selection | None = None,
        include_document_ids: Sequence[DocumentId] = (),
    ) -> Message:
        """See ``ThreadStore.accept``."""
        require_key(turn_id, "turn_id")
        require_text(text, "text")
        if client_message_id is not None:
            require_key(client_message_id, "client_message_id")
        kept = self._existing(thread_id)
        known = (turn.message for turn in kept.turns.values())
        if client_message_id is not None:
            for message in known:
                if message.client_message_id == client_message_id:
                    return message
        message = Message(
            turn_id=turn_id,
            thread_id=thread_id,
            index=len(kept.turns) + 1,
            text=text,
            received_at=received_at,
            client_message_id=client_message_id,
            attachments=tuple(attachments),
            origin=origin,
            links=tuple(links),
            retry_of=retry_of,
            selection=selection,
            include_document_ids=tuple(include_document_ids),
        )
        kept.turns[turn_id] = StoredTurn(message=message)
        return message

    async def turn(self, thread_id: ThreadId, turn_id: TurnId) -> StoredTurn | None:
        """See ``ThreadStore.turn``."""
        kept = self._threads.get(thread_id)
        return kept.turns.get(turn_id) if kept else None

    async def turns(self, thread_id: ThreadId, *, after_index: int = 0, limit: int = 50) -> list[StoredTurn]:
        """See ``ThreadStore.turns``."""
        kept = self._threads.get(thread_id)
        return [t for t in kept.turns.values() if t.message.index > after_index][:limit] if kept else []

    async def next_pending(self, thread_id: ThreadId) -> StoredTurn | None:
        """See ``ThreadStore.next_pending``."""
        kept = self._threads.get(thread_id)
        return kept.pending() if kept else None

    async def begin_attempt(self, turn_id: TurnId) -> int:
        """See ``ThreadStore.begin_attempt``."""
        kept, turn = self._turn(turn_id)
        kept.turns[turn_id] = replace(turn, attempt=turn.attempt + 1)
        return turn.attempt + 1

    async def count_alone(self, turn_id: TurnId, by: int) -> int:
        """See ``ThreadStore.count_alone``."""
        self._turn(turn_id)
        self._cut_off_alone[turn_id] += by
        return self._cut_off_alone[turn_id]

    async def commit(
        self,
        *,
        thread_id: ThreadId,
        record: ThreadRecord,
        expected_version: int,
        events: Sequence[tuple[int, str, str]] = (),
        handoff: StoredHandoff | None = None,
        decision: DecisionRecord | None = None,
    ) -> Thread:
        """See ``ThreadStore.commit``."""
        kept = self._existing(thread_id)
        _require_storable(record)
        if kept.state.version != expected_version:
            raise VersionConflict("Another worker changed the conversation first.", fix="Load it and try again.")
        if isinstance(record, TurnEnded):
            turn = kept.turns.get(record.turn.message.turn_id)
            if turn is None or turn.record is not None:
                raise VersionConflict("The turn has ended already.", fix="Load it again.")
            ended = replace(turn, record=record.turn, events=tuple(events))
            kept.turns[turn.message.turn_id] = ended
            day = record.turn.ended_at.astimezone(UTC).date()
            self._model_use[day] = added(await self.model_use(day), use_of(record.turn.model_calls))
        kept.records.append(record)
        before, kept.state = kept.state, apply(kept.state, record)
        if handoff is not None:
            self.handoffs[handoff.handoff.id] = handoff
        self._move_handoff(before, kept.state)
        if decision is not None:
            self._keep_decision(decision)
        return kept.state

    def _keep_decision(self, decision: DecisionRecord) -> None:
        back = {one.turn: one.how for one in decision.takes_back}
        for key, stored in self.decisions.items() if back else ():
            how = back.get(stored.decision.index) if stored.decision.thread_id == decision.thread_id else None
            if how is not None and stored.wrong is None:
                self.decisions[key] = replace(stored, wrong=how, wrong_at=decision.at)
        self.decisions[decision.id] = StoredDecision(decision=decision)

    def _move_handoff(self, before: Thread, after: Thread) -> None:
        state = state_after(before, after)
        if state is None or before.handoff is None or (stored := self.handoffs.get(before.handoff.id)) is None:
            return
        at = after.updated_at
        moved = {"taken_at": at} if state is HandoffState.TAKEN else {"ended_at": at}
        self.handoffs[stored.handoff.id] = replace(stored, state=state, **moved)

    async def records(self, thread_id: ThreadId) -> list[ThreadRecord]:
        """See ``ThreadStore.records``."""
        kept = self._threads.get(thread_id)
        return [*kept.records] if kept else []

    async def ended(
        self, *, since: datetime, until: datetime, after: tuple[datetime, TurnId] | None = None, limit: int = 500
    ) -> list[TurnRecord]:
        """See ``ThreadStore.ended``."""
        records = [turn.record for kept in self._threads.values() for turn in kept.turns.values() if turn.record]
        inside = [r for r in records if since <= r.message.received_at < until]
        beyond = [r for r in inside if after is None or _place(r) > after]
        return sorted(beyond, key=_place)[:limit]

    async def past(self, owner: OwnerId, *, before: TurnId | None = None, limit: int = 50) -> list[TurnRecord]:
        """See ``ThreadStore.past``."""
        turns = [turn for kept in self._threads.values() if kept.state.owner == owner for turn in kept.turns.values()]
        marks = [_moment(turn.message) for turn in turns if turn.message.turn_id == before]
        if before is not None and not marks:
            return []
        older = [t for t in turns if t.record is not None and all(_moment(t.message) < mark for mark in marks)]
        newest = sorted(older, key=lambda turn: _moment(turn.message), reverse=True)
        return [turn.record for turn in newest[:limit] if turn.record is not None]

    async def model_use(self, day: date) -> ModelUse:
        """See ``ThreadStore.model_use``."""
        return self._model_use.get(day, NOTHING_USED)

    async def acquire(self, thread_id: ThreadId, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """See ``ThreadStore.acquire``."""
        kept = self._threads.get(thread_id)
        if kept is None or kept.held_by_other(worker, now):
            return False
        kept.worker, kept.until = worker, until
        return True

    async def release(self, thread_id: ThreadId, worker: WorkerId) -> None:
        """See ``ThreadStore.release``."""
        kept = self._threads.get(thread_id)
        if kept is not None and kept.worker == worker:
            kept.worker = kept.until = None

    async def abandoned(self, *, now: datetime, limit: int = 100) -> list[ThreadId]:
        """See ``ThreadStore.abandoned``."""
        waiting: list[tuple[datetime, ThreadId]] = []
        for thread_id, kept in self._threads.items():
            pending = kept.pending()
            if pending is not None and not kept.held_by_other(None, now):
                waiting.append((pending.message.received_at, thread_id))
        return [thread_id for _, thread_id in sorted(waiting)[:limit]]

    async def request_stop(self, thread_id: ThreadId, turn_id: TurnId) -> None:
        """See ``ThreadStore.request_stop``."""
        kept = self._threads.get(thread_id)
        if kept is not None and (turn := kept.turns.get(turn_id)) is not None and turn.record is None:
            kept.turns[turn_id] = replace(turn, stop_requested=True)

    async def stops_requested(self, turn_ids: Sequence[TurnId]) -> set[TurnId]:
        """See ``ThreadStore.stops_requested``."""
        kept = (kept.turns.get(turn_id) for kept in self._threads.values() for turn_id in turn_ids)
        return {turn.message.turn_id for turn in kept if turn is not None and turn.stop_requested}

    async def ping(self) -> None:
        """See ``ThreadStore.ping``; memory is always up to date."""

    async def aclose(self) -> None:
        """See ``ThreadStore.aclose``; there is nothing to close, and what was kept stays readable."""

    def _existing(self, thread_id: ThreadId) -> _Kept:
        kept = self._threads.get(thread_id)
        if kept is None:
            raise NotFound("There is no conversation with this id.", fix="Check the id.")
        return kept

    def _turn(self, turn_id: TurnId) -> tuple[_Kept, StoredTurn]:
        for kept in self._threads.values():
            if turn_id in kept.turns:
                return kept, kept.turns[turn_id]
        raise NotFound("There is no turn with this id.", fix="Check the id.")


def _moment(message: Message) -> tuple[datetime, TurnId]:
    return message.received_at, message.turn_id


def _age(thread: Thread) -> tuple[datetime, ThreadId]:
    return thread.created_at, thread.id


def _place(record: TurnRecord) -> tuple[datetime, TurnId]:
    return record.message.received_at, record.message.turn_id


def _require_storable(value: Thread | ThreadRecord) -> None:
    """Refuses what a database could not keep, so that a test on this fake finds it."""
    try:
        to_json(value)
    except PydanticSerializationError as error:
        raise InvalidInput(
            "A text holds half a character, which can't be stored.", fix="Send valid Unicode."
        ) from error
