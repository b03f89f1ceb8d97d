"""Fits the model that the product ships for answerability, and writes it as ``rules/answerable_weights.py``.

    python benchmarks/fit_answerable.py ../shared/bench/mtrag-un-dev/*
    python benchmarks/fit_answerable.py --check ../shared/bench/mtrag-un-dev/*

Both put every task to the system twice: once to hear the signs that it is judged by, once decided by weights that
were fitted on the other folds of conversations, and print these cross-validated decisions with 95 % intervals. The
second writes nothing. They need the indexes that ``followthrough eval retrieval`` keeps in the data folder, and make
those that are missing. The same data give the same file.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from followthrough.cli.answerability import examine
from followthrough.cli.output import console
from followthrough.evals.answerability.dataset import Label
from followthrough.evals.answerability.fit import fit
from followthrough.evals.answerability.report import print_findings
from followthrough.evals.answerability.run import Findings
from followthrough.evals.answerability.scores import Decided, Judged
from followthrough.evals.retrieval.folds import marks
from followthrough.rules.answerable import Sign
from followthrough.settings import load

TARGET = Path(__file__).parent.parent / "src" / "followthrough" / "rules" / "answerable_weights.py"
_MARKS_A_LINE = 9
_ABOUT = "The shipped model of ``rules.answerable``: written by ``benchmarks/fit_answerable.py``, never by hand."


def module_of(findings: Findings) -> str:
    """The module that holds what was learned from the findings."""
    known = frozenset(mark for task in findings.tasks for mark in marks(task))
    weights = fit([lesson for some in findings.lessons for lesson in some], known)
    rows = zip(weights.answered, weights.partly, weights.nothing, strict=True)
    names = ("CONSTANT", *(sign.name for sign in Sign))
    fitted_on = sorted(known)
    return "\n".join(
        [
            f'"""{_ABOUT}"""',
            "",
            "from __future__ import annotations",
            "",
            "from followthrough.rules.answerable import Weights",
            "",
            "_WEIGHTS = {  # of answered, of partly, of nothing",
            *(f'    "{name}": {row!r},' for name, row in zip(names, rows, strict=True)),
            "}",
            "_FITTED_ON = (",
            *(
                f'    "{" ".join(fitted_on[n : n + _MARKS_A_LINE])} "'
                for n in range(0, len(fitted_on), _MARKS_A_LINE)
            ),
            ")",
            "",
            "SHIPPED = Weights(",
            "    answered=tuple(row[0] for row in _WEIGHTS.values()),",
            "    partly=tuple(row[1] for row in _WEIGHTS.values()),",
            "    nothing=tuple(row[2] for row in _WEIGHTS.values()),",
            "    fitted_on=frozenset(_FITTED_ON.split()),",
            ")",
            "",
        ]
    )


def against_targets(judged: Sequence[Judged]) -> list[tuple[str, float]]:
    """The shares that the targets speak of."""

    def share(label: Label, *decided: Decided) -> float:
        own = [one for one in judged if one.label is label]
        return sum(one.decided in decided for one in own) / len(own)

    resolved = [one for one in judged if one.decided is Decided.ANSWERED]
    return [
        ("answerable: answered or answered in part", share(Label.ANSWERABLE, Decided.ANSWERED, Decided.PARTIAL)),
        ("answerable: answered", share(Label.ANSWERABLE, Decided.ANSWERED)),
        ("unanswerable: refused with an ask", share(Label.UNANSWERABLE, Decided.REFUSED)),
        ("underspecified: asked back", share(Label.UNDERSPECIFIED, Decided.CLARIFIED)),
        ("answered that people found answerable", sum(o.label is Label.ANSWERABLE for o in resolved) / len(resolved)),
    ]


async def main() -> None:
    """Asks, fits, prints, and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", type=Path, nargs="+")
    parser.add_argument("--check", action="store_true", help="writes nothing")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()

    def told(what: str, done: int, total: int) -> None:
        print(f"{what}: {done} of {total}", end="\r")

    findings = await examine(load(), arguments.datasets, told, cross_validate=True)
    print()
    print_findings(findings, console())
    for name, share in against_targets([one for judged in findings.judged.values() for one in judged]):
        print(f"{share:.3f}  {name}")
    if not arguments.check:
        arguments.out.write_text(module_of(findings), encoding="utf-8")
        print(f"{arguments.out}: fitted on {len(findings.tasks)} tasks")


if __name__ == "__main__":
    asyncio.run(main())
