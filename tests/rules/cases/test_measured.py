"""Rows are judged by the column that the question names."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK, document

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import LabelKind, places_of
from followthrough.rules.cases.measured import column_of

READER = DetailReader(PACK)
TABLE = "# Prices\n| Weight | Price | Delivery\n| up to 2 kg | 4 dollars | 3 days\n| over 2 kg | 9 dollars | 5 days"


@pytest.mark.parametrize(
    ("question", "column"),
    [("What is the weight?", "Weight"), ("Which delivery do you want?", "Delivery"), ("Who are you?", None)],
)
def test_the_column_is_the_one_that_the_question_speaks_of(question: str, column: str | None) -> None:
    labels = [label for place in places_of(document(TABLE), PACK) for label in place.labels]
    row = next(label for label in labels if label.kind is LabelKind.ROW)
    found = column_of(row, READER.read(LoopAnswer(question=question, answer="2")), READER)
    assert (found and found[0]) == column
