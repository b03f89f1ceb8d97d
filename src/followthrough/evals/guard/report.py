"""The verdicts for programs (JSON), for a terminal (a table) and for a browser (a page with plots)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from rich.console import Console
from rich.table import Table

from followthrough.domain.rollout import Hold
from followthrough.evals.guard.intervals import Measured
from followthrough.evals.guard.judge import EXIT_CODES, Finding, RuleName, Verdict, Why, overall
from followthrough.evals.guard.sample import Sample
from followthrough.evals.guard.windows import Side
from followthrough.rules.decisions.rollout import value_of

_NAMES = {
    RuleName.WRONG_ACTIONS: "wrong actions",
    RuleName.CLARIFIERS: "questions put back",
    RuleName.LATENCY: "95th percentile of the time",
    RuleName.UNCHANGED_RETRIES: "retries on unchanged evidence",
}
_VERDICTS = {
    Verdict.GO: "go",
    Verdict.ROLL_BACK: "roll back",
    Verdict.NOT_ENOUGH_DATA: "not enough data",
    Verdict.HALT: "halt and investigate",
}
_WHY = {
    Why.WITHIN: "within its limit",
    Why.BEYOND: "beyond its limit",
    Why.MAY_BE_CHANCE: "beyond its limit, which may be chance",
    Why.TOO_FEW: "too few to tell",
    Why.NONE: "there was none",
}
_PLOT_WIDTH = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """All that a run of the guard found.

    Attributes:
        sides: what was compared: baseline, candidate.
        samples: their counts, in the same order.
        findings: the rules' verdicts.
        holds: flags that are held back after it.
        held: the one that this run holds back; None without.
    """

    sides: tuple[Side, Side]
    samples: tuple[Sample, Sample]
    findings: tuple[Finding, ...]
    holds: tuple[Hold, ...] = ()
    held: Hold | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict as a whole."""
        return overall(self.findings)


def as_json(judged: Judged) -> dict[str, Any]:
    """The document that ``guard --json`` prints."""
    return {
        "verdict": judged.verdict.value,
        "exit_code": EXIT_CODES[judged.verdict],
        **{
            role: {**_side(side), **_counts(sample)}
            for role, side, sample in zip(("baseline", "candidate"), judged.sides, judged.samples, strict=True)
        },
        "rules": [
            {
                "rule": found.rule.value,
                "cohort": None if found.cohort is None else found.cohort.value,
                "verdict": found.verdict.value,
                "why": found.why.value,
                "baseline": None if found.baseline is None else asdict(found.baseline),
                "candidate": asdict(found.candidate),
                "harm": asdict(found.harm),
                "limit": found.limit,
            }
            for found in judged.findings
        ],
        "held": None if judged.held is None else _hold(judged.held),
        "holds": [_hold(hold) for hold in judged.holds],
    }


def print_judged(judged: Judged, console: Console) -> None:
    """A line of what is compared, a row for each rule, and the verdict last."""
    console.print(heading(judged), markup=False)
    table = Table(box=None, pad_edge=False)
    for column in ("rule", "baseline", "candidate", "worse by (95 %)", "limit", "verdict", "why"):
        table.add_column(column, justify="left" if column in {"rule", "verdict", "why"} else "right")
    for found in judged.findings:
        table.add_row(
            named(found),
            "" if found.baseline is None else _estimate(found, found.baseline),
            _estimate(found, found.candidate),
            _harm(found),
            _limit(found),
            _VERDICTS[found.verdict],
            _WHY[found.why],
        )
    console.print(table)
    for line in holding_lines(judged):
        console.print(line, markup=False)
    console.print(f"Verdict: {_VERDICTS[judged.verdict]}.")


def as_page(judged: Judged) -> str:
    """A whole HTML page that loads nothing from anywhere; each plot's numbers stand beside it as text."""
    template = Template(files("followthrough.evals.guard").joinpath("guard.html").read_text(encoding="utf-8"))
    return template.substitute(
        verdict=escape(_VERDICTS[judged.verdict]),
        level=judged.verdict.value,
        heading=escape(heading(judged)),
        holds="".join(f"<li>{escape(line)}</li>" for line in holding_lines(judged)),
        rules="".join(_section(found) for found in judged.findings),
        counts="".join(_row(*row) for row in _compared(judged.samples)),
    )


def reason_of(findings: Sequence[Finding], verdict: Verdict) -> str:
    """Why a flag is held back, in one line: the rules with this verdict and their numbers."""
    return "; ".join(
        f"{named(found)}: {_led(found).lower()} {_harm(found)}, limit {_limit(found)}"
        for found in findings
        if found.verdict is verdict
    )


def heading(judged: Judged) -> str:
    """What is compared with what."""
    baseline, candidate = (
        f"{side.name} ({sample.decisions} decisions, {side.window.start:%Y-%m-%d %H:%M} to "
        f"{side.window.end:%Y-%m-%d %H:%M} UTC)"
        for side, sample in zip(judged.sides, judged.samples, strict=True)
    )
    return f"Candidate {candidate} against baseline {baseline}"


def named(found: Finding) -> str:
    """The rule as it is called, with its cohort."""
    return _NAMES[found.rule] if found.cohort is None else f"{_NAMES[found.rule]}, flag {found.cohort.value}"


def holding_lines(judged: Judged) -> list[str]:
    """What is held back, and why; what this run did first."""
    lines = [f"Held back now: {_held(judged.held)}"] if judged.held is not None else []
    return lines + [f"Held back: {_held(hold)}" for hold in judged.holds if hold != judged.held]


def _held(hold: Hold) -> str:
    return (
        f"{hold.flag.value}, at most {value_of(hold.at_most)}, since {hold.at:%Y-%m-%d %H:%M} UTC ({hold.why}); "
        f"followthrough guard --release {hold.flag.value} lets it go"
    )


def _estimate(found: Finding, value: Measured) -> str:
    if found.rule is RuleName.LATENCY:
        return f"{value.value:.0f} ms"
    return f"{value.value:.1%}"


def _harm(found: Finding) -> str:
    harm = found.harm
    match found.rule:
        case RuleName.WRONG_ACTIONS:
            return f"{100 * harm.value:+.1f} points ({100 * harm.low:+.1f} to {100 * harm.high:+.1f})"
        case RuleName.CLARIFIERS:
            return f"{harm.value:+.0%} ({harm.low:+.0%} to {harm.high:+.0%})"
        case RuleName.LATENCY:
            return f"{harm.value:+.0f} ms ({harm.low:+.0f} to {harm.high:+.0f})"
        case RuleName.UNCHANGED_RETRIES:
            return f"{harm.value:.1%} ({harm.low:.1%} to {harm.high:.1%})"


def _led(found: Finding) -> str:
    return "Found" if found.baseline is None else "Worse by"


def _limit(found: Finding) -> str:
    match found.rule:
        case RuleName.WRONG_ACTIONS:
            return f"{100 * found.limit:+g} points"
        case RuleName.CLARIFIERS:
            return f"{found.limit:+.0%}"
        case RuleName.LATENCY:
            return f"{found.limit:+g} ms"
        case RuleName.UNCHANGED_RETRIES:
            return f"{found.limit:.0%}"


def _section(found: Finding) -> str:
    """A rule: its verdict, the two sides as points with their intervals, and the numbers as text."""
    sides = [("candidate", found.candidate)]
    if found.baseline is not None:
        sides.insert(0, ("baseline", found.baseline))
    top = max(side.high for _, side in sides) or 1.0
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td>{_plot(side, top)}</td><td>{escape(_estimate(found, side))}, '
        f"n = {side.n}</td></tr>"
        for name, side in sides
    )
    return (
        f"<section><h2>{escape(named(found))}: <span class={found.verdict.value}>"
        f"{escape(_VERDICTS[found.verdict])}</span></h2><table>{rows}</table>"
        f"<p>{_led(found)} {escape(_harm(found))}; limit {escape(_limit(found))}: {escape(_WHY[found.why])}.</p>"
        "</section>"
    )


def _plot(side: Measured, top: float) -> str:
    """A point on its interval. Decoration: the numbers beside it say the same."""
    low, value, high = (_PLOT_WIDTH * min(1.0, max(0.0, x / top)) for x in (side.low, side.value, side.high))
    return (
        f'<svg viewBox="0 0 {_PLOT_WIDTH:g} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="interval" x="{low:.1f}" y="4" width="{max(high - low, 0.5):.1f}" height="2"/>'
        f'<rect x="{max(value - 0.6, 0):.1f}" y="0" width="1.2" height="10"/></svg>'
    )


def _compared(samples: tuple[Sample, Sample]) -> list[tuple[str, int, int]]:
    one, other = samples
    return [
        ("decisions", one.decisions, other.decisions),
        ("executed something", one.executed, other.executed),
        ("came out as wrong", one.wrong, other.wrong),
        ("put a question back", one.asked, other.asked),
        ("asked a model again", one.retries, other.retries),
        ("of these, on unchanged evidence", one.unchanged, other.unchanged),
    ]


def _row(name: str, baseline: int, candidate: int) -> str:
    return f'<tr><th scope="row">{escape(name)}</th><td>{baseline}</td><td>{candidate}</td></tr>'


def _side(side: Side) -> dict[str, Any]:
    return {"window": side.name, "start": side.window.start.isoformat(), "end": side.window.end.isoformat()}


def _counts(sample: Sample) -> dict[str, int]:
    return {
        "decisions": sample.decisions,
        "executed": sample.executed,
        "wrong": sample.wrong,
        "asked": sample.asked,
        "retries": sample.retries,
        "unchanged_retries": sample.unchanged,
    }


def _hold(hold: Hold) -> dict[str, str]:
    return {
        "flag": hold.flag.value,
        "at_most": value_of(hold.at_most),
        "why": hold.why,
        "since": hold.at.isoformat(),
    }
