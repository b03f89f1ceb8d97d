"""A circuit breaker: who failed several times in a row is left alone for a while, then given one try."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """How one server has done lately; times are milliseconds of the steady clock."""

    failures: int = 0
    rests_until_ms: float = 0.0


WELL = Breaker()


def is_resting(breaker: Breaker, now_ms: float) -> bool:
    """Whether nothing is to be sent now."""
    return now_ms < breaker.rests_until_ms


def after_failure(breaker: Breaker, now_ms: float, tuning: Tuning) -> Breaker:
    """One failure more. From the last allowed one on, each brings a rest: after it a single failure is enough."""
    failures = breaker.failures + 1
    if failures < tuning.model_failures_in_a_row:
        return Breaker(failures=failures)
    return Breaker(failures=failures, rests_until_ms=now_ms + tuning.model_rest_s * 1_000)
