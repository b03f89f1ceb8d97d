"""The list of threads: which there are, in what order, and how far each is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Integer,
    and_,
    bindparam,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    update,
)

from followthrough.adapters.database.access import Insert
from followthrough.adapters.database.codec import thread_codec
from followthrough.adapters.database.tables import (
    KEY,
    UtcTime,
    documents,
    thread_states,
    thread_texts,
    threads,
)
from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import OwnerId, ThreadId
from followthrough.domain.records import Pinned, ThreadRecord, TurnEnded
from followthrough.domain.thread_list import ListedThread, Place, ThreadMark, ThreadWish
from followthrough.rules.records.finding import fold

TITLE = 0
"""Where a thread's title stands among its texts; turns count from 1."""

_texts = thread_texts.c
_LAST = update(threads).where(threads.c.id == bindparam("thread")).values(last_at=bindparam("at", type_=UtcTime))
_PIN = update(threads).where(threads.c.id == bindparam("thread")).values(pinned=bindparam("is_pinned"))
_marks = select(threads.c.id, thread_states.c.version, threads.c.accepted).join_from(threads, thread_states)
_MARKS = (
    _marks.where(threads.c.owner == bindparam("owner"))
    .order_by(threads.c.last_at.desc(), threads.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
_MARKS_OF = _marks.where(threads.c.id.in_(bindparam("ids", expanding=True))).order_by(threads.c.id)


def browse(
    connection: Connection, owner: OwnerId, wish: ThreadWish, before: Place | None, limit: int
) -> list[ListedThread]:
    """See ``ThreadStore.browse``."""
    rows: Sequence[Sequence[Any]] = connection.execute(_browsing(owner, wish, before, limit)).all()
    return [
        ListedThread(thread=thread_codec().decode(row[0]), last_at=row[1], found_at=row[2] or None) for row in rows
    ]


def marks(connection: Connection, owner: OwnerId, limit: int) -> list[ThreadMark]:
    """See ``ThreadStore.marks``."""
    return _as_marks(connection.execute(_MARKS, {"owner": owner, "limit": limit}).all())


def marks_of(connection: Connection, thread_ids: Sequence[ThreadId]) -> list[ThreadMark]:
    """See ``ThreadStore.marks_of``."""
    return _as_marks(connection.execute(_MARKS_OF, {"ids": thread_ids}).all())


def _as_marks(rows: Iterable[Sequence[Any]]) -> list[ThreadMark]:
    return [ThreadMark(thread_id=ThreadId(one), version=version, messages=count) for one, version, count in rows]


def note_message(connection: Connection, thread_id: ThreadId, at: datetime) -> None:
    """A message came."""
    connection.execute(_LAST, {"thread": thread_id, "at": at})


def note_record(
    connection: Connection, put_text: Insert, record: ThreadRecord, *, before: Thread, after: Thread
) -> None:
    """What a record changes in the list, and in what is found."""
    if isinstance(record, Pinned):
        connection.execute(_PIN, {"thread": after.id, "is_pinned": record.pinned})
    if after.title != before.title:
        note_title(connection, put_text, after)
    if isinstance(record, TurnEnded):
        _put(connection, put_text, after.id, record.turn.message.index, said_in(record.turn))


def note_begun(connection: Connection, put_text: Insert, thread: Thread, history: Sequence[ThreadRecord]) -> None:
    """A new thread, with what it begins with."""
    for record in history:
        note_record(connection, put_text, record, before=thread, after=thread)
    note_title(connection, put_text, thread)


def note_title(connection: Connection, put_text: Insert, thread: Thread) -> None:
    """What the thread is called from now on."""
    _put(connection, put_text, thread.id, TITLE, thread.title or "")


def said_in(turn: TurnRecord) -> str:
    """What the user sees of a turn, question and answer; nothing of a note to the assistant."""
    is_hidden = turn.message.origin is Origin.NOTE
    return "" if is_hidden else f"{turn.message.text}\n{turn.reply.text}"


def put_text(new: Any) -> Insert:
    """Keeps a text in the place of the one before it."""
    statement = new(thread_texts)
    return statement.on_conflict_do_update(
        index_elements=[_texts.thread_id, _texts.turn_index], set_={"text": statement.excluded.text}
    )


def _put(connection: Connection, put: Insert, thread_id: ThreadId, index: int, text: str) -> None:
    folded = fold(text)
    if folded.strip():
        connection.execute(put, {"thread_id": thread_id, "turn_index": index, "text": folded})


def _browsing(owner: OwnerId, wish: ThreadWish, before: Place | None, limit: int) -> Executable:
    each = (_texts.text.contains(word, autoescape=True) for word in wish.words)
    has_words = and_(_texts.thread_id == threads.c.id, *each)
    found: ColumnElement[Any] = null()
    if wish.words:
        found = select(func.max(_texts.turn_index)).where(has_words).correlate(threads).scalar_subquery()
    place = (threads.c.last_at if wish.by_activity else threads.c.created_at, threads.c.id)
    wanted = select(thread_states.c.state, threads.c.last_at, found).join_from(threads, thread_states)
    wanted = wanted.where(threads.c.owner == owner).order_by(*(column.desc() for column in place))
    if wish.words:
        wanted = wanted.where(exists().where(has_words))
    if wish.is_pinned is not None:
        wanted = wanted.where(threads.c.pinned.is_(wish.is_pinned))
    if not wish.with_empty:
        wanted = wanted.where(or_(threads.c.accepted > 0, exists().where(documents.c.thread_id == threads.c.id)))
    if before is not None:
        wanted = wanted.where(tuple_(*place) < tuple_(literal(before[0], UtcTime), literal(before[1], KEY)))
    return wanted.limit(limit)
