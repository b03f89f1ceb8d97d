"""``eval answerability``: whether questions are answered, refused or asked back as people would."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from rich.progress import Progress

from followthrough.bootstrap import Followthrough, build_embedder, build_index, build_parts
from followthrough.cli.output import Bars, console, notes, print_json
from followthrough.domain.conversation import TurnRecord
from followthrough.domain.ids import TurnId
from followthrough.errors import DependencyError
from followthrough.evals.answerability.dataset import Task
from followthrough.evals.answerability.report import as_json, print_findings
from followthrough.evals.answerability.run import Answer, evaluate
from followthrough.evals.retrieval.dataset import load_corpus
from followthrough.evals.retrieval.library import EVERYTHING, Told, open_library
from followthrough.ports.embedder import Embedder
from followthrough.settings import Settings
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_threads import MemoryThreads


async def run_answerability(settings: Settings, folders: Sequence[Path], *, json_output: bool) -> int:
    """Evaluates and prints. Returns 0.

    Raises:
        InvalidInput: a data set is malformed.
    """
    embedder = build_embedder(settings)
    try:
        with Progress(console=notes(), transient=True) as progress, tempfile.TemporaryDirectory() as folder:
            told = Bars(progress).show
            examiner = _Examiner(settings, Path(folder), embedder, told)
            findings = await evaluate(folders, examiner.open_corpus, told)
    finally:
        await embedder.aclose()
    if json_output:
        print_json(as_json(findings))
    else:
        print_findings(findings, console())
    return 0


class _Examiner:
    """Opens a system whose library is a corpus; threads are kept in memory and thrown away."""

    def __init__(self, settings: Settings, folder: Path, embedder: Embedder, told: Told) -> None:
        self._settings = settings
        self._scratch = settings.model_copy(
            update={"data_dir": folder, "database_url": None, "index_uri": None, "collection": EVERYTHING.collection}
        )
        self._embedder = embedder
        self._told = told

    @asynccontextmanager
    async def open_corpus(self, path: Path) -> AsyncGenerator[Answer]:
        """The system (``evals.answerability.run.OpenCorpus``)."""
        index = await open_library(
            load_corpus(path),
            folder=self._settings.data_dir / "evals" / "retrieval",
            open_index=lambda place: build_index(self._settings, place),
            embedder=self._embedder,
            told=self._told,
        )
        parts = replace(
            build_parts(self._scratch, embedder=self._embedder),
            index=index,
            threads=MemoryThreads(),
            documents=MemoryDocuments(),
        )
        try:
            async with Followthrough.open(self._scratch, parts=parts, background=False) as system:
                yield _Examined(system).answer
        finally:
            await index.aclose()
            await parts.model.aclose()
            if parts.database is not None:
                await parts.database.aclose()


class _Examined:
    def __init__(self, system: Followthrough) -> None:
        self._system = system

    async def answer(self, task: Task) -> TurnRecord:
        """The turn on the task's question in a thread of its own, whose earlier turns took place elsewhere (C38)."""
        system = self._system
        thread = await system.create_thread()
        earlier = [{"role": m.role, "content": m.content} for m in task.messages[:-1]]
        await system.turns.import_history(thread.id, earlier)
        sent = await system.send(thread.id, task.messages[-1].content)
        stored = await system.threads.turn(thread.id, TurnId(sent.turn_id))
        if stored is None or stored.record is None:
            raise DependencyError(f"The turn on {task.id} was not kept.", fix="Run it again.")
        await system.threads.delete(thread.id)
        return stored.record
