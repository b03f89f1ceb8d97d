"""Which decisions come out otherwise when they are made again (issue 6: the way to test a rule change)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.rules.pursuing import NOW, message, question, thread
from tests.rules.said import PACK

from followthrough.domain.conversation import Decision, Lane, Query, TurnClass, TurnRecord, TurnStatus
from followthrough.domain.decision_record import DecisionRecord, Terms
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.plan import Decided, SayText
from followthrough.rules.decision_record import decision_record
from followthrough.rules.record import record_early_end
from followthrough.rules.replay import can_replay, compare
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


def test_what_the_passages_decided_is_not_held_against_the_rules() -> None:
    asked = Decision(lane=Lane.CLARIFICATION, reason="document_questions")
    assert compare(*recorded(decision=asked), DECIDED) is None
    assert compare(*recorded(decision=asked, turn_class=TurnClass.CONTINUATION), DECIDED) is not None


@pytest.mark.parametrize(("failure", "changed"), [(None, False), (ModelFailure.TIMEOUT, True)])
def test_a_query_that_a_model_wrote_is_not_compared(failure: ModelFailure | None, changed: bool) -> None:
    calls = (ModelCall(task=ModelTask.REWRITE, model="m", failure=failure),)
    other = Query(message="", effective=("something else",))
    assert (compare(*recorded(query=other, model_calls=calls), DECIDED) is not None) is changed


@pytest.mark.parametrize("status", [TurnStatus.STOPPED, TurnStatus.FAILED])
def test_a_turn_that_did_not_end_by_itself_is_not_made_again(status: TurnStatus) -> None:
    assert not can_replay(recorded(status=status)[1])
    assert can_replay(recorded()[1])
    assert not can_replay(recorded(imported=True)[1])
