"""The passage index at the size of the development pools: latencies, and what each way of searching finds.

One row of a pool is one passage, each pool a collection, every search filtered as a turn filters. Vectors come from
``--vectors FOLDER`` (``{pool}.npz`` with ``ids``, ``windows`` and ``vectors``, and ``queries.npz`` whose ids are the
query texts); without it they are random, which is as good for latencies, and only full text is judged.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import tempfile
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import numpy as np

import pools
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, ThreadId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.rules.retrieval.fuse import Lists, fuse
from followthrough.tuning import DEFAULT_TUNING
from measure import print_machine, print_table, row_of

T = TypeVar("T")
MODEL = "benchmark"
WINDOWS = 3  # a row of many windows would fill the list of the best hundred; so many more are asked for


class Laps:
    """Milliseconds by what was measured."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[float]] = {}

    async def of(self, name: str, call: Awaitable[T]) -> T:
        """The call's result, its time noted."""
        start = time.perf_counter()
        result = await call
        self.by_name.setdefault(name, []).append((time.perf_counter() - start) * 1000)
        return result

    def show(self) -> None:
        """A table of what was measured."""
        lines = [[name, *row_of(laps), str(len(laps))] for name, laps in self.by_name.items()]
        print_table(["ms", "p50", "p95", "max", "times"], lines)


def vectors_of(pool: str, row_ids: Sequence[str], folder: Path | None) -> dict[str, np.ndarray]:
    """The vectors of each row's windows, shape (windows, dim)."""
    if folder is None:
        drawn = np.random.default_rng(7).normal(size=(len(row_ids), 384)).astype(np.float32)
        drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
        return {row_id: drawn[n : n + 1] for n, row_id in enumerate(row_ids)}
    file = np.load(folder / f"{pool}.npz")
    by_row: dict[str, list[np.ndarray]] = {}
    for row_id, vector in zip(file["ids"], file["vectors"], strict=True):
        by_row.setdefault(str(row_id), []).append(vector)
    return {row_id: np.stack(some) for row_id, some in by_row.items()}


def passage(pool: str, row_id: str, window: int, text: str) -> Passage:
    """Window 0 carries the row's text; the others are there for their vectors only."""
    return Passage(
        id=PassageId(f"{row_id}#{window}"),
        document_id=DocumentId(row_id),
        document_name=row_id,
        collection=pool,
        ordinal=window,
        text=text if window == 0 else "",
        start=0,
        end=len(text),
    )


async def fill(index: LanceIndex, bench: Path, folder: Path | None, laps: Laps, copies: int = 1) -> None:
    """Puts the pools into the index, 512 rows a write; each row so many times, under ids of their own."""
    for pool in pools.POOLS:
        rows = list(pools.rows(bench, (pool,)))
        corpus = [replace(row, id=f"{row.id}~{n}" if n else row.id) for n in range(copies) for row in rows]
        vectors = vectors_of(pool, [row.id for row in corpus], folder)
        for at in range(0, len(corpus), 512):
            some = corpus[at : at + 512]
            cut = {
                DocumentId(r.id): [passage(pool, r.id, w, r.text) for w in range(len(vectors[r.id]))] for r in some
            }
            await laps.of("write 512 documents", index.replace_documents(cut))
            new = {p.id: vectors[d][p.ordinal] for d, passages in cut.items() for p in passages}
            await laps.of("write their vectors", index.add_vectors(MODEL, new))
    await laps.of("optimize", index.optimize())


def judged(bench: Path, pool: str) -> dict[str, dict[str, int]]:
    """Relevance by query and row."""
    found: dict[str, dict[str, int]] = {}
    for line in (bench / pool / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, row_id, score = line.split("\t")
        found.setdefault(query, {})[row_id] = int(score)
    return found


def ndcg_at_5(ranking: Sequence[str], relevant: dict[str, int]) -> float:
    """nDCG@5; 0 without anything relevant."""
    ideal = sorted(relevant.values(), reverse=True)[:5]
    gain = math.fsum(relevant.get(row_id, 0) / math.log2(n + 2) for n, row_id in enumerate(ranking[:5]))
    best = math.fsum(score / math.log2(n + 2) for n, score in enumerate(ideal))
    return gain / best if best else 0.0


def by_row(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Hits on windows as hits on their rows, the best window counting."""
    best: dict[PassageId, float] = {}
    for hit in hits:
        best.setdefault(PassageId(hit.passage_id.rpartition("#")[0]), hit.score)
    return tuple(Hit(passage_id=row_id, score=score) for row_id, score in best.items())


async def search(index: LanceIndex, bench: Path, folder: Path | None, laps: Laps) -> dict[str, list[float]]:
    """Asks every question, and judges what was found; nDCG@5 by system, one figure a pool."""
    known = None if folder is None else np.load(folder / "queries.npz")
    queries = {} if known is None else dict(zip(map(str, known["ids"]), known["vectors"], strict=True))
    figures: dict[str, list[float]] = {}
    for pool in pools.POOLS:
        relevant = judged(bench, pool)
        where = PassageFilter(collection=pool, thread_id=ThreadId("thread"))
        scores: dict[str, list[float]] = {}
        for line in (bench / pool / "queries.jsonl").read_text(encoding="utf-8").splitlines():
            query = json.loads(line)
            text = query["messages"][-1]["content"]
            vector = queries[text] if queries else np.full(384, 384**-0.5, dtype=np.float32)
            words = await laps.of("search_text", index.search_text(text, where, DEFAULT_TUNING.candidates))
            limit = DEFAULT_TUNING.candidates * (WINDOWS if queries else 1)
            meaning = await laps.of(
                f"search_vectors, best {limit}", index.search_vectors(MODEL, vector, where, limit)
            )
            await laps.of("get 24 passages", index.get([h.passage_id for h in (*words, *meaning)][:24]))
            lists = Lists(lexical=by_row(words), dense=by_row(meaning) if queries else ())
            systems = {"lexical": Lists(lexical=lists.lexical)}
            if queries:
                systems |= {"dense": Lists(dense=lists.dense), "fused": lists}
            for name, some in systems.items():
                ranking = [r.passage_id for r in fuse(some, DEFAULT_TUNING)]
                scores.setdefault(name, []).append(ndcg_at_5(ranking, relevant.get(query["id"], {})))
        for name, values in scores.items():
            figures.setdefault(name, []).append(fmean(values))
    return figures


async def main() -> None:
    """Fills an index, searches it, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, default=pools.BENCH)
    parser.add_argument("--vectors", type=Path, help="folder of vectors made before")
    parser.add_argument("--copies", type=int, default=1, help="10: 360,000 passages, without --vectors")
    arguments = parser.parse_args()
    print_machine()
    laps = Laps()
    with tempfile.TemporaryDirectory() as folder:
        index = LanceIndex(str(Path(folder) / "index"))
        await fill(index, arguments.bench, arguments.vectors, laps, arguments.copies)
        size = sum(f.stat().st_size for f in Path(folder).rglob("*") if f.is_file()) / 2**20
        print(f"{await index.count():,} passages, {size:,.0f} MiB")
        figures = await search(index, arguments.bench, arguments.vectors, laps)
        await index.aclose()
    laps.show()
    rows = [[n, f"{fmean(values):.3f}", *(f"{v:.3f}" for v in values)] for n, values in figures.items()]
    print_table(["nDCG@5, last turn", "macro", *pools.POOLS], rows)


if __name__ == "__main__":
    asyncio.run(main())
