"""The questions inside one sentence (more messages are in test_plan)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.questions.clauses import Piece, questions_in


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


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "What is the fee of the pool, and is swimming taught there?",
            ["What is the fee of the pool", "is swimming taught there?"],
        ),
        ("What is a fee, and does tax apply?", ["What is a fee", "does tax apply?"]),
        ("How long is it open, and until when can I enter?", ["How long is it open", "until when can I enter?"]),
        ("Which pools are open and are taking members?", ["Which pools are open and are taking members?"]),
        ("What is allowed, and is not?", ["What is allowed, and is not?"]),
    ],
)
def test_r0_10_a_question_behind_a_comma_is_a_part(sentence: str, parts: list[str]) -> None:
    assert [piece.text for piece in questions_in(sentence, PACK)] == parts


def test_a_closing_name_is_not_shared_with_a_question_that_closes_otherwise() -> None:
    asked = "What is the limit for a couple, and how long may one file with Harborline?"
    assert [p.text for p in questions_in(asked, PACK)] == [
        "What is the limit for a couple",
        "how long may one file with Harborline?",
    ]
