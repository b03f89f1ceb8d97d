"""What recorded updates say to the bot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.channels.telegram import payloads

from followthrough.channels.telegram.codec import (
    Clicked,
    Edited,
    File,
    Me,
    Moved,
    Said,
    Told,
    button_data,
    read,
)

ME = Me(id=4242, username="follow_bot")


def said(payload: dict[str, Any]) -> Said:
    found = read(payload, ME)
    assert isinstance(found, Said)
    return found


def test_a_message_says_its_text_and_where_it_comes_from() -> None:
    found = said(payloads.TEXT)
    assert found.text == "What is the copay of Plan Silver?"
    origin = found.origin
    assert (origin.key, origin.sequence, origin.address) == ("m:7:365", 835_220_001, "7")
    assert (origin.message_id, origin.user_id, origin.is_group) == (365, 7, False)


def test_the_same_message_has_the_same_key_under_another_update() -> None:
    again = read(payloads.TEXT | {"update_id": 9}, ME)
    assert again is not None
    assert again.origin == replace(said(payloads.TEXT).origin, sequence=9)


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (payloads.LINKS, "😀 read the fees (https://a.example/fees) and https://b.example"),
        (payloads.MENTION, "😀  what does a visit cost?"),
        (payloads.TEXT_MENTION, ", what does a visit cost?"),
        (payloads.REPLY, "and imaging?"),
        (payloads.NOT_A_COMMAND, "see /new"),
    ],
    ids=["links", "mention", "mention of one without a name", "reply", "a command further on"],
)
def test_a_text_is_read_as_it_is_meant(payload: dict[str, Any], text: str) -> None:
    assert said(payload).text == text


def test_a_topic_is_a_chat_of_its_own_and_a_thread_of_replies_is_not() -> None:
    assert said(payloads.MENTION).origin.address == "-1001234567890/17"
    assert said(payloads.REPLY).origin.address == "-1001234567890"


def test_a_command_is_told_without_slash_and_bot() -> None:
    found = read(payloads.COMMAND, ME)
    assert isinstance(found, Told)
    assert found.command == "new"


@pytest.mark.parametrize("payload", [payloads.MENTION_ONLY])
def test_the_name_alone_is_a_call_for_help(payload: dict[str, Any]) -> None:
    found = read(payload, ME)
    assert isinstance(found, Told)
    assert found.command == "help"


def test_who_writes_for_the_group_is_heard() -> None:
    assert isinstance(read(payloads.ANONYMOUS, ME), Told)


def test_a_file_comes_with_its_caption() -> None:
    found = said(payloads.DOCUMENT)
    assert found.file == File(id="BQACAgIAAxkBAAIB", name="fees.pdf", size=48_211)
    assert (found.text, found.unreadable) == ("What does a visit cost?", False)
    assert said(payloads.NAMELESS_DOCUMENT).file == File(id="BQAC", name="file", size=None)


@pytest.mark.parametrize(
    ("payload", "text"), [(payloads.VOICE, ""), (payloads.PHOTO, "and this?"), (payloads.ANIMATION, "")]
)
def test_what_can_not_be_read_is_told_from_its_caption(payload: dict[str, Any], text: str) -> None:
    found = said(payload)
    assert (found.unreadable, found.file, found.text) == (True, None, text)


def test_an_edit_is_no_message() -> None:
    found = read(payloads.EDITED, ME)
    assert isinstance(found, Edited)
    assert found.origin.key == "e:1780000050:7:365"


def test_a_group_that_moved_says_where() -> None:
    found = read(payloads.UPGRADED, ME)
    assert isinstance(found, Moved)
    assert found.new_chat_id == -1001234567890


def test_a_click_says_which_option_of_which_answer() -> None:
    found = read(payloads.CLICK, ME)
    assert isinstance(found, Clicked)
    assert (found.of_key, found.place, found.click_id) == ("m:-1001234567890:365", 3, "4382bfdwdsb323b2d9")
    assert (found.origin.address, found.origin.message_id) == ("-1001234567890/17", 371)
    old = read(payloads.OLD_CLICK, ME)
    assert isinstance(old, Clicked)
    assert old.origin.address == "7"


@pytest.mark.parametrize("data", ["", ":", "x", "m:7:1:", ":3", "m:7:1:-1", "m:7:1:٣", "m:7:1:99999"])
def test_data_of_no_button_of_ours_is_no_click(data: str) -> None:
    query = payloads.CLICK["callback_query"] | {"data": data}
    assert read(payloads.CLICK | {"callback_query": query}, ME) is None


@pytest.mark.parametrize(
    "payload",
    [
        payloads.OTHER_BOT,
        payloads.OVERHEARD,
        payloads.IN_A_TOPIC_OF_THE_BOT,
        payloads.FROM_A_BOT,
        payloads.JOINED,
        payloads.PINNED,
        payloads.CHANNEL_POST,
        payloads.OF_TOMORROW,
        payloads.NO_UPDATE,
        {},
    ],
    ids=[
        "another bot's command", "overheard", "in a topic that the bot opened", "a bot", "joined", "pinned",
        "channel post", "a kind of tomorrow", "no update", "empty",
    ],
)  # fmt: skip
def test_what_is_not_meant_for_the_bot_leaves_no_trace(payload: dict[str, Any]) -> None:
    assert read(payload, ME) is None


@given(st.integers(-(10**15), 10**15), st.integers(1, 2**31), st.integers(0, 9999))
def test_button_data_fits_and_reads_back(chat: int, message: int, place: int) -> None:
    data = button_data(f"m:{chat}:{message}", place)
    assert len(data.encode()) <= 64
    found = read(payloads.CLICK | {"callback_query": payloads.CLICK["callback_query"] | {"data": data}}, ME)
    assert isinstance(found, Clicked)
    assert (found.of_key, found.place) == (f"m:{chat}:{message}", place)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["update_id", "message", "callback_query", "edited_message"]), JSON))
def test_any_payload_reads_as_something_or_nothing(payload: dict[str, Any]) -> None:
    read(payload, ME)
