"""How often work on a turn was cut off while no other turn ran beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is held against the turns that are there."""
    op.add_column("turns", sa.Column("cut_off_alone", sa.Integer, nullable=False, server_default="0"))
