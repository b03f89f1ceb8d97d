"""What a question offers is found again in the document's cases, in headings, named sentences and columns."""

from __future__ import annotations

import pytest
from tests.rules.loops import document

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.matrix import places_for
from followthrough.rules.cases.verdicts import Judge

PACK = load_pack("general")
READER = DetailReader(PACK)
TOWN = "# Fines\n## In town\nPay ten.\n## Outside town\nPay twenty."
CHOCOLATE = "# Dogs\nDark chocolate: ring the vet at once. Milk chocolate: wait a day."
TURKEY = """
# Turkeys
| Weight | In the fridge | In cold water |
| --- | --- | --- |
| up to 4 kg | One day | Four hours |
| more than 4 kg | Two days | Seven hours |
"""
NOISE = """
# Noise
| Source | Time | What to do |
| --- | --- | --- |
| Neighbours | by day | Keep a diary |
| Neighbours | at night | Call the officer |
| Building site | by day | Ask for the permit |
"""
IN_TOWN = ("Was it in town or outside town?",)
DARK = ("Was it dark or milk chocolate?",)
THAWED = ("How heavy is it?", "Do you thaw it in the fridge or in cold water?")
NOISY = ("Who makes the noise?", "Is it by day or at night?")


def _fitting(text: str, questions: tuple[str, ...], question: str, answer: str) -> set[str]:
    judge = Judge(places_for(document(text), questions, READER, PACK), READER, PACK, questions)
    verdict = judge.judge(READER.read(LoopAnswer(question=question, answer=answer)))
    return {label.text for label in verdict.fits}


@pytest.mark.parametrize(
    ("text", "questions", "answer", "case"),
    [
        (TOWN, IN_TOWN, "in town", {"In town"}),
        (TOWN, IN_TOWN, "outside", {"Outside town"}),
        (TOWN, IN_TOWN, "the first", {"In town"}),
        (CHOCOLATE, DARK, "dark chocolate", {"Dark chocolate"}),
        (CHOCOLATE, DARK, "not milk", {"Dark chocolate"}),
        (TURKEY, THAWED, "cold water", {"In cold water"}),
        (TURKEY, THAWED, "it isn't the fridge, it's cold water", {"In cold water"}),
        (TURKEY, THAWED, "on the counter", set[str]()),
    ],
)
def test_an_answer_means_one_of_what_was_offered_or_none(
    text: str, questions: tuple[str, ...], answer: str, case: set[str]
) -> None:
    assert _fitting(text, questions, questions[-1], answer) == case


@pytest.mark.parametrize(
    ("answer", "case"),
    [
        ("3500 grams", {"up to 4 kg"}),
        ("9 kilos", {"more than 4 kg"}),
        ("12 pounds", set[str]()),
        ("2", {"up to 4 kg"}),
    ],
)
def test_a_weight_is_compared_in_one_unit_and_a_sum_is_none(answer: str, case: set[str]) -> None:
    assert _fitting(TURKEY, THAWED, THAWED[0], answer) == case


@pytest.mark.parametrize(("answer", "count"), [("my neighbours", 2), ("the building site", 1), ("a dog", 0)])
def test_the_column_that_no_other_question_asks_for_is_asked_for_by_the_one_that_is_left(
    answer: str, count: int
) -> None:
    assert len(_fitting(NOISE, NOISY, NOISY[0], answer)) == count
