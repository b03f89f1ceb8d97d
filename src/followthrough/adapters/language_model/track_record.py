"""How a model has done a task lately: one that mostly fails is not asked for it for a while.

What counts is whether its outputs could be used: that they had the asked shape and passed their checks. Of answers it
counts besides how often one was better than what was found without the model: a single one says little of that.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRecord:
    """The latest outputs for a task, oldest first, by whether they held; times are of the steady clock.

    ``better``: the latest answers by whether they were better than what was found without the model.
    """

    held: tuple[bool, ...] = ()
    better: tuple[bool, ...] = ()
    rests_until_ms: float = 0.0


NO_RECORD = TrackRecord()


def rests(record: TrackRecord, now_ms: float) -> bool:
    """Whether the task is left to the rules now."""
    return now_ms < record.rests_until_ms


def trust(record: TrackRecord, tuning: Tuning) -> float:
    """How often its latest answers were better than what was found; some more count as a proven model's were."""
    known = tuning.written_unknown
    return (sum(record.better) + known * tuning.written_proven) / (len(record.better) + known)


def noted(
    record: TrackRecord, now_ms: float, tuning: Tuning, *, held: bool, better: bool | None = None
) -> TrackRecord:
    """One output more. More than half of the latest ones failed: the task rests, and begins anew after it."""
    latest = (*record.held, held)[-tuning.model_outputs :]
    answers = record.better if better is None else (*record.better, better)[-tuning.written_memory :]
    if len(latest) == tuning.model_outputs and 2 * sum(latest) < len(latest):
        return TrackRecord(better=answers, rests_until_ms=now_ms + tuning.model_task_rest_s * 1_000)
    return TrackRecord(held=latest, better=answers, rests_until_ms=record.rests_until_ms)
