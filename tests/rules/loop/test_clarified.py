"""The answer at the end of a loop uses the user's details, without a model and without a search (R3-14)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import PACK, document, loop
from tests.rules.said import TUNING, part

from followthrough.domain.outcome import Clarified
from followthrough.rules.cases.fitting import Fitting
from followthrough.rules.loop.clarified import answer_clarified

PHONES = """
# Desk phone errors
When the phone shows an error, what to do depends on its version and its light.
## Version 9 or older
These phones are no longer supported. Ask for a new phone.
## Versions 10 to 14
| Light | Meaning | What to do |
| Red | The cable is loose | Press the cable in |
| Blue | The phone updates itself | Wait ten minutes |
| Off | There is no power | Check the power supply |
## Version 15 and newer
If the light is red, the network is down. Call the network team.
If the light is blue, the phone restarts. Do nothing.
## Where to get help
The service desk is open from 8 to 17.
"""
LEAVE = """
# Parental leave
How long the leave is depends on how long you have worked here and on your contract.
- Less than 1 year: 6 weeks of leave.
- 1 to 5 years: 12 weeks of leave.
- More than 5 years: 20 weeks of leave.

Employees with a part-time contract get half of it. Employees with a full-time contract get all of it.
"""
PARKING = """
# Parking permits
## Employees
Employees park in garage A. A permit costs 20 dollars a month.
## Visitors
Visitors park in lot C. A permit is free for one day.
## All others
Everybody else parks on the street.
"""
COVER = """
# Water damage
If the device is under warranty, the repair is free. Send it to the depot.
If the device is not under warranty, the repair costs 80 dollars. Ask for a quote first.
Back up your data before you send the device in.
"""
AGE = """
# Eye exams
Members under 18 years get one eye exam a year.
Members from 18 to 64 years get one eye exam every two years.
Members who are 65 years or older get two eye exams a year.
"""
BROWSER = """
# Sign-in problems
On all versions except 9 and 10, clear the cache and sign in again.
On versions 9 and 10, install the update first.
"""


def answered(text: str, question: str, *told: tuple[str, str | None]) -> tuple[str, Clarified]:
    """What is cited, and all that came of the details."""
    context = loop(*(a for _, a in told), questions=tuple(q for q, _ in told), passages=document(text))
    context = replace(context, original_query=question, original_text=question)
    found = answer_clarified([part(question)], context, PACK, TUNING)
    return " ".join(e.text for e in found.answers[0].extracts), found


VERSION, LIGHT = "Which version is the phone?", "Which light is on?"


@pytest.mark.parametrize(
    ("version", "light", "says", "without"),
    [
        ("12", "red", "Press the cable in", "network"),
        ("v12", "it's red", "Press the cable in", "network"),
        ("12.3", "RED!!", "Press the cable in", "Wait"),
        ("version 10 I think", "the blue one", "Wait ten minutes", "cable"),
        ("fourteen", "off", "no power", "cable"),
        ("15", "red light, blinking", "network is down. Call the network team", "cable"),
        ("16.2", "blue", "restarts. Do nothing", "network"),
        ("the version is 17", "bleu", "restarts. Do nothing", "Wait"),
        ("8", "red", "no longer supported", "cable"),
        ("9", None, "no longer supported", "cable"),
    ],
)
def test_the_section_and_row_whose_conditions_the_answers_satisfy(version, light, says, without):
    text, found = answered(PHONES, "My desk phone shows an error", (VERSION, version), (LIGHT, light))
    assert says.casefold() in text.casefold()
    assert without.casefold() not in text.casefold()
    assert found.answers[0].complete or light is None


@pytest.mark.parametrize(
    ("text", "question", "told", "says", "without"),
    [
        (
            LEAVE,
            "How long is parental leave?",
            [("How many years have you worked here?", "3")],
            "12 weeks",
            "20 weeks",
        ),
        (
            LEAVE,
            "How long is parental leave?",
            [("How many years have you worked here?", "half a year, so 0")],
            "6 weeks",
            "12",
        ),
        (
            LEAVE,
            "How long is parental leave?",
            [("How many years have you worked here?", "eleven years")],
            "20 weeks",
            "12",
        ),
        (LEAVE, "parental leave", [("Which contract do you have?", "part time")], "half of it", "all of it"),
        (PARKING, "Where can I park?", [("Who are you?", "a visitor")], "lot C", "garage"),
        (PARKING, "Where can I park?", [("Are you an employee or a visitor?", "employee")], "garage A", "lot C"),
        (
            PARKING,
            "Where can I park?",
            [("Are you an employee or a visitor?", "contractor")],
            "on the street",
            "garage",
        ),
        (COVER, "Who pays for water damage?", [("Is the device under warranty?", "yes")], "free", "80 dollars"),
        (
            COVER,
            "Who pays for water damage?",
            [("Is the device under warranty?", "No, not any more")],
            "80 dollars",
            "free",
        ),
        (
            AGE,
            "How many eye exams does a member get?",
            [("How old is the member?", "17")],
            "one eye exam a year",
            "two years",
        ),
        (
            AGE,
            "How many eye exams does a member get?",
            [("How old is the member?", "she is 70")],
            "two eye exams a year",
            "under 18",
        ),
        (
            AGE,
            "How many eye exams does a member get?",
            [("What is the member's age?", "64")],
            "every two years",
            "older",
        ),
        (BROWSER, "I can't sign in", [("Which version do you use?", "9")], "install the update", "cache"),
        (BROWSER, "I can't sign in", [("Which version do you use?", "12")], "clear the cache", "install"),
    ],
)
def test_ranges_lists_negations_and_words(text, question, told, says, without):
    said, found = answered(text, question, *told)
    assert says in said
    assert without not in said
    assert found.answers[0].complete
    assert all(d.fit == "fits" for d in found.details)


def test_a_case_that_the_document_does_not_have_is_said_and_no_other_case_is_given():
    said, found = answered(
        AGE.replace("Members under 18 years get one eye exam a year.", ""),
        "eye exams?",
        ("How old is the member?", "12"),
    )
    assert [d.fit for d in found.details] == ["missed"]
    assert found.details[0].cases == (
        "Members from 18 to 64 years get one eye exam every two years",
        "Members who are 65 years or older get two eye exams a year",
    )
    assert not found.answers[0].complete
    assert "two years" not in said


def test_a_colour_that_the_document_does_not_have_gets_nothing_of_another():
    said, found = answered(PHONES, "My desk phone shows an error", (VERSION, "12"), (LIGHT, "purple"))
    assert [d.fit for d in found.details] == ["fits", "missed"]
    assert "cable" not in said
    assert not found.answers[0].complete


def test_an_unknown_answer_names_the_cases_and_gives_one_for_each():
    said, found = answered(PHONES, "My desk phone shows an error", (VERSION, None), (LIGHT, "red"))
    (version, light) = found.details
    assert version.fit == "open"
    assert version.cases == ("Version 9 or older", "Versions 10 to 14", "Version 15 and newer")
    assert light.fit == "fits"
    assert "cable" in said
    assert "network is down" in said
    assert "Wait ten minutes" not in said
    assert not found.answers[0].complete


def test_details_that_make_no_difference_leave_the_plain_answer():
    said, found = answered(
        "# Fees\nThe fee for a copy is 12 dollars.\nPay in cash.",
        "What is the fee for a copy?",
        ("What is your name?", "Ann"),
    )
    assert "12 dollars" in said
    assert [d.fit for d in found.details] == ["unused"]
    assert found.answers[0].complete


def test_extracts_stand_in_the_stored_passages():
    _, found = answered(PHONES, "My desk phone shows an error", (VERSION, "15"), (LIGHT, "red"))
    for extract in found.answers[0].extracts:
        passage = extract.passage
        assert passage.text[extract.start - passage.start : extract.end - passage.start] == extract.quote


def test_a_part_that_another_document_answered_keeps_that_answer():
    other = document("# Desk\nThe service desk is open from 8 to 17 on weekdays.", "doc-desk", "Service desk")
    context = loop("12", "red", questions=(VERSION, LIGHT), passages=(*document(PHONES), *other))
    parts = [part("What does the error of my phone mean?"), part("When is the service desk open?", part_id="sub2")]
    found = answer_clarified(parts, context, PACK, TUNING)
    assert {e.passage.document_id for e in found.answers[1].extracts} == {"doc-desk"}
    assert {e.passage.document_id for e in found.answers[0].extracts} == {"doc-guide"}


def test_the_cases_of_a_question_explain_it():
    context = loop(questions=(VERSION, LIGHT), passages=document(PHONES))
    assert Fitting.of(context, PACK).cases(0) == ("Version 9 or older", "Versions 10 to 14", "Version 15 and newer")
    nameless = loop(questions=("What is your name?",), passages=document(PHONES))
    assert Fitting.of(nameless, PACK).cases(0) == ()


MAKER = """
# Coffee maker manual
## Trouble with model K5
With a red light on the K5, rinse the tank. With a blue light on the K5, replace the filter.
## Trouble with model K6
With a red light on the K6, push the unit in. With a blue light on the K6, empty the beans.
## Warranty
Machines younger than 24 months are repaired for free. Older machines cost 79 dollars per repair.
"""


@pytest.mark.parametrize(
    ("question", "age", "said"),
    [
        ("Is the repair of my machine free?", "8", "Machines younger than 24 months are repaired for free."),
        ("Is the repair of my machine free?", "30", "Older machines cost 79 dollars per repair."),
        ("Are machines repaired for free?", "8", "Machines younger than 24 months are repaired for free."),
        ("What trouble does the coffee maker have?", "8", "With a red light on the K5, rinse the tank."),
        ("It makes a strange noise", "8", "With a red light on the K5, rinse the tank."),
    ],
)
def test_r3_14_what_fits_most_details_answers_no_question_about_something_else(question, age, said):
    details = [
        ("Which model is it, K5 or K6?", "K5"),
        ("Which light is on?", "red"),
        ("How old is it in months?", age),
    ]
    assert answered(MAKER, question, *details)[0] == said
