"""What a Telegram update says: a pure reading of the payload, whatever it holds.

Invariants: a message that is not meant for the bot reads as None and leaves no trace; the same message delivered
again has the same key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from aiogram.enums import MessageEntityType
from aiogram.types import CallbackQuery, InaccessibleMessage, Message, MessageEntity, Update
from pydantic import ValidationError

#: what the bot asks Telegram to deliver
UPDATE_KINDS = ("message", "edited_message", "callback_query")
_GROUPS = frozenset({"group", "supergroup"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """The bot itself; ``username`` without the @."""

    id: int
    username: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an update comes from.

    Attributes:
        key: the identity of the message, the same at each delivery.
        sequence: the update's number.
        chat_id: the chat.
        topic_id: the forum topic in it, None outside topics.
        message_id: the message, for replies to it; for a click the message with the buttons.
        user_id: who sent it, None where Telegram does not say.
        is_group: whether others read along.
    """

    key: str
    sequence: int
    chat_id: int
    topic_id: int | None
    message_id: int
    user_id: int | None
    is_group: bool

    @property
    def address(self) -> str:
        """The chat with its topic, as one name."""
        return f"{self.chat_id}" if self.topic_id is None else f"{self.chat_id}/{self.topic_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that came with a message; ``size`` is None where Telegram does not say."""

    id: str
    name: str
    size: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Text, files, or both; several files are an album's.

    ``unreadable``: a part of the message is of a kind that can't be read. ``answers`` is the text of the bot's own
    message that it replies to, empty where it replies to none. ``album`` names the album that it is a part of.
    """

    origin: Origin
    text: str
    file: File | None = None
    unreadable: bool = False
    answers: str = ""
    album: str = ""
    more: tuple[File, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A command, without its slash, lower case, with the words behind it; ``answers`` as for ``Said``."""

    origin: Origin
    command: str
    words: str = ""
    answers: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clicked:
    """A button under the answer to ``of_key``: the option at ``place``, from 0."""

    origin: Origin
    click_id: str
    of_key: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A message was changed."""

    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The group became a supergroup and has another id from now on."""

    origin: Origin
    new_chat_id: int


Incoming: TypeAlias = Said | Told | Clicked | Edited | Moved


def read(payload: Mapping[str, Any], me: Me) -> Incoming | None:
    """What the update says; None where it is not meant for the bot or is no update."""
    try:
        update = Update.model_validate(payload)
    except ValidationError:
        return None
    if update.callback_query is not None:
        return _click(update, update.callback_query)
    message = update.message or update.edited_message
    return None if message is None else _message(update, message, me)


def _message(update: Update, message: Message, me: Me) -> Incoming | None:
    origin = _origin(update, message, "m")
    if message.migrate_to_chat_id is not None:
        return Moved(origin=origin, new_chat_id=message.migrate_to_chat_id)
    command = _command(message, me)
    if _is_from_a_bot(message) or command == "" or not (command or _is_meant(message, me)):
        return None
    if update.edited_message is not None:
        return Edited(origin=_origin(update, message, f"e:{message.edit_date or 0}"))
    answers = _answered(message, me)
    if command:
        words = (message.text or "").partition(" ")[2].strip()
        return Told(origin=origin, command=command, words=words, answers=answers)
    said = _said(origin, message, _plain(message, me))
    album = message.media_group_id or ""
    return replace(said, answers=answers, album=album) if isinstance(said, Said) else said


def _answered(message: Message, me: Me) -> str:
    """The text of the bot's own message that this one replies to; empty where it replies to none."""
    replied = message.reply_to_message
    is_ours = replied is not None and replied.from_user is not None and replied.from_user.id == me.id
    return replied.text or "" if replied is not None and is_ours else ""


def button_data(key: str, place: int) -> str:
    """What a button sends back: which answer's, and which of its options; at most 64 bytes, as Telegram has it."""
    return f"{key}:{place}"


def _said(origin: Origin, message: Message, text: str) -> Said | Told | None:
    document = message.document
    if document is not None and message.animation is None:
        file = File(id=document.file_id, name=document.file_name or "file", size=document.file_size)
        return Said(origin=origin, text=text, file=file)
    if message.text is not None:  # nothing but the bot's name is a call for help
        return Said(origin=origin, text=text) if text else Told(origin=origin, command="help")
    return None if _is_service(message) else Said(origin=origin, text=text, unreadable=True)


def _click(update: Update, query: CallbackQuery) -> Clicked | None:
    message, data = query.message, query.data or ""
    of_key, _, place = data.rpartition(":")
    if message is None or not of_key or not (place.isascii() and place.isdigit() and len(place) <= 4):
        return None
    origin = Origin(
        key=f"c:{query.id}",
        sequence=update.update_id,
        chat_id=message.chat.id,
        topic_id=None if isinstance(message, InaccessibleMessage) else _topic(message),
        message_id=message.message_id,
        user_id=query.from_user.id,
        is_group=message.chat.type in _GROUPS,
    )
    return Clicked(origin=origin, click_id=query.id, of_key=of_key, place=int(place))


def _origin(update: Update, message: Message, kind: str) -> Origin:
    chat = message.chat
    return Origin(
        key=f"{kind}:{chat.id}:{message.message_id}",
        sequence=update.update_id,
        chat_id=chat.id,
        topic_id=_topic(message),
        message_id=message.message_id,
        user_id=message.from_user.id if message.from_user else None,
        is_group=chat.type in _GROUPS,
    )


def _topic(message: Message) -> int | None:
    return message.message_thread_id if message.is_topic_message else None


def _is_from_a_bot(message: Message) -> bool:
    """Other bots are not answered; who writes in the name of a group or channel comes as a bot too, and is."""
    return message.from_user is not None and message.from_user.is_bot and message.sender_chat is None


def _is_meant(message: Message, me: Me) -> bool:
    """In a group only what mentions the bot or replies to it is meant for it."""
    if message.chat.type not in _GROUPS:
        return True
    replied = message.reply_to_message
    if replied is not None and replied.from_user is not None and replied.from_user.id == me.id:
        return replied.forum_topic_created is None  # what is said in a topic "replies" to the topic's beginning
    return any(_is_mention(entity, _written(message), me) for entity in _entities(message))


def _command(message: Message, me: Me) -> str | None:
    """The command that the message begins with; empty when it is another bot's, None when there is none."""
    text = message.text or ""
    first = next((e for e in _entities(message) if e.type == MessageEntityType.BOT_COMMAND and e.offset == 0), None)
    if first is None or not text:
        return None
    name, at, bot = first.extract_from(text)[1:].partition("@")
    if at and bot.lower() != me.username.lower():
        return ""
    return name.lower() or None


def _is_service(message: Message) -> bool:
    """Whether the message only tells what happened in the chat: someone joined, a message was pinned."""
    return not any(getattr(message, kind, None) for kind in _UNREADABLE)


#: kinds of content that people send and the bot can't read
_UNREADABLE = (
    "animation", "audio", "checklist", "contact", "dice", "game", "live_photo", "location", "paid_media", "photo",
    "poll", "sticker", "story", "venue", "video", "video_note", "voice",
)  # fmt: skip


def _written(message: Message) -> str:
    return message.text or message.caption or ""


def _entities(message: Message) -> Sequence[MessageEntity]:
    return message.entities or message.caption_entities or ()


def _is_mention(entity: MessageEntity, text: str, me: Me) -> bool:
    match entity.type:
        case MessageEntityType.MENTION:
            return entity.extract_from(text).lower() == f"@{me.username.lower()}"
        case MessageEntityType.TEXT_MENTION:
            return entity.user is not None and entity.user.id == me.id
        case _:
            return False


def _plain(message: Message, me: Me) -> str:
    """The text as it is asked: without the bot's own name, with the address of each link that hides one."""
    text = _written(message)
    code = text.encode("utf-16-le", "surrogatepass")  # entities count in UTF-16 units
    for entity in sorted(_entities(message), key=lambda e: e.offset, reverse=True):
        start, end = entity.offset * 2, (entity.offset + entity.length) * 2
        if _is_mention(entity, text, me):
            code = code[:start] + code[end:]
        elif entity.type == MessageEntityType.TEXT_LINK and entity.url:
            code = code[:end] + f" ({entity.url})".encode("utf-16-le") + code[end:]
    return code.decode("utf-16-le", "replace").strip()
