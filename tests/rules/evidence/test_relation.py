"""What is taken off a price is no price, and a figure that is no money is none (R0-31)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, answer, part, passage, ranked

from followthrough.rules.evidence.coverage import weigh_evidence
from followthrough.rules.evidence.question import read_question
from followthrough.rules.evidence.selection import relates
from followthrough.rules.language.words import Stems

STEMS = Stems(PACK)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is a mooring in the harbour?", "A mooring in the harbour is 12 metres long."),
        ("What is the fee for a mooring?", "A mooring is 12 metres long."),
        ("What is the fee for a mooring?", "Students get 20% off the fee for a mooring."),
        ("How much is the mooring fee?", "The mooring fee is 5 euros less for members."),
        ("What does a mooring cost?", "A mooring has a cost reduction: 10% discount for members."),
    ],
)
def test_r0_31_what_is_no_price_settles_no_price(question: str, text: str) -> None:
    assert not answer(question, passage(text)).complete


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much do students get off the mooring fee?", "Students get 20% off the mooring fee."),
        ("What is the mooring fee?", "The mooring fee is 12 euros, with 20% off for students."),
        ("How much is a mooring in the harbour?", "A mooring in the harbour costs 12 euros a day."),
        ("What is the fee for a mooring?", "The fee for a mooring is $12 a day."),
        ("Which fee do members pay for a mooring?", "Members pay no fee for a mooring."),
    ],
)
def test_a_price_settles_it(question: str, text: str) -> None:
    found = answer(question, passage(text))
    assert found.complete, found


def test_what_asks_for_no_price_is_not_held_to_one() -> None:
    evidence = weigh_evidence(
        read_question(part("Tell me about boats"), STEMS, PACK), [ranked(passage("Boats are nice."))], STEMS, PACK
    )
    assert relates(evidence.candidates[0], evidence, PACK)
