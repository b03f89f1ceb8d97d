"""``migrate``: the schema up to date."""

from __future__ import annotations

from followthrough.bootstrap import migrate
from followthrough.settings import Settings


async def run_migrate(settings: Settings) -> str:
    """Brings the schema up to date; returns the line that says so."""
    before, after = await migrate(settings)
    return f"The schema is up to date ({after})." if before == after else f"Schema brought from {before} to {after}."
