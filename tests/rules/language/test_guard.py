"""A message without a word plans nothing (requirements section 4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followthrough.domain.conversation import Lane, Message, TurnClass
from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.rules.language.guard import guard


def message(text: str) -> Message:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Message(turn_id=TurnId("t"), thread_id=ThreadId("thr"), index=1, text=text, received_at=now)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\t\n\r\n ",
        "?",
        "?!...",
        "—–-_",
        "( )",
        "👍",
        "👍🏽 🎉",
        "👩‍👩‍👧‍👦",  # joined by zero-width joiners
        "❤️",  # with a variation selector
        "1️⃣ 2️⃣ #️⃣",  # keycaps are pictures of digits
        "🇩🇪",
        "\u200b\u200d\ufeff\u2060",
        "\u00a0\u3000",
        "\u3164\u115f",  # letters to Unicode, blanks to the eye
        "$ € +",
    ],
)
def test_section_4_a_message_without_a_word_is_empty(text: str) -> None:
    blocked = guard(message(text))

    assert blocked is not None
    assert (blocked.turn_class, blocked.decision.lane, blocked.say) == (TurnClass.EMPTY, Lane.GUARD, "empty")
    assert blocked.decision.reason == "empty_message"


@pytest.mark.parametrize("text", ["a", "12", "?a", "½", "ok 👍", "C++", "né", "中文", "شكرا", "１２", "x\u200by"])
def test_a_letter_or_a_number_makes_a_message(text: str) -> None:
    assert guard(message(text)) is None


@pytest.mark.parametrize("text", ["", " ", "👍"])
def test_what_comes_with_something_to_read_is_not_empty(text: str) -> None:
    assert guard(replace(message(text), attachments=(DocumentId("doc"),))) is None
    assert guard(replace(message(text), links=("https://example.org/fees",))) is None
