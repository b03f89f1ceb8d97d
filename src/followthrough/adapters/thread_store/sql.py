"""Threads, turns and records in the SQL database.

Each method is one transaction of few statements. Whatever writes to a thread locks its row in ``threads`` first,
so writers of one thread wait for each other in one order and never in a circle (SQLite has one writer anyway).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import reduce
from typing import Any

from sqlalchemy import Connection, Executable

from followthrough.adapters.database.access import Database, Insert
from followthrough.adapters.database.codec import (
    Events,
    events_codec,
    handoff_codec,
    message_codec,
    record_codec,
    thread_codec,
    thread_of,
)
from followthrough.adapters.database.schema import require_whole
from followthrough.adapters.thread_store import listing
from followthrough.adapters.thread_store import statements as sql
from followthrough.adapters.thread_store.creating import Row, create, row_of
from followthrough.adapters.thread_store.deciding import keep_decision
from followthrough.adapters.thread_store.model_use import add_use, keep_use, read_use
from followthrough.domain.continuity import Selection
from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnRecord
from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.handoff import HandoffState, Origin, StoredHandoff
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.model_calls import ModelUse
from followthrough.domain.records import ThreadRecord, TurnEnded
from followthrough.domain.thread_list import ListedThread, Place, ThreadMark, ThreadWish
from followthrough.errors import NotFound, VersionConflict
from followthrough.rules.cutting.storable import is_key, require_key, require_text
from followthrough.rules.handoff.summary import state_after
from followthrough.rules.records.apply import apply


class SqlThreadStore:
    """A ``ThreadStore`` on a ``Database``. Closing it closes the database, which other stores may share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._add_turn = sql.add_turn(database.insert)
        self._add_use = add_use(database.insert)
        self._put_text = listing.put_text(database.insert)
        self._take_lease = sql.take_lease(database.insert)

    async def create(self, thread: Thread, history: Sequence[ThreadRecord] = ()) -> Thread:
        """See ``ThreadStore.create``."""
        require_key(thread.id, "thread_id")
        require_key(thread.owner, "owner")
        after = reduce(apply, history, thread)
        rows = [row_of(thread.id, version, record) for version, record in enumerate(history, thread.version + 1)]
        await self._database.write(self._create, after, rows, history)
        return after

    def _create(
        self, connection: Connection, after: Thread, rows: list[Row], history: Sequence[ThreadRecord]
    ) -> None:
        create(connection, after, thread_codec().encode(after), rows)
        listing.note_begun(connection, self._put_text, after, history)

    async def get(self, thread_id: ThreadId) -> Thread | None:
        """See ``ThreadStore.get``."""
        state = await self._first(sql.STATE, thread=thread_id)
        return thread_of(state[0]) if state else None

    async def list(self, owner: OwnerId, *, before: ThreadId | None = None, limit: int = 50) -> list[Thread]:
        """See ``ThreadStore.list``."""
        statement, place = (sql.NEWEST, {}) if before is None else (sql.OLDER, {"before": before})
        rows = await self._rows(statement, owner=owner, limit=limit, **place)
        return [thread_codec().decode(row[0]) for row in rows]

    async def browse(
        self, owner: OwnerId, wish: ThreadWish, *, before: Place | None = None, limit: int = 50
    ) -> Sequence[ListedThread]:
        """See ``ThreadStore.browse``."""
        can_be = is_key(owner) and (before is None or is_key(before[1]))
        return await self._database.read(listing.browse, owner, wish, before, limit) if can_be else ()

    async def marks(self, owner: OwnerId, *, limit: int) -> Sequence[ThreadMark]:
        """See ``ThreadStore.marks``."""
        return await self._database.read(listing.marks, owner, limit) if is_key(owner) else ()

    async def marks_of(self, thread_ids: Sequence[ThreadId]) -> Sequence[ThreadMark]:
        """See ``ThreadStore.marks_of``."""
        known = [one for one in thread_ids if is_key(one)]
        return await self._database.read(listing.marks_of, known) if known else ()

    async def delete(self, thread_id: ThreadId) -> None:
        """See ``ThreadStore.delete``."""
        await self._execute(sql.DELETE_THREAD, thread=thread_id)

    async def citing(self, document_id: DocumentId) -> list[ThreadId]:
        """See ``ThreadStore.citing``."""
        return [ThreadId(row[0]) for row in await self._rows(sql.CITING, words=document_id)]

    async def idle(self, *, before: datetime, limit: int = 100) -> list[ThreadId]:
        """See ``ThreadStore.idle``."""
        return [ThreadId(row[0]) for row in await self._rows(sql.IDLE, since=before, limit=limit)]

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
        if not is_key(thread_id):
            raise _no_thread()
        message = Message(
            turn_id=turn_id,
            thread_id=thread_id,
            index=0,  # given while the thread is locked
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
        return await self._database.write(_accept, self._add_turn, message)

    async def turn(self, thread_id: ThreadId, turn_id: TurnId) -> StoredTurn | None:
        """See ``ThreadStore.turn``."""
        row = await self._first(sql.ONE_TURN, thread=thread_id, turn=turn_id)
        return _stored_turn(row) if row else None

    async def turns(self, thread_id: ThreadId, *, after_index: int = 0, limit: int = 50) -> list[StoredTurn]:
        """See ``ThreadStore.turns``."""
        rows = await self._rows(sql.TURNS, thread=thread_id, after=after_index, limit=limit)
        return [_stored_turn(row) for row in rows]

    async def next_pending(self, thread_id: ThreadId) -> StoredTurn | None:
        """See ``ThreadStore.next_pending``."""
        row = await self._first(sql.NEXT_PENDING, thread=thread_id)
        if row is None:
            return None
        return replace(_stored_turn(row[:-2]), thread_version=row[-2], ended_before=row[-1])

    async def begin_attempt(self, turn_id: TurnId) -> int:
        """See ``ThreadStore.begin_attempt``."""
        return await self._database.write(_count, sql.BEGIN_ATTEMPT, {"turn": turn_id})

    async def count_alone(self, turn_id: TurnId, by: int) -> int:
        """See ``ThreadStore.count_alone``."""
        return await self._database.write(_count, sql.COUNT_ALONE, {"turn": turn_id, "by": by})

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
        if not is_key(thread_id):
            raise _no_thread()
        return await self._database.write(
            _commit,
            thread_id,
            record,
            expected_version,
            add_use=self._add_use,
            put_text=self._put_text,
            body=record_codec().encode(record),
            events=events_codec().encode(tuple(events)),
            handoff=None if handoff is None else _handoff_row(handoff),
            decision=decision,
        )

    async def records(self, thread_id: ThreadId) -> list[ThreadRecord]:
        """See ``ThreadStore.records``."""
        return [record_codec().decode(row[0]) for row in await self._rows(sql.RECORDS, thread=thread_id)]

    async def ended(
        self, *, since: datetime, until: datetime, after: tuple[datetime, TurnId] | None = None, limit: int = 500
    ) -> list[TurnRecord]:
        """See ``ThreadStore.ended``."""
        window = {"since": since, "until": until, "limit": limit}
        if after is None:
            rows = await self._rows(sql.ENDED, **window)
        else:
            rows = await self._rows(sql.ENDED_BEYOND, **window, moment=after[0], turn=after[1])
        kept = (record_codec().decode(row[0]) for row in rows)
        return [record.turn for record in kept if isinstance(record, TurnEnded)]

    async def past(self, owner: OwnerId, *, before: TurnId | None = None, limit: int = 50) -> list[TurnRecord]:
        """See ``ThreadStore.past``."""
        statement, place = (sql.PAST, {}) if before is None else (sql.PAST_BEFORE, {"before": before})
        rows = await self._rows(statement, owner=owner, limit=limit, **place)
        kept = (record_codec().decode(row[0]) for row in rows)
        return [record.turn for record in kept if isinstance(record, TurnEnded)]

    async def model_use(self, day: date) -> ModelUse:
        """See ``ThreadStore.model_use``."""
        return await self._database.read(read_use, day)

    async def acquire(self, thread_id: ThreadId, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """See ``ThreadStore.acquire``."""
        values = {"thread": thread_id, "holder": worker, "now": now, "held_until": until}
        if not _are_keys(values):
            return False
        return await self._database.write_unsynced(_change, self._take_lease, values) == 1

    async def release(self, thread_id: ThreadId, worker: WorkerId) -> None:
        """See ``ThreadStore.release``."""
        values = {"thread": thread_id, "holder": worker}
        if _are_keys(values):
            await self._database.write_unsynced(_change, sql.RELEASE, values)

    async def abandoned(self, *, now: datetime, limit: int = 100) -> list[ThreadId]:
        """See ``ThreadStore.abandoned``."""
        return [row[0] for row in await self._rows(sql.ABANDONED, now=now, limit=limit)]

    async def request_stop(self, thread_id: ThreadId, turn_id: TurnId) -> None:
        """See ``ThreadStore.request_stop``."""
        await self._execute(sql.REQUEST_STOP, thread=thread_id, turn=turn_id)

    async def stops_requested(self, turn_ids: Sequence[TurnId]) -> set[TurnId]:
        """See ``ThreadStore.stops_requested``."""
        rows = await self._rows(sql.STOPS_REQUESTED, ids=[turn_id for turn_id in turn_ids if is_key(turn_id)])
        return {TurnId(row[0]) for row in rows}

    async def ping(self) -> None:
        """See ``ThreadStore.ping``."""
        await require_whole(self._database)

    async def aclose(self) -> None:
        """See ``ThreadStore.aclose``."""
        await self._database.aclose()

    # What can't be a key is no thread's and no turn's: such a look-up finds nothing, such a change changes nothing.

    async def _rows(self, statement: Executable, **values: Any) -> Sequence[Sequence[Any]]:
        return await self._database.read(_all, statement, values) if _are_keys(values) else ()

    async def _first(self, statement: Executable, **values: Any) -> Sequence[Any] | None:
        rows = await self._rows(statement, **values)
        return rows[0] if rows else None

    async def _execute(self, statement: Executable, **values: Any) -> None:
        if _are_keys(values):
            await self._database.write(_change, statement, values)


def _are_keys(values: dict[str, Any]) -> bool:
    return all(is_key(value) for value in values.values() if isinstance(value, str))


def _all(connection: Connection, statement: Executable, values: dict[str, Any]) -> Sequence[Sequence[Any]]:
    return connection.execute(statement, values).all()


def _change(connection: Connection, statement: Executable, values: dict[str, Any]) -> int:
    return connection.execute(statement, values).rowcount


def _accept(connection: Connection, add_turn: Insert, message: Message) -> Message:
    thread = {"thread": message.thread_id}
    index = connection.execute(sql.NEXT_INDEX, thread).scalar()
    if index is None:
        raise _no_thread()
    message = replace(message, index=index)
    added = connection.execute(
        add_turn,
        {
            "id": message.turn_id,
            "thread_id": message.thread_id,
            "turn_index": index,
            "client_message_id": message.client_message_id,
            "received_at": message.received_at,
            "message": message_codec().encode(message),
            "attempt": 0,
            "stop_requested": False,
        },
    )
    if added.rowcount == 1:
        listing.note_message(connection, message.thread_id, message.received_at)
        return message
    connection.execute(sql.GIVE_INDEX_BACK, thread)
    known = {**thread, "client_message": message.client_message_id}
    return message_codec().decode(connection.execute(sql.KNOWN_MESSAGE, known).scalar_one())


def _count(connection: Connection, statement: Executable, values: dict[str, Any]) -> int:
    count = connection.execute(statement, values).scalar() if _are_keys(values) else None
    if count is None:
        raise NotFound("There is no turn with this id.", fix="Check the id.")
    return count


def _commit(
    connection: Connection,
    thread_id: ThreadId,
    record: ThreadRecord,
    expected_version: int,
    *,
    add_use: Insert,
    put_text: Insert,
    body: str,
    events: str,
    handoff: dict[str, Any] | None,
    decision: DecisionRecord | None,
) -> Thread:
    row = connection.execute(sql.STATE_FOR_UPDATE, {"thread": thread_id}).first()
    if row is None:
        raise _no_thread()
    version, state = row
    if version != expected_version:
        raise VersionConflict("Another worker changed the conversation first.", fix="Load it and try again.")
    before = thread_codec().decode(state)
    after = apply(before, record)
    new = {"thread": thread_id, "new_version": after.version}
    connection.execute(sql.SET_STATE, {**new, "new_state": thread_codec().encode(after)})
    connection.execute(sql.ADD_RECORD, {"thread_id": thread_id, "version": after.version, "body": body})
    listing.note_record(connection, put_text, record, before=before, after=after)
    if isinstance(record, TurnEnded):
        ended = {**new, "turn": record.turn.message.turn_id, "new_events": events}
        if connection.execute(sql.END_TURN, ended).rowcount != 1:
            raise VersionConflict("The turn has ended already.", fix="Load it again.")
        keep_use(connection, add_use, record.turn)
    if handoff is not None:
        connection.execute(sql.ADD_HANDOFF, handoff)
    _move_handoff(connection, before, after)
    if decision is not None:
        keep_decision(connection, decision)
    return after


def _move_handoff(connection: Connection, before: Thread, after: Thread) -> None:
    state = state_after(before, after)
    if state is None or before.handoff is None:
        return
    moved = {"handoff": before.handoff.id, "at": after.updated_at}
    if state is HandoffState.TAKEN:
        connection.execute(sql.HANDOFF_TAKEN, moved)
    else:
        connection.execute(sql.HANDOFF_OVER, {**moved, "new_state": state.value})


def _handoff_row(stored: StoredHandoff) -> dict[str, Any]:
    handoff, delivery = stored.handoff, stored.delivery
    return {
        "id": handoff.id,
        "thread_id": handoff.thread_id,
        "owner": handoff.owner,
        "created_at": handoff.created_at,
        "due_at": handoff.due_at,
        "body": handoff_codec().encode(handoff),
        "state": stored.state.value,
        "delivery": delivery.state.value,
        "attempts": delivery.attempts,
        "next_at": delivery.next_at,
    }


def _stored_turn(row: Sequence[Any]) -> StoredTurn:
    message, attempt, stop_requested, events, body = row
    record = record_codec().decode(body) if body is not None else None
    kept: Events = events_codec().decode(events) if events is not None else ()
    return StoredTurn(
        message=message_codec().decode(message),
        record=record.turn if isinstance(record, TurnEnded) else None,
        attempt=attempt,
        stop_requested=stop_requested,
        events=kept,
    )


def _no_thread() -> NotFound:
    return NotFound("There is no conversation with this id.", fix="Check the id.")
