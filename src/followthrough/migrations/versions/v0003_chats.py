"""Chats of a network, their messages with what became of each, and who serves the network."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "chat_threads",
        sa.Column("channel", KEY, primary_key=True),
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", KEY, nullable=False),
        sa.Column("linked", sa.Integer, nullable=False),
        sa.Column("seen_turns", sa.Integer, nullable=False),
    )
    op.create_index("ix_chat_threads_address", "chat_threads", ["channel", "address", "linked"])
    op.create_index("ix_chat_threads_thread_id", "chat_threads", ["thread_id"])
    op.create_table(
        "exchanges",
        sa.Column("channel", KEY, primary_key=True),
        sa.Column("key", KEY, primary_key=True),
        sa.Column("address", KEY, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("payload", sa.Text),
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE")),
        sa.Column("turn_id", KEY),
        sa.Column("notices", sa.Text, nullable=False),
        sa.Column("sent", sa.Text, nullable=False),
        sa.Column("chosen_by", KEY),
    )
    op.create_index("ix_exchanges_thread_id", "exchanges", ["thread_id"])
    still_open = sa.text("state != 'done'")
    op.create_index(
        "ix_exchanges_open",
        "exchanges",
        ["channel", "address", "received_at", "sequence"],
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
    op.create_table(
        "channel_leases",
        sa.Column("channel", KEY, primary_key=True),
        sa.Column("worker", KEY, nullable=False),
        sa.Column("until", TIME, nullable=False),
    )
