"""The rules of R4-30 and the verdict that each gives.

A rule is broken where the harm is larger than its limit and is no chance: its 95 % interval leaves out that there is
none. Where it looks larger and may be chance, or where there are too few decisions, there is not enough data.
Invariant: more harm in the candidate never makes a verdict milder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.rollout import Mode
from followthrough.evals.guard.intervals import Measured, difference, percentile, rate, relative
from followthrough.evals.guard.sample import Sample
from followthrough.tuning import Tuning


class RuleName(StrEnum):
    """What is guarded."""

    WRONG_ACTIONS = "wrong_actions"
    CLARIFIERS = "clarifiers"
    LATENCY = "latency"
    UNCHANGED_RETRIES = "unchanged_retries"


class Verdict(StrEnum):
    """What a rule, and the guard as a whole, says."""

    GO = "go"
    ROLL_BACK = "roll_back"
    NOT_ENOUGH_DATA = "not_enough_data"
    HALT = "halt"


#: The guard's exit code for each verdict.
EXIT_CODES = {Verdict.GO: 0, Verdict.ROLL_BACK: 3, Verdict.NOT_ENOUGH_DATA: 4, Verdict.HALT: 5}
_STRONGEST_FIRST = (Verdict.ROLL_BACK, Verdict.HALT, Verdict.NOT_ENOUGH_DATA)


class Why(StrEnum):
    """What a verdict rests on."""

    WITHIN = "within_limit"
    BEYOND = "beyond_limit"
    MAY_BE_CHANCE = "may_be_chance"
    TOO_FEW = "too_few"
    NONE = "none"
    """There was not one of what is guarded against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one rule found.

    Attributes:
        cohort: the mode of the flag that it was looked at for; None for all decisions.
        baseline: the baseline's own measure; None where only the candidate is looked at.
        harm: how much worse the candidate is, in the unit of ``limit``.
        limit: how much worse it may be.
    """

    rule: RuleName
    verdict: Verdict
    why: Why
    candidate: Measured
    harm: Measured
    limit: float
    baseline: Measured | None = None
    cohort: Mode | None = None


def judge(baseline: Sample, candidate: Sample, tuning: Tuning) -> tuple[Finding, ...]:
    """Every rule's verdict, in the order of ``RuleName``; clarifiers by cohort too, where both sides have enough."""
    return (
        _wrong_actions(baseline, candidate, tuning),
        _clarifiers((baseline.asked, baseline.decisions), (candidate.asked, candidate.decisions), tuning),
        *_clarifiers_by_cohort(baseline, candidate, tuning),
        _latency(baseline, candidate, tuning),
        _unchanged_retries(candidate, tuning),
    )


def overall(findings: Sequence[Finding]) -> Verdict:
    """The strongest verdict: a broken rule, then a halt, then too little data."""
    verdicts = {finding.verdict for finding in findings}
    return next((verdict for verdict in _STRONGEST_FIRST if verdict in verdicts), Verdict.GO)


def _wrong_actions(baseline: Sample, candidate: Sample, tuning: Tuning) -> Finding:
    before, after = rate(baseline.wrong, baseline.decisions), rate(candidate.wrong, candidate.decisions)
    harm = difference(before, after)
    limit = tuning.guard_wrong_points / 100
    verdict, why = _verdict(harm, limit, (before, after), tuning)
    return Finding(
        rule=RuleName.WRONG_ACTIONS,
        verdict=verdict,
        why=why,
        baseline=before,
        candidate=after,
        harm=harm,
        limit=limit,
    )


def _clarifiers(
    baseline: tuple[int, int], candidate: tuple[int, int], tuning: Tuning, cohort: Mode | None = None
) -> Finding:
    before, after = rate(*baseline), rate(*candidate)
    harm = relative(baseline, candidate)
    verdict, why = _verdict(harm, tuning.guard_clarifier_share, (before, after), tuning)
    return Finding(
        rule=RuleName.CLARIFIERS,
        verdict=verdict,
        why=why,
        baseline=before,
        candidate=after,
        harm=harm,
        limit=tuning.guard_clarifier_share,
        cohort=cohort,
    )


def _clarifiers_by_cohort(baseline: Sample, candidate: Sample, tuning: Tuning) -> list[Finding]:
    """A mode that both sides have; with one mode alone on each side it would say the same again."""
    before = {mode: (asked, made) for mode, made, asked in baseline.by_cohort}
    after = {mode: (asked, made) for mode, made, asked in candidate.by_cohort}
    if len(before) == len(after) == 1:
        return []
    least = tuning.guard_min_decisions
    return [
        _clarifiers(before[mode], after[mode], tuning, cohort=mode)
        for mode in Mode
        if mode in before and mode in after and min(before[mode][1], after[mode][1]) >= least
    ]


def _latency(baseline: Sample, candidate: Sample, tuning: Tuning) -> Finding:
    before, after = percentile(baseline.latencies, 0.95), percentile(candidate.latencies, 0.95)
    harm = difference(before, after)
    verdict, why = _verdict(harm, tuning.guard_latency_ms, (before, after), tuning)
    return Finding(
        rule=RuleName.LATENCY,
        verdict=verdict,
        why=why,
        baseline=before,
        candidate=after,
        harm=harm,
        limit=tuning.guard_latency_ms,
    )


def _unchanged_retries(candidate: Sample, tuning: Tuning) -> Finding:
    """Asking again on the same evidence is a fault of ours and no harm by itself: it halts and is looked into."""
    found = rate(candidate.unchanged, candidate.retries)
    limit = tuning.guard_unchanged_share
    if candidate.unchanged == 0:
        verdict, why = Verdict.GO, Why.NONE
    elif candidate.retries < tuning.guard_min_retries:
        verdict, why = Verdict.NOT_ENOUGH_DATA, Why.TOO_FEW
    elif found.value > limit:
        verdict, why = Verdict.HALT, Why.BEYOND
    else:
        verdict, why = Verdict.GO, Why.WITHIN
    return Finding(
        rule=RuleName.UNCHANGED_RETRIES, verdict=verdict, why=why, candidate=found, harm=found, limit=limit
    )


def _verdict(harm: Measured, limit: float, sides: tuple[Measured, Measured], tuning: Tuning) -> tuple[Verdict, Why]:
    if min(side.n for side in sides) < tuning.guard_min_decisions:
        return Verdict.NOT_ENOUGH_DATA, Why.TOO_FEW
    if harm.value <= limit:
        return Verdict.GO, Why.WITHIN
    if harm.low <= 0:
        return Verdict.NOT_ENOUGH_DATA, Why.MAY_BE_CHANCE
    return Verdict.ROLL_BACK, Why.BEYOND
