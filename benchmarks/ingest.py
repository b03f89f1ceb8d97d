"""Ingest end to end against the embedding model alone, and the memory it takes.

    .venv/bin/python benchmarks/ingest.py [--limit 3000] [--pools cloud fiqa] [--data FOLDER] [--bench FOLDER]

Writes the rows of the development pools as Markdown files, runs ``followthrough ingest`` on their folder in a process
of its own, and watches its memory. Then the same passages go through the embedding model alone, in the batches that
ingest makes. Then ingest runs again, with nothing changed. ``--data`` keeps the data folder (for ``turn.py`` and
``cold_start.py``); a second run with it takes vectors from its cache and says so.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.domain.documents import DocumentStatus, Passage
from followthrough.settings import load
from measure import peak_memory, print_machine, print_table, run_followthrough
from pools import BENCH, POOLS, write_files


def run_ingest(files: Path, data: Path) -> tuple[float, float]:
    """Runs the command; returns seconds from its start to its end, and its peak memory in MiB."""
    began = time.perf_counter()
    process = run_followthrough("ingest", str(files), "--json", FOLLOWTHROUGH_DATA_DIR=str(data))
    with peak_memory(process.pid) as peak:
        _, errors = process.communicate()
    assert process.returncode == 0, errors[-2000:]
    return time.perf_counter() - began, peak[0]


async def all_passages(system: Followthrough) -> list[Passage]:
    """Every passage of the library, by document id and reading order."""
    found: list[Passage] = []
    page = await system.documents.list(status=DocumentStatus.READY, limit=1000)
    while page:
        for document in page:
            found += await system.index.of_document(document.id)
        page = await system.documents.list(status=DocumentStatus.READY, after=page[-1].id, limit=1000)
    return found


async def embed_alone(data: Path) -> tuple[int, float]:
    """How many passages there are, and the seconds that the model alone takes for them."""
    async with Followthrough.open(load(data_dir=data), background=False) as system:
        texts = sorted({p.content_hash: p.indexed_text for p in await all_passages(system)}.values(), key=len)
        await system.embedder.embed_passages(texts[:1])  # loads the model
        size = system.settings.tuning.embed_batch_passages
        began = time.perf_counter()
        for start in range(0, len(texts), size):
            await system.embedder.embed_passages(texts[start : start + size])
        return len(texts), time.perf_counter() - began


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, help="how many rows; all unless given")
    parser.add_argument("--pools", nargs="+", default=list(POOLS))
    parser.add_argument("--data", type=Path, help="data folder to keep; a temporary one unless given")
    parser.add_argument("--bench", type=Path, default=BENCH, help="folder of the development pools")
    parser.add_argument("--no-share", action="store_true", help="leave out the model alone")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        files = Path(temporary) / "files"
        data = options.data.resolve() if options.data else Path(temporary) / "data"
        if data.exists():
            print(f"{data} exists: vectors come from its cache, so the rate says nothing about the model.\n")
        count = write_files(options.bench, files, pools=tuple(options.pools), limit=options.limit)
        whole_s, memory = run_ingest(files, data)
        lines = [["documents", f"{count:,}"], ["peak memory, MiB", f"{memory:,.0f}"]]
        if not options.no_share:
            passages, alone_s = asyncio.run(embed_alone(data))
            lines += [
                ["passages", f"{passages:,}"],
                ["passages per second, end to end", f"{passages / whole_s:.1f}"],
                ["passages per second, model alone", f"{passages / alone_s:.1f}"],
                ["share of the model alone", f"{alone_s / whole_s:.0%}"],
            ]
        again_s, _ = run_ingest(files, data)
        lines += [["seconds", f"{whole_s:.1f}"], ["seconds again, nothing changed", f"{again_s:.1f}"]]
        print_table(["", ""], lines)


if __name__ == "__main__":
    main()
