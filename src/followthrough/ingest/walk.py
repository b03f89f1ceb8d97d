"""Which files a folder holds: everything below it, in order, never anything outside of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from followthrough.ingest.progress import FileFailure
from followthrough.ports.document_reader import READABLE_ENDINGS

SIDE_FILE_ENDINGS = (".meta.yaml", ".meta.yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """A file to take: its real path, the path as the user knows it, its bytes."""

    path: Path
    shown: str
    size: int

    @property
    def source(self) -> str:
        """What the document is known by."""
        return str(self.path)


@dataclass(slots=True)
class Found:
    """What the given paths hold.

    ``folders`` are the real paths of the given folders; ``unseen`` those of files and subfolders in them that could
    not be looked at, whose documents are therefore never pruned.
    """

    files: list[FoundFile] = field(default_factory=list[FoundFile])
    failures: list[FileFailure] = field(default_factory=list[FileFailure])
    skipped: int = 0
    folders: list[Path] = field(default_factory=list[Path])
    unseen: list[Path] = field(default_factory=list[Path])


def find_files(paths: Sequence[Path]) -> Found:
    """Looks through the given paths. A file that is reached twice counts once."""
    found = Found()
    for path in paths:
        _look_at(path, found)
    found.files = list({file.source: file for file in found.files}.values())
    return found


def _look_at(path: Path, found: Found) -> None:
    try:
        real = path.resolve(strict=True)
        if real.is_dir():
            found.folders.append(real)
            _walk(real, str(path), found)
        elif real.is_file():
            _add_file(real, str(path), found)
        else:
            found.failures.append(_failure(str(path), "wrong_type", "This is neither a file nor a folder."))
    except OSError as error:
        found.failures.append(_failure(str(path), "unreadable", _why(error)))
    except RuntimeError:  # a link that leads to itself
        found.failures.append(_failure(str(path), "unreadable", "This link leads to itself; remove it."))


def _walk(root: Path, shown_root: str, found: Found) -> None:
    """Every file below ``root``, folder by folder, names in order. Links are never followed: see ``_check_link``."""
    pending = [root]
    while pending:
        folder = pending.pop()
        folders: list[Path] = []
        for entry in _entries(folder, root, shown_root, found):
            path = folder / entry.name
            shown = _shown(path, root, shown_root)
            if entry.is_symlink():
                _check_link(path, root, shown, found)
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif not entry.is_file(follow_symlinks=False) or path.suffix.lower() not in READABLE_ENDINGS:
                found.skipped += not entry.name.lower().endswith(SIDE_FILE_ENDINGS)
            else:
                _add_file(path, shown, found)
        pending += reversed(folders)


def _entries(folder: Path, root: Path, shown_root: str, found: Found) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            visible = sorted((e for e in entries if not e.name.startswith(".")), key=lambda e: e.name)
    except OSError as error:
        found.unseen.append(folder)
        found.failures.append(_failure(_shown(folder, root, shown_root), "unreadable", _why(error)))
        return
    yield from visible


def _check_link(path: Path, root: Path, shown: str, found: Found) -> None:
    """A link to something inside the folder is met there; one that leads out is refused by name."""
    try:
        inside = path.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        found.failures.append(_failure(shown, "unreadable", "This link leads nowhere; remove it."))
        return
    if not inside:
        reason = "This link leads out of the folder; give its target by name if you want it."
        found.failures.append(_failure(shown, "outside_folder", reason))


def _add_file(path: Path, shown: str, found: Found) -> None:
    try:
        str(path).encode()
        found.files.append(FoundFile(path=path, shown=shown, size=path.stat().st_size))
    except UnicodeEncodeError:
        found.failures.append(_failure(shown, "unreadable", "Its name is not valid UTF-8; rename it."))
    except OSError as error:
        found.unseen.append(path)
        found.failures.append(_failure(shown, "unreadable", _why(error)))


def _shown(path: Path, root: Path, shown_root: str) -> str:
    return str(Path(shown_root) / path.relative_to(root))


def _failure(shown: str, code: str, reason: str) -> FileFailure:
    return FileFailure(path=shown.encode(errors="replace").decode(), code=code, reason=reason)


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "There is no such file or folder."
    if isinstance(error, PermissionError):
        return "It may not be read."
    return f"It can't be read: {(error.strerror or 'unknown reason').lower()}."
