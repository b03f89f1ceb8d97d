"""Answers to the questions of 55 documents: the right case, asked again, and never a wrong one called complete.

``python -m benchmarks.loop_answers [--json] [--wrong] [--only PREFIX]``; 1 when a must is missed in any part. What
was kept aside while the rules were changed is reported by itself; ``--wrong`` shows nothing of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from benchmarks.loop_answers.generate import generated
from benchmarks.loop_answers.judging import Judged, Row, judge

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer

_HERE = Path(__file__).parent
_MOST_WRONG_AND_COMPLETE = 0.01
_LEAST_RIGHT = 0.85


def _loaded(name: str) -> Any:
    return yaml.safe_load((_HERE / name).read_text(encoding="utf-8"))


def written(name: str) -> list[Row]:
    """The rows of a file that were written by hand."""
    return [_row(*entry) for entry in _loaded(name)]


def by_kind(name: str) -> dict[str, list[Row]]:
    """The rows of a file by what they try."""
    return {f"{name}_{kind}": [_row(*entry) for entry in rows] for kind, rows in _loaded(f"{name}.yaml").items()}


def _row(document: str, said: Sequence[object], right: str | list[str], asked: str | None = None) -> Row:
    return Row(document, tuple(map(str, said)), _right(right), asked)


def _right(right: str | list[str]) -> tuple[str, ...]:
    if isinstance(right, list):
        return ("&".join(sorted(right)), "open")
    return tuple(right.split(" or "))


async def measured(prefix: str = "") -> dict[str, list[Judged]]:
    """Every part whose name begins so, with its rows and what came of them."""
    documents = {document["id"]: document for document in _loaded("documents.yaml")}
    fresh = {document["id"]: document for document in _loaded("fresh_documents.yaml")}
    rows = {"written": written("fresh.yaml"), "generated": list(generated(fresh, fresh=True))}
    parts = {
        "generated": list(generated(documents)),
        "mending": written("mending.yaml"),
        "kept_aside": written("kept_aside.yaml"),
    } | {
        f"fresh_{kind}_{half}": [
            row for row in rows[kind] if fresh[row.document].get("measured", False) == is_measured
        ]
        for kind in rows
        for half, is_measured in (("mending", False), ("measured", True))
    }
    parts |= by_kind("unseen") | by_kind("further")
    hearer = FittedHearer(MiniLmEmbedder())
    later = (*_loaded("unseen_documents.yaml"), *_loaded("further_documents.yaml"))
    every = documents | fresh | {document["id"]: document for document in later}
    return {
        name: [await judge(row, every[row.document], hearer) for row in part]
        for name, part in parts.items()
        if name.startswith(prefix)
    }


def figures(judged: Sequence[Judged]) -> dict[str, float]:
    """The shares that are bounded."""
    return {
        "answers": len(judged),
        "right": round(sum(one.is_right for one in judged) / len(judged), 3),
        "wrong_and_complete": round(sum(one.is_wrong_and_complete for one in judged) / len(judged), 3),
    }


def main() -> None:
    """Prints the figures, and with ``--wrong`` what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--only", default="", metavar="PREFIX", help="parts whose name begins so")
    options = parser.parse_args()
    parts = asyncio.run(measured(options.only))
    told = {name: figures(judged) for name, judged in parts.items()}
    told["all"] = figures([one for judged in parts.values() for one in judged])
    print(json.dumps(told, indent=None if options.json else 2))
    if options.wrong:
        for name in ("generated", "mending", "fresh_written_mending", "fresh_generated_mending"):
            for one in parts.get(name, []):
                if not one.is_right:
                    mark = "COMPLETE" if one.complete else "        "
                    print(f"{mark} {name} {one.row.document} {list(one.row.said)} {one.row.right} was {one.came}")
    are_met = all(
        part["wrong_and_complete"] <= _MOST_WRONG_AND_COMPLETE and part["right"] >= _LEAST_RIGHT
        for part in told.values()
    )
    sys.exit(0 if are_met else 1)


if __name__ == "__main__":
    main()
