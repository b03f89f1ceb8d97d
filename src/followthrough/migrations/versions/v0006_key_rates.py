"""How many requests a minute a key may make."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; keys that are there keep the server's limit."""
    op.add_column("api_keys", sa.Column("rate_per_minute", sa.Integer))
