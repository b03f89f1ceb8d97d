"""The selection lane decides: the routing examples of 2.9 as far as no model is asked, and the flags (C30, C35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.listed import ON, a_moment, a_set, a_state, done, executed, heard, later, reason
from tests.rules.loops import loop

from followthrough.domain.continuity import (
    NO_CONTINUITY,
    ActionType,
    OptionSet,
    PendingClarifier,
    Scope,
    SetOrigin,
)
from followthrough.domain.plan import Decided, OfferOptions
from followthrough.domain.rollout import ALL_OFF, Flags, Mode
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.lanes.select import claims, select
from followthrough.rules.lists.option_sets import PauseReason, pause

RECENTS = a_set("What is the fee?", "Which form?", set_id="rec", scope=Scope.DASHBOARD, origin=SetOrigin.RECENTS)
SAMPLES = a_state(a_set("sample1", "sample2"))


@pytest.mark.parametrize(
    "text",
    [
        "see https://example.com/handbook.html",
        "show example.com/manual please",
        "open the one at https://example.com/x",
    ],
)
def test_a_message_with_a_page_of_its_own_gives_it_and_chooses_nothing(text: str) -> None:
    state = a_state(a_set())
    assert isinstance(select(a_moment(text, state)), Passed)
    listed = a_state(a_set("https://example.com/handbook.html", "https://example.com/x"))
    assert executed(select(a_moment("open https://example.com/x", listed))) == "o2"


@pytest.mark.parametrize(
    ("text", "labels", "option_id", "why"),
    [
        ("open the sample2 pls", ("sample1", "sample2"), "o2", "deterministic_continuity_resolve"),
        ("please show the member handbook, thx", (), "o2", "deterministic_continuity_resolve"),
        ("2", (), "o2", "ordinal"),
        ("open the second one", (), "o2", "ordinal"),
        ("use 3", (), "o3", "ordinal"),
        ("the member handbook it is", (), "o2", "deterministic_continuity_resolve"),
        ("I'm going with the appeals form", (), "o3", "deterministic_continuity_resolve"),
        ("the last one", (), "o3", "ordinal"),
        ("Member Handbook", (), "o2", "exact_label"),
        ("can you pull up the provider manual 2025?", (), "o1", "deterministic_continuity_resolve"),
        ("use the appeals form and tell me why it fits", (), "o3", "deterministic_continuity_resolve"),
        ("no", ("Yes", "No"), "o2", "exact_label"),
    ],
)
def test_a_certain_winner_is_executed(text: str, labels: tuple[str, ...], option_id: str, why: str) -> None:
    found = select(a_moment(text, a_state(a_set(*labels))))
    assert (executed(found), reason(found)) == (option_id, why)


@pytest.mark.parametrize(
    ("text", "labels", "likeliest"),
    [
        ("I want you to open the appeals one", (), "o3"),
        ("the manual", ("Handbook", "Manual 2024", "Manual 2025"), "o2"),
        ("open the handbok", (), "o2"),
        ("open the fee schedule", (), "o1"),
        ("the handbook", (), "o2"),
        ("notes", ("Notes", "Notes"), "o1"),
        ("last", ("Last", "Middle", "End"), "o1"),
        ("open 2", ("2", "5", "7"), "o1"),
    ],
)
def test_report_77_a_doubt_names_the_likeliest_and_leaves_every_number_where_it_is(
    text: str, labels: tuple[str, ...], likeliest: str
) -> None:
    found = select(a_moment(text, a_state(a_set(*labels))))
    assert executed(found) is None
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert found.plan.option_set is not None
    assert [o.id for o in found.plan.option_set.options] == [f"o{n}" for n in range(1, len(labels or "abc") + 1)]
    assert found.routed is not None
    assert found.routed.suggested_id in (likeliest, None)
    assert found.continuity is not None
    assert found.continuity.pending is PendingClarifier.SELECTION_DISAMBIGUATION


@pytest.mark.parametrize(
    "text",
    [
        "which of these covers appeals deadlines?",
        "what is the member handbook",
        "tell me about the appeals form",
        "what is the timely filing limit of Molina for corrected claims?",
        "My claim was denied yesterday because the modifier was missing from it.",
        "show me the copay of Plan Silver for imaging",
        "I need prior authorization for a patient with two plans",
        "it is about a claim of last week",
    ],
)
def test_questions_and_what_is_about_something_else_pass(text: str) -> None:
    found = select(a_moment(text))
    assert isinstance(found, Passed)
    assert (found.action, found.message.text) == (None, text)


def test_the_old_winner_is_not_in_the_new_set() -> None:
    found = select(a_moment("member handbook", a_state(a_set(), a_set("Fee Schedule", "Roster", set_id="set-b"))))
    assert executed(found) is None


def say(moment: Moment, *texts: str) -> list[Decided | Passed]:
    """What each of the messages is decided to be, one after the other."""
    found: list[Decided | Passed] = []
    for text in texts:
        moment = heard(replace(moment, message=replace(moment.message, text=text, index=moment.message.index + 1)))
        found.append(select(moment))
        last = found[-1]
        if isinstance(last, Decided):
            moment = later(moment, text, last, turns=0)
    return found


def test_a_bare_stop_over_a_list_is_asked_back_once() -> None:
    asked, closed, second, back = say(a_moment(""), "stop", "yes", "second", "back to the list, the second")
    assert [reason(one) for one in (asked, closed, second)] == ["confirm_stop", "stop_confirmed", "list_is_closed"]
    assert isinstance(asked, Decided)
    assert asked.continuity is not None
    assert asked.continuity.active is not None
    assert executed(back) == "o2"


def test_a_stop_with_an_object_leaves_at_once_and_ordinals_do_not_resume() -> None:
    left, second, back = say(a_moment(""), "cancel this", "second", "back to the documents, the second")
    assert [reason(left), reason(second)] == ["list_left", "list_is_closed"]
    assert executed(second) is None
    assert executed(back) == "o2"


def test_a_stop_that_is_asked_back_can_be_taken_back() -> None:
    _, kept = say(a_moment(""), "stop", "no")
    assert reason(kept) == "list_kept"


def test_something_that_came_between_leaves_one_grace_turn() -> None:
    state = pause(a_state(a_set()), PauseReason.INTERRUPT, turn=4)
    assert executed(select(a_moment("2", state, turn=5))) == "o2"
    late = select(a_moment("2", state, turn=6))
    assert (executed(late), reason(late)) == (None, "list_is_closed")


def test_rejections_are_no_stops() -> None:
    rejected = select(a_moment("none of these"))
    assert reason(rejected) == "list_rejected"
    assert isinstance(rejected, Decided)
    assert rejected.continuity is not None
    assert rejected.continuity.recent_rejected_choice_ids == ("o1", "o2", "o3")
    assert reason(select(a_moment("no"))) == "refusal"
    assert reason(select(a_moment("not sure"))) == "hesitation"


def test_what_was_opened_is_taken_back() -> None:
    state = replace(a_state(a_set()), last_resolved_action=done(turn=1), recent_actions=(done(turn=1),))
    found = select(a_moment("not that", state))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert found.plan.option_set is not None
    assert [o.id for o in found.plan.option_set.options] == ["o1", "o3"]
    assert found.continuity is not None
    assert found.continuity.recent_rejected_choice_ids == ("o2",)
    assert found.continuity.last_resolved_action is None


def test_fault_23_what_was_rejected_is_chosen_by_a_click_and_no_words() -> None:
    state = replace(a_state(a_set()), last_resolved_action=done(turn=1), recent_actions=(done(turn=1),))
    taken = select(a_moment("not that", state))
    assert isinstance(taken, Decided)
    assert taken.continuity is not None
    for text in ("3", "member handbook", "open the member handbook"):
        assert executed(select(a_moment(text, taken.continuity))) is None
    assert executed(select(a_moment("last", taken.continuity))) == "o3"
    assert executed(select(a_moment("", taken.continuity, click=("set-a", "o2")))) == "o2"
    assert executed(select(a_moment("", taken.continuity, click=("set-a", "o3")))) == "o3"


def test_a_cue_binds_before_the_active_list() -> None:
    found = select(a_moment("first from recent", lists=(RECENTS,)))
    assert executed(found) == "o1"
    assert found.action is not None
    assert (found.action.type, found.action.scope) == (ActionType.RERUN, Scope.DASHBOARD)


def test_a_cue_without_candidates_never_uses_others() -> None:
    found = select(a_moment("from recent"))
    assert (executed(found), reason(found)) == (None, "need_more_info")
    assert executed(select(a_moment("member handbook from recent"))) is None


def test_two_cues_and_a_misspelt_one_are_asked_about() -> None:
    assert reason(select(a_moment("first from recent from chat", lists=(RECENTS,)))) == "scope_cue_conflict"
    asked = select(a_moment("from recnt, first", lists=(RECENTS,)))
    assert (executed(asked), reason(asked)) == (None, "scope_cue_doubtful")
    assert isinstance(asked, Decided)
    moment = later(a_moment("", lists=(RECENTS,)), "dashboard", asked)
    assert executed(select(moment)) == "o1"
    assert executed(select(later(moment, "2", asked))) == "o1"  # the first of the list in the chat


def test_with_two_lists_in_sight_a_place_is_asked_about_and_a_label_is_not() -> None:
    panel = a_set("Alpha", "Beta", set_id="set-w", scope=Scope.WIDGET)
    state = a_state(panel, a_set())
    assert reason(select(a_moment("2", state))) == "which_list"
    assert executed(select(a_moment("member handbook", state))) == "o2"
    assert executed(select(a_moment("beta", state))) is None  # of the list that is not active


def test_the_same_words_over_the_same_evidence_never_reach_a_model_again() -> None:
    first = select(a_moment("open the handbok"))
    assert isinstance(first, Decided)
    assert first.unresolved is not None
    assert first.continuity is not None
    assert first.continuity.cycle is not None
    asked = replace(first.continuity.cycle, asked=(first.unresolved.guard_key,))
    moment = later(
        a_moment(""), "Open the handbok!", replace(first, continuity=replace(first.continuity, cycle=asked))
    )
    second = select(moment)
    assert isinstance(second, Decided)
    assert second.unresolved is None
    assert isinstance(second.plan, OfferOptions)
    assert isinstance(first.plan, OfferOptions)
    assert second.plan.option_set == first.plan.option_set
    other = select(replace(moment, message=replace(moment.message, text="open the handbook")))
    assert isinstance(other, Decided)
    assert other.unresolved is not None


def test_a_yes_answers_do_you_mean() -> None:
    asked, done_ = say(a_moment(""), "open the handbok", "yes please")
    assert (executed(asked), executed(done_), reason(done_)) == (None, "o2", "confirmed")
    several, nothing = say(a_moment("", a_state(a_set("Manual 2024", "Manual 2025"))), "the manual", "yes")
    assert (executed(several), executed(nothing)) == (None, None)


@pytest.mark.parametrize("text", ["no yes", "yes no", "yes, nope", "> yes", '"yes"'])
def test_a_yes_with_a_no_or_quoted_answers_nothing(text: str) -> None:
    asked, found = say(a_moment(""), "open the handbok", text)
    assert (executed(asked), executed(found)) == (None, None)


@pytest.mark.parametrize("text", ["> open the second one", '"2"', "“Member Handbook”", "step 2", "click(2)", "!2"])
def test_what_is_quoted_or_code_is_asked_about(text: str) -> None:
    (found,) = say(a_moment(""), text)
    assert (executed(found), reason(found)) == (None, "no_deterministic_match")


def test_a_place_behind_a_verb_is_chosen() -> None:
    sources = a_state(a_set("Fees", "Roster", "Guide", origin=SetOrigin.SOURCES))
    for state in (a_state(a_set()), sources):
        (done_,) = say(a_moment("", state), "open the second one")
        assert executed(done_) == "o2"


def test_a_list_without_references_is_tapped() -> None:
    found = select(a_moment("member handbook", a_state(replace(a_set(refs=False), ui_only=True))))
    assert (executed(found), reason(found)) == (None, "ui_only")
    clicked = select(a_moment("", a_state(a_set(refs=False)), click=("set-a", "o2")))
    assert executed(clicked) == "o2"


@pytest.mark.parametrize("flags", [ALL_OFF, ON], ids=["off", "on"])
def test_clicks_work_with_every_flag(flags: Flags) -> None:
    found = select(a_moment("", click=("set-a", "o3"), flags=flags))
    assert (executed(found), reason(found)) == ("o3", "click")
    old = select(a_moment("", click=("set-z", "o3"), flags=flags))
    assert (executed(old), reason(old)) == (None, "selection_replaced")
    gone = select(a_moment("", NO_CONTINUITY, click=("set-z", "o3"), flags=flags))
    assert (executed(gone), reason(gone)) == (None, "selection_gone")


SLOTS = a_set("Molina", "Sunshine Health", set_id="slots-1", origin=SetOrigin.SLOTS)


@pytest.mark.parametrize("flags", [ALL_OFF, ON], ids=["off", "on"])
@pytest.mark.parametrize("text", ["2", "the second one", "Sunshine Health"])
def test_answers_to_a_slot_question_are_said_as_its_value(text: str, flags: Flags) -> None:
    found = select(a_moment(text, a_state(SLOTS), flags=flags))
    assert isinstance(found, Passed)
    assert (found.message.text, found.decision, executed(found)) == ("o2", None, "o2")


@pytest.mark.parametrize("text", ["not sure", "no", "stop", "none of these", "never mind", "cancel this"])
def test_what_else_is_said_to_a_slot_question_is_for_the_question(text: str) -> None:
    found = select(a_moment(text, a_state(SLOTS)))
    assert isinstance(found, Passed)
    assert (found.action, found.message.text) == (None, text)
    assert not claims(a_moment(text, a_state(SLOTS)))


def test_with_the_lane_off_words_choose_nothing_else() -> None:
    for text in ("2", "member handbook", "open the handbook", "not that", "stop"):
        moment = a_moment(text, flags=ALL_OFF)
        assert select(moment) == Passed(message=moment.message)
        assert not claims(moment)


def test_in_shadow_it_is_decided_and_not_acted_on() -> None:
    found = select(a_moment("2", flags=replace(ON, selection_lane=Mode.SHADOW)))
    assert isinstance(found, Passed)
    assert (found.action, found.message.text) == (None, "2")
    assert found.routed is not None
    assert (found.routed.shadow, found.routed.winner_id) == (True, "o2")


def test_a_running_loop_has_the_message_before_any_list() -> None:
    moment = a_moment("2")
    assert executed(select(moment)) == "o2"
    asked = replace(moment, thread=replace(moment.thread, clarification=loop()))
    assert isinstance(select(asked), Passed)


def test_an_empty_message_chooses_nothing() -> None:
    assert isinstance(select(a_moment("...")), Passed)
    assert isinstance(select(a_moment("🙂")), Passed)


_WORDS = st.sampled_from(
    [
        *("open", "the", "show", "handbook", "member", "form", "appeals", "2", "last", "first", "stop", "none"),
        *("want", "one", "please", "from", "recent", "chat", "not", "that", "no", "and", "use", "cancel", "back"),
        *("to", "list", "which", "what", "why", "🚀", "third", "option", "Notes"),
    ]
)
_TEXTS = st.lists(_WORDS, max_size=7).map(" ".join) | st.text(max_size=30)
_LABELS = st.lists(
    st.lists(_WORDS, min_size=1, max_size=4).map(" ".join) | st.text(min_size=1, max_size=12), max_size=8
)


@settings(max_examples=150)
@given(texts=st.lists(_TEXTS, min_size=1, max_size=4), labels=_LABELS, others=_LABELS)
def test_what_is_executed_is_always_of_a_list_that_was_given(
    texts: list[str], labels: list[str], others: list[str]
) -> None:
    sets: list[OptionSet] = []
    if labels:
        sets.append(a_set(*labels))
    if others:
        sets.append(a_set(*others, set_id="set-r", scope=Scope.DASHBOARD, origin=SetOrigin.RECENTS))
    pool = {(s.id, o.id) for s in sets for o in s.options}
    moment = a_moment("", a_state(*sets))
    for found in say(moment, *texts):
        if found.action is not None and found.action.option_set_id in {"set-a", "set-r"}:
            assert (found.action.option_set_id, found.action.option_id) in pool
        elif found.action is not None:
            pytest.fail(f"executed of {found.action.option_set_id}")
