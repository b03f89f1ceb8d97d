"""What a model's word comes to: it proposes, the gates dispose (2.1, 2.2, R4-5, R4-19, R4-25; examples 23 to 26)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.rules.listed import ON, TUNING, a_moment, a_set, a_state, done

from followthrough.domain.continuity import Provenance, Scope, SetOrigin
from followthrough.domain.decisions import Ambiguity, EvidenceType, FallbackReason, Gate, RouteReason
from followthrough.domain.model_calls import ModelFailure, Spoken, Unavailable
from followthrough.domain.model_results import Choice, Selected
from followthrough.domain.plan import Decided, OfferOptions, Unresolved
from followthrough.domain.rollout import Flags, Mode
from followthrough.rules.lanes.arbitrate import (
    Ended,
    Weighed,
    allowed,
    may_execute,
    need_more_info_veto,
    settle,
    weigh,
)
from followthrough.rules.lanes.asking_back import ask_which
from followthrough.rules.lanes.perform import Moment

AUTO = replace(ON, llm_auto_execute=Mode.ON)


def unresolved(text: str, *labels: str, flags: Flags = ON) -> tuple[Decided, Unresolved, Moment]:
    pool = a_set(*labels)
    moment = a_moment(text, a_state(pool), flags=flags)
    asked = ask_which(moment, text, pool, None)
    return asked, *taken_to_a_model(asked, moment)


def taken_to_a_model(asked: Decided, moment: Moment) -> tuple[Unresolved, Moment]:
    assert asked.unresolved is not None
    assert asked.continuity is not None
    return asked.unresolved, replace(moment, state=asked.continuity)


def select(choice_id: str | None, confidence: float = 0.9) -> Spoken[Selected]:
    return Spoken(value=Selected(decision=Choice.SELECT, choice_id=choice_id, confidence=confidence))


def need(*types: str) -> Spoken[Selected]:
    return Spoken(value=Selected(decision=Choice.NEED_MORE_INFO, needed_evidence_types=types))


def test_a_choice_is_advice_while_its_flag_is_off() -> None:
    _, open_, moment = unresolved("open the handbok")
    weighed = weigh(select("o2"), open_, moment)
    assert (weighed.executes, weighed.provenance) == (False, Provenance.LLM_INFLUENCED)
    assert weighed.option is not None
    assert weighed.option.id == "o2"


def test_a_sure_choice_is_executed_with_the_flag_on() -> None:
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    weighed = weigh(select("o2"), open_, moment)
    assert (weighed.executes, weighed.provenance, weighed.steps) == (
        True,
        Provenance.LLM_EXECUTED,
        (RouteReason.LLM_SELECT,),
    )


@pytest.mark.parametrize(
    ("confidence", "ambiguity", "executes"),
    [
        (0.85, Ambiguity.NO_DETERMINISTIC_MATCH, True),
        (0.84, Ambiguity.NO_DETERMINISTIC_MATCH, False),
        (0.99, Ambiguity.COMMAND_SELECTION_COLLISION, False),
        (0.99, Ambiguity.MULTI_MATCH_NO_EXACT_WINNER, False),
        (0.99, Ambiguity.CROSS_SOURCE_TIE, False),
        (0.99, Ambiguity.TYPO_AMBIGUOUS, False),
        (0.99, Ambiguity.NO_CANDIDATE, False),
        (math.nan, Ambiguity.NO_DETERMINISTIC_MATCH, False),
    ],
)
def test_each_gate_of_the_gated_execution_counts(confidence: float, ambiguity: Ambiguity, executes: bool) -> None:
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    open_ = replace(open_, ambiguity=ambiguity)
    assert may_execute(confidence, open_.pool.options[0], open_, moment) is executes


def test_what_has_no_reference_is_never_executed_on_a_models_word() -> None:
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    bare = replace(open_.pool.options[0], execution_ref=None)
    assert not may_execute(0.99, bare, open_, moment)
    assert not may_execute(
        0.99, open_.pool.options[0], replace(open_, pool=replace(open_.pool, ui_only=True)), moment
    )
    slots = replace(open_.pool, origin=SetOrigin.RECENTS)
    assert not may_execute(0.99, open_.pool.options[0], replace(open_, pool=slots), moment)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ModelFailure.TIMEOUT, FallbackReason.TIMEOUT),
        (ModelFailure.DEADLINE, FallbackReason.TIMEOUT),
        (ModelFailure.RATE_LIMITED, FallbackReason.RATE_LIMITED),
        (ModelFailure.TRANSPORT_ERROR, FallbackReason.TRANSPORT_ERROR),
        (ModelFailure.MALFORMED, FallbackReason.ABSTAIN),
        (ModelFailure.BUDGET, FallbackReason.BUDGET_EXHAUSTED),
        (ModelFailure.NOT_CONFIGURED, None),
    ],
)
def test_a_failing_model_falls_back_by_name(failure: ModelFailure, reason: FallbackReason | None) -> None:
    _, open_, moment = unresolved("open the handbok")
    weighed = weigh(Unavailable(failure=failure), open_, moment)
    assert (weighed.executes, weighed.fallback, weighed.needs) == (False, reason, None)


def test_every_failure_has_its_fallback() -> None:
    _, open_, moment = unresolved("open the handbok")
    for failure in ModelFailure:
        assert not weigh(Unavailable(failure=failure), open_, moment).executes


@pytest.mark.parametrize("confidence", [0.3, 0.59, math.nan])
def test_a_low_confidence_is_no_choice(confidence: float) -> None:
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    weighed = weigh(select("o2", confidence), open_, moment)
    assert (weighed.executes, weighed.fallback) == (False, FallbackReason.LOW_CONFIDENCE)


@pytest.mark.parametrize("choice_id", ["o9", "", None, "O2", " o2"])
def test_an_id_outside_the_pool_is_need_more_info_and_no_reason_to_ask_again(choice_id: str | None) -> None:
    """R4-60: what is no choice is the one unresolved outcome."""
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    weighed = weigh(select(choice_id), open_, moment)
    assert (weighed.executes, weighed.option, weighed.fallback) == (False, None, FallbackReason.ABSTAIN)
    assert weighed.needs is None


def test_example_23_the_veto_executes_on_the_gates_alone() -> None:
    _, open_, moment = unresolved("open appeals form")
    weighed = weigh(need(), open_, moment)
    assert (weighed.executes, weighed.provenance) == (True, Provenance.DETERMINISTIC)
    assert weighed.option is not None
    assert weighed.option.id == "o3"
    assert weighed.steps[-1] is RouteReason.NEED_MORE_INFO_VETO_APPLIED


def test_example_24_the_veto_is_blocked_when_the_set_changed() -> None:
    _, open_, moment = unresolved("open appeals form")
    moved = replace(moment, state=a_state(replace(a_set(), id="set-b")))
    veto = need_more_info_veto(open_, moved)
    assert (veto.passed, veto.failed) == (False, Gate.SAME_OPTION_SET)
    weighed = weigh(need(), open_, moved)
    assert (weighed.executes, weighed.steps[-1]) == (False, RouteReason.NEED_MORE_INFO_VETO_BLOCKED)
    assert weighed.gates == veto


@pytest.mark.parametrize(
    ("wanted", "scope", "types"),
    [
        (("active_widget_items",), Scope.WIDGET, (EvidenceType.ACTIVE_WIDGET_ITEMS,)),
        (("active_widget_items",), Scope.CHAT, (EvidenceType.CHAT_ACTIVE_OPTIONS,)),
        (("the whole internet", "passwords"), Scope.CHAT, (EvidenceType.CHAT_ACTIVE_OPTIONS,)),
        (("scope_disambiguation_hint",), Scope.DASHBOARD, (EvidenceType.SCOPE_DISAMBIGUATION_HINT,)),
        ((), Scope.WORKSPACE, (EvidenceType.ACTIVE_WORKSPACE_ITEMS,)),
        (
            ("chat_active_options", "chat_recoverable_options", "scope_disambiguation_hint"),
            Scope.CHAT,
            (EvidenceType.CHAT_ACTIVE_OPTIONS, EvidenceType.CHAT_RECOVERABLE_OPTIONS),
        ),
    ],
)
def test_only_allowed_evidence_of_the_scope_is_fetched(
    wanted: tuple[str, ...], scope: Scope, types: tuple[EvidenceType, ...]
) -> None:
    """R4-15, R4-16: hints come from the closed list and the scope, and are checked before anything is fetched."""
    assert allowed(wanted, scope, TUNING) == types


def ended(weighed: Weighed) -> Ended:
    return Ended(
        weighed=weighed,
        fingerprint_before="a",
        fingerprint_after="a",
        calls=1,
        retries=0,
        budget_left=1,
        steps=weighed.steps,
    )


def test_report_77_what_a_model_suggests_is_named_in_its_place_and_is_guarded_against_another_call() -> None:
    asked, open_, moment = unresolved("the book")
    after = settle(asked, open_, ended(weigh(select("o3"), open_, moment)), moment)
    assert isinstance(after.plan, OfferOptions)
    assert after.plan.option_set is not None
    assert [o.id for o in after.plan.option_set.options] == ["o1", "o2", "o3"]
    assert (after.plan.say, after.plan.decision.reason) == ("choose_suggested", "llm_select")
    assert after.continuity is not None
    assert after.continuity.cycle is not None
    assert open_.guard_key in after.continuity.cycle.asked
    assert after.continuity.active == after.plan.option_set
    assert after.routed is not None
    assert (after.routed.model_calls, after.routed.suggested_id) == (1, "o3")


_IDS = st.sampled_from(["o1", "o2", "o3", "o9", ""]) | st.none() | st.text(max_size=4)
_LABEL = st.sampled_from(["Notes", "Form", "2", "last", "stop", "🚀"]) | st.text(max_size=8)
_LABELS = st.lists(_LABEL, min_size=1, max_size=6)
_SAID = st.builds(
    Selected,
    decision=st.sampled_from(Choice),
    choice_id=_IDS,
    confidence=st.floats(),
    needed_evidence_types=st.lists(st.text(max_size=10), max_size=3).map(tuple),
)


@example(text="NO", labels=["Notes"], chosen=Selected(decision=Choice.SELECT, choice_id="o1"), auto=True)
@given(text=st.text(max_size=20), labels=_LABELS, chosen=_SAID, auto=st.booleans())
def test_whatever_a_model_says_what_is_executed_is_in_the_pool(
    text: str, labels: list[str], chosen: Selected, auto: bool
) -> None:
    pool = a_set(*labels)
    before = a_moment(text, a_state(pool), flags=AUTO if auto else ON)
    asked = ask_which(before, text, pool, None)
    if asked.unresolved is None:  # what is denied ("no") is taken to no model
        assert asked.action is None
        return
    open_, moment = taken_to_a_model(asked, before)
    said = Spoken(value=chosen)
    after = settle(asked, open_, ended(weigh(said, open_, moment)), moment)
    if after.action is not None:
        assert open_.pool.option(after.action.option_id) is not None
        assert after.action.provenance in (Provenance.DETERMINISTIC, Provenance.LLM_EXECUTED)
        assert after.action.provenance is Provenance.DETERMINISTIC or auto
    else:
        assert isinstance(after.plan, OfferOptions)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("last", ("last", "2", "stop")),
        ("second", ("second", "Alpha", "Gamma")),
        ("the first", ("Alpha", "first", "Gamma")),
        ("open 3", ("3", "Alpha", "Gamma")),
        ("open the last one please", ("last one", "Alpha", "Gamma")),
    ],
)
def test_a_label_that_is_the_place_of_another_is_a_collision(text: str, labels: tuple[str, ...]) -> None:
    _, open_, moment = unresolved(text, *labels, flags=AUTO)
    assert open_.ambiguity is Ambiguity.COMMAND_SELECTION_COLLISION
    assert not any(may_execute(0.99, option, open_, moment) for option in open_.pool.options)


def test_what_was_done_last_or_rejected_is_not_done_again_on_a_models_word() -> None:
    _, open_, moment = unresolved("open the handbok", flags=AUTO)
    handbook = open_.pool.option("o2")
    assert handbook is not None
    assert may_execute(0.99, handbook, open_, moment)
    last = replace(moment, state=replace(moment.state, last_resolved_action=replace(done(), type="select")))
    assert not may_execute(0.99, handbook, open_, last)
    rejected = replace(moment, state=replace(moment.state, recent_rejected_choice_ids=("o2",)))
    assert not may_execute(0.99, handbook, open_, rejected)


@pytest.mark.parametrize(
    "text", ["wich one is handbok", "open the handbok later", "would you open the handbok if you were me?"]
)
def test_questions_and_conditions_are_not_executed_on_a_models_word(text: str) -> None:
    _, open_, moment = unresolved(text, flags=AUTO)
    open_ = replace(open_, ambiguity=Ambiguity.NO_DETERMINISTIC_MATCH)
    assert not may_execute(0.99, open_.pool.options[0], open_, moment)
