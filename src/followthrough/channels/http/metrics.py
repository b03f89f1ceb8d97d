"""Counts for Prometheus: requests, turns, documents. No user text, no ids.

Each app has its own registry, so several apps in one process don't share counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from followthrough.domain.conversation import TurnRecord
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.model_calls import ModelCall, ModelTask
from followthrough.rules.records.pursuit_report import OUTCOMES, OVER, asks_of, outcome_of

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_FEW = (0, 1, 2, 3, 5, 10)
_SLOW_BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The numbers of one app in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        self._count_questions()
        self._count_decisions()
        self._count_models()
        self._requests = Counter(
            "followthrough_http_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self._request_time = Histogram(
            "followthrough_http_request_seconds",
            "Time to answer a request; event streams are left out.",
            ["route"],
            buckets=_FAST_BUCKETS,
            registry=self.registry,
        )
        self._turns = Counter(
            "followthrough_turns",
            "Turns that ended in this process.",
            ["turn_class", "status", "objective_status"],
            registry=self.registry,
        )
        self._stage_time = Histogram(
            "followthrough_turn_stage_seconds",
            "Time of a turn by stage; total is the whole turn.",
            ["stage"],
            buckets=_FAST_BUCKETS,
            registry=self.registry,
        )
        self._documents = Gauge(
            "followthrough_documents", "Documents in the catalogue.", ["status"], registry=self.registry
        )
        self._unfinished = Gauge(
            "followthrough_turns_unfinished",
            "Turns accepted by this process that have not ended.",
            registry=self.registry,
        )

    def _count_decisions(self) -> None:
        self._decisions = Counter(
            "followthrough_decisions",
            "Turns by how they were decided and what was executed.",
            ["lane", "reason", "fallback_reason", "action"],
            registry=self.registry,
        )
        self._retries = Counter(
            "followthrough_decision_retries",
            "Times that a model was asked again, by whether the evidence had changed.",
            ["fingerprint"],
            registry=self.registry,
        )

    def _count_models(self) -> None:
        self._model_calls = Counter(
            "followthrough_model_calls",
            "Tries of language models, by what came of them.",
            ["model", "task", "failure"],
            registry=self.registry,
        )
        self._model_tokens = Counter(
            "followthrough_model_tokens",
            "Tokens sent to and given by language models.",
            ["model", "direction"],
            registry=self.registry,
        )
        self._model_cost = Counter(
            "followthrough_model_cost_usd",
            "Cost of tries whose price is known.",
            ["model"],
            registry=self.registry,
        )
        self._model_time = Histogram(
            "followthrough_model_call_seconds",
            "Time of a try of a language model.",
            ["model", "task"],
            buckets=_SLOW_BUCKETS,
            registry=self.registry,
        )

        self._model_rests = Gauge(
            "followthrough_model_task_rests",
            "Tasks that are left to the rules for a while because a model's outputs mostly failed.",
            ["task"],
            registry=self.registry,
        )

    def _count_questions(self) -> None:
        self._objectives = Counter(
            "followthrough_objectives",
            "Turns by what they left their objective as: solved, partial, open, user_ended, incomplete, unable.",
            ["outcome"],
            registry=self.registry,
        )
        for outcome in OUTCOMES:
            self._objectives.labels(outcome=outcome)
        self._asks = Counter(
            "followthrough_asks",
            "Turns that asked the user for help.",
            ["stuck_reason", "angle"],
            registry=self.registry,
        )
        self._asks_each = Histogram(
            "followthrough_objective_asks",
            "How often the user was asked for help with an objective, when it is over.",
            buckets=_FEW,
            registry=self.registry,
        )

    def count_request(self, method: str, route: str, status: int, took_ms: float, *, streamed: bool) -> None:
        """Counts an answered request; ``status`` 0 means that the client left before the answer."""
        known = method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else "other"
        self._requests.labels(method=known, route=route, status=str(status)).inc()
        if not streamed:
            self._request_time.labels(route=route).observe(took_ms / 1000)

    def count_turn(self, record: TurnRecord) -> None:
        """Counts a turn that ended."""
        outward = record.objective_status.value if record.objective_status is not None else "none"
        self._turns.labels(
            turn_class=record.turn_class.value, status=record.status.value, objective_status=outward
        ).inc()
        self._count_decision(record)
        for call in record.model_calls:
            self._count_call(call)
        if record.ask is not None:
            self._asks.labels(stuck_reason=record.ask.stuck_reason.value, angle=record.ask.angle.value).inc()
        outcome = outcome_of(record)
        if outcome is not None and record.objective is not None:
            self._objectives.labels(outcome=outcome).inc()
            if outcome in OVER:
                self._asks_each.observe(asks_of(record.objective))
        for stage, took_ms in record.timings_ms:
            self._stage_time.labels(stage=stage).observe(took_ms / 1000)

    def _count_decision(self, record: TurnRecord) -> None:
        routed = record.routed
        fallback = routed.fallback_reason if routed is not None else None
        acted = record.action.type.value if record.action is not None else "none"
        self._decisions.labels(
            lane=record.decision.lane.value,
            reason=record.decision.reason,
            fallback_reason=fallback.value if fallback is not None else "none",
            action=acted,
        ).inc()
        if routed is not None and routed.retry_attempt_index:
            changed = routed.fingerprint_before != routed.fingerprint_after
            self._retries.labels(fingerprint="changed" if changed else "unchanged").inc(routed.retry_attempt_index)

    def _count_call(self, call: ModelCall) -> None:
        model, task = call.model or "unknown", call.task.value
        self._model_calls.labels(
            model=model, task=task, failure="none" if call.failure is None else call.failure.value
        ).inc()
        self._model_tokens.labels(model=model, direction="sent").inc(call.input_tokens)
        self._model_tokens.labels(model=model, direction="given").inc(call.output_tokens)
        if call.cost_usd is not None:
            self._model_cost.labels(model=model).inc(call.cost_usd)
        self._model_time.labels(model=model, task=task).observe(call.ms / 1000)

    def page(
        self,
        *,
        documents: Mapping[DocumentStatus, int],
        unfinished: int,
        resting: Collection[ModelTask] = frozenset(),
    ) -> bytes:
        """The text that Prometheus reads."""
        for task in ModelTask:
            self._model_rests.labels(task=task.value).set(task in resting)
        for status in DocumentStatus:
            self._documents.labels(status=status.value).set(documents.get(status, 0))
        self._unfinished.set(unfinished)
        return generate_latest(self.registry)
