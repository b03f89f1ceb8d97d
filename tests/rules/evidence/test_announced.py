"""What a unit announces is read with it, whole."""

from __future__ import annotations

import pytest
from tests.rules.said import answer, passage, texts


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "How do I open the box?",
            "To open the box:\n\n1. Turn the key.\n2. Lift the lid.",
            ["To open the box:", "Turn the key.", "Lift the lid."],
        ),
        (
            "What are the steps to gather node data?",
            "Follow the steps to gather the node data.\n\n1. List the nodes.\n2. Copy them.",
            ["Follow the steps to gather the node data.", "List the nodes.", "Copy them."],
        ),
        (
            "How do I add documents?",
            "Add documents with the ingest command:\n\nfollowthrough ingest FOLDER\n\nA changed file is read again.",
            ["Add documents with the ingest command:", "followthrough ingest FOLDER"],
        ),
        (
            "Which offices can members visit?",
            "Members can visit these offices:\n\nCity | Door\nTampa | 2\nMiami | 7",
            ["Members can visit these offices:", "City: Tampa; Door: 2", "City: Miami; Door: 7"],
        ),
        ("How do I open the box?", "This is how you open the box:", ["This is how you open the box:"]),
    ],
)
def test_what_a_lead_in_announces_comes_with_it(question: str, text: str, expected: list[str]) -> None:
    assert texts(answer(question, text)) == expected


def test_a_table_is_given_whole_when_its_heading_is_asked_for() -> None:
    errors = passage(
        "Error | Meaning\n412 | The clock is wrong\n619 | The client is old", heading=("Error numbers of the VPN",)
    )

    assert texts(answer("What are the error numbers of the VPN?", errors)) == [
        "Error: 412; Meaning: The clock is wrong",
        "Error: 619; Meaning: The client is old",
    ]
    assert texts(answer("What does VPN error 619 mean?", errors)) == ["Error: 619; Meaning: The client is old"]


def test_one_item_is_enough_where_one_value_is_asked_for() -> None:
    text = "The plan gives more:\n\n- Hearing: one hearing aid in 3 years\n- Doula: up to 8 visits"

    assert texts(answer("How many doula visits does the plan give?", text)) == ["Doula: up to 8 visits"]
