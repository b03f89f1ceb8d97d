"""How a call of the command line ends when it does not go well: one line on standard error and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import typer

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""Every mistake in a call. Typer keeps the class in a private module; its subclass is public."""
INTERRUPTED = 130
"""What Typer makes of Ctrl-C."""


def fail(line: str, code: int = 1) -> NoReturn:
    """Says why on standard error and ends the process."""
    print(line, file=sys.stderr)
    sys.exit(code)


def fail_usage(error: Exception) -> NoReturn:
    """A call without a command is answered with the help, one with a mistake with its one line."""
    context: typer.Context | None = getattr(error, "ctx", None)
    say: Callable[[], str] = getattr(error, "format_message", error.__str__)
    said = say()
    if context is not None and said == context.get_help():
        fail(said, code=2)
    command = "followthrough" if context is None else context.command_path
    fail(f"usage: {' '.join(said.split()).removesuffix('.')}. See: {command} --help", code=2)


def fail_system(error: OSError) -> NoReturn:
    """The system refused something, most often the output: a full disk."""
    drop_output()
    why = (error.strerror or "unknown reason").lower()
    fail(f"system: The system refused what was needed: {why}. Check disk, files and permissions, then try again.")


def drop_output() -> None:
    """Standard output goes nowhere from now on, so that the interpreter's own last flush can't fail."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
