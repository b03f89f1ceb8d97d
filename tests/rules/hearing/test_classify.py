"""Courtesies count as the whole utterance only (C14, F15)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import TurnClass
from followthrough.rules.hearing.classify import classify

PACK = load_pack("general")


@pytest.mark.parametrize(
    "text", ["hi", "Hi!", "HELLO there", "good morning", "hello, hi", "hey 👋", "how are you?", "what can you do?"]
)
def test_a_greeting_is_chat(text: str) -> None:
    assert classify(text, PACK) is TurnClass.CHAT


@pytest.mark.parametrize(
    "text",
    [
        "thanks!",
        "Thank you so much",
        "ok",
        "O.K.",
        "ok, thanks a lot!",
        "hi, thanks",
        "no",
        "never mind",
        "bye",
    ],
)
def test_f15_thanks_and_ok_are_acknowledgements(text: str) -> None:
    assert classify(text, PACK) is TurnClass.ACK


@pytest.mark.parametrize(
    "text",
    [
        "hi, what is the copay?",
        "thanks, and the deductible?",
        "ok so what about imaging",
        "no more than 30 days?",
        "How do I cancel a prior authorization request?",
        "What is the stop-loss provision?",
        "When does coverage stop?",
        "thanks for nothing in particular, but the fax number?",
        "12",
        "there",
        "all of them",
        "hi-fi",
        "Kolik stojí vstupné?",
    ],
)
def test_c14_a_courtesy_inside_something_else_is_none(text: str) -> None:
    assert classify(text, PACK) is TurnClass.NEW_QUESTION


def test_a_message_without_a_word_is_empty() -> None:
    assert classify("👍?", PACK) is TurnClass.EMPTY
