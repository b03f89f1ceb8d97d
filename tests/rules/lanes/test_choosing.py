"""Choosing: what is about a list, what only looks like it (2.1, 2.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.listed import a_moment, a_set, a_state, done, executed, reason

from followthrough.domain.continuity import Scope, SetOrigin
from followthrough.domain.plan import Decided, OfferOptions
from followthrough.domain.rollout import ALL_OFF
from followthrough.rules.lanes.choosing import (
    choose,
    choose_again,
    choose_from,
    choose_in_scope,
    collision,
    execute_click,
)
from followthrough.rules.lanes.select import names_option, select

SOURCES = a_set("Fee Guide", "Roster", set_id="src", scope=Scope.WIDGET, origin=SetOrigin.SOURCES)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("open the roster", None),
        ("2", None),
        ("roster", None),
        ("open the guide", "no_deterministic_match"),
        ("use it", "no_deterministic_match"),
        ("open that one please", "no_deterministic_match"),
        ("I meant Roster A, not the guide", "passes"),
        ("I need a guide to the appeals process", "passes"),
        ("fax number", "passes"),
        ("and for Plan Gold", "passes"),
        ("Plan Silver", "passes"),
        ("thanks for the roster", "passes"),
    ],
)
def test_sources_are_chosen_by_commands_and_places_only(text: str, why: str | None) -> None:
    found = choose(a_moment(text, a_state(SOURCES)))
    if why == "passes":
        assert found is None
    elif why is None:
        assert executed(found) is not None
    else:
        assert (executed(found), reason(found)) == (None, why)


@pytest.mark.parametrize("label", ["stop", "cancel this", "back"])
def test_a_label_that_ends_is_asked_about(label: str) -> None:
    found = collision(a_moment(label, a_state(a_set(label, "Other"))))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert collision(a_moment(label)) is None


@pytest.mark.parametrize("label", ["None of these", "not sure", "Something else", "Talk to an agent"])
def test_a_whole_label_is_chosen_whatever_else_it_says(label: str) -> None:
    moment = a_moment(label.lower(), a_state(a_set("Other", label)))
    assert names_option(moment)
    assert executed(select(moment)) == "o2"
    assert not names_option(a_moment("stop", a_state(a_set("Stop", "Go"))))
    assert not names_option(a_moment(label, a_state(a_set("Other", label)), flags=ALL_OFF))


@pytest.mark.parametrize("text", ["1?", "the first?", "option 1?", "2...?", "2!?", "roster a?", "2 ?!"])
def test_what_wonders_chooses_nothing(text: str) -> None:
    assert executed(select(a_moment(text, a_state(a_set())))) is None


def test_a_word_of_a_label_is_not_its_name() -> None:
    assert executed(select(a_moment("yes", a_state(a_set("Yes, renew", "No, cancel"))))) is None


def test_a_scope_that_is_named_alone_shows_its_list() -> None:
    found = choose_in_scope(a_moment("from the sources", a_state(SOURCES)))
    assert reason(found) == "list_shown"
    assert choose_in_scope(a_moment("what does it say in the documents?")) is None
    assert choose_in_scope(a_moment("I have read all of it in the documents that you sent me last week")) is None


def test_what_is_unresolved_stays_in_its_scope() -> None:
    state = a_state(a_set(), SOURCES)
    found = choose_from(a_moment("x", state), Scope.WIDGET, "the handbook")
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert found.plan.option_set is not None
    assert found.plan.option_set.id == "src"


def test_naming_a_list_moves_the_focus_to_it() -> None:
    state = a_state(a_set(), SOURCES)
    found = choose_from(a_moment("x", state), Scope.WIDGET, "2")
    assert executed(found) == "o2"
    assert found.continuity is not None
    assert found.continuity.active_option_set_id == "src"


def test_a_host_shows_its_own_list_of_a_scope() -> None:
    hosts = a_set("Mine", set_id="host-w", scope=Scope.DASHBOARD)
    recents = a_set("Ours", set_id="rec", scope=Scope.DASHBOARD, origin=SetOrigin.RECENTS)
    found = choose_from(a_moment("x", a_state(hosts), lists=(recents,)), Scope.DASHBOARD, "1")
    assert found.action is not None
    assert found.action.label == "Mine"


def test_what_is_said_behind_a_return_cue_never_leaves_the_list() -> None:
    assert executed(choose_again(a_moment("x"), "the last one")) == "o3"
    assert reason(choose_again(a_moment("x"), "something else")) == "no_deterministic_match"


def test_a_click_is_of_the_set_that_it_names() -> None:
    state = a_state(a_set(), SOURCES)
    found = execute_click(a_moment("", state), SOURCES.options[0], SOURCES)
    assert found.action is not None
    assert (found.action.option_set_id, found.action.option_id) == ("src", "o1")
    ui_only = replace(a_set(refs=False), ui_only=True)
    assert executed(execute_click(a_moment("", a_state(ui_only)), ui_only.options[0], ui_only)) == "o1"


@pytest.mark.parametrize("text", ["beta", "open beta"])
def test_r4_61_a_label_of_two_lists_in_sight_is_asked_about(text: str) -> None:
    notes = a_set("Alpha", "Beta", set_id="a", scope=Scope.WIDGET)
    files = a_set("Gamma", "Beta", set_id="b", scope=Scope.WORKSPACE)
    found = select(a_moment(text, a_state(notes, files)))
    assert (executed(found), reason(found)) == (None, "which_list")
    assert executed(select(a_moment("gamma", a_state(notes, files)))) == "o1"


@pytest.mark.parametrize(
    ("text", "why", "chosen"),
    [("1", "ordinal", None), ("the first", "ordinal", None), ("1", "exact_label", "o1"), ("2", "ordinal", "o2")],
)
def test_a_place_that_chose_last_is_asked_about_when_it_is_said_again(
    text: str, why: str, chosen: str | None
) -> None:
    last = replace(done("o1"), option_set_id="set-a", reason=why)
    state = replace(a_state(a_set()), last_resolved_action=last)
    assert executed(select(a_moment(text, state))) == chosen
