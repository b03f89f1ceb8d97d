"""Findings for programs (interface.md, "Command line") and for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.evals.retrieval.metrics import METRICS, Figure, Sample, figure, paired_p
from followthrough.evals.retrieval.run import FULL, LAST_TURN, Findings, Result

_SHOWN = {
    "ndcg@3": "n@3",
    "ndcg@5": "n@5",
    "ndcg@10": "n@10",
    "recall@5": "R@5",
    "recall@10": "R@10",
    "recall@100": "R@100",
    "mrr@10": "MRR",
}
_CLASSES = ("first_turn", "standalone", "deictic", "topical", "topic_shift")
_MAIN = "ndcg@5"
_WORST = 10
_LONGEST = 110


def as_json(findings: Findings) -> dict[str, Any]:
    """The document that ``eval retrieval --json`` prints."""
    datasets = {d.name: _of_dataset(findings, d.name) for d in findings.datasets}
    return {
        "datasets": datasets,
        "macro": {name: _system(findings, name, _names(findings)) for name in _everywhere(findings)},
        "classes": {kind: _class(findings, kind) for kind in _CLASSES if _of_kind(findings, kind)},
        "standalone_below_last_turn": _below(findings),
        "worst": [_bad(result, value) for result, value in _worst(findings)],
        "cross_validated": findings.cross_validated,
        "blank_rows": dict(findings.blank_rows),
        "unjudged_queries": {d.name: d.unjudged for d in findings.datasets},
    }


def print_findings(findings: Findings, console: Console) -> None:
    """Tables: each data set and the macro average, the classes of questions, the worst questions."""
    console.print(f"n: nDCG, R: recall, MRR: at 10, p: paired test of nDCG@5 against {LAST_TURN}\n")
    for dataset in findings.datasets:
        names = findings.systems[dataset.name]
        notes = [f"{len(dataset.queries)} questions", f"{findings.blank_rows[dataset.name]} rows without text"]
        _print_systems(findings, console, f"{dataset.name} ({', '.join(notes)})", names, [dataset.name])
    if len(findings.datasets) > 1:
        _print_systems(findings, console, "macro average", _everywhere(findings), _names(findings))
    _print_classes(findings, console)
    if (below := _below(findings)) is not None:
        console.print(
            f"Standalone questions and first turns whose {_MAIN} falls below {LAST_TURN}: "
            f"{below['below']} of {below['n']} ({below['share']:.1%})"
        )
    worst = _worst(findings)
    if worst:
        console.print(f"\nThe {len(worst)} questions that {FULL} answers worst ({_MAIN}), with what was searched:")
    for result, value in worst:
        console.print(f"  {value:.2f}  {result.query.id}  {_short(result.searched)}", markup=False)


def _print_systems(
    findings: Findings, console: Console, title: str, systems: Sequence[str], names: Sequence[str]
) -> None:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("system", *_SHOWN.values(), "95% of n@5", "p", ""):
        table.add_column(column, justify="left" if column in ("system", "") else "right", no_wrap=column != "system")
    for system in systems:
        figures = _system(findings, system, names)
        values = [_number(figures["metrics"][metric]["value"]) for metric in _SHOWN]
        main = figures["metrics"][_MAIN]
        p = figures.get("p_against_last_turn")
        mark = "in_sample" if figures.get("in_sample") else ""
        interval = f"{_number(main['low'])}-{_number(main['high'])}"
        table.add_row(system, *values, interval, "" if p is None else f"{p:.4f}", mark)
    console.print(table)
    console.print()


def _number(value: float) -> str:
    """Three decimals without the leading zero: eighty columns hold a row."""
    return f"{value:.3f}".removeprefix("0")


def _print_classes(findings: Findings, console: Console) -> None:
    systems = _everywhere(findings)
    table = Table(title=f"{_MAIN} by class of question", title_justify="left", box=None, pad_edge=False)
    for column in ("class", "n", *systems):
        table.add_column(column, justify="left" if column == "class" else "right")
    for kind in _CLASSES:
        if _of_kind(findings, kind):
            figures = _class(findings, kind)
            n = next(iter(figures.values()))["n"]
            table.add_row(kind, str(n), *(f"{figures[system]['value']:.3f}" for system in systems))
    console.print(table)
    console.print()


def _names(findings: Findings) -> list[str]:
    return [dataset.name for dataset in findings.datasets]


def _everywhere(findings: Findings) -> tuple[str, ...]:
    """The systems that every data set has figures for, in the order of the first."""
    return tuple(
        name
        for name in findings.systems[findings.datasets[0].name]
        if all(name in s for s in findings.systems.values())
    )


def _of_dataset(findings: Findings, name: str) -> dict[str, Any]:
    return {system: _system(findings, system, [name]) for system in findings.systems[name]}


def _system(findings: Findings, system: str, names: Sequence[str]) -> dict[str, Any]:
    """A system's figures over data sets, with its test against the last turn where both were run."""
    metrics = {metric: asdict(_figure(findings, system, metric, names)) for metric in METRICS}
    out: dict[str, Any] = {"metrics": metrics}
    if system != LAST_TURN and all(LAST_TURN in findings.systems[name] for name in names):
        ours, theirs = (_samples(findings, s, _MAIN, names) for s in (system, LAST_TURN))
        out["p_against_last_turn"] = paired_p(ours, theirs)
    if system == FULL and not findings.cross_validated:
        out["in_sample"] = any(r.in_sample for r in findings.results if r.dataset in names)
    return out


def _figure(findings: Findings, system: str, metric: str, names: Sequence[str]) -> Figure:
    return figure(_samples(findings, system, metric, names))


def _samples(findings: Findings, system: str, metric: str, names: Sequence[str]) -> list[Sample]:
    samples: list[Sample] = []
    for name in names:
        own = [r for r in findings.results if r.dataset == name]
        values = tuple(r.scores(system)[metric] for r in own)
        samples.append(Sample(values=values, conversations=tuple(r.group for r in own)))
    return samples


def _of_kind(findings: Findings, kind: str) -> list[Result]:
    return [r for r in findings.results if r.kind == kind]


def _class(findings: Findings, kind: str) -> dict[str, Any]:
    """The main metric over all questions of a class, whatever data set they are of."""
    own = _of_kind(findings, kind)
    groups = tuple(r.group for r in own)
    return {
        system: asdict(figure([Sample(values=tuple(r.scores(system)[_MAIN] for r in own), conversations=groups)]))
        for system in _everywhere(findings)
    }


def _below(findings: Findings) -> dict[str, Any] | None:
    """Of questions that stand alone, how many the conversation made worse; None where it can't be said."""
    systems = _everywhere(findings)
    if FULL not in systems or LAST_TURN not in systems:
        return None
    own = [r for r in findings.results if r.kind in ("first_turn", "standalone", "topic_shift")]
    worse = sum(r.scores(FULL)[_MAIN] < r.scores(LAST_TURN)[_MAIN] - 1e-9 for r in own)
    return {"below": worse, "n": len(own), "share": worse / len(own) if own else 0.0}


def _worst(findings: Findings) -> list[tuple[Result, float]]:
    """The questions that the product answers worst; of equally bad ones those with the most that is relevant."""
    if any(FULL not in systems for systems in findings.systems.values()):
        return []
    scored = [(result, result.scores(FULL)[_MAIN]) for result in findings.results]
    scored.sort(key=lambda pair: (pair[1], -len(pair[0].query.relevant), pair[0].query.id))
    return scored[:_WORST]


def _bad(result: Result, value: float) -> dict[str, Any]:
    return {
        "dataset": result.dataset,
        "id": result.query.id,
        "class": result.kind,
        "question": result.query.text,
        "searched": result.searched,
        _MAIN: value,
        "found": list(result.rankings[FULL][:5]),
    }


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
