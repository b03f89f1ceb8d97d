"""A place in a list means the list that the last answer shows (report 77)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.lanes.test_continuity import a_record
from tests.rules.listed import TUNING, a_moment, a_set, a_state, heard

from followthrough.domain.continuity import NO_CONTINUITY, ContinuityState, SetOrigin
from followthrough.domain.conversation import Decision, Lane, StoredTurn
from followthrough.domain.plan import Decided, OfferOptions
from followthrough.rules.lanes.on_screen import items_shown, point
from followthrough.rules.lanes.perform import Moment, Passed

COURSES = "Open:\n\n- Wheel course: six evenings.\n- Glaze course: two Saturdays.\n- Mould course: a week. [1]"
STEPS = "1. Let the pot dry for a week.\n2. Weigh it at the counter.\n3. Put it on the shelf. [1]"


def before(reply: str, text: str, state: ContinuityState = NO_CONTINUITY) -> Moment:
    record = replace(a_record(text=reply, cited=True, turn=1), decision=Decision(lane=Lane.ANSWER, reason="new"))
    moment = replace(a_moment(text, state), turns=(StoredTurn(message=record.message, record=record),))
    return heard(moment)


@pytest.mark.parametrize(
    ("reply", "text", "says"),
    [
        (COURSES, "the second one", "Glaze course"),
        (COURSES, "2", "Glaze course"),
        (COURSES, "tell me more about the third", "tell me more about the Mould course"),
        (COURSES, "how long is the last one?", "how long is the Mould course?"),
        (COURSES, "what does the first cost", "what does the Wheel course cost"),
        (COURSES, "what about number 1", "Wheel course"),
        (COURSES, "is the third course open to children", "is the Mould course open to children"),
        (STEPS, "what do i do in step 2", "what do i do in Weigh it at the counter"),
    ],
)
def test_report_77_the_item_at_that_place_is_asked_about(reply: str, text: str, says: str) -> None:
    found = point(before(reply, text))
    assert isinstance(found, Passed)
    assert found.message.text in (says, says.removeprefix("tell me more about the "))
    assert found.shown is not None
    assert found.shown.item in reply


@pytest.mark.parametrize(
    "text",
    [
        "is the first week free?",
        "it was last month",
        "open source 2",
        "how long do those last",
        "three of us",
        "9",
        "my second question is: how many guests may I bring?",
    ],
)
def test_a_place_of_something_else_points_at_no_item(text: str) -> None:
    assert point(before(COURSES, text)) is None


def test_report_77_a_number_that_the_list_does_not_have_is_told() -> None:
    found = point(before(STEPS, "explain step 9"))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, OfferOptions)
    assert (found.plan.say, found.plan.values, found.plan.decision.reason) == ("no_such_place", ("3",), "list_item")
    assert point(before(STEPS, "what does error 9 mean")) is None


def test_a_list_of_the_host_comes_first() -> None:
    assert point(before(COURSES, "the second one", a_state(replace(a_set(), origin=SetOrigin.HOST)))) is None


def test_what_was_said_about_a_document_s_questions_lists_nothing() -> None:
    moment = before(COURSES, "2")
    (turn,) = moment.turns
    assert turn.record is not None
    asked = replace(turn.record, decision=Decision(lane=Lane.CLARIFICATION, reason="all_answered"))
    assert items_shown((replace(turn, record=asked),), TUNING) is None
