"""A date follows from a period and the day that it counts from, or none does (C41)."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rules.said import PACK, part, passage

from followthrough.domain.objective import Source
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import units_of
from followthrough.rules.reading.answering import extract_of
from followthrough.rules.reading.derived import with_dates


def answered(question: str, text: str) -> PartAnswer:
    """The answer with the first sentence of the text, after reading."""
    found, one = passage(text), part(question)
    extracts = (extract_of(found, units_of(found, PACK)[0]),)
    answer = PartAnswer(
        part_id=one.id, extracts=extracts, coverage=1.0, missing=(), complete=False, signal=RetrievalSignal.LOW
    )
    return with_dates((one,), (answer,), PACK)[0]


@pytest.mark.parametrize(
    ("question", "text", "on"),
    [
        (
            "when must objections be filed?",
            "Objections are filed within 14 days after publication. It was published on 3 March 2026.",
            date(2026, 3, 17),
        ),
        (
            "when is the deposit back?",
            "The deposit is back two months after delivery. The delivery was on 31 December 2025.",
            date(2026, 2, 28),
        ),
        (
            "when must a motion be in?",
            "Motions must be in 10 days before the meeting. The meeting is on May 5th, 2026.",
            date(2026, 4, 25),
        ),
        (
            "what is the deadline for claims?",
            "Claims close 1 year after discharge. The day of discharge was 2024-02-29.",
            date(2025, 2, 28),
        ),
    ],
)
def test_c41_a_date_follows_and_both_sentences_are_cited(question: str, text: str, on: date) -> None:
    answer = answered(question, text)
    assert answer.derived is not None
    assert (answer.derived.on, answer.source, answer.complete, len(answer.extracts)) == (
        on,
        Source.REASONING,
        True,
        2,
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("when are fees due?", "Fees are due 5 working days after the invoice. The invoice was sent on 2 June 2026."),
        (
            "when are fees due?",
            "Fees are due 5 days after the invoice. "
            "The invoices went out on 2 June 2026. The other invoice on 3 June 2026.",
        ),
        ("when are fees due?", "Fees are due 5 days after the invoice. The meeting was on 2 June 2026."),
        ("when are fees due?", "Fees are due 5 days after the invoice. The invoice was sent on 2 June."),
        (
            "when are fees due?",
            "Fees are due 5 days after the invoice, or 9 days after receipt. The invoice was sent on 2 June 2026.",
        ),
        ("when was the invoice sent?", "Fees are due 5 days after the invoice. The invoice was sent on 2 June 2026."),
        (
            "how long after the invoice are fees due?",
            "Fees are due 5 days after the invoice. The invoice was sent on 2 June 2026.",
        ),
    ],
)
def test_where_it_may_be_another_day_none_follows(question: str, text: str) -> None:
    answer = answered(question, text)
    assert (answer.derived, answer.source) == (None, Source.RAG)
