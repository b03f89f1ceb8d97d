"""The conversation before a message: imported, read from turns, and bounded (C38)."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.conversation import asks_something, import_history, window
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")


def test_c38_imported_messages_become_turns_without_evidence() -> None:
    messages = [
        {"role": "system", "content": "You are helpful."},
        {"role": "assistant", "content": "Hello!"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "Hello again!"},
        {"role": "user", "content": "What is the copay?"},
        {"role": "assistant", "content": "It is $5."},
        {"role": "assistant", "content": "On Plan Silver."},
        {"role": "user", "content": "thanks"},
        {"role": "assistant", "content": "You are welcome."},
    ]
    assert import_history(messages, PACK) == (
        Exchange(message="What is the copay?", reply="It is $5.\nOn Plan Silver."),
    )


def test_a_long_history_is_read_within_its_window() -> None:
    turns = tuple(Exchange(message=f"question {n}", reply=f"reply {n}") for n in range(500))
    near = window(turns, DEFAULT_TUNING)
    assert near[-1] == turns[-1]
    assert len(near) == DEFAULT_TUNING.history_max_turns
    assert [bool(turn.reply) for turn in near].count(True) == DEFAULT_TUNING.history_max_replies


def test_greetings_thanks_and_signs_ask_nothing() -> None:
    assert [asks_something(text, PACK) for text in ("hi", "thanks!", "🙂", "fax number")] == [
        False,
        False,
        False,
        True,
    ]
