"""A turn as a span with its decision as an event, without words (issue 6: OpenTelemetry span events and counters)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from followthrough.adapters.telemetry.otel import decision_attributes, turn_observer
from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.testing.contracts.decision_store import ROUTED
from followthrough.testing.contracts.values import DIFFICULT, a_message, a_turn


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield exporter
    provider.shutdown()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryMetricReader]:
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader])
    monkeypatch.setattr(metrics, "get_meter", provider.get_meter)
    yield reader
    provider.shutdown()


def record(status: TurnStatus = TurnStatus.COMPLETED) -> TurnRecord:
    return replace(a_turn(a_message("t-1", "t-1/1", 1), status=status), routed=ROUTED)


def test_a_turn_is_a_span_with_its_decision_as_an_event(
    spans: InMemorySpanExporter, counted: InMemoryMetricReader
) -> None:
    observe = turn_observer()
    assert observe is not None
    turn = record()
    observe(turn)
    observe(turn)
    span, _ = spans.get_finished_spans()
    assert span.name == "followthrough.turn"
    assert span.start_time is not None
    assert span.end_time == span.start_time + 1_000_000_000
    assert span.attributes is not None
    assert span.attributes["followthrough.turn_id"] == "t-1/1"
    [event] = span.events
    assert event.name == "decision"
    assert event.attributes is not None
    assert event.attributes["reason"] == turn.decision.reason
    assert event.attributes["fallback_reason"] == "timeout"
    assert event.attributes["steps"] == ("llm_select",)
    assert event.attributes["retry_budget_remaining"] == 1
    data = counted.get_metrics_data()
    assert data is not None
    [metric] = data.resource_metrics[0].scope_metrics[0].metrics
    [point] = metric.data.data_points
    assert (metric.name, point.value, point.attributes["lane"]) == ("followthrough.decisions", 2, "answer")


def test_no_word_of_a_user_or_a_document_is_told(spans: InMemorySpanExporter) -> None:
    observe = turn_observer()
    assert observe is not None
    observe(record())
    [span] = spans.get_finished_spans()
    told = span.to_json()
    assert "copay" not in told
    assert "Molina" not in told
    assert DIFFICULT.split()[0] not in told


def test_a_failed_turn_is_a_failed_span(spans: InMemorySpanExporter) -> None:
    observe = turn_observer()
    assert observe is not None
    observe(record(TurnStatus.FAILED))
    [span] = spans.get_finished_spans()
    assert not span.status.is_ok
    assert span.attributes is not None
    assert span.attributes["followthrough.error_code"] == "internal"


def test_a_turn_that_no_lane_looked_at_has_a_decision_too() -> None:
    assert decision_attributes(replace(record(), routed=None)) == {"lane": "answer", "reason": "answered_in_part"}


def test_without_the_extra_nothing_is_observed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    assert turn_observer() is None
