"""Lists: one a scope, one active, replaced for good, gone in time (requirements 2.4)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.listed import NOW, TUNING, a_set, a_state, a_thread

from followthrough.domain.continuity import NO_CONTINUITY, PauseReason, PendingClarifier, Scope, SetOrigin
from followthrough.domain.ids import ObjectiveId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import OutwardStatus
from followthrough.domain.recents import PastQuestion
from followthrough.rules.lists.option_sets import (
    aged,
    document_set,
    drop,
    focus,
    host_set,
    pause,
    pool_of,
    recent_set,
    register,
    resume,
    state_of,
    visible,
)

OTHER = a_set("X", "Y", set_id="set-b")
PANEL = a_set("P", "Q", set_id="set-w", scope=Scope.WIDGET)
SOURCES = a_set("S", set_id="src", scope=Scope.WIDGET, origin=SetOrigin.SOURCES)


def test_a_new_set_takes_the_place_of_the_one_of_its_scope_and_the_focus() -> None:
    state = register(a_state(a_set()), OTHER)
    assert (state.sets, state.active_option_set_id) == ((OTHER,), "set-b")
    state = register(state, PANEL)
    assert [s.id for s in state.sets] == ["set-b", "set-w"]
    assert (state.active_option_set_id, state.active_scope) == ("set-w", Scope.WIDGET)


def test_what_was_replaced_is_gone_for_good() -> None:
    paused = pause(a_state(a_set()), PauseReason.STOP, turn=1)
    assert resume(register(paused, OTHER)).active == OTHER


def test_sources_do_not_take_the_focus_from_a_list_that_waits() -> None:
    state = register(a_state(a_set()), SOURCES)
    assert state.active_option_set_id == "set-a"
    assert state.set_of("src") == SOURCES
    assert register(NO_CONTINUITY, SOURCES).active == SOURCES


def test_a_set_is_gone_two_turns_after_it_stops_being_shown() -> None:
    state = a_state(a_set())
    ages: list[int | None] = []
    for turn in range(1, 5):
        state = aged(state, None, TUNING, turn=turn)
        ages.append(state.sets[0].turns_since_shown if state.sets else None)
    assert ages == [1, 2, None, None]
    assert state.active_option_set_id is None


def test_choosing_from_it_keeps_it_in_sight() -> None:
    state = aged(a_state(a_set()), None, TUNING, turn=1)
    state = aged(state, None, TUNING, turn=2, used="set-a")
    assert (state.sets[0].turns_since_shown, state.shown) == (0, None)


def test_showing_it_again_makes_it_new() -> None:
    state = aged(a_state(a_set()), None, TUNING, turn=1)
    state = aged(state, "set-a", TUNING, turn=2)
    assert (state.sets[0].turns_since_shown, state.shown) == (0, state.sets[0])


def test_a_set_that_was_left_comes_back_by_name_and_not_by_itself() -> None:
    state = pause(a_state(a_set()), PauseReason.STOP, turn=3)
    assert (state.active, state.sets) == (None, ())
    assert resume(state).active == a_set()
    kept = aged(state, None, TUNING, turn=3 + TUNING.continuity_ttl_max_turns)
    assert kept.paused is not None
    assert aged(kept, None, TUNING, turn=4 + TUNING.continuity_ttl_max_turns).paused is None


def test_dropping_another_set_leaves_the_active_one() -> None:
    state = a_state(a_set(), PANEL)
    assert drop(state, "set-a").active_option_set_id == "set-w"
    assert focus(state, "set-a").active_option_set_id == "set-a"
    assert focus(state, "nowhere") == state


def test_a_host_shows_its_lists_itself() -> None:
    old = replace(a_set(), turns_since_shown=2)
    faded = replace(SOURCES, turns_since_shown=1)
    assert visible(a_state(old, faded)) == (old,)


def test_a_set_without_references_is_to_look_at_only() -> None:
    assert host_set(a_set(refs=False)).ui_only
    assert not host_set(a_set()).ui_only


def test_words_choose_from_a_bounded_pool() -> None:
    many = a_set(*(f"Option {n}" for n in range(40)))
    assert len(pool_of(many, TUNING).options) == TUNING.option_pool_max


def test_a_slot_question_of_an_earlier_version_has_its_options() -> None:
    asked = OpenSlots(
        slots=("payor",), question="Which?", original="q", asked_at_turn=1, option_set=a_set(origin=SetOrigin.SLOTS)
    )
    state = state_of(replace(a_thread(), open_slots=asked))
    assert (state.active_option_set_id, state.pending) == ("set-a", PendingClarifier.MISSING_SLOT)


def test_the_same_list_has_the_same_id() -> None:
    asked = PastQuestion(
        thread_id=ThreadId("thr"),
        turn_id=TurnId("t1"),
        objective_id=ObjectiveId("obj"),
        question="What is the fee?",
        status=OutwardStatus.RESOLVED,
        asked_at=NOW,
    )
    first, second = recent_set([asked], TUNING), recent_set([asked], TUNING)
    assert first is not None
    assert first == second
    assert (first.scope, first.options[0].says) == (Scope.DASHBOARD, "What is the fee?")
    assert recent_set([], TUNING) is None
    assert document_set([], TUNING) is None
    documents = document_set([("d1", "Handbook", "/a.md")], TUNING)
    assert documents is not None
    assert (documents.scope, documents.options[0].execution_ref) == (Scope.WORKSPACE, "document:d1")


def test_report_78_sources_take_no_place_where_a_host_shows_its_list() -> None:
    """R4-4: no list is left for another by itself."""
    host = replace(PANEL, origin=SetOrigin.HOST)
    state = register(NO_CONTINUITY, host)
    assert register(state, SOURCES) == state
    assert register(NO_CONTINUITY, SOURCES).active == SOURCES
