"""Questions that documents ask themselves: the answer is what stands under them, never the question (R0-31)."""

from __future__ import annotations

import pytest
from tests.rules.said import answer, passage

FAQ = """Q: What should I do if the barrier does not open?
A: Press the intercom button and tell the guard your badge number.

Q: Why does the gate sometimes close early?
A: It follows the sunset timer. The timer is set each Monday.

May guests use the gym? With a day pass from the desk. It is blue.

I lost my badge. What should I do?

Tell security the same day."""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What should I do if the barrier does not open?", "Press the intercom button"),
        ("the barrier does not open, what should I do?", "Press the intercom button"),
        ("Why does the gate sometimes close early?", "It follows the sunset timer. The timer is set each Monday."),
        ("Why does the gate close early?", "It follows the sunset timer."),
        ("May guests use the gym?", "With a day pass from the desk. It is blue."),
        ("What should I do if I lost my badge?", "Tell security the same day."),
    ],
)
def test_what_stands_under_the_very_question_answers_it(question: str, told: str) -> None:
    found = answer(question, passage(FAQ))
    text = " ".join(e.text for e in found.extracts)
    assert found.complete, text
    assert told in text
    assert "?" not in text
    assert "A:" not in text


@pytest.mark.parametrize(
    "question",
    [
        "How do guests pay for the gym?",
        "When was the barrier built?",
        "How much is a badge for guests?",
        "Who sets the alarm of the barrier?",
    ],
)
def test_what_stands_under_another_question_does_not(question: str) -> None:
    assert not answer(question, passage(FAQ)).complete


def test_a_question_alone_answers_nothing() -> None:
    found = answer("Why does the gate close early?", passage("Why does the gate close early?"))
    assert not found.extracts


def test_questions_that_are_items_of_a_list_may_be_what_is_asked_for() -> None:
    text = "These questions are asked at the gate:\n\n- Where do you come from?\n- Whom do you visit?"
    found = answer("Which questions are asked at the gate?", passage(text))
    assert any("Whom do you visit?" in e.text for e in found.extracts)


def test_a_question_holds_for_its_own_paragraph_or_the_next_one() -> None:
    text = "Can I bring a dog?\n\nOnly guide dogs.\n\nThe lift is closed at night."
    found = answer("Can I bring a dog?", passage(text))
    assert [e.text for e in found.extracts] == ["Only guide dogs."]
