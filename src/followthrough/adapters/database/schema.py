"""Brings the schema up to date and says how far it is.

An upgrade is one transaction: after a failure or a killed process the schema is what it was. Two processes that
upgrade at once wait for each other.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, String, column, inspect, select, table, text

from followthrough.adapters.database.engine import Database, open_database
from followthrough.adapters.database.errors import OUTDATED
from followthrough.adapters.database.tables import metadata
from followthrough.errors import SchemaOutdated, StoreUnavailable
from followthrough.migrations import SCHEMA_VERSION
from followthrough.tuning import DEFAULT_TUNING, Tuning

if TYPE_CHECKING:
    from alembic.config import Config

_version = select(column("version_num", String)).select_from(table("alembic_version"))
_OVERWRITES_FROM = "0011"  # what was deleted before lies in free pages as it was
_UPGRADE_LOCK = 0x466F6C6C6F77  # "Follow": PostgreSQL's advisory locks are known by a number


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaStatus:
    """The revision a database has (None: no tables yet) and the one this version needs."""

    current: str | None
    needed: str

    @property
    def is_current(self) -> bool:
        """Whether nothing is to be done."""
        return self.current == self.needed


async def migrate(
    url: str, *, synchronous: str = "FULL", tuning: Tuning = DEFAULT_TUNING, revision: str = "head"
) -> SchemaStatus:
    """Brings the database at ``url`` up to the newest schema, data in place kept; returns how far it was before.

    Raises:
        StoreUnavailable: the database did not answer; nothing was changed.
        SchemaOutdated: a newer version of followthrough wrote the schema.
    """
    database = open_database(url, synchronous=synchronous, tuning=tuning)
    try:
        return await upgrade(database, revision=revision)
    finally:
        await database.aclose()


async def schema_status(url: str, *, tuning: Tuning = DEFAULT_TUNING) -> SchemaStatus:
    """How far the schema of the database at ``url`` is. Changes nothing: a file that is not there is not made.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    database = open_database(url, tuning=tuning)
    try:
        return (
            await database.read(_status) if database.exists() else SchemaStatus(current=None, needed=SCHEMA_VERSION)
        )
    finally:
        await database.aclose()


async def upgrade(database: Database, *, revision: str = "head") -> SchemaStatus:
    """``migrate`` for a database that is open already."""
    before = await database.change_schema(_upgrade, revision)
    if before.current is not None and before.current < _OVERWRITES_FROM:
        with suppress(StoreUnavailable):  # others are at work: `forget` does it
            await database.scrub(thoroughly=True)
    return before


async def require_current(database: Database) -> None:
    """Reads the schema's version.

    Raises:
        SchemaOutdated: it is not the one this version needs.
    """
    current = await database.read(lambda connection: connection.execute(_version).scalar())
    if current != SCHEMA_VERSION:
        raise _not_current(current)


async def require_whole(database: Database) -> None:
    """``require_current``; in SQLite a row of each table is read too, from the file and not from memory.

    Raises:
        SchemaOutdated: the schema is not the one this version needs.
        StoreUnavailable: the database does not answer, or its file is damaged.
    """
    await require_current(database)
    await database.read(_look)


def _look(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        return
    connection.exec_driver_sql("PRAGMA shrink_memory")
    for one in metadata.sorted_tables:
        connection.execute(select(text("1")).select_from(one).limit(1)).all()


def _status(connection: Connection) -> SchemaStatus:
    has_version = inspect(connection).has_table("alembic_version")
    current: str | None = connection.execute(_version).scalar() if has_version else None
    return SchemaStatus(current=current, needed=SCHEMA_VERSION)


def alembic_config(connection: Connection) -> Config:
    """What Alembic needs to work on this connection: no ``alembic.ini``, found wherever the package is."""
    from alembic.config import Config  # noqa: PLC0415 - slow to import, and only an upgrade needs it

    config = Config(attributes={"connection": connection, "target_metadata": metadata})
    config.set_main_option("script_location", "followthrough:migrations")
    return config


def _upgrade(connection: Connection, revision: str) -> SchemaStatus:
    from alembic import command  # noqa: PLC0415 - slow to import, and only an upgrade needs it
    from alembic.util import CommandError  # noqa: PLC0415 - as above

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_LOCK})
    before = _status(connection)
    try:
        command.upgrade(alembic_config(connection), revision)
    except CommandError as error:  # the only one an upgrade of ours can meet: a revision nobody here knows
        raise _not_current(before.current) from error
    return before


def _not_current(current: str | None) -> SchemaOutdated:
    if current is None or current < SCHEMA_VERSION:
        return SchemaOutdated(OUTDATED.what, fix=OUTDATED.fix)
    return SchemaOutdated(
        f"The database has schema {current}, newer than {SCHEMA_VERSION}, which this version knows.",
        fix="Upgrade followthrough.",
    )
