"""Updates as Telegram sends them, with ids and names of nobody."""

from __future__ import annotations

from typing import Any

ANN = {"id": 7, "is_bot": False, "first_name": "Ann", "username": "ann", "language_code": "en"}
BOT = {"id": 4242, "is_bot": True, "first_name": "Follow", "username": "follow_bot"}
PRIVATE = {"id": 7, "first_name": "Ann", "username": "ann", "type": "private"}
FORUM = {"id": -1001234567890, "title": "Team", "is_forum": True, "type": "supergroup"}


def update(message: dict[str, Any], kind: str = "message", number: int = 835_220_001) -> dict[str, Any]:
    base = {"message_id": 365, "from": ANN, "chat": PRIVATE, "date": 1_780_000_000}
    return {"update_id": number, kind: base | message}


TEXT = update({"text": "What is the copay of Plan Silver?"})
COMMAND = update({"text": "/New@Follow_Bot now", "entities": [{"offset": 0, "length": 15, "type": "bot_command"}]})
OTHER_BOT = update({"text": "/new@other_bot", "entities": [{"offset": 0, "length": 14, "type": "bot_command"}]})
NOT_A_COMMAND = update({"text": "see /new", "entities": [{"offset": 4, "length": 4, "type": "bot_command"}]})
LINKS = update(
    {
        "text": "😀 read the fees and https://b.example",
        "entities": [
            {"offset": 8, "length": 8, "type": "text_link", "url": "https://a.example/fees"},
            {"offset": 21, "length": 17, "type": "url"},
        ],
    }
)
DOCUMENT = update(
    {
        "document": {
            "file_name": "fees.pdf",
            "mime_type": "application/pdf",
            "file_id": "BQACAgIAAxkBAAIB",
            "file_unique_id": "AgADBQ",
            "file_size": 48_211,
        },
        "caption": "What does a visit cost?",
    }
)
NAMELESS_DOCUMENT = update({"document": {"file_id": "BQAC", "file_unique_id": "AgAD"}})
ANIMATION = update(
    {
        "animation": {"file_id": "a", "file_unique_id": "a", "width": 1, "height": 1, "duration": 1},
        "document": {"file_id": "a", "file_unique_id": "a"},
    }
)
VOICE = update({"voice": {"duration": 2, "mime_type": "audio/ogg", "file_id": "AwAC", "file_unique_id": "AgAD"}})
PHOTO = update(
    {
        "photo": [{"file_id": "p", "file_unique_id": "p", "width": 90, "height": 51, "file_size": 1010}],
        "caption": "and this?",
    }
)
JOINED = update({"chat": FORUM, "new_chat_members": [BOT]})
PINNED = update({"pinned_message": {"message_id": 4, "date": 1, "chat": PRIVATE, "text": "x"}})
EDITED = update({"text": "What is the copay of Plan Gold?", "edit_date": 1_780_000_050}, "edited_message")
CHANNEL_POST = update({"text": "news", "chat": {"id": -1, "type": "channel", "title": "News"}}, "channel_post")
MENTION = update(
    {
        "chat": FORUM,
        "message_thread_id": 17,
        "is_topic_message": True,
        "text": "😀 @Follow_Bot what does a visit cost?",
        "entities": [{"offset": 3, "length": 11, "type": "mention"}],
    }
)
MENTION_ONLY = update(
    {"chat": FORUM, "text": "@follow_bot", "entities": [{"offset": 0, "length": 11, "type": "mention"}]}
)
TEXT_MENTION = update(
    {
        "chat": FORUM,
        "text": "Follow, what does a visit cost?",
        "entities": [{"offset": 0, "length": 6, "type": "text_mention", "user": BOT}],
    }
)
OVERHEARD = update({"chat": FORUM, "text": "what does a visit cost?"})
REPLY = update(
    {
        "chat": FORUM,
        "message_thread_id": 360,  # of a thread of replies, which is no topic
        "text": "and imaging?",
        "reply_to_message": {"message_id": 360, "from": BOT, "chat": FORUM, "date": 1, "text": "It is $25."},
    }
)
IN_A_TOPIC_OF_THE_BOT = update(
    {
        "chat": FORUM,
        "message_thread_id": 17,
        "is_topic_message": True,
        "text": "what does a visit cost?",
        "reply_to_message": {
            "message_id": 17,
            "from": BOT,
            "chat": FORUM,
            "date": 1,
            "forum_topic_created": {"name": "Fees", "icon_color": 7_322_096},
        },
    }
)
ANONYMOUS = update(
    {
        "chat": FORUM,
        "from": {"id": 1_087_968_824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"},
        "sender_chat": FORUM,
        "text": "/help",
        "entities": [{"offset": 0, "length": 5, "type": "bot_command"}],
    }
)
FROM_A_BOT = update({"from": {"id": 5, "is_bot": True, "first_name": "Other"}, "text": "hello"})
UPGRADED = update({"chat": {"id": -100, "type": "group", "title": "Team"}, "migrate_to_chat_id": -1001234567890})
CLICK: dict[str, Any] = {
    "update_id": 835_220_009,
    "callback_query": {
        "id": "4382bfdwdsb323b2d9",
        "from": ANN,
        "message": {
            "message_id": 371,
            "from": BOT,
            "chat": FORUM,
            "date": 1_780_000_000,
            "text": "Which plan?",
            "message_thread_id": 17,
            "is_topic_message": True,
        },
        "chat_instance": "-42",
        "data": "m:-1001234567890:365:3",
    },
}
OLD_CLICK: dict[str, Any] = {
    "update_id": 835_220_010,
    "callback_query": {
        "id": "77",
        "from": ANN,
        "message": {"message_id": 3, "chat": PRIVATE, "date": 0},
        "chat_instance": "-42",
        "data": "m:7:1:0",
    },
}
OF_TOMORROW: dict[str, Any] = {"update_id": 835_220_011, "telepathy": {"from": ANN, "thought": "fees"}}
NO_UPDATE: dict[str, Any] = {"message": "hello"}
