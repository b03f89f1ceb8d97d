"""The SQL of the thread store, built once: SQLAlchemy then finds each statement's text in its cache."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    Integer,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    tuple_,
    update,
)

from followthrough.adapters.database.access import Insert
from followthrough.adapters.database.tables import (
    KEY,
    UtcTime,
    decisions,
    handoffs,
    leases,
    records,
    thread_states,
    threads,
    turns,
)
from followthrough.domain.handoff import HandoffState

THREAD: BindParameter[str] = bindparam("thread", type_=KEY)
TURN: BindParameter[str] = bindparam("turn", type_=KEY)
LIMIT: BindParameter[int] = bindparam("limit", type_=Integer)
NOW: BindParameter[datetime] = bindparam("now", type_=UtcTime)
HOLDER: BindParameter[str] = bindparam("holder", type_=KEY)
HELD_UNTIL: BindParameter[datetime] = bindparam("held_until", type_=UtcTime)

ADD_THREAD = insert(threads)
ADD_STATE = insert(thread_states)
ADD_ENDED_TURN = insert(turns)
DELETE_THREAD = delete(threads).where(threads.c.id == THREAD)

STATE = select(thread_states.c.state).where(thread_states.c.thread_id == THREAD)

# Locks the thread first (``of`` is what PostgreSQL locks; SQLite has the whole file by then).
STATE_FOR_UPDATE = (
    select(thread_states.c.version, thread_states.c.state)
    .join_from(threads, thread_states)
    .where(threads.c.id == THREAD)
    .with_for_update(of=[threads, thread_states])
)
SET_STATE = (
    update(thread_states)
    .where(thread_states.c.thread_id == THREAD)
    .values(version=bindparam("new_version"), state=bindparam("new_state"))
)

_owned = select(thread_states.c.state).join_from(threads, thread_states).where(threads.c.owner == bindparam("owner"))
_newest_first = (threads.c.created_at.desc(), threads.c.id.desc())
_mark = select(threads.c.created_at, threads.c.id).where(threads.c.id == bindparam("before"))
NEWEST = _owned.order_by(*_newest_first).limit(LIMIT)
OLDER = (
    _owned.where(tuple_(threads.c.created_at, threads.c.id) < _mark.scalar_subquery())
    .order_by(*_newest_first)
    .limit(LIMIT)
)

# An id has no character that JSON writes otherwise, so it stands in a record as it is, in quotes.
_named = literal('"') + bindparam("words", type_=KEY) + literal('"')
CITING = select(records.c.thread_id).where(records.c.body.contains(_named)).distinct().order_by(records.c.thread_id)

_since_then: BindParameter[datetime] = bindparam("since", type_=UtcTime)
_live = exists().where(
    turns.c.thread_id == threads.c.id, or_(turns.c.received_at >= _since_then, turns.c.record_version.is_(None))
)
IDLE = (
    select(threads.c.id)
    .where(threads.c.created_at < _since_then, ~_live)
    .order_by(threads.c.created_at, threads.c.id)
    .limit(LIMIT)
)

# The thread's row counts its messages: raising the count locks the thread, so indexes have no gap and no double.
NEXT_INDEX = (
    update(threads)
    .where(threads.c.id == THREAD)
    .values(accepted=threads.c.accepted + 1)
    .returning(threads.c.accepted)
)
GIVE_INDEX_BACK = update(threads).where(threads.c.id == THREAD).values(accepted=threads.c.accepted - 1)
KNOWN_MESSAGE = select(turns.c.message).where(
    turns.c.thread_id == THREAD, turns.c.client_message_id == bindparam("client_message")
)

_stored = select(turns.c.message, turns.c.attempt, turns.c.stop_requested, turns.c.events, records.c.body).join_from(
    turns,
    records,
    and_(records.c.thread_id == turns.c.thread_id, records.c.version == turns.c.record_version),
    isouter=True,
)
ONE_TURN = _stored.where(turns.c.id == TURN, turns.c.thread_id == THREAD)
TURNS = (
    _stored.where(turns.c.thread_id == THREAD, turns.c.turn_index > bindparam("after"))
    .order_by(turns.c.turn_index)
    .limit(LIMIT)
)
_before = turns.alias("before")
_ended_before = (
    select(_before.c.id)
    .where(_before.c.thread_id == THREAD, _before.c.record_version == thread_states.c.version)
    .order_by(_before.c.turn_index.desc())  # the newest but those that wait: found at once however many there are
    .limit(1)
    .correlate(thread_states)
    .scalar_subquery()
)
NEXT_PENDING = (
    _stored.add_columns(thread_states.c.version, _ended_before)
    .join(thread_states, thread_states.c.thread_id == turns.c.thread_id)
    .where(turns.c.thread_id == THREAD, turns.c.record_version.is_(None))
    .order_by(turns.c.turn_index)
    .limit(1)
)

_ended = (
    select(records.c.body)
    .join_from(
        turns, records, and_(records.c.thread_id == turns.c.thread_id, records.c.version == turns.c.record_version)
    )
    .where(
        turns.c.received_at >= bindparam("since", type_=UtcTime),
        turns.c.received_at < bindparam("until", type_=UtcTime),
    )
    .order_by(turns.c.received_at, turns.c.id)
    .limit(LIMIT)
)
ENDED = _ended
ENDED_BEYOND = _ended.where(
    tuple_(turns.c.received_at, turns.c.id) > tuple_(bindparam("moment", type_=UtcTime), TURN)
)

_past = (
    select(records.c.body)
    .join_from(threads, turns, turns.c.thread_id == threads.c.id)
    .join(records, and_(records.c.thread_id == turns.c.thread_id, records.c.version == turns.c.record_version))
    .where(threads.c.owner == bindparam("owner"))
)
_newest_turn_first = (turns.c.received_at.desc(), turns.c.id.desc())
_of_turn = turns.alias("mark")
_turn_mark = select(_of_turn.c.received_at, _of_turn.c.id).where(_of_turn.c.id == bindparam("before"))
PAST = _past.order_by(*_newest_turn_first).limit(LIMIT)
PAST_BEFORE = (
    _past.where(tuple_(turns.c.received_at, turns.c.id) < _turn_mark.scalar_subquery())
    .order_by(*_newest_turn_first)
    .limit(LIMIT)
)

BEGIN_ATTEMPT = update(turns).where(turns.c.id == TURN).values(attempt=turns.c.attempt + 1).returning(turns.c.attempt)
COUNT_ALONE = (
    update(turns)
    .where(turns.c.id == TURN)
    .values(cut_off_alone=turns.c.cut_off_alone + bindparam("by", type_=Integer))
    .returning(turns.c.cut_off_alone)
)
REQUEST_STOP = (
    update(turns)
    .where(turns.c.id == TURN, turns.c.thread_id == THREAD, turns.c.record_version.is_(None))
    .values(stop_requested=true())
)
STOPS_REQUESTED = select(turns.c.id).where(turns.c.id.in_(bindparam("ids", expanding=True)), turns.c.stop_requested)
END_TURN = (
    update(turns)
    .where(turns.c.id == TURN, turns.c.thread_id == THREAD, turns.c.record_version.is_(None))
    .values(record_version=bindparam("new_version"), events=bindparam("new_events"))
)

ADD_RECORD = insert(records)
RECORDS = select(records.c.body).where(records.c.thread_id == THREAD).order_by(records.c.version)

ADD_HANDOFF = insert(handoffs)
HANDOFF_TAKEN = (
    update(handoffs)
    .where(handoffs.c.id == bindparam("handoff"))
    .values(state=HandoffState.TAKEN.value, taken_at=bindparam("at", type_=UtcTime))
)
HANDOFF_OVER = (
    update(handoffs)
    .where(handoffs.c.id == bindparam("handoff"))
    .values(state=bindparam("new_state"), ended_at=bindparam("at", type_=UtcTime))
)

ADD_DECISION = insert(decisions)
TAKE_BACK = (
    update(decisions)
    .where(
        decisions.c.thread_id == THREAD, decisions.c.turn_index == bindparam("of_turn"), decisions.c.wrong.is_(None)
    )
    .values(wrong=bindparam("how"), wrong_at=bindparam("moment", type_=UtcTime))
)

RELEASE = delete(leases).where(leases.c.thread_id == THREAD, leases.c.worker == HOLDER)
_leased = exists().where(leases.c.thread_id == turns.c.thread_id, leases.c.until > NOW)
_since = func.min(turns.c.received_at)
ABANDONED = (
    select(turns.c.thread_id)
    .where(turns.c.record_version.is_(None), ~_leased)
    .group_by(turns.c.thread_id)
    .order_by(_since, turns.c.thread_id)
    .limit(LIMIT)
)


def add_turn(new: Callable[[Table], Insert]) -> Insert:
    """Adds a turn unless the thread has its ``client_message_id`` already; its row count tells."""
    return new(turns).on_conflict_do_nothing(index_elements=[turns.c.thread_id, turns.c.client_message_id])


def take_lease(new: Callable[[Table], Insert]) -> Insert:
    """Takes or extends a lease; no row is touched when another worker's is not over or there is no such thread."""
    wanted = (
        select(threads.c.id, HOLDER, HELD_UNTIL)
        .where(threads.c.id == THREAD)
        .with_for_update(read=True, key_share=True)
    )
    return (
        new(leases)
        .from_select(["thread_id", "worker", "until"], wanted)
        .on_conflict_do_update(
            index_elements=[leases.c.thread_id],
            set_={"worker": HOLDER, "until": HELD_UNTIL},
            where=or_(leases.c.worker == HOLDER, leases.c.until <= NOW),
        )
    )
