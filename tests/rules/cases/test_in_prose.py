"""Cases that running text tells apart without a list, a heading or an "if"."""

from __future__ import annotations

import pytest
from tests.rules.pursuing import PACK
from tests.rules.said import passage

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import places_of
from followthrough.rules.cases.verdicts import Judge

AGES = "Visitors under 16 pay nothing. Visitors from 16 to 25 pay 4 euros. Visitors over 25 pay 9 euros."
HUBS = "At Hub 5 refunds are paid in cash. At Hub 7 refunds go to your card."
OLD, TOWER = "How old are you?", "Which part do you want to see, the tower or the building?"


def fitting(text: str, question: str, answer: str, *others: str) -> tuple[list[str], list[str]]:
    """The sentences that the answer fits, and those that it rules out."""
    reader = DetailReader(PACK)
    judge = Judge(places_of([passage(text)], PACK), reader, PACK, [question, *others])
    verdict = judge.judge(reader.read(LoopAnswer(question=question, answer=answer)))
    return [label.text for label in verdict.fits], sorted(label.text for label in verdict.conflicts)


@pytest.mark.parametrize(
    ("answer", "case"),
    [("nine", "under 16"), ("16", "from 16 to 25"), ("I am 34", "over 25"), ("25", "from 16 to 25")],
)
@pytest.mark.parametrize("text", [AGES, AGES.replace("16 ", "16 years ").replace("25 ", "25 years ")])
def test_ages_are_told_apart_with_their_unit_and_without(text: str, answer: str, case: str) -> None:
    [found], others = fitting(text, OLD, answer)
    assert found.replace(" years", "").startswith(f"Visitors {case}")
    assert len(others) == 2


@pytest.mark.parametrize("question", ["Which station did you hire from?", "Which hub did you hire from?"])
@pytest.mark.parametrize(("answer", "count"), [("Hub 5", 1), ("it was hub 7", 1), ("Hub 12", 0)])
def test_things_with_a_number_are_told_apart_and_another_number_is_none_of_them(
    question: str, answer: str, count: int
) -> None:
    found, others = fitting(HUBS, question, answer)
    assert (len(found), len(others)) == (count, 2 - count)
    assert all(text.split()[2] in answer for text in found)


def test_a_bare_number_is_one_of_the_things_that_are_asked_for() -> None:
    assert fitting(HUBS, "Which hub did you hire from?", "5")[0] == ["At Hub 5 refunds are paid in cash."]
    assert fitting(HUBS, "How many days ago was it?", "5") == ([], [])


def test_sentences_of_one_section_are_cases_of_two_questions() -> None:
    both = f"{AGES} For the tower 3 euros more are due. For the building nothing more is due."
    assert fitting(both, OLD, "34", TOWER)[0] == ["Visitors over 25 pay 9 euros."]
    assert fitting(both, TOWER, "the tower", OLD)[0] == ["For the tower 3 euros more are due."]
