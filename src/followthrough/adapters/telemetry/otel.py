"""Each ended turn as an OpenTelemetry span with its decision as an event, and a counter of decisions.

Names of states, numbers and opaque ids only: no word of a user or a document. Where the extra `otel` is not installed
nothing is observed; where no exporter is configured OpenTelemetry itself drops everything.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.decisions import RoutedDecision

Value: TypeAlias = str | int | float | bool | list[str]

_NAME = "followthrough"


def turn_observer() -> Callable[[TurnRecord], None] | None:
    """What is to be told of each ended turn; None where OpenTelemetry is not installed."""
    try:
        from opentelemetry import metrics, trace  # noqa: PLC0415 - an extra that most installations lack
    except ImportError:
        return None
    tracer = trace.get_tracer(_NAME)
    decisions = metrics.get_meter(_NAME).create_counter("followthrough.decisions", unit="{decision}")
    failed = trace.Status(trace.StatusCode.ERROR)

    def observe(record: TurnRecord) -> None:
        span = tracer.start_span(
            "followthrough.turn", start_time=_ns(record.message.received_at), attributes=turn_attributes(record)
        )
        span.add_event("decision", attributes=decision_attributes(record), timestamp=_ns(record.ended_at))
        if record.status is TurnStatus.FAILED:
            span.set_status(failed)
        span.end(end_time=_ns(record.ended_at))
        decisions.add(1, {"lane": record.decision.lane.value, "reason": record.decision.reason})

    return observe


def turn_attributes(record: TurnRecord) -> dict[str, Value]:
    """What a span says of a turn."""
    attributes: dict[str, Value] = {
        "followthrough.thread_id": record.message.thread_id,
        "followthrough.turn_id": record.message.turn_id,
        "followthrough.turn_index": record.message.index,
        "followthrough.turn_class": record.turn_class.value,
        "followthrough.status": record.status.value,
        "followthrough.searches": record.retrieval.searches,
        "followthrough.model_calls": len(record.model_calls),
    }
    if record.objective_status is not None:
        attributes["followthrough.objective_status"] = record.objective_status.value
    if record.error_code is not None:
        attributes["followthrough.error_code"] = record.error_code
    return attributes | {f"followthrough.ms.{stage}": took for stage, took in record.timings_ms}


def decision_attributes(record: TurnRecord) -> dict[str, Value]:
    """What the event says of its decision (R4-26, R4-27)."""
    attributes: dict[str, Value] = {"lane": record.decision.lane.value, "reason": record.decision.reason}
    if record.action is not None:
        attributes |= {"action": record.action.type.value, "action_provenance": record.action.provenance.value}
    return attributes if record.routed is None else attributes | _routed(record.routed)


def _routed(routed: RoutedDecision) -> dict[str, Value]:
    known: dict[str, Value | None] = {
        "provenance": routed.provenance,
        "failed_gate": None if routed.gates is None else routed.gates.failed,
        "ambiguity": routed.ambiguity,
        "fallback_reason": routed.fallback_reason,
        "loop_cycle_id": routed.loop_cycle_id,
        "fingerprint_before": routed.fingerprint_before,
        "fingerprint_after": routed.fingerprint_after,
        "active_option_set_id": routed.active_option_set_id,
    }
    told: dict[str, Value] = {name: str(value) for name, value in known.items() if value is not None}
    return told | {
        "steps": [step.value for step in routed.steps],
        "candidates": len(routed.candidates),
        "retry_attempt_index": routed.retry_attempt_index,
        "retry_budget_remaining": routed.retry_budget_remaining,
        "active_scope": routed.active_scope.value,
        "shadow": routed.shadow,
    }


def _ns(moment: datetime) -> int:
    """Nanoseconds since 1970."""
    return int(moment.timestamp() * 1_000_000) * 1_000
