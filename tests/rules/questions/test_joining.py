"""When "and" joins two questions and when it joins one thing (the messages are in test_plan)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.questions.joining import enumerated, expand, read_clause, with_name_swapped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fee of A1 as well as B2", ["fee of A1", "fee of B2"]),
        ("Is form B1 and form B2 due?", ["Is form B1 due?", "Is form B2 due?"]),
        ("copay for Silver and Gold Plans", ["copay for Silver Plans", "copay for Gold Plans"]),
        ("what are the copay and deductible?", ["what are the copay?", "what are the deductible?"]),
        (
            "What is the copay for imaging and the deductible for Plan Silver?",
            ["What is the copay for imaging", "What is the deductible for Plan Silver?"],
        ),
        ('fee of "X" and Molina', ['fee of "X" and Molina']),
        ('fee of Molina "x" and Aetna', ['fee of Molina "x" and Aetna']),
        ("fee of H0036 and Molina", ["fee of H0036 and Molina"]),
    ],
)
def test_each_piece_keeps_the_words_around_the_pair(text: str, expected: list[str]) -> None:
    assert expand(text, PACK) == expected


def test_things_before_what_about_are_a_list() -> None:
    assert enumerated("What is the copay, deductible", PACK) == ["What is the copay", "What is the deductible"]
    assert enumerated("What is the copay in Tampa, Florida", PACK) == ["What is the copay in Tampa, Florida"]


def test_a_name_asked_about_takes_the_place_of_the_one_before() -> None:
    assert with_name_swapped("copay for Molina, Aetna", "Humana?", PACK) == [
        "copay for Molina",
        "copay for Aetna",
        "copay for Humana?",
    ]
    assert with_name_swapped("copay for Molina", "imaging?", PACK) == []
    assert with_name_swapped("copay for imaging", "Humana?", PACK) == []


def test_a_clause_knows_its_words_and_what_stands_between_them() -> None:
    clause = read_clause("Molina, and (not X) Aetna", PACK)

    assert clause.keys == ["molina", "and", "aetna"]
    assert clause.names == [True, False, True]
    assert clause.gap(1) == ", "
    assert clause.gap(2) == " (not X) "
