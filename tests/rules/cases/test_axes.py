"""Each choice of a document is asked for by one question, and an answer is read against that question's cases."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK, document

from followthrough.rules.cases.axes import Axes
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.fitting import Fit, Fitting
from followthrough.rules.cases.labels import Label, LabelKind

ANIMALS = document(
    "# Worms\n## Dog\nIf it weighs up to 10 kg, give one. If it weighs more than 10 kg, give two.\n"
    "## Cat\nIf it weighs up to 4 kg, give a drop. If it weighs more than 4 kg, give two drops.\n## Contact\nCall."
)
LICENCE = document("# Boats\nIf you have a licence, sign. If you have no licence, take the skipper along.")
QUESTIONS = ("Is it a dog or a cat?", "How heavy is the animal?")


def test_a_choice_belongs_to_the_question_that_offers_it_and_what_is_left_to_the_one_that_is_left():
    rows = {
        (name,): [Label(LabelKind.ROW, (name,), text, name) for text in texts]
        for name, texts in (("Animal", ("Dog", "Cat")), ("Weight", ("up to 4 kg", "more than 4 kg")))
    }
    axes = Axes(rows, [], QUESTIONS, DetailReader(PACK), PACK)
    told = [[label.text for label in axes.of(question)] for question in QUESTIONS]
    assert told == [["Dog", "Cat"], ["up to 4 kg", "more than 4 kg"]]
    assert not axes.is_left(("Weight",))


@pytest.mark.parametrize(
    ("answer", "fit"),
    [
        ("a dog", Fit.CASE),
        ("not the dog", Fit.CASE),
        ("a dog and a cat", Fit.SEVERAL),
        ("a hamster", Fit.UNFIT),
    ],
)
def test_report_76_only_the_cases_of_the_question_count(answer: str, fit: Fit):
    fitting = Fitting(QUESTIONS, ANIMALS, PACK)
    assert fitting.fit(0, answer) is fit
    assert fitting.cases(0) == ("Dog", "Cat")


@pytest.mark.parametrize("answer", ["i dont know if its a dog", "a friend has a dog but i do not"])
def test_a_doubt_beside_a_case_is_one(answer: str):
    assert Fitting(QUESTIONS, ANIMALS, PACK).is_doubted(0, answer)


@pytest.mark.parametrize(("answer", "fit"), [("no", Fit.CASE), ("i have none", Fit.UNFIT), ("no licence", Fit.CASE)])
def test_a_yes_or_no_is_read_in_the_words_of_the_question_too(answer: str, fit: Fit):
    assert Fitting(("Do you have a licence?",), LICENCE, PACK).fit(0, answer) is fit
