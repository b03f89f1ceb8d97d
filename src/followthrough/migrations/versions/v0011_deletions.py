"""Deletions under way, so that an interrupted one is completed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "deletions",
        sa.Column("thing", KEY, primary_key=True),
        sa.Column("id", KEY, primary_key=True),
        sa.Column("done", sa.Boolean, nullable=False),
    )
