"""How a model has done a task lately: one that mostly fails is not asked for it for a while.

What counts is whether its outputs could be used: that they had the asked shape and passed their checks.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRecord:
    """The latest outputs for a task, oldest first, by whether they held; times are of the steady clock."""

    held: tuple[bool, ...] = ()
    rests_until_ms: float = 0.0


NO_RECORD = TrackRecord()


def rests(record: TrackRecord, now_ms: float) -> bool:
    """Whether the task is left to the rules now."""
    return now_ms < record.rests_until_ms


def noted(record: TrackRecord, now_ms: float, tuning: Tuning, *, held: bool) -> TrackRecord:
    """One output more. More than half of the latest ones failed: the task rests, and begins anew after it."""
    latest = (*record.held, held)[-tuning.model_outputs :]
    if len(latest) == tuning.model_outputs and 2 * sum(latest) < len(latest):
        return TrackRecord(rests_until_ms=now_ms + tuning.model_task_rest_s * 1_000)
    return TrackRecord(held=latest, rests_until_ms=record.rests_until_ms)
