"""What a model's word on an unresolved choice comes to: it proposes, the gates dispose (2.1 step 2, 2.2, R4-25).

Invariants: an id outside the pool is no choice; nothing is executed on a model's word but through every gate of the
gated execution; ``need_more_info`` is resolved by the deterministic gates alone, once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from followthrough.domain.continuity import Option, OptionSet, Provenance, Scope, SetOrigin
from followthrough.domain.decisions import (
    Ambiguity,
    EvidenceType,
    FallbackReason,
    GateResult,
    RoutedDecision,
    RouteReason,
)
from followthrough.domain.model_calls import ModelFailure, Spoken, Unavailable
from followthrough.domain.model_results import Choice as ModelChoice
from followthrough.domain.model_results import Selected
from followthrough.domain.plan import Decided, OfferOptions, Unresolved
from followthrough.domain.rollout import Mode
from followthrough.rules.lanes.perform import Choice, Moment, perform
from followthrough.rules.lists.framing import is_quoted, is_sure
from followthrough.rules.lists.gates import Aim, check_gates
from followthrough.rules.lists.option_sets import distinct_label
from followthrough.tuning import Tuning

_FAILURES = {
    ModelFailure.TIMEOUT: FallbackReason.TIMEOUT,
    ModelFailure.DEADLINE: FallbackReason.TIMEOUT,
    ModelFailure.RATE_LIMITED: FallbackReason.RATE_LIMITED,
    ModelFailure.TRANSPORT_ERROR: FallbackReason.TRANSPORT_ERROR,
    ModelFailure.RESTING: FallbackReason.RESTING,
    ModelFailure.REFUSED: FallbackReason.TRANSPORT_ERROR,
    ModelFailure.CANCELLED: FallbackReason.TRANSPORT_ERROR,
    ModelFailure.MALFORMED: FallbackReason.ABSTAIN,
    ModelFailure.BUDGET: FallbackReason.BUDGET_EXHAUSTED,
    ModelFailure.NOT_CONFIGURED: None,
}
_OF_SCOPE = {
    EvidenceType.CHAT_ACTIVE_OPTIONS: Scope.CHAT,
    EvidenceType.CHAT_RECOVERABLE_OPTIONS: Scope.CHAT,
    EvidenceType.ACTIVE_WIDGET_ITEMS: Scope.WIDGET,
    EvidenceType.ACTIVE_DASHBOARD_ITEMS: Scope.DASHBOARD,
    EvidenceType.ACTIVE_WORKSPACE_ITEMS: Scope.WORKSPACE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What one call came to.

    Attributes:
        option: the option that was chosen; None where none was.
        executes: it may be executed.
        provenance: who decided.
        steps: reasons of R4-26, in the order they came up.
        fallback: why it is asked about; None where the model chose.
        needs: evidence to be fetched before another call; None where another call is of no use.
        gates: what the gates of the veto said; None where they were not asked.
        tries: how many requests the call took; one that was made again counts again.
    """

    option: Option | None = None
    executes: bool = False
    provenance: Provenance = Provenance.SAFE_CLARIFIER
    steps: tuple[RouteReason, ...] = ()
    fallback: FallbackReason | None = None
    needs: tuple[EvidenceType, ...] | None = None
    gates: GateResult | None = None
    tries: int = 1


def weigh(said: Spoken[Selected] | Unavailable, open_: Unresolved, moment: Moment) -> Weighed:
    """What a call for a choice comes to."""
    if isinstance(said, Unavailable):
        return Weighed(fallback=_FAILURES[said.failure])
    chosen, tuning = said.value, moment.tuning
    option = open_.pool.option(chosen.choice_id) if chosen.choice_id is not None else None
    if chosen.decision is not ModelChoice.SELECT or option is None:
        return _veto(chosen, open_, moment)
    if not chosen.confidence >= tuning.select_min_confidence:  # no number is below it too
        return Weighed(option=option, fallback=FallbackReason.LOW_CONFIDENCE)
    executes = may_execute(chosen.confidence, option, open_, moment)
    return Weighed(
        option=option,
        executes=executes,
        provenance=Provenance.LLM_EXECUTED if executes else Provenance.LLM_INFLUENCED,
        steps=(RouteReason.LLM_SELECT,),
    )


def may_execute(confidence: float, option: Option, open_: Unresolved, moment: Moment) -> bool:
    """Whether a model's choice is executed: only with its flag on, by a high confidence, and where all that lacked
    was a deterministic match (2.2). What was done last, or was rejected, is never done again on its word (2.5).
    """  # noqa: D205 - the summary is one sentence
    can_run = option.execution_ref is not None and not open_.pool.ui_only
    is_direct = open_.pool.origin in (SetOrigin.HOST, SetOrigin.SOURCES, SetOrigin.DOCUMENTS, SetOrigin.PARTS)
    state, is_repeat = moment.state, False
    if (last := state.last_resolved_action) is not None:
        is_repeat = (last.target_ref, last.option_set_id) == (option.id, open_.pool.id)
    return (
        moment.flags.llm_auto_execute is Mode.ON
        and confidence >= moment.tuning.auto_execute_min_confidence
        and open_.ambiguity is Ambiguity.NO_DETERMINISTIC_MATCH
        and can_run
        and is_direct
        and not is_repeat
        and option.id not in state.recent_rejected_choice_ids
        and _is_plain_order(open_, moment)
    )


def _is_plain_order(open_: Unresolved, moment: Moment) -> bool:
    """Whether the words around what is like a name surely choose it."""
    said = moment.said(open_.text)
    readings = said.readings(open_.pool.options)
    return not is_quoted(open_.text) and any(is_sure(said.judged(one), moment.tuning) for one in readings)


def _veto(chosen: Selected, open_: Unresolved, moment: Moment) -> Weighed:
    """``need_more_info``, and an id that is not in the pool: the gates decide once; else more evidence is needed.

    Another call after an id from nowhere is of no use: the model does not keep to the list.
    """
    veto = need_more_info_veto(open_, moment)
    said = (RouteReason.LLM_NEED_MORE_INFO,)
    winner = open_.pool.option(veto.winner_id) if veto.passed and veto.winner_id is not None else None
    if winner is not None and winner.execution_ref is not None and not open_.pool.ui_only:
        return Weighed(
            option=winner,
            executes=True,
            provenance=Provenance.DETERMINISTIC,
            steps=(*said, RouteReason.NEED_MORE_INFO_VETO_APPLIED),
            gates=veto,
        )
    strayed = chosen.decision is ModelChoice.SELECT
    return Weighed(
        steps=(*said, RouteReason.NEED_MORE_INFO_VETO_BLOCKED),
        fallback=FallbackReason.ABSTAIN,
        needs=None if strayed else allowed(chosen.needed_evidence_types, open_.pool.scope, moment.tuning),
        gates=veto,
    )


def need_more_info_veto(open_: Unresolved, moment: Moment) -> GateResult:
    """The gates of R4-24 once more, against the list as it is now (R4-25)."""
    aim = Aim(option_set_id=open_.aim_set_id, scope=open_.pool.scope)
    return check_gates(moment.said(open_.text), aim, moment.state.active, moment.state)


def allowed(wanted: tuple[str, ...], scope: Scope, tuning: Tuning) -> tuple[EvidenceType, ...]:
    """The evidence types that may be fetched of those that a model asked for: known, of the scope, and few.

    Without any of them the list itself is looked at again.
    """
    known = [EvidenceType(name) for name in dict.fromkeys(wanted) if name in set(EvidenceType)]
    fitting = [one for one in known if _OF_SCOPE.get(one, scope) is scope]
    return tuple(fitting[: tuning.needed_evidence_types_max]) or (_own_type(scope),)


def _own_type(scope: Scope) -> EvidenceType:
    own = {of: type_ for type_, of in reversed(_OF_SCOPE.items())}
    return own.get(scope, EvidenceType.SCOPE_DISAMBIGUATION_HINT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How the calls for a choice ended: the last of them, with what it took."""

    weighed: Weighed
    fingerprint_before: str
    fingerprint_after: str
    calls: int
    retries: int
    budget_left: int
    steps: tuple[RouteReason, ...]


def settle(decided: Decided, open_: Unresolved, ended: Ended, moment: Moment) -> Decided:
    """The turn's decision after the calls: the option executed, or the clarifier with what was learned."""
    weighed = ended.weighed
    routed = replace(
        decided.routed or RoutedDecision(),
        provenance=weighed.provenance,
        fallback_reason=weighed.fallback,
        steps=ended.steps,
        fingerprint_before=ended.fingerprint_before,
        fingerprint_after=ended.fingerprint_after,
        retry_attempt_index=ended.retries,
        retry_budget_remaining=ended.budget_left,
        model_calls=ended.calls,
        gates=weighed.gates or (decided.routed.gates if decided.routed is not None else None),
    )
    state = decided.continuity or moment.state
    if state.cycle is not None and ended.calls:
        state = replace(state, cycle=replace(state.cycle, asked=(*state.cycle.asked, open_.guard_key)))
    if weighed.executes and weighed.option is not None:
        why = ended.steps[-1].value if ended.steps else "llm_select"
        choice = Choice(
            option=weighed.option,
            pool=open_.pool,
            why=why,
            provenance=weighed.provenance,
            routed=replace(routed, winner_id=weighed.option.id),
            continuity=state,
            verb=open_.verb,
            explains=open_.explains,
        )
        if isinstance(done := perform(choice, moment), Decided):
            return done
    return _asked(decided, weighed, routed=routed, shown=open_.pool, state_after=replace(decided, continuity=state))


def _asked(
    decided: Decided, weighed: Weighed, *, routed: RoutedDecision, shown: OptionSet, state_after: Decided
) -> Decided:
    """The clarifier; what the model chose is named in it."""
    plan = decided.plan
    if (
        not isinstance(plan, OfferOptions)
        or weighed.option is None
        or weighed.provenance is not Provenance.LLM_INFLUENCED
    ):
        return replace(state_after, routed=routed, unresolved=None)
    decision = replace(plan.decision, reason=RouteReason.LLM_SELECT.value)
    plan = replace(
        plan,
        say="choose_suggested",
        option_set=shown,
        values=(distinct_label(weighed.option, shown.options),),
        decision=decision,
    )
    state = state_after.continuity
    if state is not None:
        cycle = state.cycle
        if cycle is not None:
            cycle = replace(cycle, order=(weighed.option.id,), suggested=weighed.option.id, offers=True)
        state = replace(state, cycle=cycle)
    routed = replace(routed, suggested_id=weighed.option.id)
    return replace(state_after, plan=plan, routed=routed, continuity=state, unresolved=None)
