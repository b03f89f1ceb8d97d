"""Fits the ranker that the product ships, and writes it as ``rules/rank_weights.py``.

    python benchmarks/fit_ranker.py ../shared/bench/mtrag-dev/* ../shared/bench/mtrag-un-dev/*

It runs the product's own searches over every question, so it needs the indexes that ``followthrough eval retrieval``
keeps in the data folder, and makes those that are missing. The same data give the same file.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from pathlib import Path

from followthrough.bootstrap import build_embedder, build_index, load_packs
from followthrough.evals.retrieval.fit import fit
from followthrough.evals.retrieval.folds import marks
from followthrough.evals.retrieval.run import FULL, Findings, Means, evaluate, lessons_of
from followthrough.rules.rank import FEATURES
from followthrough.settings import load

TARGET = Path(__file__).parent.parent / "src" / "followthrough" / "rules" / "rank_weights.py"


def module_of(findings: Findings) -> str:
    """The module that holds what was learned from the findings."""
    weights = [float(f"{w:.6g}") for w in fit(lessons_of(findings.results))]
    fitted_on = sorted({mark for r in findings.results for mark in marks(r.query)})
    version = hashlib.sha256(json.dumps([FEATURES, weights]).encode()).hexdigest()[:12]
    rows = [f'    "{name}": {weight!r},' for name, weight in zip(FEATURES, weights, strict=True)]
    return "\n".join(
        [
            '"""The shipped ranker: written by ``benchmarks/fit_ranker.py``, never by hand."""',
            "",
            "from __future__ import annotations",
            "",
            "import numpy as np",
            "",
            "from followthrough.rules.rank import FEATURES, Ranker",
            "",
            "_WEIGHTS = {",
            *rows,
            "}",
            "_FITTED_ON = (",
            *(f'    "{" ".join(fitted_on[n : n + 9])} "' for n in range(0, len(fitted_on), 9)),
            ")",
            "",
            "SHIPPED = Ranker(",
            f'    version="{version}",',
            "    weights=np.array([_WEIGHTS[name] for name in FEATURES]),",
            "    fitted_on=frozenset(_FITTED_ON.split()),",
            ")",
            "",
        ]
    )


async def main() -> None:
    """Searches, fits, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    settings = load()
    embedder = build_embedder(settings)
    means = Means(
        folder=settings.data_dir / "evals" / "retrieval",
        open_index=lambda place: build_index(settings, place),
        embedder=embedder,
        pack=load_packs(settings)["general"],
        tuning=settings.tuning,
        told=lambda what, done, total: print(f"{what}: {done} of {total}", end="\r"),
    )
    findings = await evaluate(arguments.datasets, (FULL,), means, cross_validate=True)
    await embedder.aclose()
    arguments.out.write_text(module_of(findings), encoding="utf-8")
    print(f"\n{arguments.out}: fitted on {len(findings.results)} questions")


if __name__ == "__main__":
    asyncio.run(main())
