"""Ingests that were begun and have not ended: told until the same paths, or folders above them, are taken in.

Each has a note in the data folder, locked while it runs: one that is there and not locked was interrupted.
"""

from __future__ import annotations

import fcntl
import hashlib
import shlex
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from followthrough.settings import Settings

_FOLDER = "ingesting"


@contextmanager
def noted(settings: Settings, paths: Sequence[Path]) -> Generator[None]:
    """Keeps a note of each path until all are taken in; what ends this in another way leaves the notes."""
    folder = settings.data_dir / _FOLDER
    folder.mkdir(exist_ok=True)
    taken = [path.resolve() for path in paths]
    with ExitStack() as stack:
        for path in taken:
            text = f"{settings.collection}\n{path}"
            note = stack.enter_context((folder / hashlib.sha256(text.encode()).hexdigest()[:16]).open("a"))
            with suppress(BlockingIOError):  # another process takes the same in, and keeps the note
                fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
                note.truncate(0)
                note.write(text)
                note.flush()
        yield
    for note, collection, path in _left(settings):
        if collection == settings.collection and any(path.is_relative_to(one) for one in taken):
            note.unlink(missing_ok=True)


def unfinished(settings: Settings) -> str:
    """Which ingests were interrupted, and how each goes on; empty without one."""
    usual = Settings.model_fields["collection"].default
    return " ".join(
        f"Taking in {path} was interrupted; it goes on with: followthrough ingest {shlex.quote(str(path))}"
        + ("" if collection == usual else f" --collection {shlex.quote(collection)}")
        for _, collection, path in _left(settings)
        if path.exists()
    )


def _left(settings: Settings) -> list[tuple[Path, str, Path]]:
    """The notes that nobody holds: the file, the collection, and what was to be taken in."""
    found: list[tuple[Path, str, Path]] = []
    for note in sorted((settings.data_dir / _FOLDER).glob("*")):
        with suppress(FileNotFoundError, BlockingIOError), note.open() as opened:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
            collection, _, path = opened.read().partition("\n")
            found.append((note, collection, Path(path)))
    return found
