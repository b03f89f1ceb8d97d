"""Decisions with what came out of them, and flags that are held back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "decisions",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", KEY, nullable=False),
        sa.Column("turn_index", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("wrong", sa.Text),
        sa.Column("wrong_at", TIME),
    )
    op.create_index("ix_decisions_thread_id_turn_index", "decisions", ["thread_id", "turn_index"])
    op.create_index("ix_decisions_owner_at_id", "decisions", ["owner", "at", "id"])
    op.create_index("ix_decisions_at_id", "decisions", ["at", "id"])
    op.create_table(
        "flag_holds",
        sa.Column("flag", KEY, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
