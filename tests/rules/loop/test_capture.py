"""Which questions a message answers: one, verbatim, unless explicit marks say more (R3-11, C24, C37)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.loops import PACK, QUESTIONS, document, loop

from followthrough.rules.loop.capture import capture, with_answers


def answers(context):
    """The answers in the order of the questions."""
    return [a.answer for a in context.answers]


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "  12 \n",
        "version 12",
        "red, blinking, and rather bright",
        "It is the old one, with the red light",
        "actually 12",
        "sorry, I mean the grey one",
        "actually, the cable is loose",
        "wait, it says 12",
        "in the version that came with the light blue box, I believe",
        "light red",
        "1. restart 2. nothing happened 3. restarted again 4. still nothing",
        "change the cable",
        "version 12, version 13",
    ],
)
def test_r3_11_the_whole_message_is_the_answer_verbatim(text):
    captured = capture(text, loop(), PACK)
    assert answers(captured.context) == [text]
    assert captured.context.current_index == 1
    assert captured.changed is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("actually, the version is 11", "11"),
        ("Actually the version is 11.", "11"),
        ("correction: version 11", "11"),
        ("sorry, version should be 11", "11"),
        ("change the version to 11", "11"),
        ("no wait, the version was 11", "11"),
        ("I made a mistake, the version is the grey one", "the grey one"),
        ("correction to question 1: 11", "11"),
        ("Correction: answer 1 is 11", "11"),
        ("change question 1 to 11", "11"),
        ("change my first answer to 11", "11"),
        ("Please change the answer to the first question to 11.", "11"),
        ("correction: the first answer is 11", "11"),
        ("update answer one to 11", "11"),
        ("sorry, my 1st answer was 11", "11"),
        ("my first answer should be 11", "11"),
    ],
)
def test_c37_a_marked_correction_changes_the_answer_that_it_names(text, value):
    captured = capture(text, loop("12"), PACK)
    assert answers(captured.context) == [value]
    assert captured.context.current_index == 1
    assert captured.changed == 0


def test_c37_a_correction_of_the_pending_question_is_its_answer():
    captured = capture("actually, the light is red", loop("12"), PACK)
    assert answers(captured.context) == ["12", "actually, the light is red"]
    assert captured.changed is None


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("version 12, red light", ["version 12", "red light"]),
        ("The version is 12 and the light is red", ["The version is 12", "the light is red"]),
        ("light: red; version: 12", ["version: 12", "light: red"]),
        ("version 12, red light, phone in room 4", ["version 12", "red light", "phone in room 4"]),
    ],
)
def test_c37_several_answers_fill_the_questions_that_they_name(text, given):
    captured = capture(text, loop(), PACK)
    assert answers(captured.context) == given
    assert captured.context.current_index == len(given)


@pytest.mark.parametrize("text", ["version 12, red light", "actually, the version is 11", "1. 12\n2. red"])
def test_c37_strict_turns_the_marks_off(text):
    captured = capture(text, loop(strict=True), PACK)
    assert answers(captured.context) == [text]


def test_c24_a_question_may_come_twice_and_has_two_answers():
    context = loop(questions=("Which light?", "Which light?"))
    context = capture("red", context, PACK).context
    context = capture("blue", context, PACK).context
    assert [(a.question, a.answer) for a in context.answers] == [("Which light?", "red"), ("Which light?", "blue")]
    changed = capture("actually, the light is green", loop("red", questions=("Which light?", "Where?")), PACK)
    assert answers(changed.context) == ["green"]


def test_an_unknown_answer_is_none():
    assert answers(with_answers(loop("12"), (None,))) == ["12", None]


@given(st.text(min_size=1, max_size=60))
def test_any_message_answers_something_and_loses_nothing(text):
    before = loop("12")
    captured = capture(text, before, PACK)
    assert len(captured.context.answers) == captured.context.current_index <= len(QUESTIONS)
    assert captured.changed is not None or captured.context.current_index > before.current_index
    if captured.changed is None:
        assert captured.context.answers[0] == before.answers[0]


@pytest.mark.parametrize(
    "text",
    ["the first one", "actually the first one I saw", "first light red", "the first light is red", "my first answer"],
)
def test_c37_a_place_that_counts_no_answer_changes_none(text):
    captured = capture(text, loop("12"), PACK)
    assert answers(captured.context) == ["12", text]
    assert captured.changed is None


TRANSFERS = """
# Transfers
It depends on who sends, on the country and on the weight.
## Send
If you send a parcel, you pay first.
### Spain
A trace in Spain takes 2 days.
### Morocco
A trace in Morocco takes 7 days.
## Receive
If you receive a parcel, you pay nothing.
### Spain
You hear back within 5 days.
### Morocco
You hear back within 25 days.
"""
OF_TRANSFERS = (
    "Do you want to send or receive a parcel?",
    "Is it Spain or Morocco?",
    "How many kilos does it weigh?",
)


def transfers(*given, **changes):
    """A running loop over a document with cases for its first two questions."""
    return loop(*given, questions=OF_TRANSFERS, passages=document(TRANSFERS), **changes)


@pytest.mark.parametrize(("text", "place"), [("morocco", 1), ("it goes to Spain", 1)])
def test_what_answers_a_later_question_is_taken_for_that(text, place):
    captured = capture(text, transfers(), PACK)
    assert captured.is_ahead
    assert captured.context.answers[0].question == OF_TRANSFERS[place]
    assert captured.context.answers[0].answer == text
    assert captured.context.question == OF_TRANSFERS[0]
    assert set(captured.context.questions) == set(OF_TRANSFERS)


@pytest.mark.parametrize("text", ["send", "Hub 7", "both", "Spain or Morocco", "a parcel", "12"])
def test_what_may_answer_the_question_that_waits_is_taken_for_no_other(text):
    captured = capture(text, transfers(), PACK)
    assert not captured.is_ahead
    assert captured.context.answers[0].question == OF_TRANSFERS[0]


def test_where_every_question_is_answered_nothing_is_kept_for_a_later_one():
    captured = capture("a parcel", transfers("send", "spain", "3 kilos"), PACK)
    assert not captured.is_ahead
    assert len(captured.context.answers) == len(OF_TRANSFERS)


def test_a_question_without_cases_takes_every_answer():
    captured = capture("send", transfers("send", "spain"), PACK)
    assert not captured.is_ahead
    assert captured.context.answers[2].answer == "send"


def test_c37_a_mark_behind_the_value_corrects_too():
    captured = capture("to morocco i meant", transfers("send", "spain"), PACK, corrects=True)
    assert captured.changed == 1
    assert captured.context.answers[1].answer == "to morocco"
