"""What is taken back in an answer, and which answer a bare correction means (C37)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import PACK, document, loop

from followthrough.rules.loop.capture import capture
from followthrough.rules.loop.revising import bare_correction, revised

TRIP = ("To which country do you travel?", "How many nights will you stay?", "Which airline do you fly with?")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("12, no wait 11", "11"),
        ("12 no wait, 11", "11"),
        ("12 - no, wait - 11", "11"),
        ("version 12, sorry, 11", "11"),
        ("12... I mean 11", "11"),
        ("12, I meant 11", "11"),
        ("12, actually 11", "11"),
        ("12, oops, 11.", "11"),
        ("12, make that 11", "11"),
        ("12, or rather 11", "11"),
        ("12, sorry it's 11", "11"),
        ("12. Correction: 11", "11"),
        ("red, no wait, blue", "blue"),
        ("the red one, sorry, the blue one", "the blue one"),
        ("France, I mean Canada", "Canada"),
        ("France, scratch that, Canada", "Canada"),
        ("12, no wait 13, no wait 11", "11"),
    ],
)
def test_c37_what_is_taken_back_is_no_part_of_the_answer(text, kept):
    assert revised(text, PACK) == kept
    assert capture(text, loop(), PACK).context.answers[-1].answer == kept


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "red, blinking, and rather bright",
        "red, rather bright",
        "red, no light on top",
        "red, sorry for the delay",
        "red, sorry I'm late",
        "it's actually 12",
        "it is red, actually blinking",
        "wait, it says 12",
        'it shows "12, no wait 11"',
        "12, wait for it to restart and then it shows something else entirely",
        "no wait",
        "I mean the grey one",
    ],
)
def test_c37_without_a_mark_between_two_values_nothing_is_taken_back(text):
    assert revised(text, PACK) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("actually Canada", "Canada"),
        ("Actually, Canada!", "Canada"),
        ("sorry, I meant Canada", "Canada"),
        ("no wait, Canada", "Canada"),
        ("correction: Canada", "Canada"),
        ("oops, Canada", "Canada"),
        ("my mistake, it's Canada", "Canada"),
        ("sorry, New Zealand", "New Zealand"),
    ],
)
def test_c37_a_bare_correction_changes_the_last_answer(text, value):
    captured = capture(text, loop("France", questions=TRIP), PACK)
    assert captured.changed == 0
    assert captured.context.answers[0].answer == value
    assert captured.context.current_index == 1


@pytest.mark.parametrize(
    "text", ["actually 3", "sorry, 3 nights", "actually none", "actually I can't say yet", "Canada"]
)
def test_c37_what_fits_the_pending_question_better_is_its_answer(text):
    captured = capture(text, loop("France", questions=TRIP), PACK)
    assert captured.changed is None
    assert captured.context.current_index == 2


def test_c37_the_documents_cases_tell_which_answer_is_meant():
    lamp = document("""
# Lamp
## Old model
### Red light
Press the cable in.
### Blue light
Wait.
## New model
Call the desk.
""")
    asked = ("Which model is it?", "Which light is on?")
    assert bare_correction("actually old", loop("new", questions=asked, passages=lamp), PACK) == (0, "old")
    assert bare_correction("actually red", loop("new", questions=asked, passages=lamp), PACK) is None


def test_c37_there_is_nothing_to_correct_before_the_first_answer():
    assert bare_correction("actually Canada", loop(questions=TRIP), PACK) is None


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("the model is B, the fault code is E2", ["the model is B", "the fault code is E2"]),
        ("model B, fault code E2", ["model B", "fault code E2"]),
        ("the fault code is E2 and the model is B", ["the model is B", "the fault code is E2"]),
        ("B, fault code E2", ["B", "fault code E2"]),
        ("B, the fault code is E2", ["B", "the fault code is E2"]),
        ("model: B; fault code: E2", ["model: B", "fault code: E2"]),
    ],
)
def test_c37_two_answers_in_one_message_fill_both(text, given):
    questions = ("Which model is it?", "Which fault code does it show?", "Is the fault new?")
    captured = capture(text, loop(questions=questions), PACK)
    assert [a.answer for a in captured.context.answers] == given


def test_c37_strict_takes_nothing_back():
    captured = capture("12, no wait 11", loop(strict=True), PACK)
    assert captured.context.answers[0].answer == "12, no wait 11"


LAMP = "# Lamp\n## Red light\nUnplug it.\n## Blue light\nWait.\n## Version 11\nReset.\n## Version 12\nCall."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("it was red, now it is blue", "now it is blue"),
        ("now it's blue but it was red", "now it's blue"),
        ("It used to be red. It's blue now.", "It's blue now"),
        ("red yesterday, currently blue", "currently blue"),
        ("at first red, then blue at the moment", "blue at the moment"),
        ("it was a red light before and now a blue one", "now a blue one"),
    ],
)
def test_c37_how_it_is_now_is_the_answer(text, kept):
    asked = replace(loop("12"), passages=document(LAMP))
    assert capture(text, asked, PACK).context.answers[-1].answer == kept


@pytest.mark.parametrize(
    "text",
    [
        "the cable was cut, now it is blue",
        "it was red and blue",
        "it is red now",
        "it was red, now it is dead",
        "before the red light it was on",
    ],
)
def test_c37_a_story_with_one_case_stays_as_it_is(text):
    asked = replace(loop("12"), passages=document(LAMP))
    assert capture(text, asked, PACK).context.answers[-1].answer == text


def test_c37_what_was_so_stays_where_the_question_is_about_it():
    asked = replace(loop("12"), passages=document(LAMP), questions=("Version?", "Which light was on before?"))
    assert (
        capture("it was red, now it is blue", asked, PACK).context.answers[-1].answer == "it was red, now it is blue"
    )
