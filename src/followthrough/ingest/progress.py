"""What an ingest tells while it runs, and what it says at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFailure:
    """A file that was not taken: its path as given, a code of ``ports.document_reader``, one plain line."""

    path: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestProgress:
    """How far an ingest is.

    Attributes:
        files_total: files that were found.
        files_done: those that are written, unchanged or failed.
        bytes_total: their bytes.
        bytes_done: bytes of those that are done.
        passages: passages written so far by this ingest.
        embedded: passages that got their vector since it began, those of other work included.
        embed_total: passages known to need one since it began, the embedded ones included.
    """

    files_total: int = 0
    files_done: int = 0
    bytes_total: int = 0
    bytes_done: int = 0
    passages: int = 0
    embedded: int = 0
    embed_total: int = 0


IngestEvent: TypeAlias = IngestProgress | FileFailure
OnEvent: TypeAlias = Callable[[IngestEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestSummary:
    """What an ingest did.

    Attributes:
        new: files that were not there before.
        changed: files whose passages were replaced.
        unchanged: files that cost nothing but a look.
        removed: documents that ``prune`` took out because their file is gone.
        skipped: files in folders whose ending promises no readable format.
        failures: files that were not taken, in the order met.
        passages: passages written.
        bytes: bytes of the files that were found.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: int = 0
    failures: tuple[FileFailure, ...] = ()
    passages: int = 0
    bytes: int = 0
