"""A new thread in the SQL database, with the turns that it begins with."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Connection

from followthrough.adapters.database.codec import events_codec, message_codec, record_codec
from followthrough.adapters.thread_store import statements as sql
from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ThreadId
from followthrough.domain.records import ThreadRecord, TurnEnded
from followthrough.rules.cutting.storable import require_key

Row: TypeAlias = tuple[dict[str, Any], dict[str, Any] | None]
"""A record's row, and that of the turn that it ends."""


def create(
    connection: Connection,
    thread: Thread,
    state: str,
    history: list[Row],
) -> None:
    """Adds the thread in the state that its history leaves it in."""
    row = {
        "id": thread.id,
        "owner": thread.owner,
        "created_at": thread.created_at,
        "accepted": thread.turns,
        "last_at": thread.created_at,
        "pinned": thread.pinned,
    }
    connection.execute(sql.ADD_THREAD, row)
    connection.execute(sql.ADD_STATE, {"thread_id": thread.id, "version": thread.version, "state": state})
    if history:
        connection.execute(sql.ADD_RECORD, [record for record, _ in history])
    if turns := [turn for _, turn in history if turn is not None]:
        connection.execute(sql.ADD_ENDED_TURN, turns)


def row_of(thread_id: ThreadId, version: int, record: ThreadRecord) -> Row:
    """A record of a new thread, and the turn that it ends."""
    row = {"thread_id": thread_id, "version": version, "body": record_codec().encode(record)}
    if not isinstance(record, TurnEnded):
        return row, None
    message = record.turn.message
    require_key(message.turn_id, "turn_id")
    turn = {
        "id": message.turn_id,
        "thread_id": thread_id,
        "turn_index": message.index,
        "client_message_id": message.client_message_id,
        "received_at": message.received_at,
        "message": message_codec().encode(message),
        "attempt": 1,
        "stop_requested": False,
        "record_version": version,
        "events": events_codec().encode(()),
    }
    return row, turn
