"""Hand-offs to a person, with how far telling the outside is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "handoffs",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("thread_id", KEY, sa.ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", KEY, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("taken_at", TIME),
        sa.Column("ended_at", TIME),
        sa.Column("delivery", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_at", TIME),
        sa.Column("delivered_at", TIME),
        sa.Column("error", sa.Text),
        sa.Column("claim_worker", KEY),
        sa.Column("claim_until", TIME),
    )
    op.create_index("ix_handoffs_thread_id", "handoffs", ["thread_id"])
    op.create_index("ix_handoffs_owner_created_at_id", "handoffs", ["owner", "created_at", "id"])
    op.create_index("ix_handoffs_state_due_at", "handoffs", ["state", "due_at"])
    op.create_index("ix_handoffs_delivery_next_at", "handoffs", ["delivery", "next_at"])
