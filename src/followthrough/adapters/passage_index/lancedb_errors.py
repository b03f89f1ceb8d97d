"""The one place where the index library's errors become ours.

Invariant: nothing but ``IndexUnavailable`` (and cancellation) leaves an adapter call, and its text is one plain
line: no path of the library's source, no nested error, no word of a user.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs] - it ships no types

from followthrough.errors import IndexUnavailable

T = TypeVar("T")
_arrow: Any = pa

#: What the library raises. A test fails when it gains an error that none of these covers.
LIBRARY_ERRORS: tuple[type[Exception], ...] = (
    RuntimeError,  # everything of the storage engine, told apart by its text below; failed and cancelled jobs
    ValueError,  # wrong location, unknown table, input that does not fit the schema
    OSError,  # folders and files; TimeoutError and the remote client's errors are OSErrors or RuntimeErrors too
    KeyError,  # an unknown column
    TypeError,  # an argument of the wrong kind
    NotImplementedError,
    _arrow.ArrowException,
)
_PANIC = "PanicException"  # of pyo3_runtime: no Exception, can't be imported, and no reason to end a server

_REBUILD = "Restore it from a copy, or delete it and ingest the documents again."
_CHECK = "Run `followthrough doctor`."
_CONFLICT = re.compile(
    r"commit conflict|preempted by concurrent|too many concurrent writers|incompatible transaction", re.IGNORECASE
)

#: The library's text -> what we say, and what to do. The first that matches counts.
REASONS: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), what, fix)
    for pattern, what, fix in (
        (_CONFLICT.pattern, "other writers keep changing it", "Try again in a moment."),
        (r"no space left|storage ?full|os error 28\b", "there is no space left", "Free some space and try again."),
        (
            r"permission denied|read-only file system|os error (13|30)\b|accessdenied|invalidaccesskeyid"
            r"|signaturedoesnotmatch|forbidden",
            "access to it is denied",
            "Check its permissions and credentials.",
        ),
        (
            r"not a ?directory|os error 20\b",
            "its location is a file, not a folder",
            "Choose another FOLLOWTHROUGH_INDEX_URI.",
        ),
        (
            r"no object store provider|invalid scheme",
            "its location has an unknown scheme",
            "Correct FOLLOWTHROUGH_INDEX_URI.",
        ),
        (
            r"nosuchbucket|bucket .*not (found|exist)",
            "its bucket does not exist",
            "Create it or correct FOLLOWTHROUGH_INDEX_URI.",
        ),
        (
            r"retryerror|httperror|error sending request|connection (refused|reset)|dns error|timed? ?out"
            r"|token provider|credential",
            "its store can't be reached",
            "Check the store's address, credentials and network, then try again.",
        ),
        (
            r"unable to created? lance dataset|create dir",
            "its folder can't be made",
            "Check FOLLOWTHROUGH_INDEX_URI.",
        ),
        (r"not ?found|no such file|os error 2\b", "a part of it is missing", _REBUILD),
        (
            r"sufficient data|whole buffer|magic|corrupt|invalid (page|file|manifest|protobuf|range)|failed to decode"
            r"|unexpected (eof|end)|out of (range|bounds)",
            "it is damaged",
            _REBUILD,
        ),
    )
)


def unavailable(error: BaseException, location: str) -> IndexUnavailable:
    """Our error for the library's: where, why in plain words, what to do."""
    text = str(error)
    if isinstance(error, TimeoutError):
        text = f"timed out {text}"
    for pattern, what, fix in REASONS:
        if pattern.search(text):
            return IndexUnavailable(f"The passage index at {location} can't be used: {what}.", fix=fix)
    kind = type(error).__name__
    return IndexUnavailable(f"The passage index at {location} failed unexpectedly ({kind}).", fix=_CHECK)


@contextmanager
def translated(location: str) -> Generator[None]:
    """Raises the library's errors as ``IndexUnavailable``."""
    try:
        yield
    except LIBRARY_ERRORS as error:
        raise unavailable(error, location) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise unavailable(error, location) from error


async def retried(
    commit: Callable[[], Awaitable[T]], *, attempts: int, backoff_ms: int, longest_ms: int = 1_000
) -> T:
    """Runs a commit again while other writers win the race, up to ``attempts`` times.

    The pause doubles from ``backoff_ms`` to ``longest_ms``. No jitter: the winner of a race is never the one that
    waits, so two losers can't keep meeting.
    """
    for attempt in range(attempts - 1):
        try:
            return await commit()
        except RuntimeError as error:
            if not _CONFLICT.search(str(error)):
                raise
        await asyncio.sleep(min(backoff_ms * 2**attempt, longest_ms) / 1000)
    return await commit()
