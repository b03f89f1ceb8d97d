"""No case of several is given by chance: what the document does not know chooses nothing (R3-14)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import GUIDE, PACK, document, loop
from tests.rules.said import TUNING, part

from followthrough.domain.clarification import KnownDetails, LoopAnswer
from followthrough.rules.loop.clarified import answer_clarified, answer_recalled

LIST = """
# Charger
When the charger does not charge, its light tells why.
- Blinking green: the battery is too warm. Let it cool down.
- Steady amber: the cable is broken. Replace the cable.
"""
HEADINGS = """
# Charger
When the charger does not charge, its light tells why.
## Blinking green light
The battery is too warm. Let it cool down.
## Steady amber light
The cable is broken. Replace the cable.
"""
SENTENCES = """
# Charger
When the charger does not charge, look at its light. A blinking green light means that the battery is too warm.
A steady amber light means that the cable is broken.
"""
CONDITIONS = """
# Charger
If the light is blinking green, the charger does not charge because the battery is too warm.
If the light is steady amber, the charger does not charge because the cable is broken.
"""
TABLE = """
# Charger
When the charger does not charge, its light tells why.
| Light | Meaning |
| Blinking green | The battery is too warm |
| Steady amber | The cable is broken |
"""
ALL = [LIST, HEADINGS, SENTENCES, CONDITIONS, TABLE]


def answered(text: str, question: str, told: str | None, asked: str):
    """The answer to "my charger does not charge" for one detail."""
    context = replace(
        loop(told, questions=(question,), passages=document(text)),
        original_query="My charger does not charge",
        original_text="My charger does not charge",
    )
    found = answer_clarified([part(asked)], context, PACK, TUNING)
    return " ".join(e.text for e in found.answers[0].extracts), found


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize("told", ["blinking red", "red", "it blinks red", "purple, I think", "solid blue"])
def test_r3_14_an_answer_that_no_case_has_is_never_complete(text, told):
    said, found = answered(text, "Which light is on?", told, "My charger does not charge")
    assert not found.answers[0].complete
    assert not ("too warm" in said and "broken" not in said)
    assert not ("broken" in said and "too warm" not in said)


@pytest.mark.parametrize("text", [LIST, HEADINGS, TABLE])
@pytest.mark.parametrize("told", ["blinking red", "red"])
def test_r3_14_the_cases_that_the_document_has_are_named(text, told):
    _, found = answered(text, "Which light is on?", told, "My charger does not charge")
    assert found.details[0].fit == "missed"
    assert [case.casefold().removesuffix(" light") for case in found.details[0].cases] == [
        "blinking green",
        "steady amber",
    ]


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize(
    ("told", "says", "without"),
    [
        ("blinking green", "too warm", "broken"),
        ("green", "too warm", "broken"),
        ("amber", "broken", "too warm"),
        ("the amber one", "broken", "too warm"),
        ("it is amber all the time", "broken", "too warm"),
    ],
)
def test_a_case_that_fits_is_complete(text, told, says, without):
    said, found = answered(text, "Which light is on?", told, "My charger does not charge")
    assert says in said
    assert without not in said
    assert found.answers[0].complete


@pytest.mark.parametrize("text", [LIST, HEADINGS, TABLE])
def test_a_question_that_names_nothing_of_the_document_chooses_nothing(text):
    said, found = answered(text, "What do you see?", "a red lamp that flickers", "My charger does not charge")
    assert not (found.answers[0].complete and ("too warm" in said) != ("broken" in said))


@pytest.mark.parametrize("told", ["charger", "a green or amber light"])
def test_what_fits_several_cases_alike_decides_none(told):
    _, found = answered(HEADINGS, "Which light is on?", "a light", "My charger does not charge")
    assert not found.answers[0].complete


WARRANTY = """
# Phone guide
## Version 12
To reset the phone, hold the star key. The warranty lasts two years.
## Version 13
To reset the phone, open the menu. The warranty lasts five years.
## Green light
The phone is ready.
"""


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("How long does the warranty last?", "two years"),
        ("How do I reset the phone?", "star key"),
        ("How long does the warranty of version 13 last?", "five years"),
    ],
)
def test_s1_what_was_told_before_chooses_for_later_questions_too(asked, says):
    given = KnownDetails(
        document_id=GUIDE, answers=(LoopAnswer(question="Which version is the phone?", answer="12"),)
    )
    answer = answer_recalled(part(asked), given, document(WARRANTY), PACK, TUNING)
    assert answer is not None
    said = " ".join(e.text for e in answer.extracts)
    assert says in said
    assert not [other for other in ("two years", "star key", "five years", "menu") if other != says and other in said]
    assert answer.complete


def test_c35_what_was_not_known_stays_open_for_later_questions():
    given = KnownDetails(
        document_id=GUIDE, answers=(LoopAnswer(question="Which version is the phone?", answer=None),)
    )
    answer = answer_recalled(part("How long does the warranty last?"), given, document(WARRANTY), PACK, TUNING)
    assert answer is not None
    assert not answer.complete


def test_what_makes_no_difference_to_the_document_changes_nothing():
    given = KnownDetails(document_id=GUIDE, answers=(LoopAnswer(question="What is your name?", answer="Kim"),))
    assert answer_recalled(part("How do I reset the phone?"), given, document(WARRANTY), PACK, TUNING) is None


def test_trying_again_answers_as_the_loop_did():
    given = KnownDetails(
        document_id=GUIDE,
        answers=(LoopAnswer(question="Which light is on?", answer="blinking green"),),
        parts=(part("x").id,),
    )
    answer = answer_recalled(part("My charger does not charge"), given, document(LIST), PACK, TUNING)
    assert answer is not None
    assert answer.complete
    assert "Let it cool down" in answer.extracts[0].text
    missed = replace(given, answers=(LoopAnswer(question="Which light is on?", answer="red"),))
    assert not answer_recalled(part("My charger does not charge"), missed, document(LIST), PACK, TUNING).complete


TYRES = """
# Tyre Service
When you change tyres we charge by size and season.
## Summer tyres
Tyres up to 17 inches cost 60 dollars. Tyres over 17 inches cost 90 dollars.
## Winter tyres
Tyres up to 17 inches cost 80 dollars. Tyres over 17 inches cost 110 dollars.
"""
REFUND = """
# Refund Rules
You can return a product within 30 days. What happens depends on how you paid.
If you paid by card, the money goes back to the card within 5 days.
If you paid in cash, you get the money at the desk.
If you used a gift card, you get a new gift card.
"""
DEVICES = """
# Warranty
Phones have a warranty of two years. Laptops have a warranty of three years. Printers have no warranty.
"""
EQUIPMENT = """
# Home office
Employees whose role is remote get a desk and a chair. Employees whose role is not remote get a headset.
"""
KIND, PAID, REMOTE = "What kind of device is it?", "How did you pay?", "Is your role remote?"
SEASON = "Are they summer or winter tyres?"


@pytest.mark.parametrize(
    ("text", "asked", "question", "told", "said"),
    [
        (REFUND, "How do I get my money back?", PAID, "card", "goes back to the card"),
        (REFUND, "How do I get my money back?", PAID, "credit card", "goes back to the card"),
        (REFUND, "How do I get my money back?", PAID, "in cash", "at the desk"),
        (REFUND, "How do I get my money back?", PAID, "with a gift card", "a new gift card"),
        (DEVICES, "How long is the warranty?", KIND, "a phone", "two years"),
        (DEVICES, "How long is the warranty?", KIND, "laptop", "three years"),
        (DEVICES, "How long is the warranty?", KIND, "it's a printer", "no warranty"),
        (EQUIPMENT, "What equipment do I get?", REMOTE, "yes", "a desk and a chair"),
        (EQUIPMENT, "What equipment do I get?", REMOTE, "no", "a headset"),
    ],
)
def test_r3_14_of_cases_that_stand_in_sentences_the_one_that_fits_is_given_alone(text, asked, question, told, said):
    context = replace(loop(told, questions=(question,), passages=document(text)), original_query=asked)
    answer = answer_clarified([part(asked)], context, PACK, TUNING).answers[0]
    assert answer.complete
    assert len(answer.extracts) == 1
    assert said in answer.extracts[0].text


@pytest.mark.parametrize(
    ("text", "asked", "question", "told"),
    [
        (TYRES, "How much does a tyre change cost?", SEASON, "all-season"),
        (REFUND, "How do I get my money back?", PAID, "PayPal"),
        (REFUND, "How do I get my money back?", PAID, "I have not paid"),
        (DEVICES, "How long is the warranty?", KIND, "tablet"),
        (DEVICES, "How long is the warranty?", KIND, "a thing"),
    ],
)
def test_r3_14_where_no_sentence_is_the_case_nothing_of_another_is_given(text, asked, question, told):
    context = replace(loop(told, questions=(question,), passages=document(text)), original_query=asked)
    found = answer_clarified([part(asked)], context, PACK, TUNING)
    assert not found.answers[0].complete
    cited = " ".join(e.text for e in found.answers[0].extracts)
    assert not [case for case in found.details[0].cases if case in cited]
