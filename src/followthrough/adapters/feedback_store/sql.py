"""Feedback in the SQL database."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, select

from followthrough.adapters.database.access import Database, Insert
from followthrough.adapters.database.tables import KEY, UtcTime, feedback, threads
from followthrough.domain.feedback import Feedback, Rating
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.errors import NotFound
from followthrough.rules.cutting.storable import is_key, require_key, require_text

_c = feedback.c
_ordered = select(feedback).order_by(_c.at, _c.turn_id, _c.by)
_OF_THREAD = _ordered.where(_c.thread_id == bindparam("thread", type_=KEY))
_BETWEEN = _ordered.where(_c.at >= bindparam("since", type_=UtcTime), _c.at < bindparam("until", type_=UtcTime))
_KNOWN = (
    select(threads.c.id)
    .where(threads.c.id == bindparam("thread", type_=KEY))
    .with_for_update(read=True, key_share=True)
)


class SqlFeedbackStore:
    """A ``FeedbackStore`` on a ``Database``, beside the ``ThreadStore`` whose turns it is about."""

    def __init__(self, database: Database) -> None:
        self._database = database
        new = database.insert(feedback)
        self._put = new.on_conflict_do_update(
            index_elements=[_c.thread_id, _c.turn_id, _c.by],
            set_={name: new.excluded[name] for name in ("rating", "note", "at")},
        )

    async def put(self, feedback: Feedback) -> None:
        """See ``FeedbackStore.put``."""
        require_key(feedback.turn_id, "turn_id")
        require_key(feedback.by, "by")
        if feedback.note is not None:
            require_text(feedback.note, "note")
        if not is_key(feedback.thread_id):
            raise _no_thread()
        row = {
            "thread_id": feedback.thread_id,
            "turn_id": feedback.turn_id,
            "by": feedback.by,
            "rating": feedback.rating.value,
            "note": None if feedback.note is None else json.dumps(feedback.note),
            "at": feedback.at,
        }
        await self._database.write(_keep, self._put, row)

    async def of_thread(self, thread_id: ThreadId) -> list[Feedback]:
        """See ``FeedbackStore.of_thread``."""
        return await self._database.read(_all, _OF_THREAD, {"thread": thread_id}) if is_key(thread_id) else []

    async def between(self, *, since: datetime, until: datetime) -> list[Feedback]:
        """See ``FeedbackStore.between``."""
        return await self._database.read(_all, _BETWEEN, {"since": since, "until": until})


def _keep(connection: Connection, put: Insert, row: dict[str, Any]) -> None:
    if connection.execute(_KNOWN, {"thread": row["thread_id"]}).first() is None:
        raise _no_thread()
    connection.execute(put, row)


def _all(connection: Connection, statement: Executable, values: dict[str, Any]) -> list[Feedback]:
    return [_of_row(row) for row in connection.execute(statement, values)]


def _of_row(row: Row[Any]) -> Feedback:
    return Feedback(
        thread_id=ThreadId(row.thread_id),
        turn_id=TurnId(row.turn_id),
        by=OwnerId(row.by),
        rating=Rating(row.rating),
        note=None if row.note is None else json.loads(row.note),
        at=row.at,
    )


def _no_thread() -> NotFound:
    return NotFound("There is no conversation with this id.", fix="Check the id.")
