"""What readers think of answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "feedback",
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("turn_id", KEY, primary_key=True),
        sa.Column("by", KEY, primary_key=True),
        sa.Column("rating", sa.Text, nullable=False),
        sa.Column("note", sa.Text),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_index("ix_feedback_at", "feedback", ["at"])
