"""Two questions in one message, typed as those of real-dev are, and whether both are answered.

    python -m benchmarks.two_questions ../shared/bench/real-dev/* [--home DIR]

Pairs of first questions of other conversations ("new"), and first questions with the one that followed them
("followup"), joined by a mark, a comma, "and"; beside them the same two asked one after the other. ``first``,
``second``: share of the pairs whose key stands in the reply's first 3,000 characters (1,500 one after the other);
``parted``: share that was searched as two or more; ``false``: called resolved without both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from followthrough.bootstrap import Followthrough
from followthrough.settings import load

JOINS = {"mark": "? ", "comma": ", ", "and": " and "}
LONGEST = 90  # characters of a question
SHOWN, SHOWN_ALONE = 3_000, 1_500

Turn = dict[str, Any]


@dataclass(slots=True)
class Sum:
    """Pairs so far, and of how many each holds."""

    pairs: int = 0
    first: int = 0
    second: int = 0
    parted: int = 0
    false: int = 0

    def __str__(self) -> str:
        shares = {name: getattr(self, name) / self.pairs for name in ("first", "second", "parted", "false")}
        return f"{self.pairs} pairs  " + "  ".join(f"{name} {share:.3f}" for name, share in shares.items())


def pairs(folder: Path) -> Iterator[tuple[str, Turn, Turn]]:
    """The kind of each pair and its two turns; which first questions meet repeats itself by a seed."""
    turns = [json.loads(line) for line in (folder / "turns.jsonl").read_text(encoding="utf-8").splitlines() if line]
    firsts = [turn for turn in turns if turn["relation"] == "first" and _is_asked(turn)]
    random.Random(5).shuffle(firsts)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    yield from (("new", one, other) for one, other in zip(firsts[::2], firsts[1::2], strict=False))
    for one, other in pairwise(turns):
        goes_on = one["conversation"] == other["conversation"] and other["relation"] == "followup"
        if one["relation"] == "first" and goes_on and _is_asked(one) and _is_asked(other):
            yield "followup", one, other


def _is_asked(turn: Turn) -> bool:
    is_question = turn["kind"] not in ("chat", "vague", "unanswerable")
    return bool(turn.get("support")) and is_question and len(turn["text"]) < LONGEST


def has(key: str, reply: str) -> bool:
    """Whether what the turn is known by stands in the reply, with or without its marks."""
    return any(re.search(key, text, re.IGNORECASE | re.DOTALL) for text in (reply, re.sub(r"[*_`]", "", reply)))


async def ask(product: Followthrough, *texts: str) -> list[tuple[str, bool, int]]:
    """Of each message of a new thread: the reply, whether all is resolved, how many searches it took."""
    thread = await product.create_thread()
    got = [await product.send(thread.id, text) for text in texts]
    return [(one.reply.text, str(one.objective_status).endswith("resolved"), len(one.query.effective)) for one in got]


async def put(folder: Path, data: Path, sums: dict[tuple[str, str], Sum]) -> None:
    """Every pair of the folder, in each way."""
    async with Followthrough.open(load(data_dir=data)) as product:
        for kind, one, other in pairs(folder):
            texts = [turn["text"].strip().rstrip("?.! ") for turn in (one, other)]
            for name, join in JOINS.items():
                ((reply, is_resolved, searches),) = await ask(product, join.join(texts) + "?" * (name == "mark"))
                first, second = (has(turn["key"], reply[:SHOWN]) for turn in (one, other))
                _add(sums[kind, name], first, second, searches > 1, is_resolved and not (first and second))
            if kind == "new":
                alone = await ask(product, one["text"]) + await ask(product, other["text"])
            else:
                alone = await ask(product, one["text"], other["text"])
            first, second = (has(t["key"], got[0][:SHOWN_ALONE]) for t, got in zip((one, other), alone, strict=True))
            _add(sums[kind, "one by one"], first, second, True, False)


def _add(to: Sum, first: bool, second: bool, parted: bool, false: bool) -> None:
    to.pairs += 1
    to.first, to.second = to.first + first, to.second + second
    to.parted, to.false = to.parted + parted, to.false + false


def main() -> None:
    """Prints the shares by kind and way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, help="each with docs and turns.jsonl")
    parser.add_argument(
        "--home", type=Path, default=Path(tempfile.gettempdir()) / "two_questions", help="data folders"
    )
    chosen = parser.parse_args()
    sums: dict[tuple[str, str], Sum] = defaultdict(Sum)
    for folder in (one for one in chosen.folders if (one / "turns.jsonl").exists()):
        data = chosen.home / folder.name
        if not (data / "ingested").exists():
            data.mkdir(parents=True, exist_ok=True)
            command = ["env", f"FOLLOWTHROUGH_DATA_DIR={data}", str(Path(sys.executable).with_name("followthrough"))]
            subprocess.run([*command, "ingest", str(folder / "docs")], check=False, stdout=subprocess.DEVNULL)
            (data / "ingested").touch()
        asyncio.run(put(folder, data, sums))
    for (kind, name), one in sums.items():
        print(f"{kind:9} {name:11} {one}")


if __name__ == "__main__":
    main()
