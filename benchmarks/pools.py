"""The development data as files and questions: the three pools of ``mtrag-dev``."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

BENCH = Path(__file__).parent.parent.parent / "shared" / "bench" / "mtrag-dev"
POOLS = ("clapnq", "cloud", "fiqa")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a pool's corpus."""

    pool: str
    id: str
    title: str
    text: str


def rows(bench: Path, pools: tuple[str, ...] = POOLS) -> Iterator[Row]:
    """Rows with text of the pools, in the order of their files; blank ones are left out."""
    for pool in pools:
        with gzip.open(bench / pool / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if row["text"].strip():
                    yield Row(pool=pool, id=row["id"], title=(row.get("title") or "").strip(), text=row["text"])


def questions(bench: Path, pools: tuple[str, ...] = POOLS) -> list[str]:
    """The last message of each query, in the order of the files."""
    return [
        json.loads(line)["messages"][-1]["content"].strip()
        for pool in pools
        for line in (bench / pool / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def write_files(bench: Path, folder: Path, *, pools: tuple[str, ...] = POOLS, limit: int | None = None) -> int:
    """Writes each row as a Markdown file with its title in the front matter; returns how many there are."""
    count = 0
    for row in islice(rows(bench, pools), limit):
        place = folder / row.pool
        place.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]", "_", row.id)
        front = f"---\ntitle: {json.dumps(row.title)}\n---\n" if row.title else ""
        (place / f"{name}.md").write_text(front + row.text, encoding="utf-8")
        count += 1
    return count
