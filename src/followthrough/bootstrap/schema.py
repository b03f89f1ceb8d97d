"""The database of the settings, brought up to date or looked at."""

from __future__ import annotations

from followthrough.adapters.database.engine import Database, open_database
from followthrough.adapters.database.schema import SchemaStatus, require_current, schema_status, upgrade
from followthrough.settings import Settings


async def migrate(settings: Settings) -> tuple[str | None, str]:
    """Brings the schema up to date; returns the revision before (None: there was none) and the one now."""
    settings.make_data_dir()
    database = open_database(settings.sqlalchemy_url, synchronous=settings.sqlite_synchronous)
    try:
        before = await upgrade(database)
    finally:
        await database.aclose()
    return before.current, before.needed


async def database_status(settings: Settings) -> SchemaStatus:
    """How far the schema is."""
    return await schema_status(settings.sqlalchemy_url)


async def make_ready(database: Database, settings: Settings) -> None:
    """The default SQLite file is brought up to date by itself; a database of the user's own is only checked."""
    if settings.database_url is None and not (await schema_status(settings.sqlalchemy_url)).is_current:
        await upgrade(database)
    await require_current(database)
