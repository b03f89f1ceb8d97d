"""The time of leases, which goes on steadily whatever is done to a machine's clock."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates the table; the first process that looks begins the time."""
    op.create_table(
        "lease_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", TIME, nullable=False),
    )
