"""What comes before any question, in its order (C21, C35)."""

from __future__ import annotations

import pytest
from tests.rules.pursuing import PACK, SLOTS, TUNING, message, objective, sub, thread

from followthrough.domain.conversation import TurnClass
from followthrough.rules.language.guard import empty_message
from followthrough.rules.pursuit.interrupt import interrupt

ASKED = thread(objective(sub("What is the fee?"), asked=1), slots=None)


@pytest.mark.parametrize(
    ("text", "turn_class"),
    [
        ("I want to talk to a person", TurnClass.HUMAN_REQUEST),
        ("stop", TurnClass.END_PURSUIT),
        ("try again", TurnClass.RETRY),
        ("I don't have it", TurnClass.ACK),
    ],
)
def test_each_kind_is_heard(text: str, turn_class: TurnClass) -> None:
    decided = interrupt(message(text), ASKED, (), PACK, TUNING)

    assert decided is not None
    assert decided.plan.turn_class is turn_class


@pytest.mark.parametrize("text", ["What is the fee?", "hello", "Molina", "H0036"])
def test_anything_else_goes_on(text: str) -> None:
    assert interrupt(message(text), ASKED, (), PACK, TUNING) is None


def test_an_earlier_decision_stands() -> None:
    decided = interrupt(message("stop"), ASKED, (), PACK, TUNING, blocked=empty_message())

    assert decided is not None
    assert decided.plan == empty_message()


def test_c35_the_end_closes_our_own_question_and_nothing_else_does() -> None:
    waiting = thread(objective(sub("What is the fee?")), slots=SLOTS)
    ended = interrupt(message("cancel"), waiting, (), PACK, TUNING)
    called = interrupt(message("talk to a human"), waiting, (), PACK, TUNING)

    assert ended is not None
    assert ended.open_slots is None
    assert called is not None
    assert called.open_slots == SLOTS
