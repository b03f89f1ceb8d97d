"""What is remembered after a turn, within its bounds (R4-20 to R4-22, C31)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.rules.listed import NOW, ON, TUNING, a_moment, a_set, a_state, a_thread
from tests.rules.pursuing import objective, sub

from followthrough.domain.continuity import (
    NO_CONTINUITY,
    Action,
    ActionType,
    ContinuityState,
    PauseReason,
    PendingClarifier,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import (
    Citation,
    Decision,
    DialogState,
    Lane,
    Query,
    Reply,
    RetrievalSummary,
    Thread,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import ObjectiveStatus, OutwardStatus, SubStatus
from followthrough.domain.outcome import Opened, Outcome, Said
from followthrough.domain.plan import Decided, OfferOptions, Recount, SayText, SemanticIntent
from followthrough.domain.rollout import ALL_OFF, Flags
from followthrough.rules.lanes.asking_back import routed_about
from followthrough.rules.lanes.continuity import carry_on

CITED = Citation(
    n=1, document_id=DocumentId("d"), document_name="Guide", passage_id=PassageId("d#1"), quote="The fee is 5."
)
SOURCE = TurnSource(document_id=DocumentId("d"), document_name="Guide", passage_id=PassageId("d#1"), score=1.0)
PLAN = SayText(turn_class=TurnClass.ACK, decision=Decision(lane=Lane.CHAT, reason="thanks"), say="thanks")


def a_record(
    turn_class: TurnClass = TurnClass.NEW_QUESTION,
    text: str = "Well.\n\nMore.",
    *,
    cited: bool = False,
    turn: int = 2,
) -> TurnRecord:
    return TurnRecord(
        message=a_moment("x", turn=turn).message,
        status=TurnStatus.COMPLETED,
        turn_class=turn_class,
        query=Query(message="x"),
        retrieval=RetrievalSummary(passages=(SOURCE,) if cited else ()),
        reply=Reply(text=text, citations=(CITED,) if cited else ()),
        decision=Decision(lane=Lane.SELECTION, reason="ordinal"),
        ended_at=NOW,
    )


def acted(option_id: str = "o2") -> Action:
    return Action(
        type=ActionType.OPEN,
        option_id=option_id,
        label="Member Handbook",
        scope=Scope.CHAT,
        option_set_id="set-a",
        execution_ref="run:2",
        provenance=Provenance.DETERMINISTIC,
    )


def after(
    record: TurnRecord,
    *,
    decided: Decided | None = None,
    state: ContinuityState = NO_CONTINUITY,
    flags: Flags = ON,
    outcome: Outcome | None = None,
) -> TurnRecord:
    thread: Thread = a_thread(state)
    return carry_on(record, decided or Decided(plan=PLAN), outcome or Said(), thread, flags=flags, tuning=TUNING)


def remembered(record: TurnRecord) -> ContinuityState:
    assert record.continuity is not None
    return record.continuity


def test_an_action_is_remembered_with_why() -> None:
    state = replace(a_state(a_set()), pending=PendingClarifier.SELECTION_DISAMBIGUATION)
    record = after(a_record(), decided=Decided(plan=PLAN, action=acted(), continuity=state))
    kept = remembered(record)
    assert record.action == acted()
    assert kept.last_resolved_action is not None
    assert (kept.last_resolved_action.target_ref, kept.last_resolved_action.reason) == ("o2", "ordinal")
    assert kept.recent_actions == (kept.last_resolved_action,)
    assert (kept.last_accepted_choice_id, kept.pending, kept.cycle) == ("o2", PendingClarifier.NONE, None)


def test_what_is_no_longer_there_was_not_opened() -> None:
    record = after(a_record(), decided=Decided(plan=PLAN, action=acted()), outcome=Opened(passage=None))
    assert record.action is None
    assert remembered(record).last_resolved_action is None


@given(st.lists(st.sampled_from(["o1", "o2", "o3", "o4", "o5", "o6", "o7"]), max_size=20))
def test_windows_are_bounded_newest_first(ids: list[str]) -> None:
    state = NO_CONTINUITY
    for turn, option_id in enumerate(ids, start=1):
        decided = Decided(plan=PLAN, action=acted(option_id), continuity=state)
        state = remembered(after(a_record(turn=turn), decided=decided))
    assert [e.target_ref for e in state.recent_actions] == ids[::-1][: TUNING.recent_action_trace_max_entries]
    accepted = list(dict.fromkeys(ids[::-1]))[: TUNING.choice_window]
    assert list(state.recent_accepted_choice_ids) == accepted


def test_a_question_about_a_list_is_pending_where_the_reply_asks_it() -> None:
    shown = a_set()
    state = replace(a_state(shown), pending=PendingClarifier.SELECTION_DISAMBIGUATION)
    offer = OfferOptions(turn_class=TurnClass.SELECTION, decision=PLAN.decision, say="choose_one", option_set=shown)
    record = after(a_record(text="Which one?\n\n1. A"), decided=Decided(plan=offer, continuity=state))
    assert (record.dialog_state, remembered(record).question) == (DialogState.NEEDS_CLARIFICATION, "Which one?")
    assert remembered(record).shown == shown
    asked_elsewhere = after(a_record(turn=3), state=remembered(record))
    assert remembered(asked_elsewhere).pending is PendingClarifier.NONE
    assert remembered(asked_elsewhere).active is not None
    assert remembered(asked_elsewhere).shown is None


def test_a_clear_command_that_comes_between_leaves_the_list_for_one_grace_turn() -> None:
    state = replace(a_state(a_set()), pending=PendingClarifier.SELECTION_DISAMBIGUATION)
    paused = remembered(after(a_record(TurnClass.RETRY), state=state)).paused
    assert paused is not None
    assert (paused.reason, paused.turn) == (PauseReason.INTERRUPT, 2)
    ended = remembered(after(a_record(TurnClass.END_PURSUIT), state=a_state(a_set())))
    assert ended.paused is not None
    assert ended.paused.reason is PauseReason.STOP


def test_the_sources_of_an_answer_are_a_list_with_the_lane_on() -> None:
    kept = remembered(after(a_record(cited=True)))
    assert kept.active is not None
    assert (kept.active.scope, kept.active.origin) == (Scope.WIDGET, SetOrigin.SOURCES)
    assert kept.active.options[0].execution_ref == "source:d/d#1"
    assert kept.shown == kept.active
    assert kept.last_explanation.startswith("Well.")
    assert remembered(after(a_record(cited=True), flags=ALL_OFF)).sets == ()


def test_the_open_parts_of_an_objective_that_is_over_can_be_tried_again() -> None:
    parts = (sub("What is the fee?", SubStatus.ANSWERED), sub("Who signs?"))
    over = objective(*parts, status=ObjectiveStatus.INCOMPLETE)
    kept = remembered(after(replace(a_record(), objective=over)))
    assert kept.active is not None
    assert [(o.id, o.label) for o in kept.active.options] == [(parts[1].id, "Who signs?")]
    goes_on = objective(*parts)
    assert remembered(after(replace(a_record(), objective=goes_on))).active is None


def test_an_answered_question_is_part_of_what_was_done() -> None:
    record = replace(
        a_record(cited=True), objective=objective(sub("What is the fee?")), objective_status=OutwardStatus.RESOLVED
    )
    entries = remembered(after(record)).recent_actions
    assert [e.type for e in entries] == ["answer"]


def test_options_of_a_slot_question_come_and_go_with_it() -> None:
    slots = a_set(set_id="slots-2", origin=SetOrigin.SLOTS)
    waiting = OpenSlots(slots=("payor",), question="Which?", original="q", asked_at_turn=2, option_set=slots)
    kept = remembered(after(replace(a_record(), open_slots=waiting), flags=ALL_OFF))
    assert (kept.active_option_set_id, kept.pending) == ("slots-2", PendingClarifier.MISSING_SLOT)
    assert remembered(after(a_record(turn=3), state=kept, flags=ALL_OFF)).sets == ()


def test_fault_17_a_list_that_is_told_about_stays_as_long_as_it_is() -> None:
    thread, turns = a_thread(a_state(a_set())), TUNING.option_set_ttl_turns + 3
    told = Recount(
        turn_class=TurnClass.SEMANTIC,
        decision=Decision(lane=Lane.SEMANTIC, reason="explain_last_action"),
        intent=SemanticIntent.EXPLAIN_LAST_ACTION,
        entries=(),
    )
    for turn in range(2, turns):
        state = thread.continuity
        decided = Decided(
            plan=told, jurisdiction=thread.jurisdiction, continuity=state, routed=routed_about(state.active, state)
        )
        record = carry_on(a_record(TurnClass.SEMANTIC, turn=turn), decided, Said(), thread, flags=ON, tuning=TUNING)
        assert record.continuity is not None
        thread = replace(thread, continuity=record.continuity)
    assert thread.continuity.active_option_set_id == "set-a"
