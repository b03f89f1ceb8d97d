"""Who wants out is let out, in whatever words; what only has such a word in it is an answer (C14, C21, C35)."""

from __future__ import annotations

from dataclasses import fields

import pytest
from tests.rules.loops import PACK, loop, message, thread

from followthrough.domain.outcome import Progress, Said
from followthrough.domain.plan import AskLoop, Conclude, FinishLoop
from followthrough.rules.compose import compose
from followthrough.rules.interrupt import interrupt
from followthrough.rules.leaving import may_want_out, wants_out
from followthrough.rules.words import LONGEST_PHRASE
from followthrough.tuning import DEFAULT_TUNING

OUT = [
    "I want to stop this now",
    "please stop asking me questions",
    "no more questions please",
    "I don't want to answer any more questions",
    "i dont want to continue",
    "can we stop here?",
    "how do I get out of this?",
    "let's end this",
    "Let’s drop it",
    "I've had enough of this",
    "we've had enough of this",
    "cancel everything",
    "you don't need to continue",
    "skip the rest",
    "skip all the questions",
    "I'm tired of these questions",
    "never mind, I figured it out",
    "this is taking too long, forget it",
    "I changed my mind",
    "I don't need help any more",
    "this conversation is over",
    "forget what I asked",
    "I'd like this to end",
    "bye",
    "I have to go",
    "STOP!!!",
    "stop stop stop",
]
IN = [
    "stop light is on",
    "the stop button",
    "stop the alarm",
    "cancel is highlighted",
    "it says 'cancel or continue?'",
    "exit code 3",
    "end user",
    "I'm done with the first step and it shows 4",
    "no more than two",
    "enough for two",
    "leave it on",
    "leave of absence",
    "quit flashing",
    "they left in May",
    "it stopped",
    "it ended well",
    "finished product",
    "question 4 of the form",
    "skip 2",
    "skipping every second line",
    "not now but in May",
    "I don't have it any more",
    "home",
    "back",
    "done",
    "let me finish the first step",
    "too many to count",
    "that's all it shows: E5",
    "never mind the colour, it flashes",
    "later",
    "two minutes",
    "a second",
    "still there",
]


@pytest.mark.parametrize("text", OUT)
def test_c21_who_wants_out_of_the_questions_is_let_out(text):
    decided = interrupt(message(text), thread(loop("12")), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, Conclude)


@pytest.mark.parametrize("text", IN)
def test_c14_one_word_more_makes_it_an_answer(text):
    decided = interrupt(message(text), thread(loop("12")), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, AskLoop | FinishLoop)


@pytest.mark.parametrize(
    "text",
    ["bye", "I have to go", "how do I get out of this?", "how do I cancel this?", "this conversation is over"],
)
def test_leave_taking_and_asking_the_way_out_count_while_a_question_waits_only(text):
    assert wants_out(text, PACK, question="Which light is on?")
    assert not wants_out(text, PACK)


@pytest.mark.parametrize("text", ["I'm leaving", "I want to leave", "we are leaving", "fixed, thanks"])
def test_what_the_question_offers_is_its_answer(text):
    context = loop(questions=("Are you staying in the plan, or do you leave? When are you leaving? Is it fixed?",))
    decided = interrupt(message(text), thread(context), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, FinishLoop)


@pytest.mark.parametrize("text", ["I don't need it anymore", "I changed my mind", "it's broken, I don't want it"])
def test_a_reason_answers_a_question_for_a_reason(text):
    context = loop(questions=("Why do you send it back?",))
    decided = interrupt(message(text), thread(context), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, FinishLoop)


@pytest.mark.parametrize("text", ["please end this conversation", "I don't want to continue", "let's stop this"])
def test_c35_it_ends_an_unsolved_question_without_a_loop_too(text):
    decided = interrupt(message(text), thread(None), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, Conclude)


@pytest.mark.parametrize(
    "text", ["let's cut this short and stop at the second floor", "I drop it now and then over there, red"]
)
def test_an_answer_that_may_be_meant_as_the_end_is_taken_and_the_way_out_told(text):
    decided = interrupt(message(text), thread(loop()), (), PACK, DEFAULT_TUNING)
    assert decided is not None
    assert isinstance(decided.plan, AskLoop)
    reply = compose(decided.plan, Said(), Progress(), PACK).text
    assert text in reply
    assert "“stop”" in reply


@pytest.mark.parametrize("text", ["12", "the stop button", "exit code 3", "it stopped", "Why does it stop?"])
def test_a_plain_answer_raises_no_doubt(text):
    assert not may_want_out(text, loop(), PACK)


@pytest.mark.parametrize("section", ["leaving", "persons", "clarifying"])
def test_no_phrase_is_longer_than_what_is_read(section):
    words = getattr(PACK, section)
    lists = [value for field in fields(words) if isinstance(value := getattr(words, field.name), frozenset)]
    assert lists
    assert not [phrase for phrases in lists for phrase in phrases if len(phrase.split()) > LONGEST_PHRASE]
