"""A turn's decision in the SQL database, written with the turn."""

from __future__ import annotations

from sqlalchemy import Connection

from followthrough.adapters.database.codec import decision_codec
from followthrough.adapters.thread_store import statements as sql
from followthrough.domain.decision_record import DecisionRecord


def keep_decision(connection: Connection, decision: DecisionRecord) -> None:
    """Keeps it, and marks those as wrong that it takes back."""
    for one in decision.takes_back:
        back = {"thread": decision.thread_id, "of_turn": one.turn, "how": one.how.value, "moment": decision.at}
        connection.execute(sql.TAKE_BACK, back)
    row = {
        "id": decision.id,
        "thread_id": decision.thread_id,
        "owner": decision.owner,
        "turn_index": decision.index,
        "at": decision.at,
        "reason": decision.reason,
        "body": decision_codec().encode(decision),
    }
    connection.execute(sql.ADD_DECISION, row)
