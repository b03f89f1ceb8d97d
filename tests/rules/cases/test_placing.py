"""Where a message belongs among a loop's questions: several answers, corrections, what fits nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import PACK, PART, document, loop, message, thread

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.plan import AskLoop, FinishLoop
from followthrough.rules.cases.alternatives import offered_words
from followthrough.rules.cases.fitting import Fit, Fitting
from followthrough.rules.loop.capture import capture
from followthrough.rules.loop.clarification import clarify
from followthrough.rules.loop.clarified import answer_clarified
from followthrough.tuning import DEFAULT_TUNING

HUBS = """
# Dropping connections
What to do depends on the router model and on the light.
## Hub 3
- Red light: replace the splitter.
- Blue light: move the router.
## Hub 5
- Red light: hold the reset pin.
- Blue light: change the channel.
"""
ASKED = ("Which router model is it?", "What colour is the light?")
DOSE = """
# Syrup
## Adult
- Day: take 20 ml.
- Night: take 30 ml.
## Child
- Day: take 5 ml.
- Night: take 7 ml.
"""


def hubs(*answers: str | None, **changes: object) -> ClarificationContext:
    return replace(loop(*answers, questions=ASKED, **changes), passages=document(HUBS))


def said(text: str, context: ClarificationContext) -> AskLoop | FinishLoop:
    plan = clarify(message(text), thread(context), PACK)
    assert plan is not None
    return plan


@pytest.mark.parametrize(
    "text", ["Hub 5, red", "Hub 5, red, about two days", "hub 5 with a red light", "red, Hub 5", "red light on hub 5"]
)
def test_report_74_one_message_answers_every_question(text: str) -> None:
    plan = said(text, hubs())
    assert isinstance(plan, FinishLoop)
    found = answer_clarified((PART,), plan.context, PACK, DEFAULT_TUNING)
    assert [e.text for e in found.answers[0].extracts] == ["Red light: hold the reset pin."]
    assert found.answers[0].complete


@pytest.mark.parametrize("text", ["sorry, it is a Hub 5 actually", "no, Hub 5", "hub 5"])
def test_reports_69_74_a_correction_at_a_later_question_changes_the_earlier_answer(text: str) -> None:
    plan = said(text, hubs("Hub 3"))
    assert isinstance(plan, AskLoop)
    assert (plan.say, plan.changed, plan.context.current_index) == ("changed", 0, 1)
    assert "5" in (plan.context.answers[0].answer or "")


@pytest.mark.parametrize("text", ["12", "banana", "Hub 7", "the newer one"])
def test_report_76_what_fits_nothing_is_asked_for_once_more(text: str) -> None:
    again = said(text, hubs())
    assert isinstance(again, AskLoop)
    assert (again.say, again.about, again.context.answers) == ("unfit", ("Hub 3", "Hub 5"), ())
    taken = said(text, again.context)
    assert isinstance(taken, AskLoop)
    assert (taken.say, taken.context.current_index) == ("next", 1)
    ended = said("red", taken.context)
    assert isinstance(ended, FinishLoop)
    assert not answer_clarified((PART,), ended.context, PACK, DEFAULT_TUNING).answers[0].complete


def test_report_76_both_is_both() -> None:
    context = replace(
        loop("adult", questions=("Is it for an adult or a child?", "Is it day or night?")), passages=document(DOSE)
    )
    plan = said("both", context)
    assert isinstance(plan, FinishLoop)
    found = answer_clarified((PART,), plan.context, PACK, DEFAULT_TUNING)
    assert [e.text for e in found.answers[0].extracts] == ["Day: take 20 ml.", "Night: take 30 ml."]


def test_in_a_strict_loop_every_message_is_the_answer() -> None:
    plan = said("banana", hubs(strict=True))
    assert isinstance(plan, AskLoop)
    assert (plan.say, plan.context.answers[0].answer) == ("next", "banana")


def test_a_question_without_cases_takes_any_answer_as_it_is() -> None:
    context = hubs("Hub 3", "red")
    context = replace(context, questions=(*ASKED, "Where is it?"))
    assert Fitting.of(context, PACK).fit(2, "in the hall") is Fit.FREE
    assert capture("in the hall, I think", context, PACK).context.answers[-1].answer == "in the hall, I think"


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("Is the badge green, white or striped?", ("green", "white", "striped")),
        ("Which model do you have, 300A or 300B?", ("300a", "300b")),
        ("Are you full time or part time?", ("full time", "part time")),
        ("How old is it?", ()),
    ],
)
def test_what_a_question_offers(question: str, offered: tuple[str, ...]) -> None:
    assert offered_words(question, PACK) == tuple(tuple(one.split()) for one in offered)


@pytest.mark.parametrize(
    "text",
    [
        "Hub 3 or Hub 5, not sure",
        "either a hub 3 or a hub 5",
        "sometimes hub 3, sometimes hub 5",
        "Hub 3 and Hub 5",
    ],
)
def test_an_answer_that_names_two_cases_is_asked_about(text: str) -> None:
    plan = said(text, hubs())
    assert isinstance(plan, AskLoop)
    assert (plan.say, plan.about, plan.context.answers) == ("unsettled", ("Hub 3", "Hub 5"), ())
    again = said(text, plan.context)
    assert again.context.answers[0].answer is None  # it can't be told: nothing is chosen


@pytest.mark.parametrize("text", ["Hub 5, not Hub 3", "not the Hub 3, the Hub 5", "Hub 3, no wait, Hub 5"])
def test_a_case_that_is_denied_or_taken_back_is_none(text: str) -> None:
    assert said(text, hubs()).context.current_index == 1


@pytest.mark.parametrize(
    "text",
    [
        "sorry, Hub 5 not Hub 3",
        "I said Hub 3 but it was Hub 5",
        "hmm, I looked again and it's a Hub 5",
        "my first answer was wrong, it is a hub 5",
        "I meant Hub 5 in the first question",
        "change the first one to Hub 5",
    ],
)
def test_a_correction_at_a_later_question_finds_its_question(text: str) -> None:
    plan = said(text, hubs("Hub 3"))
    assert isinstance(plan, AskLoop)
    assert (plan.say, plan.changed) == ("changed", 0)
    assert "Hub 5" in (plan.context.answers[0].answer or "").replace("hub", "Hub")
    assert plan.context.question == "What colour is the light?"


@pytest.mark.parametrize("text", ["red", "red, as on my other one"])
def test_an_answer_to_the_open_question_changes_no_other(text: str) -> None:
    plan = said(text, hubs("Hub 3"))
    assert [given.answer for given in plan.context.answers] == ["Hub 3", text]


TICKETS = """
# Tickets
What a ticket costs depends on the age and on the day.
## On a weekday
- Under 6 years: free.
- 6 to 17 years: 4 euros.
## At the weekend
- Under 6 years: 2 euros.
- 6 to 17 years: 6 euros.
"""


def test_what_only_sounds_like_an_amount_changes_no_earlier_answer() -> None:
    questions = ("How old is the visitor?", "Do they come on a weekday or at the weekend?")
    context = replace(loop("6", questions=questions), passages=document(TICKETS))
    captured = capture("on a week day", context, PACK)
    assert (captured.changed, captured.context.answers[0].answer) == (None, "6")


@pytest.mark.parametrize(
    ("text", "model", "colour"),
    [
        ("no hub 3, and its red", "hub 3", "its red"),
        ("wait, hub 3 and blue", "hub 3", "blue"),
        ("not hub 5, hub 3, and the light is red", "hub 3", "the light is red"),
        ("actually it is a hub 3, blue light", "it is a hub 3", "blue light"),
    ],
)
def test_c37_an_earlier_answer_is_put_right_beside_the_present_one(text: str, model: str, colour: str) -> None:
    captured = capture(text, hubs("Hub 5"), PACK)
    assert [given.answer for given in captured.context.answers] == [model, colour]


@pytest.mark.parametrize(
    ("text", "answer", "kept"),
    [
        ("hub 3, and how do i return it", "hub 3", "how do i return it"),
        ("Hub 3. When does the shop open?", "Hub 3", "When does the shop open?"),
        ("hub 5 but who do i call", "hub 5", "who do i call"),
        ("hub 5, is that bad", "hub 5", "is that bad"),
        ("hub 5, where is the light", "hub 5", ""),
    ],
)
def test_c21_a_question_beside_an_answer_is_kept_for_the_end(text: str, answer: str, kept: str) -> None:
    plan = said(text, hubs())
    assert isinstance(plan, AskLoop)
    assert [given.answer for given in plan.context.answers] == [answer]
    assert (plan.noted, plan.context.noted) == (kept, (kept,) if kept else ())


def test_c21_of_two_cases_neither_is_taken_with_a_question_about_the_other() -> None:
    plan = said("hub 3, or is it a hub 5?", hubs())
    assert isinstance(plan, AskLoop)
    assert not plan.context.answers


def test_c39_the_end_offers_to_look_up_what_was_kept() -> None:
    plan = said("red, and how do i return it", hubs("Hub 3"))
    assert isinstance(plan, FinishLoop)
    assert plan.context.noted == ("how do i return it",)
