"""Interface, "Message body": what is taken, and what is refused by name."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from followthrough.channels.wire.requests import ChangeThread, NewDocument, NewMessage, NewThread


def _faults(model: type[NewMessage | NewThread | NewDocument | ChangeThread], body: object) -> list[tuple[Any, str]]:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(body)
    return [(fault["loc"], fault["type"]) for fault in caught.value.errors()]


def test_a_message_may_be_as_short_as_its_text() -> None:
    message = NewMessage.model_validate({"text": "hi"})
    assert (message.text, message.client_message_id, message.attachments) == ("hi", None, [])


@pytest.mark.parametrize("empty", [{"selection": []}, {"selection": None}, {"links": None, "selection": {}}])
def test_empty_fields_ask_for_nothing(empty: dict[str, object]) -> None:
    assert NewMessage.model_validate({"text": "hi", **empty}).text == "hi"


@pytest.mark.parametrize("name", ["selections", "txt", "attachment", "link"])
def test_a_field_that_is_not_there_is_named(name: str) -> None:
    assert _faults(NewMessage, {"text": "hi", name: ["x"]}) == [((name,), "extra_forbidden")]


@pytest.mark.parametrize(
    ("body", "location"),
    [
        ({"text": 7}, ("text",)),
        ({"text": None}, ("text",)),
        ({"text": "half \ud83d"}, ("text",)),
        ({"client_message_id": ""}, ("client_message_id",)),
        ({"client_message_id": "x" * 201}, ("client_message_id",)),
        ({"client_message_id": "a\x00b"}, ("client_message_id",)),
        ({"attachments": "doc_1"}, ("attachments",)),
        ({"attachments": [{}]}, ("attachments", 0, "document_id")),
        ({"attachments": [{"document_id": "d"}] * 33}, ("attachments",)),
        ({"attachments": [{"document_id": "d", "name": "x"}]}, ("attachments", 0, "name")),
    ],
)
def test_a_wrong_value_is_named(body: dict[str, object], location: tuple[object, ...]) -> None:
    assert [found for found, _ in _faults(NewMessage, body)] == [location]


def test_control_characters_in_the_text_are_the_users_own_affair() -> None:
    assert NewMessage.model_validate({"text": "a\x00\x1b[2J"}).text == "a\x00\x1b[2J"


@pytest.mark.parametrize("title", ["", "   ", "two\nlines", "x" * 201, "\x00"])
def test_a_title_is_one_line_with_something_on_it(title: str) -> None:
    assert [found for found, _ in _faults(ChangeThread, {"title": title})] == [("title",)]


def test_a_title_loses_the_space_around_it() -> None:
    assert ChangeThread(title="  Copays  ").title == "Copays"


@pytest.mark.parametrize(("given", "kept"), [("en", "en"), ("EN-us", "en"), ("pt_BR", "pt"), ("zh-Hant-TW", "zh")])
def test_a_language_is_kept_as_documents_keep_theirs(given: str, kept: str) -> None:
    assert NewThread(language=given).language == kept


@pytest.mark.parametrize("language", ["", "e", "english please", "en;drop", "éé"])
def test_what_is_no_language_tag_is_refused(language: str) -> None:
    assert [found for found, _ in _faults(NewThread, {"language": language})] == [("language",)]


def test_a_document_needs_text_and_a_name() -> None:
    assert {found for found, _ in _faults(NewDocument, {})} == {("text",), ("name",)}
    assert _faults(NewDocument, {"text": "x", "name": "x.md", "url": "https://example.org"}) == [
        (("url",), "extra_forbidden")
    ]
