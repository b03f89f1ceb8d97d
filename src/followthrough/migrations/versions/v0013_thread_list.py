"""Threads are listed by their newest message, pinned, and found by what was said in them."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0011"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)

TEXTS = sa.table("thread_texts", sa.column("thread_id"), sa.column("turn_index"), sa.column("text"))
TITLES = sa.text("SELECT thread_id, 0, state FROM thread_states")
ENDED = sa.text(
    "SELECT turns.thread_id, turns.turn_index, records.body FROM turns JOIN records "
    "ON records.thread_id = turns.thread_id AND records.version = turns.record_version"
)
NEWEST = (
    "UPDATE threads SET last_at = coalesce("
    "(SELECT max(received_at) FROM turns WHERE turns.thread_id = threads.id), created_at)"
)
ROWS_AT_ONCE = 500


def upgrade() -> None:
    """Adds the columns and the table, and fills them from what is there."""
    op.add_column("threads", sa.Column("last_at", TIME, nullable=False, server_default="1970-01-01 00:00:00"))
    op.add_column("threads", sa.Column("pinned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(NEWEST)
    op.create_index("ix_threads_owner_last_at_id", "threads", ["owner", "last_at", "id"])
    op.create_table(
        "thread_texts",
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("turn_index", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    for statement in (TITLES, ENDED):
        result = connection.execute(statement)
        while rows := result.fetchmany(ROWS_AT_ONCE):
            texts = [
                {"thread_id": thread, "turn_index": index, "text": fold(text_of(json.loads(body)))}
                for thread, index, body in rows
            ]
            if filled := [row for row in texts if row["text"].strip()]:
                connection.execute(sa.insert(TEXTS), filled)


def text_of(body: dict[str, Any]) -> str:
    """A thread's title; of a turn the message and its reply, unless it is a note that the user never sees."""
    if "turn" not in body:
        return body.get("title") or ""
    turn = body["turn"]
    return "" if turn["message"].get("origin") == "note" else f"{turn['message']['text']}\n{turn['reply']['text']}"


def fold(text: str) -> str:
    """As ``rules.records.finding.fold`` was when this revision was written."""
    bare = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(" " if c.isspace() or not c.isprintable() else c for c in bare).casefold()
