"""What every command prints with: JSON for machines, colour only on a terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, TaskID

from followthrough.errors import InvalidInput

_PIPED_WIDTH = 1000  # a pipe has no width: a row of a table is one line


def console() -> Console:
    """Standard output for people: colour and width of the terminal, plain and unwrapped when it is none.

    ``:x:`` in a question or a document is what it says, never an emoji.
    """
    if sys.stdout.isatty():
        return Console(highlight=False, emoji=False)
    return Console(highlight=False, emoji=False, soft_wrap=True, no_color=True, width=_PIPED_WIDTH)


def notes() -> Console:
    """Standard error, for progress and remarks that are not the result."""
    return Console(stderr=True, highlight=False, emoji=False, soft_wrap=not sys.stderr.isatty())


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, default=str)
    sys.stdout.write("\n")


def write_page(path: Path, page: str) -> None:
    """Writes a page to a file and says so on standard error.

    Raises:
        InvalidInput: the file can't be written.
    """
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise InvalidInput(f"{path} can't be written: {reason}.", fix="Give another file.", field="html") from None
    notes().print(f"Wrote {path}.", markup=False)


class Bars:
    """A bar for each kind of work."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def show(self, what: str, done: int, total: int) -> None:
        """Moves the bar of one kind of work."""
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
        self._progress.update(self._tasks[what], completed=done)
