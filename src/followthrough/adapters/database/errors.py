"""The one table that turns errors of SQLAlchemy and its drivers into ours.

A class that means a mistake in this package maps to ``None`` and passes through unchanged: it is a bug to be
found, not a database to be waited for. A test fails when SQLAlchemy gains a class that is not in the table.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import exc

from followthrough.errors import FollowthroughError, InvalidInput, SchemaOutdated, StoreUnavailable, VersionConflict

OurError: TypeAlias = type[StoreUnavailable] | type[VersionConflict] | None

TABLE: dict[type[exc.SQLAlchemyError], OurError] = {
    # The database or the way to it
    exc.DBAPIError: StoreUnavailable,
    exc.DatabaseError: StoreUnavailable,
    exc.DataError: StoreUnavailable,
    exc.DisconnectionError: StoreUnavailable,
    exc.IntegrityError: VersionConflict,
    exc.InterfaceError: StoreUnavailable,
    exc.InternalError: StoreUnavailable,
    exc.InvalidatePoolError: StoreUnavailable,
    exc.NotSupportedError: StoreUnavailable,
    exc.OperationalError: StoreUnavailable,
    exc.PendingRollbackError: StoreUnavailable,
    exc.ProgrammingError: StoreUnavailable,
    exc.SQLAlchemyError: StoreUnavailable,
    exc.TimeoutError: StoreUnavailable,
    # Mistakes in this package
    exc.AmbiguousColumnError: None,
    exc.AmbiguousForeignKeysError: None,
    exc.ArgumentError: None,
    exc.AwaitRequired: None,
    exc.CircularDependencyError: None,
    exc.CompileError: None,
    exc.ConstraintColumnNotFoundError: None,
    exc.DuplicateColumnError: None,
    exc.IdentifierError: None,
    exc.IllegalStateChangeError: None,
    exc.InvalidRequestError: None,
    exc.MissingGreenlet: None,
    exc.MultipleResultsFound: None,
    exc.NoDBAPILoaded: None,
    exc.NoForeignKeysError: None,
    exc.NoInspectionAvailable: None,
    exc.NoReferenceError: None,
    exc.NoReferencedColumnError: None,
    exc.NoReferencedTableError: None,
    exc.NoResultFound: None,
    exc.NoSuchColumnError: None,
    exc.NoSuchModuleError: None,
    exc.NoSuchTableError: None,
    exc.ObjectNotExecutableError: None,
    exc.ResourceClosedError: None,
    exc.StatementError: None,
    exc.UnboundExecutionError: None,
    exc.UnreflectableTableError: None,
    exc.UnsupportedCompilationError: None,
}


@dataclass(frozen=True, slots=True)
class _Cause:
    why: str
    fix: str


_AGAIN = "What was stored before is safe; try again in a moment."
_UNKNOWN = _Cause("it did not answer or refused the statement", _AGAIN)
_UNREACHABLE = _Cause("it can't be reached", "Check that it runs and that FOLLOWTHROUGH_DATABASE_URL is right.")

# By SQLite's primary result code; extended codes carry it in their low byte.
_SQLITE_CAUSES = {
    sqlite3.SQLITE_BUSY: _Cause("another process is writing to it for too long", _AGAIN),
    sqlite3.SQLITE_LOCKED: _Cause("another process is writing to it for too long", _AGAIN),
    sqlite3.SQLITE_FULL: _Cause("the disk is full", "Free some space; what was stored before is safe."),
    sqlite3.SQLITE_IOERR: _Cause("the disk reports an error", "Check the disk that holds the data folder."),
    sqlite3.SQLITE_READONLY: _Cause("its file may not be written", "Give this user write access to the data folder."),
    sqlite3.SQLITE_CANTOPEN: _Cause(
        "its file can't be opened", "Check that the data folder exists and that this user may write to it."
    ),
    sqlite3.SQLITE_PERM: _Cause("its file may not be opened", "Give this user access to the data folder."),
    sqlite3.SQLITE_NOTADB: _Cause("its file is no SQLite database", "Name another file, or restore a backup."),
    sqlite3.SQLITE_CORRUPT: _Cause("its file is damaged", "Restore the data folder from a backup."),
}

# By the SQLSTATE's first two characters, or all five where one says more.
_POSTGRES_CAUSES = {
    "08": _UNREACHABLE,
    "22021": _UNKNOWN,
    "28": _Cause("it refuses this user or password", "Correct FOLLOWTHROUGH_DATABASE_URL."),
    "3D": _Cause("it has no database of this name", "Create it, or correct FOLLOWTHROUGH_DATABASE_URL."),
    "40": _Cause("another process was in the way", _AGAIN),
    "42501": _Cause("this user may not use the tables", "Grant the user access to the schema."),
    "53": _Cause("it has no room or no connection left", "Free some, or raise its limits; then try again."),
    "57": _Cause("it is shutting down or cancelled the statement", _AGAIN),
}

_NO_TABLE = {"42P01", "42703", "3F000"}  # undefined table, undefined column, undefined schema
_BAD_TEXT = {"22021", "22P05"}  # a character that the encoding can't hold

OUTDATED = SchemaOutdated("The database's tables are missing or outdated.", fix="Run: followthrough migrate")


def translate(error: Exception) -> FollowthroughError | None:
    """Our error for one of SQLAlchemy, of a driver or of the socket below; None when it is none of them.

    No text of the original gets into the message: it may quote a statement's values.
    """
    if isinstance(error, UnicodeEncodeError):
        return _bad_text()
    original = _driver_error(error)
    if _says_no_table(original):
        return SchemaOutdated(OUTDATED.what, fix=OUTDATED.fix)
    if getattr(original, "sqlstate", None) in _BAD_TEXT:
        return _bad_text()
    kind = TABLE.get(type(error), StoreUnavailable) if isinstance(error, exc.SQLAlchemyError) else None
    if kind is VersionConflict:
        return VersionConflict("Another worker wrote this first.", fix="Load it again and retry.")
    if kind is StoreUnavailable or is_driver_error(error):
        cause = _cause_of(original)
        return StoreUnavailable(f"The database is not available: {cause.why}.", fix=cause.fix)
    return None


def is_driver_error(error: BaseException) -> bool:
    """Whether the error comes from a driver or a socket without SQLAlchemy in between, as while connecting."""
    return isinstance(error, (sqlite3.Error, OSError, TimeoutError)) or type(error).__module__.startswith("asyncpg.")


def _driver_error(error: BaseException) -> BaseException:
    """The driver's own error inside SQLAlchemy's, else the error itself."""
    if isinstance(error, exc.StatementError) and error.orig is not None:
        return error.orig
    return error


def _says_no_table(original: BaseException) -> bool:
    if isinstance(original, sqlite3.OperationalError):
        return str(original).startswith(("no such table", "no such column"))
    return getattr(original, "sqlstate", None) in _NO_TABLE


def _cause_of(original: BaseException) -> _Cause:
    if isinstance(original, sqlite3.Error):
        code: int = getattr(original, "sqlite_errorcode", 0)
        return _SQLITE_CAUSES.get(code & 0xFF, _UNKNOWN)
    state: str | None = getattr(original, "sqlstate", None)
    if state is not None:
        return _POSTGRES_CAUSES.get(state) or _POSTGRES_CAUSES.get(state[:2], _UNKNOWN)
    return _UNREACHABLE if isinstance(original, OSError | TimeoutError) else _UNKNOWN


def _bad_text() -> InvalidInput:
    return InvalidInput("A text holds a character that can't be stored.", fix="Send valid Unicode without NUL.")
