"""The command line as a test calls it: in this process, which has loaded the product already.

A process of its own spends seconds on loading it for each call. That the installed command starts by itself is shown
where it is what a test is about: the README's transcript, the wheel, outputs that fail, servers that are killed.
"""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from followthrough.cli import main


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a command ended and what it printed."""

    code: int | str | None
    out: str
    err: str


def followthrough(*arguments: object, data: Path, columns: int = 80) -> Done:
    """Runs ``followthrough ARGUMENTS`` on a data folder; not from a test that has a running event loop."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
        _logs_of_its_own(),
    ):
        patch.setenv("FOLLOWTHROUGH_DATA_DIR", str(data))
        patch.setenv("COLUMNS", str(columns))
        patch.setattr(sys, "argv", ["followthrough", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    return Done(code=ended.value.code, out=out.getvalue(), err=err.getvalue())


@contextmanager
def _logs_of_its_own() -> Iterator[None]:
    """What a command sets up for its logs ends with it, as with a process."""
    logger = logging.getLogger("followthrough")
    before = (logger.handlers[:], logger.propagate, logger.level)
    try:
        yield
    finally:
        logger.handlers[:], logger.propagate = before[:2]
        logger.setLevel(before[2])
