"""A message that only points, where there is nothing to point at, is no question (R3-17, C21)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.giving import kinds as given_kinds
from tests.rules.pursuing import PACK, SLOTS, TUNING, message, objective, sub, thread

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.given import Offered
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import SubStatus
from followthrough.domain.plan import SayText
from followthrough.domain.resolution import Exchange
from followthrough.rules.hearing.classify import Heard, hear
from followthrough.rules.hearing.pointing import only_points, picks, points_at_nothing
from followthrough.rules.questions.plan import plan_subject
from followthrough.rules.questions.subject import subject_of
from followthrough.rules.slots.gazetteer import Gazetteer

PAYER, DESK = load_pack("healthcare_payer"), load_pack("it_support")
BARE = thread()


def heard(text: str, on: Thread = BARE, *before: str) -> Heard:
    found = hear(message(text), on, (), known=Gazetteer(PACK), pack=PACK, tuning=TUNING)
    return replace(found, history=tuple(Exchange(message=asked, query=asked) for asked in before))


PLAIN = ["12", "3.", "#4", "4)", "1 and 3", "2, 3", "two"]
POINTING = [
    "12",
    "3.",
    "#4",
    "4)",
    "option 12?",
    "1 and 3",
    "2, 3",
    "number 7",
    "number two",
    "option 2",
    "Option Two, please",
    "the third",
    "third one",
    "the 2nd",
    "2nd option",
    "open the second one",
    "Open the first link",
    "show me the last one",
    "could you open the fourth one please?",
    "can you show me number 5?",
    "I'll take the second",
    "let's go with the first option",
    "ok, the last of those",
    "give me 3",
    "please pull up the fifth result from the list",
    "click on the bottom one",
    "two",
]


@pytest.mark.parametrize("text", POINTING)
def test_a_place_in_no_list_points_at_nothing(text: str) -> None:
    assert points_at_nothing(text, "What is the late fee?", PACK)


@pytest.mark.parametrize(
    "text",
    [
        "second opinion",
        "What is the second step?",
        "the second dose",
        "section 12",
        "open the parking garage",
        "when is the first deadline",
        "12 days",
        "$12",
        "3.5",
        "8:30",
        "2025-03-01",
        "90837",
        "H0038",
        "last page of the manual",
        "how do I open the second door?",
        "open",
        "show me",
        "that one",
        "which one",
        "what about the second one?",
        "or 13?",
        "two factor authentication",
        "level 3",
        "what is 12",
    ],
)
def test_what_says_more_than_a_place_does_not_point(text: str) -> None:
    assert not only_points(text, PACK)


def test_a_code_of_the_packs_field_says_more() -> None:
    assert not any(only_points(code, PAYER) for code in ("99213", "CO-29", "H0038", "Z55.9", "1234567893"))
    assert not any(only_points(code, DESK) for code in ("0x80070005", "KB12345"))
    assert only_points("12", PAYER)
    assert only_points("12", DESK)


def test_a_number_goes_on_with_a_question_that_has_one_of_its_shape() -> None:
    assert not points_at_nothing("2025", "What was the late fee in 2024?", PACK)
    assert points_at_nothing("12", "What was the late fee in 2024?", PACK)
    assert points_at_nothing("2025", "What is the late fee?", PACK)


@pytest.mark.parametrize("text", [text for text in POINTING if text not in PLAIN])
def test_f18_whoever_picks_states_no_value_of_what_is_open(text: str) -> None:
    assert picks(text, PACK)
    assert given_kinds(text, "When is the second garage open?") == "?"


@pytest.mark.parametrize("text", PLAIN)
def test_f18_a_figure_right_after_its_ask_is_an_answer(text: str) -> None:
    assert not picks(text, PACK)
    assert given_kinds(text, "How many visits are covered?") == "statement"


def said_to(heard: Heard, on: Thread = BARE) -> str:
    plan = plan_subject(subject_of(heard, (), Gazetteer(PACK), PACK), heard, on, PACK, TUNING)
    return plan.say if isinstance(plan, SayText) else ""


@pytest.mark.parametrize("text", ["12", "open the second one"])
def test_nothing_is_planned_for_it(text: str) -> None:
    on = thread(objective(sub("What is the fee?", SubStatus.ANSWERED)))

    assert said_to(heard(text)) == said_to(heard(text, on, "What is the fee?"), on) == "points_at_nothing"


def test_who_waits_for_an_answer_or_gets_a_file_is_not_told_so() -> None:
    with_file = Offered(files=(DocumentId("doc"),), question="12")

    assert said_to(heard("12", thread(slots=SLOTS))) == ""
    assert said_to(replace(heard("12"), given=with_file)) == ""
    assert said_to(replace(heard("12"), turn_class=TurnClass.INFO_PROVIDED)) == ""
