"""Prompts of chat clients are told by their form (field report 83)."""

from __future__ import annotations

import json

import pytest

from followthrough.channels.http.client_context import unwrapped
from followthrough.channels.http.client_prompt import ClientTask, client_answer, client_prompt

HISTORY = (
    "<chat_history>\nUSER: What is the **copay** of Plan Silver?\nASSISTANT: It is $25 [1].\nUSER: And imaging?\n"
    "</chat_history>"
)
WEBUI = (
    "### Task:\nDo something with the chat history.\n### Output:\n"
    'JSON format: {{ "{key}": {value} }}\n### Chat History:\n' + HISTORY
)
LIBRE = (
    "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the "
    "title itself.\n\nConversation:\nUser: What is the copay of Plan Silver?\nAI: It is $25."
)
SHAPES = {
    ClientTask.TITLE: '"your concise title here"',
    ClientTask.TAGS: '["tag1", "tag2"]',
    ClientTask.FOLLOW_UPS: '["Question 1?"]',
    ClientTask.QUERIES: '["query1"]',
    ClientTask.COMPLETION: '"<your_completion>"',
    ClientTask.PICTURE: '"Your detailed description here."',
    ClientTask.TOOLS: "[]",
}


def answer(text: str, most: int = 60) -> str:
    prompt = client_prompt(text)
    assert prompt is not None
    return client_answer(prompt, lambda said: [w for w in said.split() if w[0].isupper()], title_chars=most, tags=2)


@pytest.mark.parametrize("task", ClientTask)
def test_what_is_wanted_is_the_field_that_the_prompt_names(task: ClientTask) -> None:
    prompt = client_prompt(WEBUI.format(key=task.value, value=SHAPES[task]))
    assert prompt is not None
    assert prompt.task is task
    assert [line.role for line in prompt.lines] == ["user", "assistant", "user"]
    assert prompt.lines[1].text == "It is $25 [1]."


def test_a_title_is_the_first_question() -> None:
    text = WEBUI.format(key="title", value='"x"')
    assert json.loads(answer(text)) == {"title": "What is the copay of Plan Silver?"}
    assert json.loads(answer(text, most=20)) == {"title": "What is the copay of…"}
    assert answer(LIBRE) == "What is the copay of Plan Silver?"


def test_tags_are_the_users_words_and_nothing_is_made_up() -> None:
    assert json.loads(answer(WEBUI.format(key="tags", value='["x"]'))) == {"tags": ["What", "Plan"]}
    assert json.loads(answer(WEBUI.format(key="follow_ups", value='["x"]'))) == {"follow_ups": []}
    assert json.loads(answer(WEBUI.format(key="queries", value='["x"]'))) == {"queries": []}
    assert json.loads(answer(WEBUI.format(key="text", value='"x"'))) == {"text": ""}
    assert json.loads(answer(WEBUI.format(key="prompt", value='"x"'))) == {"prompt": ""}


def test_a_client_that_asks_which_tools_to_call_is_told_none() -> None:
    asked = 'Query: History:\nUSER: """What is the copay?"""\nQuery: What is the copay?'
    prompt = client_prompt(asked, 'Available Tools: []\nThe format is strictly:\n{\n  "tool_calls": []\n}')
    assert prompt is not None
    assert json.loads(client_answer(prompt, list, title_chars=9, tags=2)) == {"tool_calls": []}
    assert client_prompt(asked) is None
    assert client_prompt("What is the copay?", '{ "tool_calls": [] }') is None


@pytest.mark.parametrize(
    "text",
    [
        "What is the title of the plan?",
        'What does { "title": "x" } in the config mean?',
        HISTORY,
        "Summarise this.\n" + HISTORY,
        '### Output: { "verdict": "x" }\n' + HISTORY,
        "What did they agree on?\n\nConversation:\nUser: hi\nAI: hello",
        "Which title did I get?\nUser: hi",
        "",
    ],
)
def test_what_a_user_writes_is_no_prompt_of_a_client(text: str) -> None:
    assert client_prompt(text) is None


def test_a_shape_within_the_quoted_conversation_says_nothing() -> None:
    quoted = '<chat_history>\nUSER: what is { "title": "x" }?\n</chat_history>'
    assert client_prompt(f"Read this.\n{quoted}") is None


@pytest.mark.parametrize(
    "piece", ["<chat_history>\n", "a:\nuser:\n", "<context>\n", "<source>", "</context>\n", "query:"]
)
def test_a_long_text_of_marks_is_read_once(piece: str) -> None:
    text = "<context>\n" + piece * 40_000  # one read anew from each mark takes minutes
    assert client_prompt(text) is None
    assert unwrapped(text) is None
