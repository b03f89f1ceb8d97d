"""The machinery of a turn alone: an index that finds nothing, a model that takes no time, and the store named.

    .venv/bin/python benchmarks/machinery.py [--turns 2000] [--folder FOLDER]

Measured from sending the message to having its record: the message made durable, lease, load, plan, two searches of
nothing, evaluation, reply, events, commit. ``--folder`` says which disk SQLite writes to.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import upgrade
from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.adapters.ids.ordered import OrderedIds
from followthrough.adapters.language_model.none import NoModel
from followthrough.adapters.live_events.local import LocalEvents
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.adapters.reader.fitted import FittedReader
from followthrough.adapters.session_store.database import DatabaseSessions
from followthrough.adapters.session_store.memory import MemorySessions
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.adapters.web.none import NoWebSearch
from followthrough.bootstrap.process import settle
from followthrough.domain.ids import OwnerId, WorkerId
from followthrough.ingest.library import Library
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Tokens, Vectors
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.fake_web import FakePageReader
from followthrough.testing.memory_deletions import MemoryDeletions
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_index import MemoryIndex
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning
from followthrough.turn.deps import TurnDeps
from followthrough.turn.known import KnownNames
from followthrough.turn.service import TurnService
from followthrough.turn.switches import Switches
from measure import by_stage, print_machine, print_table, row_of

QUESTION = "What is the copay for a visit to a specialist under Plan Silver, and what is the deductible?"
TURNS_A_THREAD = 8  # as long as a conversation of the development data


class InstantEmbedder:
    """A model that takes no time and knows nothing."""

    model_id = "instant"
    dim = 8
    max_tokens = 256

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Zeros."""
        return np.zeros((len(texts), self.dim), dtype=np.float32)

    embed_passages = embed_queries

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """None: a token has no vector here."""
        return ()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """One a word."""
        return [len(text.split()) for text in texts]

    async def aclose(self) -> None:
        """Nothing to free."""


@asynccontextmanager
async def stores(name: str, folder: Path) -> AsyncIterator[tuple[ThreadStore, DocumentStore]]:
    """The stores of this name: ``memory``, or SQLite with this synchronous level."""
    if name == "memory":
        yield MemoryThreads(), MemoryDocuments()
        return
    database = open_database(f"sqlite+aiosqlite:///{folder / name}.sqlite", synchronous=name)
    await upgrade(database)
    try:
        yield SqlThreadStore(database), SqlDocumentStore(database)
    finally:
        await database.aclose()


@asynccontextmanager
async def serving(threads: ThreadStore, documents: DocumentStore) -> AsyncIterator[TurnService]:
    """A turn service on these stores, with an empty index and models that take no time."""
    index, embedder, clock, tuning = MemoryIndex(), InstantEmbedder(), SystemClock(), Tuning()
    worker, reader = WorkerId("benchmark"), Reader(tuning)
    pages = FakePageReader(reader, {})
    library = Library(
        documents=documents,
        deletions=MemoryDeletions(),
        index=index,
        reader=reader,
        pages=pages,
        embedder=embedder,
        clock=clock,
        tuning=tuning,
        worker=worker,
    )
    deps = TurnDeps(
        threads=threads,
        documents=documents,
        index=index,
        embedder=embedder,
        reader=FittedReader(embedder),
        clock=clock,
        ids=OrderedIds(),
        packs={name: load_pack(name) for name in ("general", "healthcare_payer")},
        tuning=tuning,
        known=KnownNames(documents),
        sessions=DatabaseSessions(threads, tuning),
        live=LocalEvents(),
        intake=library,
        pages=pages,
        search=NoWebSearch(),
        near_sessions=MemorySessions(),
        switches=Switches({}, None, clock, tuning),
        model=NoModel(),
    )
    service = TurnService(deps, worker)
    await service.start()
    yield service
    await service.aclose()


async def measure(name: str, folder: Path, turns: int) -> tuple[list[float], list[dict[str, float]]]:
    """Milliseconds of each turn from message to record, and the milliseconds by stage."""
    totals: list[float] = []
    timings: list[dict[str, float]] = []
    async with stores(name, folder) as (threads, documents), serving(threads, documents) as service:
        for number in range(turns):
            if number % TURNS_A_THREAD == 0:
                thread = await service.create_thread(owner=OwnerId("me"), collection="default", pack="general")
            began = time.perf_counter()
            message = await service.submit(thread.id, QUESTION)
            record = await service.result(thread.id, message.turn_id)
            totals.append((time.perf_counter() - began) * 1000)
            timings.append(dict(record.timings_ms))
    return totals, timings


async def run(folder: Path, turns: int) -> None:
    """Measures and prints."""
    lines: list[list[str]] = []
    stages: list[list[str]] = []
    for name in ("memory", "NORMAL", "FULL"):
        await measure(name, folder / "warm-up", turns // 10)
        totals, timings = await measure(name, folder, turns)
        shown = name if name == "memory" else f"SQLite WAL, synchronous {name}"
        lines.append([shown, *row_of(totals)])
        stages = stages or by_stage(timings)
    print_table(["store", "median ms", "p95", "largest"], lines)
    print_table(["stage (memory)", "median ms", "p95", "largest"], stages)


def main() -> None:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="where SQLite writes; a temporary folder unless given")
    options = parser.parse_args()
    settle()
    print_machine()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        asyncio.run(run(Path(folder), options.turns))


if __name__ == "__main__":
    main()
