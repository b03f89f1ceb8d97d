"""Figures for programs (interface.md, "Command line") and for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.evals.claims.judge import Figures, Judged, figures
from followthrough.evals.outcomes.interval import Share

_HEADINGS = ("right accepted", "wrong accepted", "wrong value accepted", "claims")


def as_json(rows: Sequence[Judged]) -> dict[str, Any]:
    """The document that ``eval claims --json`` prints; a share of nothing is null."""
    return {
        "all": _figures(figures(rows)),
        "by_corpus": {name: _figures(figures(some)) for name, some in _by_corpus(rows).items()},
        "claims": [
            {
                "id": row.claim.id,
                "corpus": row.claim.corpus,
                "label": row.claim.label.value,
                "accepted": row.accepted,
                "flaw": None if row.flaw is None else row.flaw.value,
                "chance": row.chance,
            }
            for row in rows
        ],
    }


def print_figures(rows: Sequence[Judged], console: Console) -> None:
    """One row for each corpus, and one for all."""
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, some in (*_by_corpus(rows).items(), ("all", list(rows))):
        found = figures(some)
        cells = (_cell(found.right), _cell(found.wrong), _cell(found.wrong_value))
        table.add_row(name, *cells, str(len(some)))
    console.print(table, markup=False)


def _by_corpus(rows: Sequence[Judged]) -> dict[str, list[Judged]]:
    names = sorted({row.claim.corpus for row in rows})
    return {name: [row for row in rows if row.claim.corpus == name] for name in names}


def _cell(share: Share) -> str:
    return "-" if not share.n else f"{share.value:.3f} of {share.n}"


def _figures(found: Figures) -> dict[str, float | None]:
    shares = {"right_accepted": found.right, "wrong_accepted": found.wrong, "wrong_value_accepted": found.wrong_value}
    return {name: round(share.value, 4) if share.n else None for name, share in shares.items()}
