"""``eval answers``: how well the questions about folders of documents are answered."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from rich.progress import Progress

from followthrough.bootstrap import Followthrough
from followthrough.cli.ingest import ingest_with_progress
from followthrough.cli.output import Bars, console, notes, print_json
from followthrough.errors import InvalidInput
from followthrough.evals.answers.judge import Replied
from followthrough.evals.answers.report import as_json, print_figures
from followthrough.evals.answers.run import NewThread, Send, evaluate
from followthrough.settings import Settings


async def run_answers(
    settings: Settings, folders: Sequence[Path], *, standalone: bool, limit: int | None, json_output: bool
) -> int:
    """Evaluates and prints. Returns 0.

    Raises:
        InvalidInput: a folder is malformed, or nothing in it can be read.
    """
    examiner = _Examiner(settings)
    rows = await evaluate(folders, examiner.open_documents, examiner.told, standalone=standalone, limit=limit)
    if json_output:
        print_json(as_json(rows))
    else:
        print_figures(rows, console())
    return 0


class _Examiner:
    """Opens systems in data folders that are thrown away; nothing of the configured one is read or written."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bars: Bars | None = None

    def told(self, what: str, done: int, total: int) -> None:
        """Moves the bar of the questions."""
        if self._bars is not None:
            self._bars.show(what, done, total)

    @asynccontextmanager
    async def open_documents(self, path: Path) -> AsyncGenerator[NewThread]:
        """The system (``evals.answers.run.OpenDocuments``)."""
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory)
        try:
            own = {"data_dir": Path(folder.name), "database_url": None, "index_uri": None, "redis_url": None}
            scratch = self._settings.model_copy(update=own)
            summary = await ingest_with_progress(scratch, [path])
            if not summary.passages:
                raise InvalidInput(f"{path} has no document that can be read.", fix="Put the documents there.")
            # without background work: no hand-off of an evaluation is delivered to anyone
            async with Followthrough.open(scratch, background=False) as system:
                with Progress(console=notes(), transient=True) as progress:
                    self._bars = Bars(progress)
                    yield _Examined(system).new_thread
        finally:
            await asyncio.to_thread(folder.cleanup)


class _Examined:
    def __init__(self, system: Followthrough) -> None:
        self._system = system

    async def new_thread(self) -> Send:
        """A new thread (``evals.answers.run.NewThread``)."""
        thread = await self._system.create_thread()

        async def send(text: str) -> Replied:
            turn = await self._system.send(thread.id, text)
            quotes = tuple(citation.quote for citation in turn.reply.citations)
            return Replied(text=turn.reply.text, quotes=quotes, status=turn.objective_status)

        return send
