"""Which decisions come out otherwise when they are made again (issue 6: the way to test a rule change)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.rules.pursuing import NOW, message, question, thread
from tests.rules.said import PACK

from followthrough.domain.continuity import OptionSet, Scope
from followthrough.domain.conversation import Decision, Lane, Query, TurnClass, TurnRecord, TurnStatus
from followthrough.domain.decision_record import DecisionRecord, Terms
from followthrough.domain.decisions import Ambiguity, EvidencePack, RoutedDecision
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.plan import Decided, SayText, Unresolved
from followthrough.rules.decisions.record import decision_record
from followthrough.rules.decisions.replay import can_replay, compare
from followthrough.rules.records.turn import record_early_end
from followthrough.tuning import DEFAULT_TUNING

PLAN = question("What is the fee?")
DECIDED = Decided(plan=PLAN)


def recorded(**changes: Any) -> tuple[DecisionRecord, TurnRecord]:
    made = record_early_end(message("What is the fee?"), PLAN, TurnStatus.STOPPED, "", now=NOW)
    record = replace(made, **{"status": TurnStatus.COMPLETED, "decision": PLAN.decision, **changes})
    return decision_record(record, thread(), Terms(), PACK, DEFAULT_TUNING), record


def test_the_same_decision_is_no_change() -> None:
    assert compare(*recorded(), DECIDED) is None


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"turn_class": TurnClass.ACK}, ("turn_class",)),
        ({"decision": Decision(lane=Lane.CHAT, reason="greeting")}, ("lane", "reason")),
        ({"decision": replace(PLAN.decision, reason="another")}, ("reason",)),
        ({"query": Query(message="", effective=("something else",))}, ("queries",)),
    ],
)
def test_what_differs_is_named(changes: dict[str, Any], what: tuple[str, ...]) -> None:
    change = compare(*recorded(**changes), DECIDED)
    assert change is not None
    assert change.what == what
    assert change.now.reason == PLAN.decision.reason


def test_another_plan_has_no_query() -> None:
    says = SayText(turn_class=TurnClass.ACK, decision=Decision(lane=Lane.CHAT, reason="thanks"), say="thanks")
    change = compare(*recorded(), Decided(plan=says))
    assert change is not None
    assert change.what == ("turn_class", "lane", "reason", "queries")
    assert change.now.queries == ()


@pytest.mark.parametrize("reason", ["document_questions", "underspecified"])
def test_what_the_passages_decided_is_not_held_against_the_rules(reason: str) -> None:
    asked = Decision(lane=Lane.CLARIFICATION, reason=reason)
    assert compare(*recorded(decision=asked), DECIDED) is None
    assert compare(*recorded(decision=asked, turn_class=TurnClass.CONTINUATION), DECIDED) is not None


@pytest.mark.parametrize(("failure", "changed"), [(None, False), (ModelFailure.TIMEOUT, True)])
def test_a_query_that_a_model_wrote_is_not_compared(failure: ModelFailure | None, changed: bool) -> None:
    calls = (ModelCall(task=ModelTask.REWRITE, model="m", failure=failure),)
    other = Query(message="", effective=("something else",))
    assert (compare(*recorded(query=other, model_calls=calls), DECIDED) is not None) is changed


OTHER_WINNER = RoutedDecision(winner_id="b", active_scope=Scope.CHAT)


def test_another_winner_is_a_change() -> None:
    routed = replace(OTHER_WINNER, winner_id="a")
    change = compare(*recorded(routed=routed), replace(DECIDED, routed=OTHER_WINNER))
    assert change is not None
    assert (change.what, change.was.winner_id, change.now.winner_id) == (("winner_id",), "a", "b")


def test_what_a_model_chose_is_a_change_only_where_the_rules_can_choose_now() -> None:
    routed = replace(OTHER_WINNER, model_calls=1)
    asked = Decision(lane=Lane.SELECTION, reason="llm_select")
    made = recorded(routed=routed, decision=asked, turn_class=TurnClass.SELECTION)
    undecided = Unresolved(
        text="",
        pool=OptionSet(id="s", options=()),
        evidence=EvidencePack(
            active_scope=Scope.CHAT, scope_instance_id=None, active_option_set_id="s", candidates=()
        ),
        guard_key="",
        ambiguity=Ambiguity.NO_DETERMINISTIC_MATCH,
        aim_set_id="s",
    )
    assert compare(*made, replace(DECIDED, unresolved=undecided)) is None
    assert compare(*made, DECIDED) is not None


@pytest.mark.parametrize("scope", list(Scope))
def test_lists_of_their_moment_are_not_chosen_from_again(scope: Scope) -> None:
    _, record = recorded(routed=replace(OTHER_WINNER, active_scope=scope))
    assert can_replay(record) is (scope not in {Scope.DASHBOARD, Scope.WORKSPACE})


@pytest.mark.parametrize("scope", list(Scope))
def test_fault_22_a_list_that_was_empty_then_is_not_held_against_the_rules(scope: Scope) -> None:
    asked = recorded(decision=Decision(lane=Lane.SELECTION, reason="need_more_info"))
    change = compare(*asked, replace(DECIDED, routed=replace(OTHER_WINNER, active_scope=scope)))
    assert (change is None) is (scope in {Scope.DASHBOARD, Scope.WORKSPACE})


@pytest.mark.parametrize("status", [TurnStatus.STOPPED, TurnStatus.FAILED])
def test_a_turn_that_did_not_end_by_itself_is_not_made_again(status: TurnStatus) -> None:
    assert not can_replay(recorded(status=status)[1])
    assert can_replay(recorded()[1])
    assert not can_replay(recorded(imported=True)[1])
