"""Decisions for programs (interface.md, "Command line") and for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.evals.answerability.dataset import Label
from followthrough.evals.answerability.run import Findings
from followthrough.evals.answerability.scores import RIGHT, Decided, Judged, Scores, scores

_SYSTEM = "full"
_HEADINGS = {
    Decided.ANSWERED: "answer",
    Decided.PARTIAL: "partial",
    Decided.REFUSED: "refusal",
    Decided.REFUSED_WITHOUT_ASK: "no ask",
    Decided.CLARIFIED: "asked",
    Decided.CHAT: "chat",
}
_SHARES = (
    ("answerable: answered, at least in part", Label.ANSWERABLE, (Decided.ANSWERED, Decided.PARTIAL)),
    ("unanswerable: refused with an ask", Label.UNANSWERABLE, (Decided.REFUSED,)),
    ("underspecified: asked back", Label.UNDERSPECIFIED, (Decided.CLARIFIED,)),
)


def as_json(findings: Findings) -> dict[str, Any]:
    """The document that ``eval answerability --json`` prints; ``macro`` is over all tasks together."""
    return {
        "datasets": {name: {_SYSTEM: _system(judged)} for name, judged in findings.judged.items()},
        "macro": {_SYSTEM: _system(_all(findings))},
    }


def print_findings(findings: Findings, console: Console) -> None:
    """The confusion and the figures of each data set, and of all together."""
    for name, judged in findings.judged.items():
        _print(f"{name} ({len(judged)} tasks)", scores(judged), console)
    if len(findings.judged) > 1:
        judged = _all(findings)
        _print(f"all together ({len(judged)} tasks)", scores(judged), console)


def _all(findings: Findings) -> list[Judged]:
    return [one for judged in findings.judged.values() for one in judged]


def _system(judged: Sequence[Judged]) -> dict[str, Any]:
    found = scores(judged)
    metrics: dict[str, Any] = {"macro_f1": asdict(found.macro_f1)}
    for name in ("precision", "recall", "f1"):
        metrics[name] = {label.value: asdict(figures[name]) for label, figures in found.by_class.items()}
    metrics["confusion"] = {
        label.value: {decided.value: n for decided, n in row.items()} for label, row in found.confusion.items()
    }
    return {"metrics": metrics}


def _print(title: str, found: Scores, console: Console) -> None:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("label", no_wrap=True)
    for heading in (*_HEADINGS.values(), "P", "R", "F1", "95% of F1"):
        table.add_column(heading, justify="right", no_wrap=True)
    for label, row in found.confusion.items():
        counts = [str(n) if RIGHT[label] is not decided else f"*{n}" for decided, n in row.items()]
        table.add_row(label.value, *counts, *_rates(found, label))
    console.print(table)
    macro = found.macro_f1
    console.print(
        f"macro F1 {macro.value:.3f} ({macro.low:.3f}-{macro.high:.3f}); * is the right decision; "
        "refusal: with an ask, no ask: without one; asked: back"
    )
    told = [f"{name} {_share(found, label, decided)}" for name, label, decided in _SHARES if label in found.confusion]
    console.print(f"{', '.join(told)}\n")


def _share(found: Scores, label: Label, decided: Sequence[Decided]) -> str:
    row = found.confusion[label]
    return f"{sum(row[one] for one in decided) / sum(row.values()):.3f} ({sum(row.values())})"


def _rates(found: Scores, label: Label) -> list[str]:
    figures = found.by_class.get(label)
    if figures is None:
        return [""] * 4
    f1 = figures["f1"]
    return [f"{figures[name].value:.3f}" for name in ("precision", "recall", "f1")] + [f"{f1.low:.3f}-{f1.high:.3f}"]
