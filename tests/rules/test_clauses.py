"""The questions inside one sentence (more messages are in test_plan)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.clauses import Piece, questions_in


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        ("What is the copay?", [Piece("What is the copay?")]),
        (
            "What is the policy and when does it apply?",
            [Piece("What is the policy"), Piece("when does it apply?", "What is the policy")],
        ),
        (
            "What is the copay for Molina and Aetna and what is the deductible?",
            [
                Piece("What is the copay for Molina"),
                Piece("What is the copay for Aetna"),
                Piece("what is the deductible?", "What is the copay for Molina and Aetna"),
            ],
        ),
        (
            "What is the copay and what is the deductible for Plan Silver?",
            [Piece("What is the copay for Plan Silver"), Piece("what is the deductible for Plan Silver?")],
        ),
        (
            "What is the copay in Tampa, Florida and what about imaging?",
            [
                Piece("What is the copay in Tampa, Florida"),
                Piece("what about imaging?", "What is the copay in Tampa, Florida"),
            ],
        ),
        ("Explain what PA is and how it works", [Piece("Explain what PA is and how it works")]),
        ("Do you know who and when?", [Piece("Do you know who and when?")]),
        (
            'Is the "a, b and what is c" rule new and who made it?',
            [
                Piece('Is the "a, b and what is c" rule new'),
                Piece("who made it?", 'Is the "a, b and what is c" rule new'),
            ],
        ),
    ],
)
def test_a_cut_is_made_where_a_question_begins(sentence: str, pieces: list[Piece]) -> None:
    assert questions_in(sentence, PACK) == pieces
