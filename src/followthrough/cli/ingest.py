"""``ingest``: files and folders into the index, with a bar or lines that say how far it is."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from followthrough.bootstrap import Followthrough
from followthrough.cli.output import console, notes, print_json
from followthrough.cli.unfinished import noted
from followthrough.ingest.progress import FileFailure, IngestEvent, IngestProgress, IngestSummary, OnEvent
from followthrough.settings import Settings

_SAID_EVERY_S = 10.0  # where nothing moves a bar: often enough to tell work from a hang, few lines in a log


async def run_ingest(settings: Settings, paths: Sequence[Path], *, prune: bool, json_output: bool) -> int:
    """Ingests and prints the summary. Returns 1 when a file was not taken, else 0."""
    summary = await ingest_with_progress(settings, paths, prune=prune)
    if json_output:
        print_json(_as_json(summary))
    else:
        console().print(_sentence(summary), markup=False)
    return 1 if summary.failures else 0


async def ingest_with_progress(
    settings: Settings, paths: Sequence[Path], *, prune: bool = False, embed: bool = True
) -> IngestSummary:
    """Ingests with a bar on a terminal, lines elsewhere; each failed file is named on standard error as it is met.

    ``embed`` waits until every passage has its vector; without it a server does that later.
    """
    async with Followthrough.open(settings, background=embed) as system:
        return await take_in(system, paths, prune=prune, embed=embed)


async def take_in(system: Followthrough, paths: Sequence[Path], *, prune: bool, embed: bool = True) -> IngestSummary:
    """``ingest_with_progress`` in a system that is open."""
    with _bar() as on_event, noted(system.settings, paths):
        summary = await system.library.ingest_paths(
            paths, collection=system.settings.collection, prune=prune, embed=embed, on_event=on_event
        )
    if summary.new or summary.changed or summary.removed:
        await system.note("library.ingest")
    return summary


@contextmanager
def _bar() -> Generator[OnEvent]:
    out = notes()
    progress = Progress(
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=out,
        disable=not out.is_terminal,
        transient=True,
    )
    files = progress.add_task("Reading", total=None, rate="")
    vectors = progress.add_task("Embedding", total=None, rate="")
    said_at = time.monotonic()

    def on_event(event: IngestEvent) -> None:
        nonlocal said_at
        match event:
            case FileFailure():
                out.print(f"{event.path}: {event.reason} ({event.code})", style="red", markup=False)
            case IngestProgress():
                _move(progress, files, event.files_done, event.files_total, "files/s")
                _move(progress, vectors, event.embedded, event.embed_total, "passages/s")
                if progress.disable and time.monotonic() - said_at >= _SAID_EVERY_S:
                    said_at = time.monotonic()
                    out.print(_line(event), markup=False)

    with progress:
        yield on_event


def _move(progress: Progress, task: TaskID, done: int, total: int, unit: str) -> None:
    speed = progress.tasks[task].speed
    progress.update(task, completed=done, total=total or None, rate=f"{speed:,.0f} {unit}" if speed else "")


def _line(at: IngestProgress) -> str:
    read = f"Read {at.files_done:,} of {at.files_total:,} files"
    return f"{read}; embedded {at.embedded:,} of {at.embed_total:,} passages so far."


def _as_json(summary: IngestSummary) -> dict[str, Any]:
    return {**asdict(summary), "failed": len(summary.failures)}


def _sentence(summary: IngestSummary) -> str:
    counts = [
        (summary.new, "new"),
        (summary.changed, "changed"),
        (summary.unchanged, "unchanged"),
        (summary.removed, "removed"),
        (summary.skipped, "skipped (format not read)"),
        (len(summary.failures), "failed"),
    ]
    said = ", ".join(f"{n:,} {what}" for n, what in counts if n) or "nothing found"
    return f"{said}; {summary.passages:,} passages written."
