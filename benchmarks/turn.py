"""A whole turn on a large library, by stage, with the embedding model warm.

    .venv/bin/python benchmarks/turn.py --data FOLDER [--turns 575] [--bench FOLDER]

``--data`` is a data folder that ``ingest.py --data FOLDER`` filled. Each question of the development pools is the
first message of a new thread. A turn is measured from sending the message to having its record; the stages are those
that the turn itself reports. The three parts of ``retrieve`` are measured once more by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from followthrough.bootstrap import Followthrough
from followthrough.domain.retrieval import PassageFilter
from followthrough.settings import load
from measure import by_stage, print_machine, print_table, row_of
from pools import BENCH, questions

WARM_UP = 30


async def timed(work: Awaitable[Any]) -> tuple[float, Any]:
    """Milliseconds that the work took, and what it gave."""
    began = time.perf_counter()
    result = await work
    return (time.perf_counter() - began) * 1000, result


async def measure_turns(system: Followthrough, asked: list[str]) -> tuple[list[float], list[dict[str, float]], int]:
    """Milliseconds of each turn, the milliseconds by stage, and how many were answered with a citation."""
    totals: list[float] = []
    timings: list[dict[str, float]] = []
    cited = 0
    for number, text in enumerate([*asked[:WARM_UP], *asked]):
        thread = await system.create_thread()
        began = time.perf_counter()
        message = await system.turns.submit(thread.id, text)
        record = await system.turns.result(thread.id, message.turn_id)
        if number >= WARM_UP:
            totals.append((time.perf_counter() - began) * 1000)
            timings.append(dict(record.timings_ms))
            cited += bool(record.reply.citations)
    return totals, timings, cited


async def measure_retrieval(system: Followthrough, asked: list[str]) -> list[list[str]]:
    """Rows of the parts of a search by themselves: embed the query, full text, vectors."""
    where = PassageFilter(collection=system.settings.collection)
    limit = system.settings.tuning.candidates
    parts: dict[str, list[float]] = {"embed the query": [], "full text": [], "vectors": []}
    for text in asked:
        spent, vectors = await timed(system.embedder.embed_queries([text]))
        parts["embed the query"].append(spent)
        parts["full text"].append((await timed(system.index.search_text(text, where, limit)))[0])
        search = system.index.search_vectors(system.embedder.model_id, vectors[0], where, limit)
        parts["vectors"].append((await timed(search))[0])
    return [[name, *row_of(values)] for name, values in parts.items()]


async def run(data: Path, bench: Path, turns: int) -> None:
    """Measures and prints."""
    async with Followthrough.open(load(data_dir=data)) as system:
        count = await system.index.count()
        if count == 0:
            raise SystemExit(f"{data} holds no passages. Fill it: benchmarks/ingest.py --data {data}")
        asked = questions(bench)[:turns]
        totals, timings, cited = await measure_turns(system, asked)
        print(f"{count:,} passages, {len(asked)} questions, {cited} answered with a citation.\n")
        print_table(
            ["", "median ms", "p95", "largest"], [["whole turn, SQLite WAL synchronous FULL", *row_of(totals)]]
        )
        print_table(["stage", "median ms", "p95", "largest"], by_stage(timings))
        print_table(["by itself", "median ms", "p95", "largest"], await measure_retrieval(system, asked))


def main() -> None:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--turns", type=int, default=575)
    parser.add_argument("--bench", type=Path, default=BENCH)
    options = parser.parse_args()
    print_machine()
    asyncio.run(run(options.data.resolve(), options.bench, options.turns))


if __name__ == "__main__":
    main()
