"""The outcomes for programs (JSON), for a terminal (a table) and for a browser (a page with plots)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.domain.feedback import Rating
from followthrough.domain.objective import OutwardStatus
from followthrough.evals.outcomes.interval import Share
from followthrough.evals.outcomes.measure import Outcomes, Topic
from followthrough.rules.records.window import Window

_SHOWN_TOPICS = 20
_NAMES = {
    OutwardStatus.RESOLVED: "solved",
    OutwardStatus.NEED_INFO: "still open",
    OutwardStatus.UNABLE: "could not be solved",
    OutwardStatus.USER_ENDED: "ended by the user",
    OutwardStatus.INCOMPLETE: "given up after too many attempts",
}


def as_json(found: Outcomes, window: Window) -> dict[str, Any]:
    """The document that ``report --json`` prints."""
    return {
        "window": {"name": window.name, "start": window.start.isoformat(), "end": window.end.isoformat()},
        "turns": found.turns,
        "objectives": found.objectives,
        "statuses": {
            status.value: {"count": count, "share": asdict(known)}
            for (status, count), (_, known) in zip(found.by_status, found.shares, strict=True)
        },
        "solved_alone": found.solved_alone,
        "solved_with_help": found.solved_with_help,
        "partly_answered": found.partly_answered,
        "turns_to_solution": None if found.turns_to_solution is None else asdict(found.turns_to_solution),
        "asks": {
            "count": found.asks,
            "each": found.asks_each,
            "answered": found.asks_answered,
            "by_reason": {reason.value: count for reason, count in found.asks_by_reason},
        },
        "unsolved": [
            {"text": t.text, "questions": t.questions, "reasons": {r.value: n for r, n in t.reasons}}
            for t in found.unsolved
        ],
        "feedback": {
            "up": found.rated(Rating.UP),
            "down": found.rated(Rating.DOWN),
            "notes": [
                {"thread_id": one.thread_id, "turn_id": one.turn_id, "rating": one.rating.value, "note": one.note}
                for one in found.feedback
                if one.note is not None
            ],
        },
    }


def print_outcomes(found: Outcomes, window: Window, console: Console) -> None:
    """Tables: how questions ended, what they took, and what should be documented next."""
    console.print(_heading(found, window), markup=False)
    if not found.objectives:
        console.print("Nothing was asked in this period.")
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("questions")
    for column in ("count", "share", "95 %"):
        table.add_column(column, justify="right")
    for (status, count), (_, known) in zip(found.by_status, found.shares, strict=True):
        table.add_row(_NAMES[status], str(count), f"{known.value:.0%}", _interval(known))
        if status is OutwardStatus.RESOLVED:
            table.add_row("  from the documents alone", str(found.solved_alone), "", "")
            table.add_row("  with the user's help", str(found.solved_with_help), "", "")
        if status is OutwardStatus.NEED_INFO:
            table.add_row("  with a part answered", str(found.partly_answered), "", "")
    console.print(table)
    for line in _facts(found):
        console.print(line, markup=False)
    if found.unsolved:
        console.print("\nNot solved, most asked first (what to document next):")
    for topic in found.unsolved[:_SHOWN_TOPICS]:
        console.print(f"  {topic.questions:>4}  {_line(topic)}", markup=False)
    if (rest := len(found.unsolved) - _SHOWN_TOPICS) > 0:
        console.print(f"        and {rest} more (--json lists all)")


def as_page(found: Outcomes, window: Window) -> str:
    """A whole HTML page that loads nothing from anywhere; each plot's numbers stand in it as text too."""
    template = Template(files("followthrough.evals.outcomes").joinpath("report.html").read_text(encoding="utf-8"))
    statuses = [
        (_NAMES[status], known.value, f"{count} ({known.value:.0%}, 95 %: {_interval(known)})")
        for (status, count), (_, known) in zip(found.by_status, found.shares, strict=True)
    ]
    helped = _parts(
        [("from the documents alone", found.solved_alone), ("with the user's help", found.solved_with_help)]
    )
    reasons = _parts([(reason.value.replace("_", " "), count) for reason, count in found.asks_by_reason])
    topics = _parts([(_line(topic), topic.questions) for topic in found.unsolved[:_SHOWN_TOPICS]])
    return template.substitute(
        heading=escape(_heading(found, window)),
        facts="".join(f"<li>{escape(line)}</li>" for line in _facts(found)) or "<li>Nothing was asked.</li>",
        statuses=_bars(statuses),
        helped=_bars(helped),
        reasons=_bars(reasons),
        topics=_bars(topics),
    )


def _heading(found: Outcomes, window: Window) -> str:
    period = f"{window.start:%Y-%m-%d %H:%M} to {window.end:%Y-%m-%d %H:%M} UTC"
    return f"{found.objectives} questions in {found.turns} turns, {period}"


def _facts(found: Outcomes) -> list[str]:
    lines: list[str] = []
    if found.turns_to_solution is not None:
        took = found.turns_to_solution
        lines.append(f"Turns to a solution: {took.median:g} (median), {took.mean:.1f} (mean), {took.longest} at most")
    if found.objectives:
        lines.append(f"Asked the user for help {found.asks} times, {found.asks_each:.2f} a question")
    if found.asks:
        lines.append(f"After {found.asks_answered} of these asks the user gave something")
    if found.feedback:
        up, down = found.rated(Rating.UP), found.rated(Rating.DOWN)
        lines.append(f"Readers found {up} answers good and {down} bad (their notes: --json)")
    return lines


def _interval(known: Share) -> str:
    return f"{known.low:.0%}-{known.high:.0%}"


def _line(topic: Topic) -> str:
    why = [(reason.value.replace("_", " "), count) for reason, count in topic.reasons]
    if not why:
        return topic.text
    counted = ", ".join(f"{reason} {count}" for reason, count in why) if len(why) > 1 else why[0][0]
    return f"{topic.text} ({counted})"


def _parts(counts: Sequence[tuple[str, int]]) -> list[tuple[str, float, str]]:
    """Each count beside the largest of them."""
    largest = max((count for _, count in counts), default=0)
    return [(name, count / largest if largest else 0.0, str(count)) for name, count in counts]


def _bars(rows: Iterable[tuple[str, float, str]]) -> str:
    """Rows of a table, each with its bar; a screen reader reads name and number, the bar is decoration."""
    drawn = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td><svg viewBox="0 0 100 10" preserveAspectRatio="none" '
        f'aria-hidden="true"><rect width="{100 * length:.1f}" height="10"/></svg></td><td>{escape(value)}</td></tr>'
        for name, length, value in rows
    )
    return drawn or '<tr><th scope="row">none</th></tr>'
