"""What is kept of a decision, without the user's words, and which actions were wrong (R4-26, R4-27, R4-30, C42)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.rules.pursuing import NOW, message, question, thread
from tests.rules.said import PACK

from followthrough.domain.continuity import (
    Action,
    ActionType,
    ContinuityState,
    Option,
    OptionSet,
    Outcome,
    PendingClarifier,
    Provenance,
    Scope,
    SetOrigin,
    TraceEntry,
)
from followthrough.domain.conversation import (
    Decision,
    Lane,
    Query,
    Thread,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.decision_record import TakenBack, Terms, Wrong
from followthrough.domain.decisions import CandidateSignature, RoutedDecision
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.model_calls import ModelCall, ModelTask
from followthrough.domain.rollout import Flags, Mode
from followthrough.rules.decisions.record import decision_record, question_put, taken_back
from followthrough.rules.records.turn import record_early_end
from followthrough.tuning import DEFAULT_TUNING

CANDIDATES = (CandidateSignature(id="a", label_normalized="member handbook", path="/x/handbook.md", type="document"),)
TERMS = Terms(flags=Flags(grounding_continuity=Mode.ON), rules="1+abc")


def turn(text: str = "the handbook", index: int = 3, **changes: Any) -> TurnRecord:
    made = record_early_end(message(text, index), question(text), TurnStatus.STOPPED, "", now=NOW)
    done: dict[str, Any] = {"status": TurnStatus.COMPLETED, "decision": Decision(lane=Lane.ANSWER, reason="x")}
    return replace(made, **{**done, **changes})


def opened(turn: int, outcome: Outcome = Outcome.DONE, option: str = "a", set_id: str | None = "s-1") -> TraceEntry:
    return TraceEntry(
        type="open",
        target_ref=option,
        label="Handbook",
        source_scope=Scope.CHAT,
        option_set_id=set_id,
        at=NOW,
        turn=turn,
        outcome=outcome,
    )


def before(*actions: TraceEntry, **changes: Any) -> Thread:
    last = actions[0] if actions else None
    return replace(thread(), continuity=ContinuityState(recent_actions=actions, last_resolved_action=last), **changes)


def test_a_record_says_who_decided_under_what_and_at_what_cost() -> None:
    calls = tuple(ModelCall(task=ModelTask.SELECT, model="m", ms=5, cost_usd=cost) for cost in (0.001, 0.002))
    record = turn("open it", timings_ms=(("load", 1.0), ("total", 12.5)), model_calls=calls)
    made = decision_record(record, before(), TERMS, PACK, DEFAULT_TUNING)
    assert (made.id, made.index, made.lane, made.reason) == (record.message.turn_id, 3, Lane.ANSWER, "x")
    assert (made.flags, made.rules, made.owner) == (TERMS.flags, "1+abc", before().owner)
    assert (made.latency_ms, made.model_calls) == (12.5, calls)
    assert made.cost_usd == pytest.approx(0.003)
    assert replace(made, model_calls=(ModelCall(task=ModelTask.SELECT, model="m"),)).cost_usd is None


def test_the_words_are_left_out_by_default() -> None:
    record = turn("Where is Jane Roe's claim W123456789?")
    made = decision_record(record, before(), TERMS, PACK, DEFAULT_TUNING)
    assert made.words is None
    assert made.chars == len(record.message.text)
    assert "Roe" not in repr(made)
    assert "W123456789" not in repr(made)


def test_kept_words_come_without_what_identifies_a_person() -> None:
    record = turn("where is claim W123456789")
    made = decision_record(record, before(), replace(TERMS, keep_words=True), PACK, DEFAULT_TUNING)
    assert made.words is not None
    assert made.words.startswith("where is claim")
    assert "W123456789" not in made.words


@pytest.mark.parametrize("origin", list(SetOrigin))
def test_labels_are_kept_only_where_the_product_named_the_option(origin: SetOrigin) -> None:
    offered = OptionSet(id="s-1", options=(Option(id="a", label="Member handbook"),), origin=origin)
    known = replace(thread(), continuity=ContinuityState(sets=(offered,)))
    record = turn(routed=RoutedDecision(candidates=CANDIDATES, active_option_set_id="s-1"))
    made = decision_record(record, known, TERMS, PACK, DEFAULT_TUNING)
    assert made.routed is not None
    kept = made.routed.candidates[0]
    assert (kept.id, kept.type) == ("a", "document")
    ours = origin in {SetOrigin.SLOTS, SetOrigin.SOURCES, SetOrigin.DOCUMENTS}
    assert (kept.label_normalized, kept.path) == (("member handbook", "/x/handbook.md") if ours else ("", ""))


def test_the_labels_of_a_list_that_nobody_knows_are_left_out() -> None:
    record = turn(routed=RoutedDecision(candidates=CANDIDATES, active_option_set_id="gone"))
    made = decision_record(record, before(), TERMS, PACK, DEFAULT_TUNING)
    assert made.routed is not None
    assert made.routed.candidates[0].label_normalized == ""


def test_what_was_executed_is_kept_without_its_label() -> None:
    action = Action(
        type=ActionType.RERUN,
        option_id="t-1",
        label="where is my claim",
        scope=Scope.DASHBOARD,
        option_set_id="s-9",
        execution_ref="host-secret",
        provenance=Provenance.LLM_EXECUTED,
    )
    made = decision_record(turn(action=action), before(), TERMS, PACK, DEFAULT_TUNING)
    assert made.acted is not None
    assert (made.acted.type, made.acted.option_id, made.acted.provenance) == (
        ActionType.RERUN,
        "t-1",
        Provenance.LLM_EXECUTED,
    )
    assert "claim" not in repr(made)
    assert "secret" not in repr(made)


@pytest.mark.parametrize(
    ("origin", "turn_class", "is_users"),
    [
        (Origin.USER, TurnClass.NEW_QUESTION, True),
        (Origin.USER, TurnClass.RECORDED, False),
        (Origin.PERSON, TurnClass.RECORDED, False),
        (Origin.SYSTEM, TurnClass.CHAT, False),
    ],
)
def test_only_what_a_user_says_to_the_assistant_counts(origin: Origin, turn_class: TurnClass, is_users: bool) -> None:
    record = turn(turn_class=turn_class)
    record = replace(record, message=replace(record.message, origin=origin))
    assert decision_record(record, before(), TERMS, PACK, DEFAULT_TUNING).is_users is is_users


SLOTS = OpenSlots(slots=("payor",), question="Which plan?", original="what is the copay", asked_at_turn=1)


def test_which_one_is_meant_is_a_question_of_its_own_kind() -> None:
    unclear = turn(open_slots=replace(SLOTS, slots=(), kind=Waits.UNDERSPECIFIED))
    assert question_put(unclear, thread()) == "underspecified"


def test_a_question_counts_in_the_turn_that_puts_it() -> None:
    asked = turn(open_slots=SLOTS)
    assert question_put(asked, thread()) == "missing_slot"
    assert question_put(asked, replace(thread(), open_slots=SLOTS)) is None
    again = turn(open_slots=replace(SLOTS, times=2))
    assert question_put(again, replace(thread(), open_slots=SLOTS)) == "missing_slot"
    assert question_put(turn(), thread()) is None


ASKS = [pending for pending in PendingClarifier if pending is not PendingClarifier.NONE]
SELECTION = Decision(lane=Lane.SELECTION, reason="x")


@pytest.mark.parametrize("pending", ASKS)
def test_a_question_of_a_lane_is_one_of_its_kind(pending: PendingClarifier) -> None:
    routed, state = RoutedDecision(), ContinuityState(pending=pending)
    assert question_put(turn(routed=routed, continuity=state, decision=SELECTION), thread()) == pending.value
    shadow = replace(routed, shadow=True)
    assert question_put(turn(routed=shadow, continuity=state, decision=SELECTION), thread()) is None
    assert question_put(turn(routed=routed, continuity=state), thread()) is None, "it waits, and was put before"


def test_a_safe_clarifier_is_a_question_wherever_it_is_put() -> None:
    routed = RoutedDecision(provenance=Provenance.SAFE_CLARIFIER)
    assert question_put(turn(routed=routed), thread()) == "selection_disambiguation"
    assert question_put(turn(routed=replace(routed, shadow=True)), thread()) is None


def source(document: str) -> TurnSource:
    return TurnSource(
        document_id=DocumentId(document), document_name="M", passage_id=PassageId(f"{document}-1"), score=1.0
    )


@pytest.mark.parametrize(("mode", "count"), [(Mode.OFF, 0), (Mode.SHADOW, 2), (Mode.ON, 2)])
def test_previous_documents_are_counted_in_shadow_too(mode: Mode, count: int) -> None:
    known = replace(thread(), last_turn_sources=(source("a"), source("b"), source("a")))
    terms = Terms(flags=Flags(previous_docs=mode))
    followup = turn(query=Query(message="", effective=("x",), is_followup=True))
    assert decision_record(followup, known, terms, PACK, DEFAULT_TUNING).previous_documents == count
    new = turn(query=Query(message="", effective=("x",)))
    assert decision_record(new, known, terms, PACK, DEFAULT_TUNING).previous_documents == 0


def rejecting(*after: TraceEntry, last: TraceEntry | None) -> TurnRecord:
    return turn("not that", continuity=ContinuityState(recent_actions=after, last_resolved_action=last))


def test_a_rejected_action_was_wrong() -> None:
    record = rejecting(opened(2, Outcome.REJECTED), last=None)
    assert taken_back(record, before(opened(2)), PACK, DEFAULT_TUNING) == (TakenBack(turn=2, how=Wrong.REJECTED),)


def test_an_undone_action_was_wrong() -> None:
    record = turn("undo", continuity=ContinuityState(recent_actions=(opened(1),)))
    assert taken_back(record, before(opened(1)), PACK, DEFAULT_TUNING) == (TakenBack(turn=1, how=Wrong.UNDONE),)


@pytest.mark.parametrize(
    "text",
    [
        "no, I meant the appeals form",
        "I meant Molina",
        "Not that, the manual",
        "no, the manual",
        "no not the handbook",
    ],
)
def test_a_corrected_action_was_wrong(text: str) -> None:
    found = taken_back(turn(text), before(opened(2), opened(1)), PACK, DEFAULT_TUNING)
    assert found == (TakenBack(turn=2, how=Wrong.CORRECTED),)


@pytest.mark.parametrize(
    "text", ["open the manual too", "what does it say about not that many units", "and the appeals form", "thanks"]
)
def test_another_message_corrects_nothing(text: str) -> None:
    state = ContinuityState(recent_actions=(opened(2),), last_resolved_action=opened(2))
    assert taken_back(turn(text, continuity=state), before(opened(2)), PACK, DEFAULT_TUNING) == ()


@pytest.mark.parametrize(("at", "counts"), [(3, True), (4, True), (5, False), (9, False)])
def test_only_within_two_turns(at: int, counts: bool) -> None:
    record = replace(rejecting(opened(2, Outcome.REJECTED), last=None))
    record = replace(record, message=replace(record.message, index=at))
    assert bool(taken_back(record, before(opened(2)), PACK, DEFAULT_TUNING)) is counts


def test_an_answer_is_no_action() -> None:
    record = rejecting(opened(2, Outcome.REJECTED, set_id=None), last=None)
    assert taken_back(record, before(opened(2, set_id=None)), PACK, DEFAULT_TUNING) == ()


def test_a_turn_that_was_stopped_takes_nothing_back() -> None:
    record = replace(rejecting(opened(2, Outcome.REJECTED), last=None), status=TurnStatus.STOPPED)
    assert taken_back(record, before(opened(2)), PACK, DEFAULT_TUNING) == ()


@pytest.mark.parametrize(
    ("text", "was_wrong"),
    [
        ("I wanted the appeals form", True),
        ("well, I asked for the Appeals Form", True),
        ("it should have been appeals form", True),
        ("I was looking for the appeals form please", True),
        ("I meant to open the appeals form", True),
        ("I wanted the handbook", False),
        ("I wanted to know about the appeals form", False),
        ("I wanted to say thanks", False),
        ("open the appeals form", False),
        ("I wanted", False),
    ],
)
def test_fault_25_a_wish_for_another_option_of_the_list_says_that_the_last_was_wrong(
    text: str, was_wrong: bool
) -> None:
    labels = {"a": "Handbook", "b": "Appeals Form"}
    shown = OptionSet(id="s-1", options=tuple(Option(id=i, label=label) for i, label in labels.items()))
    state = ContinuityState(recent_actions=(opened(2),), last_resolved_action=opened(2), sets=(shown,))
    found = taken_back(turn(text), replace(thread(), continuity=state), PACK, DEFAULT_TUNING)
    assert found == ((TakenBack(turn=2, how=Wrong.CORRECTED),) if was_wrong else ())
