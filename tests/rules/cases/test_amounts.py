"""An amount falls under a case as a whole, in its own unit, or under none."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.amounts import AmountCases
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import Label, LabelKind

READER = DetailReader(PACK)
HOURS, WEIGHT = "How many hours was it off?", "How heavy is it?"


@pytest.mark.parametrize(
    ("question", "texts", "answer", "fits"),
    [
        (HOURS, ("up to 24 hours", "more than 24 hours"), "since yesterday", []),
        (HOURS, ("up to 24 hours", "more than 24 hours"), "-5", []),
        (HOURS, ("up to 24 hours", "more than 24 hours"), "5 euros", []),
        (HOURS, ("up to 24 hours", "more than 24 hours"), "2 days", ["more than 24 hours"]),
        (WEIGHT, ("up to 4 kg", "more than 4 kg"), "just 6", ["more than 4 kg"]),
        (WEIGHT, ("up to 4 kg", "more than 4 kg"), "it doesn't weigh more than 4 kg", []),
        ("When was it?", ("Within the last 14 days", "Longer ago"), "last week", ["Within the last 14 days"]),
        ("When was it?", ("Within the last 14 days", "Longer ago"), "two months ago", ["Longer ago"]),
    ],
)
def test_report_75_an_amount_is_a_case_as_a_whole(
    question: str, texts: tuple[str, ...], answer: str, fits: list[str]
):
    labels = [Label(LabelKind.ITEM, ("item",), text) for text in texts]
    asked = READER.read(LoopAnswer(question=question, answer=None))
    verdict = AmountCases(labels, asked, READER, PACK).judge(
        READER.read(LoopAnswer(question=question, answer=answer))
    )
    assert [label.text for label in verdict.fits] == fits
