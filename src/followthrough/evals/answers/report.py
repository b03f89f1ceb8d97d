"""Figures for programs (interface.md, "Command line") and for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.evals.answers.judge import Figures, Judged, figures
from followthrough.evals.outcomes.interval import Share

_HEADINGS = ("right", "cited", "wrongly refused", "refused", "false resolved", "shown", "ms", "questions")
_UNNAMED = "(none)"


def as_json(rows: Sequence[Judged]) -> dict[str, Any]:
    """The document that ``eval answers --json`` prints; a share of nothing is null."""
    return {
        "folders": _each(rows, _folder),
        "all": _figures(figures(rows)),
        "by_kind": _each(rows, _kind),
        "by_relation": _each(rows, _relation),
        "questions": [_row(row) for row in rows],
    }


def compared_as_json(without: Sequence[Judged], given: Sequence[Judged]) -> dict[str, Any]:
    """The document that ``eval answers --model NAME --json`` prints: both, and what is right in one only."""
    better, worse = _changed(without, given)
    return {"without_model": as_json(without), "with_model": as_json(given), "better": better, "worse": worse}


def print_compared(without: Sequence[Judged], given: Sequence[Judged], model: str, console: Console) -> None:
    """Both tables, then the questions that are right in one of them only."""
    for title, rows in (("without a model", without), (f"with {model}", given)):
        console.print(title, style="bold", markup=False)
        print_figures(rows, console)
        console.print()
    for title, names in zip(("right with it only", "right without it only"), _changed(without, given), strict=True):
        console.print(f"{title}: {', '.join(names) or 'none'} ({len(names)})", markup=False)


def _changed(without: Sequence[Judged], given: Sequence[Judged]) -> tuple[list[str], list[str]]:
    """The answerable questions that are right with the model only, and those that are right without it only."""
    before = {_name(row) for row in without if row.right}
    after = {_name(row) for row in given if row.right}
    return sorted(after - before), sorted(before - after)


def _name(row: Judged) -> str:
    return f"{row.folder}/{row.question.id}"


def print_figures(rows: Sequence[Judged], console: Console) -> None:
    """One row for each folder, kind and relation, and one for all."""
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right", no_wrap=True)
    for title, key in (("", _folder), ("kind", _kind), ("relation", _relation)):
        for name, some in _grouped(rows, key).items():
            table.add_row(f"{title} {name or _UNNAMED}".strip(), *_cells(figures(some)))
    found = figures(rows)
    table.add_row("all", *_cells(found))
    console.print(table, markup=False)
    if found.failed:
        codes = ", ".join(sorted({row.replied.failed for row in rows if row.replied.failed}))
        console.print(f"{found.failed} turns failed ({codes}) and count as wrong.", markup=False)


def _folder(row: Judged) -> str:
    return row.folder


def _kind(row: Judged) -> str:
    return row.question.kind


def _relation(row: Judged) -> str:
    return row.question.relation


def _grouped(rows: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = {name: [] for name in sorted({key(row) for row in rows})}
    for row in rows:
        found[key(row)].append(row)
    return found


def _each(rows: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, Any]:
    return {name: _figures(figures(some)) for name, some in _grouped(rows, key).items()}


def _figures(found: Figures) -> dict[str, Any]:
    return {
        "right": _value(found.right),
        "cited": _value(found.cited),
        "wrongly_refused": _value(found.wrongly_refused),
        "refused": _value(found.refused),
        "false_resolved": _value(found.false_resolved),
        "shown_median": found.shown_median,
        "ms_median": found.ms_median,
        "n_answerable": found.right.n,
        "n_failed": found.failed,
        "n": found.n,
    }


def _row(row: Judged) -> dict[str, Any]:
    question, replied = row.question, row.replied
    return {
        "folder": row.folder,
        "id": question.id,
        "kind": question.kind,
        "relation": question.relation,
        "right": row.right,
        "cited": row.cited,
        "status": replied.status.value if replied.status else None,
        "reply": replied.text,
        "quotes": list(replied.quotes),
        "failed": replied.failed or None,
    }


def _value(one: Share) -> float | None:
    return one.value if one.n else None


def _cells(found: Figures) -> list[str]:
    shares = (found.right, found.cited, found.wrongly_refused, found.refused, found.false_resolved)
    return [*(f"{one.value:.3f} ({one.n})" if one.n else "-" for one in shares)] + [
        str(number) for number in (found.shown_median, found.ms_median, found.n)
    ]
