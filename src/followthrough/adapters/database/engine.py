"""Opens a database by its address."""

from __future__ import annotations

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from followthrough.adapters.database.access import Database
from followthrough.errors import ConfigurationError
from followthrough.tuning import DEFAULT_TUNING, Tuning

__all__ = ["Database", "open_database"]


def open_database(url: str, *, synchronous: str = "FULL", tuning: Tuning = DEFAULT_TUNING) -> Database:
    """A database by its address; connects when it is first used.

    Args:
        url: ``sqlite:///path`` or ``postgresql://user:password@host/name``; a driver in it is passed over.
        synchronous: SQLite's durability, FULL or NORMAL.
        tuning: time limits and numbers of connections.

    Raises:
        ConfigurationError: the address is none, or the database's driver is not installed.
    """
    parsed = _parse(url)
    match parsed.get_backend_name():
        case "sqlite":
            from followthrough.adapters.database.sqlite import SqliteDatabase  # noqa: PLC0415 - only what is used

            return SqliteDatabase(parsed, synchronous=synchronous, tuning=tuning)
        case "postgresql":
            from followthrough.adapters.database.postgres import PostgresDatabase  # noqa: PLC0415 - only what is used

            return PostgresDatabase(parsed, tuning=tuning)
        case other:
            raise ConfigurationError(
                f"Setting database_url: {other} is not supported.",
                fix="Use sqlite:///path or postgresql://user:password@host/name.",
                field="database_url",
            )


def _parse(url: str) -> URL:
    try:
        return make_url(url.replace("postgres://", "postgresql://", 1) if url.startswith("postgres://") else url)
    except (ArgumentError, ValueError):  # not chained: the text quotes the address with its password
        raise ConfigurationError(
            "Setting database_url is no database address.",
            fix="Use sqlite:///path or postgresql://user:password@host/name.",
            field="database_url",
        ) from None
