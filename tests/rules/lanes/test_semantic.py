"""The semantic lane: four intents, their slots, ages, one packed question; never an action (2.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.lanes.test_continuity import a_record
from tests.rules.listed import ON, TUNING, a_moment, a_set, a_state, done

from followthrough.domain.continuity import (
    NO_CONTINUITY,
    Action,
    ActionType,
    ContinuityState,
    PendingClarifier,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import DialogState, Lane, StoredTurn, TurnClass
from followthrough.domain.hearing import Act, HeardActs
from followthrough.domain.plan import Decided, OfferOptions, Recount, SemanticIntent
from followthrough.domain.rollout import ALL_OFF, Mode
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.lanes.select import select
from followthrough.rules.lanes.semantic import explain

LAST = done(turn=1)
DONE = replace(a_state(a_set()), last_resolved_action=LAST, recent_actions=(LAST,))


def told(text: str, state: ContinuityState = DONE, *, turn: int = 2) -> Recount:
    found = explain(a_moment(text, state, turn=turn))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, Recount)
    assert found.action is None
    assert (found.plan.turn_class, found.plan.decision.lane) == (TurnClass.SEMANTIC, Lane.SEMANTIC)
    return found.plan


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("why did you pick that one?", SemanticIntent.REFLECTIVE_WHY_FOLLOWUP),
        ("what did you just do?", SemanticIntent.EXPLAIN_LAST_ACTION),
        ("what have we done so far?", SemanticIntent.SUMMARIZE_RECENT_ACTIVITY),
    ],
)
def test_what_was_done_is_told_from_what_is_remembered(text: str, intent: SemanticIntent) -> None:
    assert (told(text).intent, told(text).entries) == (intent, (LAST,))


@pytest.mark.parametrize("text", ["why did you pick that one?", "what happened?", "what have we done so far?"])
def test_without_it_one_packed_question_is_asked(text: str) -> None:
    found = explain(a_moment(text, NO_CONTINUITY))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert (found.plan.turn_class, found.plan.option_set) == (TurnClass.SEMANTIC, None)
    assert found.continuity is not None
    assert found.continuity.pending is PendingClarifier.REPAIR


def test_where_nothing_was_done_only_what_is_heard_to_ask_for_it_is_told_so() -> None:
    moment = a_moment("what did you do there?", NO_CONTINUITY)

    def with_heard(act: Act) -> Moment:
        return replace(moment, hearing=Hearing(HeardActs(acts=((act, TUNING.hear_aside), (Act.DOUBTS, 0.1)))))

    assert explain(with_heard(Act.FOLLOWUP)) is None
    assert explain(with_heard(Act.ASKS_WHY)) is not None


@pytest.mark.parametrize(
    ("turn", "minutes", "known"),
    [(4, 0, True), (5, 0, False), (2, 10, True), (2, 11, False)],
)
def test_that_means_what_was_done_three_turns_and_ten_minutes_ago(turn: int, minutes: float, known: bool) -> None:
    old = replace(DONE, last_resolved_action=done(turn=1, minutes=minutes))
    found = explain(a_moment("why did you pick that one?", old, turn=turn))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, Recount) is known


def test_a_summary_is_oldest_first_and_bounded() -> None:
    entries = tuple(done(f"o{n}", turn=n) for n in range(TUNING.recent_action_trace_max_entries, 0, -1))
    plan = told("recap please", replace(DONE, recent_actions=entries))
    assert [e.turn for e in plan.entries] == sorted(e.turn for e in entries)


@pytest.mark.parametrize(
    ("text", "confirms"),
    [("did you already open the handbook?", True), ("have you opened the appeals form?", False)],
)
def test_whether_something_was_done_is_answered_from_the_trace(text: str, confirms: bool) -> None:
    plan = told(text)
    assert (plan.confirms, bool(plan.entries)) == (confirms, confirms)


def test_what_is_about_no_list_passes() -> None:
    """R4-62: no hint steers what is told."""
    assert explain(a_moment("did you use the rates of 2024?", NO_CONTINUITY)) is None
    assert explain(a_moment("what is the copay of Plan Silver?", DONE)) is None
    assert explain(a_moment("why did the plan deny my claim?", DONE)) is None


def test_a_pending_choice_comes_before_any_explanation() -> None:
    pending = replace(DONE, pending=PendingClarifier.SELECTION_DISAMBIGUATION)
    assert explain(a_moment("why did you pick that one?", pending)) is None
    assert explain(a_moment("why did you pick that one?", DONE, flags=ALL_OFF)) is None
    assert explain(a_moment("why did you pick that one?", DONE, flags=ON)) is not None


def test_a_host_says_what_its_thing_is() -> None:
    shown = a_set()
    shown = replace(shown, options=tuple(replace(o, sublabel=f"About {o.label}") for o in shown.options))
    state = replace(a_state(shown), last_resolved_action=LAST, recent_actions=(LAST,))
    assert told("what is the appeals form for?", state).about == "About Appeals Form"
    assert told("what is that for?", state).about == "About Member Handbook"


def test_a_word_that_stands_for_the_last_thing_is_asked_by_its_name() -> None:
    found = explain(a_moment("what is that form for?", DONE))
    assert isinstance(found, Passed)
    assert (found.message.text, found.action) == ("what is Member Handbook for?", None)
    sources = a_state(a_set(origin=SetOrigin.SOURCES))
    assert explain(a_moment("what is that form for?", sources)) is None
    assert explain(a_moment("what is the member handbook for?", DONE)) is None


def right_after(text: str, turn_class: TurnClass, *, state: ContinuityState = DONE, asked: bool = False) -> Moment:
    """The message behind a turn of that class; one of choosing has executed something."""
    before = a_moment("2", turn=1)
    action = None
    if turn_class is TurnClass.SELECTION and not asked:
        action = Action(
            type=ActionType.SELECT,
            option_set_id="set-a",
            option_id="o2",
            label="Member Handbook",
            scope=Scope.CHAT,
            execution_ref="run:2",
            provenance=Provenance.DETERMINISTIC,
        )
    record = replace(
        a_record(turn_class),
        message=before.message,
        action=action,
        dialog_state=DialogState.NEEDS_CLARIFICATION if asked else DialogState.ANSWER_PROVIDED,
    )
    return replace(a_moment(text, state), turns=(StoredTurn(message=before.message, record=record),))


@pytest.mark.parametrize("text", ["why?", "tell me why", "how come", "summarize", "so why?"])
def test_fault_8_a_bare_why_is_about_what_was_done_right_before(text: str) -> None:
    for turn_class in (TurnClass.SELECTION, TurnClass.SEMANTIC):
        found = explain(right_after(text, turn_class))
        assert isinstance(found, Decided)
        assert isinstance(found.plan, Recount)
        assert found.plan.entries == (LAST,)
    assert explain(right_after(text, TurnClass.NEW_QUESTION)) is None
    assert explain(right_after(text, TurnClass.SELECTION, asked=True)) is None
    assert explain(right_after(text, TurnClass.SEMANTIC, state=NO_CONTINUITY)) is None


@pytest.mark.parametrize("text", ["what happened?", "why did you pick that one?", "wat hapened"])
def test_fault_9_what_is_long_past_is_never_said_not_to_have_been(text: str) -> None:
    found = explain(a_moment(text, DONE, turn=9))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert (found.plan.say, found.plan.values) == ("done_earlier", ("Member Handbook",))


def test_r4_29_in_shadow_what_would_be_told_is_recorded_and_nothing_is_said() -> None:
    found = select(a_moment("what have we done so far?", DONE, flags=replace(ON, semantic_lane=Mode.SHADOW)))
    assert isinstance(found, Passed)
    assert found.routed is not None
    assert (found.routed.shadow, found.routed.would) == (True, "summarize_recent_activity")
