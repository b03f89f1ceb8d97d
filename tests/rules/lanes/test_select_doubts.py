"""What is asked back over a list, and what the next message does to it (2.1 to 2.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.listed import PACK, a_moment, a_set, a_state, executed, later, reason

from followthrough.domain.continuity import NO_CONTINUITY, PauseReason, Scope, SetOrigin
from followthrough.domain.plan import Decided, OfferOptions
from followthrough.rules.lanes.perform import Passed
from followthrough.rules.lanes.select import claims, select
from followthrough.rules.lists.option_sets import pause, register


@pytest.mark.parametrize("no", ["no", "nope", "not sure", "wait", "hmm"])
@pytest.mark.parametrize("yes", ["yes", "ok", "sure", "yes please"])
def test_a_yes_after_a_refused_suggestion_chooses_nothing(no: str, yes: str) -> None:
    moment = a_moment("open the handbok")
    for text in (no, yes):
        found = select(moment)
        assert isinstance(found, Decided)
        moment = later(moment, text, found)
    assert claims(moment)
    found = select(moment)
    assert executed(found) is None
    assert reason(found) == "no_deterministic_match"


@pytest.mark.parametrize("text", ["not the handbook", "close the handbook", "don't open the handbook"])
def test_what_is_denied_is_not_suggested(text: str) -> None:
    found = select(a_moment(text))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert (found.plan.say, found.unresolved) == ("choose_one", None)
    assert executed(select(later(a_moment(text), "yes", found))) is None


@pytest.mark.parametrize(
    ("text", "action", "explains"),
    [
        ("open the handbok", "open", False),
        ("use the handbok and tell me why", "use", True),
        ("handbok", "select", False),
    ],
)
def test_a_yes_does_what_was_asked_for(text: str, action: str, explains: bool) -> None:
    asked = select(a_moment(text))
    assert isinstance(asked, Decided)
    assert asked.unresolved is not None
    assert asked.unresolved.explains is explains
    found = select(later(a_moment(text), "yes", asked))
    assert isinstance(found, Decided)
    assert found.action is not None
    assert (found.action.type.value, found.explains) == (action, explains)


TWO_LISTS = a_state(a_set(set_id="w", scope=Scope.WIDGET), a_set("Alpha", "Beta", set_id="d", scope=Scope.DASHBOARD))


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("beta", "o2"),
        ("open the beta please", "o2"),
        ("appeals form", "o3"),
        ("the dashboard", "o2"),
        ("1", "o2"),
        ("zebra", None),
        ("the green one", None),
    ],
)
def test_the_question_which_list_has_the_turn(text: str, chosen: str | None) -> None:
    moment = a_moment("2", TWO_LISTS)
    asked = select(moment)
    assert isinstance(asked, Decided)
    found = select(later(moment, text, asked))
    assert executed(found) == chosen
    assert chosen is not None or reason(found) == "which_list"


def test_lists_of_a_host_are_called_by_where_they_are() -> None:
    asked = select(a_moment("2", TWO_LISTS))
    assert isinstance(asked, Decided)
    assert isinstance(asked.plan, OfferOptions)
    assert asked.plan.option_set is not None
    labels = [o.label for o in asked.plan.option_set.options]
    assert labels == ["the list in the side panel", "the list on the dashboard"]


@pytest.mark.parametrize(
    ("text", "option"), [("member handbook", "o2"), ("appeals", "o3"), ("2", "o2"), ("2025", "o1"), ("manul", "o1")]
)
def test_the_detail_after_none_of_these_is_used_and_nothing_executed(text: str, option: str) -> None:
    moment = a_moment("none of these")
    asked = select(moment)
    assert isinstance(asked, Decided)
    detailed = later(moment, text, asked)
    found = select(detailed)
    assert executed(found) is None
    assert isinstance(found, Decided)
    assert executed(select(later(detailed, "yes", found))) == option


@pytest.mark.parametrize("text", ["what is an appeal?", "zebra plan", "does the handbook say so"])
def test_what_is_no_detail_goes_on(text: str) -> None:
    moment = a_moment("none of these")
    asked = select(moment)
    assert isinstance(asked, Decided)
    assert isinstance(select(later(moment, text, asked)), Passed)


@pytest.mark.parametrize(
    "text",
    [
        "member handbook",
        "next",
        "both",
        "any",
        "secnd",
        "open",
        "could you please open",
        "2 no",
        "0",
        "-2",
        "2%",
    ],
)
def test_what_is_terse_over_a_hosts_list_is_asked_about(text: str) -> None:
    found = select(a_moment(text, a_state(a_set("Fee schedule", "Claim form"))))
    assert (executed(found), reason(found)) == (None, "no_deterministic_match")


def test_what_is_terse_goes_on_while_more_than_a_list_is_open() -> None:
    shown = a_set("Fee schedule", "Claim form")
    older = replace(shown, turns_since_shown=1)
    assert isinstance(select(a_moment("member handbook", a_state(older))), Passed)
    assert isinstance(select(a_moment("what is next?", a_state(shown))), Passed)


BESIDE = a_set("Bulletin", "Roster", set_id="src", scope=Scope.WIDGET, origin=SetOrigin.SOURCES)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("not that", "suggestion_rejected"),
        ("no", "refusal"),
        ("none of these", "list_rejected"),
        ("yes", "confirmed"),
    ],
)
def test_a_list_beside_the_conversation_waits_once_it_is_asked_about(text: str, why: str) -> None:
    moment = a_moment("open the bulletn", a_state(BESIDE))
    asked = select(moment)
    assert isinstance(asked, Decided)
    after = later(moment, text, asked)
    assert claims(after)
    assert reason(select(after)) == why


def test_a_list_that_was_left_comes_back_past_an_answer() -> None:
    left = select(a_moment("cancel this"))
    assert isinstance(left, Decided)
    assert left.continuity is not None
    answered = register(left.continuity, BESIDE)
    assert reason(select(a_moment("back to the list", answered, turn=3))) == "list_resumed"
    assert executed(select(a_moment("2", answered, turn=3))) == "o2"
    clicked = a_moment("", answered, turn=3, click=("set-a", "o2"))
    assert reason(select(clicked)) == "list_is_closed"


def test_a_list_that_is_gone_is_said_to_be() -> None:
    assert reason(select(a_moment("back to the list", NO_CONTINUITY))) == "selection_gone"
    assert reason(select(a_moment("back to the list", a_state(BESIDE)))) == "list_shown"


def test_fault_27_a_list_that_comes_back_asks_a_question() -> None:
    found = select(a_moment("back to the list", pause(a_state(a_set()), PauseReason.STOP, turn=1)))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert PACK.lists.choose_again.endswith("?")
    assert found.plan.say == "choose_again"
