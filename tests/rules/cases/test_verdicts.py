"""Which labels a detail falls under, and which are other cases."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK, document

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import places_of
from followthrough.rules.cases.verdicts import Judge

READER = DetailReader(PACK)
LIGHTS = """
# Lights
## Red light
Unplug it.
## Blue light
Wait.
## Contact
Call the desk.
"""
VERSIONS = "# V\n## Version 10 to 12\nA.\n## Version 13\nB.\n## All other versions\nC.\n## Contact\nD."
CONDITIONS = "# P\nIf the light is red, unplug it. If it is blue, wait. The desk is open."
NEGATED = "# P\n## No light\nCheck the plug.\n## Red light\nCall us."


def judged(text, question, answer):
    """The labels that fit, the labels that conflict, and the cases."""
    verdict = Judge(places_of(document(text), PACK), READER, PACK, [question]).judge(
        READER.read(LoopAnswer(question=question, answer=answer))
    )
    return {label.shown for label in verdict.fits}, {label.shown for label in verdict.conflicts}, verdict.cases


@pytest.mark.parametrize(
    ("text", "question", "answer", "fits", "conflicts"),
    [
        (LIGHTS, "Which light is on?", "red", {"Red light"}, {"Blue light"}),
        (LIGHTS, "What do you see?", "a red light", {"Red light"}, {"Blue light"}),
        (LIGHTS, "Which light is on?", "green", set(), {"Red light", "Blue light"}),
        (VERSIONS, "Which version?", "11", {"Version 10 to 12"}, {"Version 13", "All other versions"}),
        (VERSIONS, "Which version?", "20", {"All other versions"}, {"Version 10 to 12", "Version 13"}),
        (CONDITIONS, "Which light is on?", "red", {"If the light is red"}, {"If it is blue"}),
        (NEGATED, "Which light is on?", "red", {"Red light"}, {"No light"}),
    ],
)
def test_headings_and_conditions(text, question, answer, fits, conflicts):
    assert judged(text, question, answer)[:2] == (fits, conflicts)


def test_an_unknown_detail_conflicts_with_nothing_and_names_the_cases():
    fits, conflicts, cases = judged(VERSIONS, "Which version?", None)
    assert (fits, conflicts) == (set(), set())
    assert [c.shown for c in cases] == ["Version 10 to 12", "Version 13", "All other versions"]


def test_a_detail_that_the_document_says_nothing_of_changes_nothing():
    assert judged(LIGHTS, "What is your name?", "Ann") == (set(), set(), ())


@pytest.mark.parametrize(
    ("answer", "fits"), [("yes", "If the device is under warranty"), ("no", "If the device is not under warranty")]
)
def test_a_ruling_meets_its_condition(answer, fits):
    text = (
        "# W\nIf the device is under warranty, it is free. If the device is not under warranty, it costs 80 dollars."
    )
    found, conflicts, _ = judged(text, "Is the device under warranty?", answer)
    assert found == {fits}
    assert len(conflicts) == 1


MODELS = "Which model is it, K5 or K6?"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("No coffee comes out on model K5", "No coffee comes out on model K6"),
        ("The kettle does not heat: K5", "The kettle does not heat: K6"),
        ("It won't start (K5)", "It won't start (K6)"),
        ("K5 makes no sound", "K6 makes no sound"),
        ("Never use without the lid: K5", "Never use without the lid: K6"),
        ("No power K5", "No power K6"),
        ("Nothing but noise, no picture on the K5", "Nothing but noise, no picture on the K6"),
        ("Trouble that can't be cleared from K5", "Trouble that can't be cleared from K6"),
    ],
)
def test_a_negation_in_a_heading_that_is_about_something_else_rules_out_no_case(one, other):
    text = f"# Manual\n## {one}\nRinse it.\n## {other}\nTurn the key."
    assert judged(text, MODELS, "K5")[:2] == ({one}, {other})


@pytest.mark.parametrize(
    ("heading", "answer"),
    [
        ("No light", "light"),
        ("Not covered", "covered"),
        ("No blinking green light", "green"),
        ("Never reset", "reset"),
    ],
)
def test_a_negation_about_what_was_asked_still_does(heading, answer):
    text = f"# Manual\n## {heading}\nRinse it.\n## Other trouble\nTurn the key."
    assert judged(text, "What do you see?", answer)[0] != {heading}


@pytest.mark.parametrize(("answer", "fits"), [("yes", "No sound: light on"), ("no", "No sound: light not on")])
def test_a_ruling_reads_the_negation_of_what_was_asked(answer, fits):
    text = "# Manual\n## No sound: light on\nRinse it.\n## No sound: light not on\nTurn the key."
    assert judged(text, "Is the light on?", answer)[0] == {fits}


@pytest.mark.parametrize(("answer", "fits"), [("yes", "Under warranty"), ("no", "No longer under warranty")])
def test_what_is_no_longer_so_is_denied(answer, fits):
    text = "# Manual\n## Under warranty\nRinse it.\n## No longer under warranty\nTurn the key."
    assert judged(text, "Is it under warranty?", answer)[0] == {fits}


@pytest.mark.parametrize(
    ("one", "other", "question", "answer"),
    [
        ("Machines younger than 24 months are free", "Older machines cost 79 EUR", "How old is it in months?", "30"),
        ("Parcels below 10 kg go by post", "Heavier ones go by van", "What is the weight in kg?", "12 kg"),
        ("Stays of up to 3 nights need no form", "Longer stays need form 7", "How many nights is the stay?", "5"),
    ],
)
def test_what_a_limit_leaves_is_the_other_case(one, other, question, answer):
    fits, conflicts, _ = judged(f"# Rules\n{one}. {other}.", question, answer)
    assert (fits, conflicts) == ({other}, {one})


def test_what_a_limit_admits_is_not_the_rest():
    text = "# Rules\nMachines younger than 24 months are free. Older machines cost 79 EUR."
    fits, conflicts, _ = judged(text, "How old is it in months?", "18")
    assert fits == {"Machines younger than 24 months are free"}
    assert conflicts == {"Older machines cost 79 EUR"}


@pytest.mark.parametrize("answer", ["a model", "A or B", "I have a kettle", "C"])
def test_no_letter_or_two_name_none(answer):
    text = "# Manual\n## Trouble with the 300A\nRinse it.\n## Trouble with the 300B\nTurn the key."
    assert judged(text, "Which model do you have, 300A or 300B?", answer)[0] == set()


INSURED = "# Claims\n## Insured\nFill in form A.\n## Not insured\nYou get back the postage only."


@pytest.mark.parametrize(
    ("answer", "fits"),
    [
        ("yes", "Insured"),
        ("nope", "Not insured"),
        ("it was insured", "Insured"),
        ("not insured", "Not insured"),
        ("it wasn't insured", "Not insured"),
        ("it wasnt insured", "Not insured"),
        ("i dont think it was insured", "Not insured"),
    ],
)
def test_a_yes_or_no_that_is_spelt_out_offers_nothing_else(answer, fits):
    assert judged(INSURED, "Was it insured, yes or no?", answer)[0] == {fits}
