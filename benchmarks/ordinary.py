"""What an ordinary turn costs at 36,000 passages, by stage, for first questions and for follow-ups; one run.

    .venv/bin/python -m benchmarks.ordinary [--data FOLDER] [--set kanboard] [--conversations 40]

Documents of a real set are ingested as they are; rows of the development pools stand beside them up to
``--passages``,
with their own words and made-up vectors, so that search has as much to look through as a large library and the run
needs minutes instead of an hour. ``--data`` keeps the folder for the next run. Conversations of the set are asked
turn by turn, with the shipped embedder, hearer and reader. The stages that a turn reports are printed as they are;
what the hearer, the search and the reader spend of them is measured where they are called.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.measure import by_stage, print_machine, print_table, row_of
from benchmarks.pools import BENCH, Row, rows

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.reader.fitted import FittedReader
from followthrough.bootstrap import Followthrough
from followthrough.bootstrap.process import settle
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.settings import load
from followthrough.turn import steps

REAL = BENCH.parent / "real-dev"
PASSAGES = 36_000
BATCH = 2_000
CHARS = 900  # of a row: as long as a passage gets
SPREAD = 0.9  # of made-up vectors around a common middle: pairs are about as alike as those of unrelated passages
WARM_UP = 3  # conversations
NOW = datetime(2026, 1, 1, tzinfo=UTC)

Spent = dict[str, list[float]]


def as_document(row: Row, collection: str) -> tuple[Document, Passage]:
    """A row of a pool as a document of one passage."""
    ident, text = DocumentId(f"{row.pool}-{row.id}"), row.text[:CHARS]
    title = row.title or row.id
    document = Document(
        id=ident,
        collection=collection,
        source=f"upload:{ident}",
        name=title,
        media_type="text/plain",
        content_hash=ident,
        size_bytes=len(text),
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(title=title),
        created_at=NOW,
        updated_at=NOW,
        passages=1,
        embedded=1,
    )
    passage = Passage(
        id=PassageId(f"{ident}-0"),
        document_id=ident,
        document_name=title,
        collection=collection,
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
        context=title,
        content_hash=ident,
    )
    return document, passage


async def fill(system: Followthrough, bench: Path, documents: Path, count: int) -> None:
    """The real documents, then rows of the pools up to ``count`` passages."""
    collection = system.settings.collection
    await system.library.ingest_paths([documents], collection=collection)
    random, dim = np.random.default_rng(7), system.embedder.dim
    middle = random.normal(size=dim)
    missing = islice(rows(bench), max(0, count - await system.index.count()))
    while batch := [as_document(row, collection) for row in islice(missing, BATCH)]:
        store: Any = system.documents
        await store.put_many([document for document, _ in batch])
        await system.index.replace_documents({document.id: [passage] for document, passage in batch})
        made = middle * (1 - SPREAD) + random.normal(size=(len(batch), dim)) * SPREAD
        made = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
        vectors = {passage.id: vector for (_, passage), vector in zip(batch, made, strict=True)}
        await system.index.add_vectors(system.embedder.model_id, vectors)
    await system.index.optimize()


@contextmanager
def watched(spent: Spent) -> Iterator[None]:
    """Notes the milliseconds of each call to the parts of a turn that have no stage of their own."""
    places: tuple[tuple[Any, str, str], ...] = (
        (FittedHearer, "hear", "of load: hearing"),
        (steps, "search", "of retrieve: searching"),
        (steps, "read", "of answer: reading"),
        (FittedReader, "answers", "of reading: the reader"),
        (MiniLmEmbedder, "embed_queries", "of all: embedding, each call"),
    )
    kept = [(where, name, getattr(where, name)) for where, name, _ in places]
    for (where, name, called), (_, _, method) in zip(places, kept, strict=True):
        setattr(where, name, timed(method, called, spent))
    try:
        yield
    finally:
        for where, name, method in kept:
            setattr(where, name, method)


def timed(method: Any, called: str, spent: Spent) -> Any:
    """The coroutine function, with its milliseconds noted."""

    async def run(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return await method(*args, **kwargs)
        finally:
            spent[called].append((time.perf_counter() - began) * 1000)

    return run


async def converse(
    system: Followthrough, conversations: Sequence[Sequence[str]], pause_s: float
) -> tuple[dict[str, list[Mapping[str, float]]], dict[str, Spent]]:
    """The stages of each turn, and what was watched, of first questions and of follow-ups."""
    stages: dict[str, list[Mapping[str, float]]] = {"first": [], "follow-up": []}
    watch: dict[str, Spent] = {"first": defaultdict(list), "follow-up": defaultdict(list)}
    for number, turns in enumerate(conversations):
        thread = await system.create_thread()
        for place, text in enumerate(turns):
            await asyncio.sleep(pause_s)  # a person reads the reply before the next message
            kind = "follow-up" if place else "first"
            spent: Spent = defaultdict(list)
            with watched(spent):
                began, cpu = time.perf_counter(), time.process_time()
                message = await system.turns.submit(thread.id, text)
                record = await system.turns.result(thread.id, message.turn_id)
                whole = (time.perf_counter() - began) * 1000
                used = (time.process_time() - cpu) * 1000
            if number >= WARM_UP:
                whole_turn = {"message to record": whole, "CPU of all threads": used}
                stages[kind].append({**dict(record.timings_ms), **whole_turn})
                for called, times in spent.items():
                    watch[kind][called] += times
    return stages, watch


def conversations_of(path: Path) -> list[list[str]]:
    """The turns as typed, by conversation."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        turn = json.loads(line)
        found.setdefault(turn["conversation"], []).append(turn["text"])
    return list(found.values())


async def run(data: Path, options: argparse.Namespace) -> None:
    """Fills the folder unless it is filled, asks, and prints."""
    folder = options.real / options.set
    async with Followthrough.open(load(data_dir=data)) as system:
        if await system.index.count() < options.passages:
            await fill(system, options.bench, folder / "docs", options.passages)
        asked = conversations_of(folder / "turns.jsonl")[: options.conversations]
        stages, watch = await converse(system, asked, options.pause)
        print(f"{await system.index.count():,} passages, {len(asked)} conversations of {options.set}.\n")
    for kind, timings in stages.items():
        lines = by_stage(timings) + [[called, *row_of(times, 3)] for called, times in watch[kind].items()]
        print_table([f"{kind}, {len(timings)} turns", "median ms", "p95", "largest"], lines)


def main() -> None:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="data folder to keep; a temporary one unless given")
    parser.add_argument("--set", default="kanboard", help="a folder with docs/ and turns.jsonl")
    parser.add_argument("--real", type=Path, default=REAL, help="where the set is")
    parser.add_argument("--bench", type=Path, default=BENCH, help="folder of the development pools")
    parser.add_argument("--passages", type=int, default=PASSAGES)
    parser.add_argument("--conversations", type=int, default=40)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before each message")
    options = parser.parse_args()
    settle()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(run((options.data or Path(temporary)).resolve(), options))


if __name__ == "__main__":
    main()
