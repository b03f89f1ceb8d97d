"""What a message says to do with a list, and whether it asks instead (requirements 2.3, 2.5)."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK

from followthrough.domain.continuity import ActionType
from followthrough.rules.lists.command import asks_about, asks_to_see, is_politely_whole, is_whole, read_command


@pytest.mark.parametrize(
    ("text", "object_", "action"),
    [
        ("open the sample2 pls", "sample2", ActionType.OPEN),
        ("please show the member handbook, thx", "member handbook", ActionType.OPEN),
        ("Could you please pull up the Appeals Form for me?", "appeals form", ActionType.OPEN),
        ("use a fee schedule", "fee schedule", ActionType.USE),
        ("member handbook", "member handbook", None),
        ("The Member Handbook.", "member handbook", None),
        ("read “Member Handbook”", "member handbook", ActionType.OPEN),
        ("go to appeals form", "appeals form", ActionType.OPEN),
        ("I'd like to view the appeals form now please", "appeals form", ActionType.OPEN),
        ("ok, choose option C++ (draft)", "option c++ (draft", ActionType.SELECT),
        ("open 🚀 Launch", "🚀 launch", ActionType.OPEN),
        ("open open house", "open house", ActionType.OPEN),
        ("please", "please", None),
        ("", "", None),
    ],
)
def test_politeness_one_verb_and_one_article_are_left_out(text: str, object_: str, action: ActionType | None) -> None:
    command = read_command(text, PACK)
    assert (command.object, command.action) == (object_, action)


def test_a_second_article_or_verb_stays() -> None:
    assert read_command("open the the handbook", PACK).object == "the handbook"
    assert read_command("open show handbook", PACK).object == "show handbook"


QUESTIONS = [
    "which of these covers appeals deadlines?",
    "What is the member handbook for",
    "did you already open the handbook?",
    "Did I open the appeals form",
    "have we opened that one",
    "is the handbook current",
    "tell me about the appeals form",
    "explain the handbook",
    "help me with the form",
    "how do I open the handbook",
    "why the handbook?",
    "does the manual say anything about appeals",
    "the handbook says that the limit is twelve, right?",
    "can the handbook be printed",
    "could you tell me which one is newer",
    "what about the manual",
    "when was the handbook last changed?",
]
COMMANDS = [
    "can you pull up the provider manual 2025?",
    "could you open the handbook",
    "would you please show me the form?",
    "open the handbook?",
    "member handbook?",
    "the second one?",
    "please open it",
    "open the handbook",
    "use the form",
    "will you go to the manual",
    "hey, can you open the manual",
]


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions_are_questions_however_they_are_put(text: str) -> None:
    assert asks_about(text, PACK)


@pytest.mark.parametrize("text", COMMANDS)
def test_a_polite_imperative_is_a_command_and_a_mark_alone_makes_no_question(text: str) -> None:
    assert not asks_about(text, PACK)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("where is the member handbook?", "member handbook"),
        ("can I see the appeals form please", "appeals form"),
        ("where's provider manual 2025", "provider manual 2025"),
        ("where do we park", None),
        ("open the handbook", None),
        ("where is", None),
    ],
)
def test_a_request_that_names_a_thing_may_ask_where_it_is(text: str, thing: str | None) -> None:
    assert asks_to_see(text, PACK) == thing


def test_whole_utterances_have_politeness_around_them_at_most() -> None:
    stops = PACK.pursuit.ends
    assert is_whole("Stop!", stops)
    assert is_politely_whole("please stop, thanks", stops, PACK)
    assert not is_politely_whole("stop the clock", stops, PACK)
    assert not is_politely_whole("stpo", stops, PACK)
    assert is_whole("thats enough", frozenset({"that's enough"}))
