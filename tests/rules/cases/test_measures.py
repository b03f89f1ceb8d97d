"""Amounts with their units: the same number whatever they are said in, and only as a whole under a case."""

from __future__ import annotations

import pytest
from tests.rules.loops import document

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import places_of
from followthrough.rules.cases.measures import Measures
from followthrough.rules.cases.verdicts import Judge

PACK = load_pack("general")
MEASURES = Measures(PACK)
READER = DetailReader(PACK)
HOURS = """
# Outages
## Less than 12 hours
Nothing is paid.
## 12 to 48 hours
A half is paid.
## More than 48 hours
All is paid.
"""
AGO = """
# Returns
- Within the last 30 days: bring it back.
- More than 30 days ago: send it in.
"""
SUMS = """
# Approval
| Expenses | Approved by
| up to 200 dollars | Team lead
| 201 to 2,000 dollars | Head
| over 2,000 dollars | Board
"""


@pytest.mark.parametrize(
    ("text", "in_smallest"),
    [
        ("2 days", "2880 xbase"),
        ("a day and a half", "2160 xbase"),
        ("half an hour", "30 xbase"),
        ("1,500 minutes", "1500 xbase"),
        ("1 hour 30 minutes", "90 xbase"),
        ("12 to 48 hours", "720 to 2880 xbase"),
        ("90min", "90 xbase"),
        ("yesterday", "0-2879 xbase"),
        ("the third day", "the third day"),
        ("7 apples", "7 apples"),
    ],
)
def test_a_time_is_whole_minutes(text: str, in_smallest: str) -> None:
    assert MEASURES.in_smallest(text, "time") == in_smallest


@pytest.mark.parametrize("text", ["$1,200", "1,200 dollars", "1.2k dollars", "USD 1200", "1200.00 dollars"])
def test_a_sum_is_the_same_however_it_is_written(text: str) -> None:
    assert MEASURES.in_smallest(text, "dollar") == "120000 xbase"


def test_another_currency_is_no_amount_of_this_one() -> None:
    assert MEASURES.in_smallest("500 euros", "dollar", bare=MEASURES.largest("dollar")) == "500 euros"


@pytest.mark.parametrize(
    ("text", "question", "answer", "fits"),
    [
        (HOURS, "How many hours was it off?", "2 days", "12 to 48 hours"),
        (HOURS, "How many hours was it off?", "90 minutes", "Less than 12 hours"),
        (HOURS, "How many hours was it off?", "1,500 minutes", "12 to 48 hours"),
        (HOURS, "How many hours was it off?", "20", "12 to 48 hours"),
        (HOURS, "How many hours was it off?", "more than 3 days", "More than 48 hours"),
        (HOURS, "How many hours was it off?", "1 to 3 days", None),
        (HOURS, "How many hours was it off?", "since the storm", None),
        (AGO, "When did you buy it?", "10 days ago", "Within the last 30 days"),
        (AGO, "When did you buy it?", "2 weeks ago", "Within the last 30 days"),
        (AGO, "When did you buy it?", "two months ago", "More than 30 days ago"),
        (AGO, "When did you buy it?", "last month", None),
        (SUMS, "How much are the expenses?", "1.5k", "201 to 2,000 dollars"),
        (SUMS, "How much are the expenses?", "$75.20", "up to 200 dollars"),
        (SUMS, "How much are the expenses?", "500 euros", None),
    ],
)
def test_report_75_an_amount_is_the_case_that_holds_all_of_it(
    text: str, question: str, answer: str, fits: str | None
) -> None:
    judge = Judge(places_of(document(text), PACK), READER, PACK, [question])
    verdict = judge.judge(READER.read(LoopAnswer(question=question, answer=answer)))
    assert [label.text for label in verdict.fits] == ([] if fits is None else [fits])
    assert len(verdict.cases) > 1
