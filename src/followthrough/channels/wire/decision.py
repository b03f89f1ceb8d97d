"""How a turn was decided, as callers see it in the turn and in lists of decisions."""

from __future__ import annotations

from typing import Literal

from followthrough.channels.wire.schema import Answer, Time
from followthrough.domain import conversation as domain
from followthrough.domain.continuity import NO_CONTINUITY, ActionType, ContinuityState, Provenance, Scope
from followthrough.domain.conversation import Lane, TurnClass
from followthrough.domain.decision_record import DecisionRecord, StoredDecision, Wrong
from followthrough.domain.decisions import Ambiguity, FallbackReason, Gate, RoutedDecision, RouteReason
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.rollout import Flag, Mode


class WireDecision(Answer):
    """Which lane decided the turn and why."""

    lane: Lane
    reason: str
    """A stable snake_case word for the rule that decided."""
    fallback_reason: FallbackReason | None
    """Why a question was put instead of a model's choice; null where no model was to decide."""
    loop_cycle_id: str | None
    """The unresolved choice that this is part of."""
    fingerprint_before: str | None
    """SHA-256 of the evidence as the turn found it."""
    fingerprint_after: str | None
    """The same after more was fetched."""
    retry_attempt_index: int
    """How often a model was asked again in this turn."""
    retry_budget_remaining: int
    active_option_set_id: str | None
    """The list that the decision was about, else the one that the turn offers."""
    active_scope: Scope


class WireModelCall(Answer):
    """One try of a language model."""

    task: ModelTask
    model: str
    """As configured; empty where the turn ended before it was known."""
    ms: float
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    """Null where the price is not known."""
    failure: ModelFailure | None
    """Null where it gave what it was asked for."""
    prompt: str
    """The hash of the prompt file."""


class WireCandidate(Answer):
    """One option that there was to choose from."""

    id: str
    label: str
    """In comparable form; empty where it may be words of a person."""
    type: str


class WireActed(Answer):
    """What was executed."""

    type: ActionType
    option_id: str
    option_set_id: str
    scope: Scope
    provenance: Provenance


class WireRouted(Answer):
    """What a lane weighed."""

    provenance: Provenance | None
    gates_passed: bool | None
    """Null where the gates were not asked."""
    failed_gate: Gate | None
    ambiguity: Ambiguity | None
    candidates: list[WireCandidate]
    """In the order of showing."""
    winner_id: str | None
    suggested_id: str | None
    steps: list[RouteReason]
    shadow: bool
    """It was decided and recorded, and not acted on."""
    would: str
    """The reason for what the lane would have done in shadow; empty where it acted."""


class WireDecisionRecord(Answer):
    """How a turn was decided, and what came out of it."""

    id: str
    thread_id: str
    turn_id: str
    index: int
    at: Time
    status: Literal["completed", "stopped", "failed"]
    turn_class: TurnClass
    decision: WireDecision
    routed: WireRouted | None
    """Null where no lane looked at the message."""
    asked: str | None
    """The kind of question that the turn put to the user; null where it put none."""
    acted: WireActed | None
    wrong: Wrong | None
    """How it came out that the decision was wrong; null where nothing of the kind is known."""
    wrong_at: Time | None
    flags: dict[Flag, Mode]
    """What held in the thread."""
    rules: str
    """Which version of the rules decided."""
    model_calls: list[WireModelCall]
    cost_usd: float | None
    """Null where a price is not known."""
    latency_ms: float | None
    previous_documents: int
    """Documents of the last answer that a follow-up searched too, or would have in shadow."""
    message_chars: int
    message: str | None
    """Null unless the setting `decisions_user_text` is on."""


class DecisionPage(Answer):
    """Decisions, newest first."""

    decisions: list[WireDecisionRecord]
    next_cursor: str | None
    """Null on the last page."""


def decision(record: domain.TurnRecord) -> WireDecision:
    """The decision of a turn on the wire."""
    return _decision(record.decision, record.routed, record.continuity)


def decision_record(stored: StoredDecision) -> WireDecisionRecord:
    """A decision of a list on the wire."""
    value = stored.decision
    return WireDecisionRecord(
        id=value.id,
        thread_id=value.thread_id,
        turn_id=value.turn_id,
        index=value.index,
        at=value.at,
        status=_ended(value),
        turn_class=value.turn_class,
        decision=_decision(domain.Decision(lane=value.lane, reason=value.reason), value.routed),
        routed=None if value.routed is None else _routed(value.routed),
        asked=value.asked,
        acted=_acted(value),
        wrong=stored.wrong,
        wrong_at=stored.wrong_at,
        flags=value.flags.modes,
        rules=value.rules,
        model_calls=[model_call(call) for call in value.model_calls],
        cost_usd=value.cost_usd,
        latency_ms=value.latency_ms,
        previous_documents=value.previous_documents,
        message_chars=value.chars,
        message=value.words,
    )


def _decision(
    value: domain.Decision, routed: RoutedDecision | None, state: ContinuityState | None = None
) -> WireDecision:
    """Where no lane weighed anything, the set that is active after the turn is named."""
    about, state = routed or RoutedDecision(), state or NO_CONTINUITY
    set_id = about.active_option_set_id or state.active_option_set_id
    scope = about.active_scope if about.active_option_set_id is not None else state.active_scope
    return WireDecision(
        lane=value.lane,
        reason=value.reason,
        fallback_reason=about.fallback_reason,
        loop_cycle_id=about.loop_cycle_id,
        fingerprint_before=about.fingerprint_before,
        fingerprint_after=about.fingerprint_after,
        retry_attempt_index=about.retry_attempt_index,
        retry_budget_remaining=about.retry_budget_remaining,
        active_option_set_id=set_id,
        active_scope=scope,
    )


def _routed(value: RoutedDecision) -> WireRouted:
    return WireRouted(
        provenance=value.provenance,
        gates_passed=None if value.gates is None else value.gates.passed,
        failed_gate=None if value.gates is None else value.gates.failed,
        ambiguity=value.ambiguity,
        candidates=[WireCandidate(id=c.id, label=c.label_normalized, type=c.type) for c in value.candidates],
        winner_id=value.winner_id,
        suggested_id=value.suggested_id,
        steps=list(value.steps),
        shadow=value.shadow,
        would=value.would,
    )


def _acted(value: DecisionRecord) -> WireActed | None:
    if value.acted is None:
        return None
    acted = value.acted
    return WireActed(
        type=acted.type,
        option_id=acted.option_id,
        option_set_id=acted.option_set_id,
        scope=acted.scope,
        provenance=acted.provenance,
    )


def _ended(value: DecisionRecord) -> Literal["completed", "stopped", "failed"]:
    match value.status:
        case domain.TurnStatus.STOPPED:
            return "stopped"
        case domain.TurnStatus.FAILED:
            return "failed"
        case _:
            return "completed"


def model_call(value: ModelCall) -> WireModelCall:
    """A try of a language model on the wire."""
    return WireModelCall(
        task=value.task,
        model=value.model,
        ms=value.ms,
        input_tokens=value.input_tokens,
        output_tokens=value.output_tokens,
        cost_usd=value.cost_usd,
        failure=value.failure,
        prompt=value.prompt,
    )
