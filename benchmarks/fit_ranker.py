"""Fits the ranker that the product ships, and writes it as ``rules/retrieval/rank_weights.py``.

    python benchmarks/fit_ranker.py ../shared/bench/mtrag-dev/* ../shared/bench/mtrag-un-dev/*
    python benchmarks/fit_ranker.py --across-domains ../shared/bench/mtrag-dev/* ../shared/bench/mtrag-un-dev/*

The second writes nothing: it ranks each corpus' questions by what was learned on the other corpora, and prints how
that compares with folds of conversations over all of them. Both run the product's own searches over every question,
so they need the indexes that ``followthrough eval retrieval`` keeps in the data folder, and make those that are
missing. The same data give the same file.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from followthrough.bootstrap import build_embedder, build_index, load_packs
from followthrough.evals.retrieval.fit import fit_ranker
from followthrough.evals.retrieval.folds import marks
from followthrough.evals.retrieval.run import FULL, LAST_TURN, Findings, Means, evaluate, lessons_of, rerank
from followthrough.rules.retrieval.rank_signals import FEATURES, Floats
from followthrough.settings import load
from followthrough.tuning import Tuning

TARGET = Path(__file__).parent.parent / "src" / "followthrough" / "rules" / "retrieval" / "rank_weights.py"


def module_of(findings: Findings) -> str:
    """The module that holds what was learned from the findings."""
    ranker = fit_ranker(lessons_of(findings.results), "")
    near, wide = ([float(f"{w:.6g}") for w in weights] for weights in (ranker.near, ranker.wide))
    fitted_on = sorted({mark for r in findings.results for mark in marks(r.query)})
    version = hashlib.sha256(json.dumps([FEATURES, near, wide]).encode()).hexdigest()[:12]
    rows = [f'    "{name}": ({n!r}, {w!r}),' for name, n, w in zip(FEATURES, near, wide, strict=True)]
    return "\n".join(
        [
            '"""The shipped ranker: written by ``benchmarks/fit_ranker.py``, never by hand."""',
            "",
            "from __future__ import annotations",
            "",
            "import numpy as np",
            "",
            "from followthrough.rules.retrieval.rank import Ranker",
            "from followthrough.rules.retrieval.rank_signals import FEATURES",
            "",
            "_WEIGHTS = {  # of the near ranker, of the wide one",
            *rows,
            "}",
            "_FITTED_ON = (",
            *(f'    "{" ".join(fitted_on[n : n + 9])} "' for n in range(0, len(fitted_on), 9)),
            ")",
            "",
            "SHIPPED = Ranker(",
            f'    version="{version}",',
            "    near=np.array([_WEIGHTS[name][0] for name in FEATURES]),",
            "    wide=np.array([_WEIGHTS[name][1] for name in FEATURES]),",
            "    fitted_on=frozenset(_FITTED_ON.split()),",
            ")",
            "",
        ]
    )


def across_domains(findings: Findings, tuning: Tuning) -> list[tuple[str, float, float, float]]:
    """nDCG@5 of each data set: last turn, learned on the other folds, learned on the other corpora.

    A conversation of the tested corpus is learned from nowhere, whatever data set it is in.
    """
    corpora = {d.name: d.corpus.resolve() for d in findings.datasets}
    rows: list[tuple[str, float, float, float]] = []
    folds = {d.name: (_mean(findings, d.name, LAST_TURN), _mean(findings, d.name, FULL)) for d in findings.datasets}
    for corpus in dict.fromkeys(corpora.values()):
        tested = [r for r in findings.results if corpora[r.dataset] == corpus]
        groups = {r.group for r in tested}
        others = [r for r in findings.results if r.group not in groups and corpora[r.dataset] != corpus]
        rerank(tested, fit_ranker(lessons_of(others), "other corpora"), tuning)
    for name, (last, full) in folds.items():
        rows.append((name, last, full, _mean(findings, name, FULL)))
    return rows


def _mean(findings: Findings, dataset: str, system: str) -> float:
    values: Floats = np.array([r.scores(system)["ndcg@5"] for r in findings.results if r.dataset == dataset])
    return float(values.mean())


def print_domains(rows: Sequence[tuple[str, float, float, float]]) -> None:
    """The table, and the macro averages of the folders that data sets are in."""
    print(f"{'nDCG@5':28s} last turn  other folds  other corpora")
    for name, *values in rows:
        print(f"{name:28s} {values[0]:9.3f} {values[1]:12.3f} {values[2]:14.3f}")
    for group in dict.fromkeys(name.partition("/")[0] for name, *_ in rows):
        last, full, other = np.mean([r[1:] for r in rows if r[0].startswith(f"{group}/")], axis=0)
        print(f"{group + ' (macro)':28s} {last:9.3f} {full:12.3f} {other:14.3f}")


async def main() -> None:
    """Searches, fits, and writes or prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", type=Path, nargs="+")
    parser.add_argument("--across-domains", action="store_true", help="writes nothing; prints how domains transfer")
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
    systems = (FULL, LAST_TURN) if arguments.across_domains else (FULL,)
    findings = await evaluate(arguments.datasets, systems, means, cross_validate=True)
    await embedder.aclose()
    print()
    if arguments.across_domains:
        print_domains(across_domains(findings, settings.tuning))
        return
    arguments.out.write_text(module_of(findings), encoding="utf-8")
    print(f"{arguments.out}: fitted on {len(lessons_of(findings.results))} questions with a conversation")


if __name__ == "__main__":
    asyncio.run(main())
