"""What the holder of a key may do, and who did what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Keys that are there may do what they could: talk, and change the shared library."""
    with op.batch_alter_table("api_keys") as keys:
        keys.add_column(sa.Column("role", sa.Text, nullable=False, server_default="editor"))
    with op.batch_alter_table("api_keys") as keys:
        keys.alter_column("role", server_default=None)
    op.create_table(
        "audit",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("by", KEY, nullable=False),
        sa.Column("action", KEY, nullable=False),
        sa.Column("object", KEY, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
    )
    op.create_index("ix_audit_at_id", "audit", ["at", "id"])
