"""Names tell cases apart by the words that no other case has."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.named import NamedCases

READER = DetailReader(PACK)


@pytest.mark.parametrize(
    ("question", "texts", "answer", "fits"),
    [
        ("Do you own it or rent it?", ("own", "rent"), "own", ["own"]),
        ("Was it dark or milk chocolate?", ("Dark chocolate", "Milk chocolate"), "milk", ["Milk chocolate"]),
        ("Which router is it?", ("Hub 3", "Hub 5"), "it's a hub5", ["Hub 5"]),
        ("Which boat?", ("Rowing boat", "Motor boat"), "a motorboat", ["Motor boat"]),
        ("Which light?", ("Blinking green", "Red"), "solid green", []),
        ("Which light?", ("Blinking green", "Red"), "the second", ["Red"]),
        ("How did you pay?", ("by card", "with a gift card"), "card", ["by card"]),
        ("Which model?", ("Model A", "Model B"), "my boiler shows a fault", []),
    ],
)
def test_the_case_that_an_answer_names(question: str, texts: tuple[str, ...], answer: str, fits: list[str]):
    labels = [Label(LabelKind.ROW, ("row",), text) for text in texts]
    verdict = NamedCases(labels, question, READER, PACK).judge(
        READER.read(LoopAnswer(question=question, answer=answer))
    )
    assert [label.text for label in verdict.fits] == fits
