"""The Bot API as the channel uses it, over aiogram. A call does its work or says in one of three ways why not.

``Refused`` is an answer of Telegram that the same request would get again; ``Moved`` names the chat's new id;
``ChannelUnavailable`` is everything that may be well at another time. A limit (429) is waited out as long as Telegram
says and is none of these.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias, TypeVar

from aiogram import Bot, exceptions
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteMessage,
    DeleteWebhook,
    EditMessageReplyMarkup,
    EditMessageText,
    GetFile,
    GetMe,
    SendChatAction,
    SendMessage,
    SetMyCommands,
    SetWebhook,
    TelegramMethod,
)
from aiogram.types import (
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
)
from aiogram.utils.token import TokenValidationError
from aiohttp import ClientError

from followthrough.channels.telegram.codec import UPDATE_KINDS, Me
from followthrough.channels.telegram.render import Button, Piece
from followthrough.channels.telegram.styled import Styled, units
from followthrough.errors import ChannelUnavailable, ConfigurationError

T = TypeVar("T")
Sleep: TypeAlias = Callable[[float], Awaitable[None]]
_log = logging.getLogger(__name__)
_REQUEST_S = 30
_ALERT_MAX = 200  # of the note that a click gets


class Kind(Enum):
    """What an error of the library means to the channel."""

    LIMITED = auto()
    REFUSED = auto()
    MOVED = auto()
    UNAVAILABLE = auto()
    TOKEN = auto()


#: Every error of aiogram that a call can raise; one that is not named counts as its nearest ancestor.
KINDS: dict[type[Exception], Kind] = {
    exceptions.TelegramRetryAfter: Kind.LIMITED,
    exceptions.TelegramMigrateToChat: Kind.MOVED,
    exceptions.TelegramBadRequest: Kind.REFUSED,
    exceptions.TelegramNotFound: Kind.REFUSED,
    exceptions.TelegramForbiddenError: Kind.REFUSED,
    exceptions.TelegramEntityTooLarge: Kind.REFUSED,
    exceptions.TelegramUnauthorizedError: Kind.TOKEN,
    exceptions.TelegramConflictError: Kind.UNAVAILABLE,
    exceptions.TelegramServerError: Kind.UNAVAILABLE,
    exceptions.RestartingTelegram: Kind.UNAVAILABLE,
    exceptions.TelegramNetworkError: Kind.UNAVAILABLE,
    exceptions.TelegramAPIError: Kind.UNAVAILABLE,
    exceptions.ClientDecodeError: Kind.UNAVAILABLE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Telegram will not do it. ``reason`` is its own words for programs, without any of the users'."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The chat has another id."""

    chat_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where to send: the chat, its topic, and the message that is replied to."""

    chat_id: int
    topic_id: int | None = None
    reply_to: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether others read along; Telegram counts groups downwards from zero."""
        return self.chat_id < 0


class RawUpdates(TelegramMethod[list[dict[str, Any]]]):
    """``getUpdates`` as it comes: an update of a kind that the library can't read yet must not hold up the others."""

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int
    timeout: int
    allowed_updates: list[str]


class TelegramApi:
    """The bot's calls.

    Args:
        token: the bot's secret.
        api_url: of a Bot API server of one's own; None for Telegram's.
        sleep: waits out a limit.

    Raises:
        ConfigurationError: the token has not the form of one.
    """

    def __init__(self, token: str, *, api_url: str | None = None, sleep: Sleep = asyncio.sleep) -> None:
        server = PRODUCTION if api_url is None else TelegramAPIServer.from_base(api_url)
        self._session = AiohttpSession(api=server, timeout=_REQUEST_S)
        try:
            self._bot = Bot(token, session=self._session)
        except TokenValidationError:
            raise ConfigurationError(
                "Setting telegram_token is no token of a bot.",
                fix="Copy it from @BotFather: digits, a colon, letters.",
                field="telegram_token",
            ) from None
        self._sleep = sleep

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._session.close()

    async def me(self) -> Me:
        """The bot itself.

        Raises:
            ConfigurationError: Telegram does not know the token.
            ChannelUnavailable: Telegram can't be asked now.
        """
        user = await self._done(GetMe())
        return Me(id=user.id, username=user.username or "")

    async def updates(self, *, offset: int, wait_s: int) -> list[dict[str, Any]]:
        """The updates from ``offset`` on; waits for the first one. A higher offset confirms those below it."""
        method = RawUpdates(offset=offset, timeout=wait_s, allowed_updates=list(UPDATE_KINDS))
        return await self._done(method, timeout_s=wait_s + _REQUEST_S)

    async def use_polling(self) -> None:
        """From now on updates wait to be fetched; those that wait already are kept."""
        await self._done(DeleteWebhook(drop_pending_updates=False))

    async def use_webhook(self, url: str, secret: str) -> None:
        """From now on updates are posted to ``url``, one after the other, so that they come in order."""
        method = SetWebhook(url=url, secret_token=secret, allowed_updates=list(UPDATE_KINDS), max_connections=1)
        await self._done(method)

    async def set_commands(self, commands: dict[str, str]) -> None:
        """The menu of commands, each with its line."""
        menu = [BotCommand(command=name, description=line[:256]) for name, line in commands.items()]
        await self._done(SetMyCommands(commands=menu))

    async def send(self, target: Target, piece: Piece) -> int | Refused | Moved:
        """Sends a message; returns its id."""
        reply = None
        if target.reply_to is not None:
            reply = ReplyParameters(message_id=target.reply_to, allow_sending_without_reply=True)
        method = SendMessage(
            chat_id=target.chat_id,
            message_thread_id=target.topic_id,
            text=piece.styled.text,
            entities=_entities(piece.styled),
            parse_mode=None,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            reply_parameters=reply,
            reply_markup=_keyboard(piece.buttons),
        )
        sent = await self._call(method)
        return sent if isinstance(sent, Refused | Moved) else sent.message_id

    async def edit(self, target: Target, message_id: int, piece: Piece) -> Refused | Moved | None:
        """Changes a message; one that has this text already stays as it is."""
        method = EditMessageText(
            chat_id=target.chat_id,
            message_id=message_id,
            text=piece.styled.text,
            entities=_entities(piece.styled),
            parse_mode=None,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            reply_markup=_keyboard(piece.buttons),
        )
        return _unless_same(await self._call(method))

    async def set_buttons(
        self, target: Target, message_id: int, buttons: tuple[Button, ...]
    ) -> Refused | Moved | None:
        """Changes the buttons under a message."""
        method = EditMessageReplyMarkup(
            chat_id=target.chat_id, message_id=message_id, reply_markup=_keyboard(buttons)
        )
        return _unless_same(await self._call(method))

    async def delete(self, target: Target, message_id: int) -> Refused | Moved | None:
        """Deletes a message of the bot's own."""
        return _refusal(await self._call(DeleteMessage(chat_id=target.chat_id, message_id=message_id)))

    async def typing(self, target: Target) -> Refused | Moved | None:
        """Shows for a few seconds that the bot writes."""
        method = SendChatAction(chat_id=target.chat_id, message_thread_id=target.topic_id, action="typing")
        return _refusal(await self._call(method))

    async def answer_click(self, click_id: str, note: str | None = None) -> Refused | Moved | None:
        """Ends the waiting of a click, with a note to read or without."""
        text = None if note is None else note[:_ALERT_MAX]
        return _refusal(await self._call(AnswerCallbackQuery(callback_query_id=click_id, text=text)))

    async def download(self, file_id: str, most_bytes: int) -> bytes | Refused | None:
        """A file's content; None when it has more than ``most_bytes``, of which no more is read."""
        file = await self._call(GetFile(file_id=file_id))
        if isinstance(file, Refused | Moved):
            return file if isinstance(file, Refused) else Refused(reason="moved")
        if file.file_size is not None and file.file_size > most_bytes:
            return None
        if file.file_path is None:
            return Refused(reason="no file path")
        url = self._session.api.file_url(self._bot.token, file.file_path)
        data = bytearray()
        try:
            async for chunk in self._session.stream_content(url, timeout=_REQUEST_S):
                data += chunk
                if len(data) > most_bytes:
                    return None
        except (ClientError, TimeoutError) as error:
            raise _unavailable(type(error).__name__) from None
        return bytes(data)

    async def _call(self, method: TelegramMethod[T], *, timeout_s: int | None = None) -> T | Refused | Moved:
        while True:
            try:
                return await self._bot(method, request_timeout=timeout_s)
            except exceptions.AiogramError as error:
                refusal = _outcome(error)
            if isinstance(refusal, Refused | Moved):
                return refusal
            _log.warning("telegram.limited", extra={"method": method.__api_method__, "wait_s": refusal})
            await self._sleep(refusal)

    async def _done(self, method: TelegramMethod[T], *, timeout_s: int | None = None) -> T:
        """A call that Telegram has no reason to refuse."""
        result = await self._call(method, timeout_s=timeout_s)
        if isinstance(result, Refused):
            raise _unavailable(result.reason)
        if isinstance(result, Moved):
            raise _unavailable("moved")
        return result


def kind_of(error: Exception) -> Kind:
    """What an error of the library means: the entry of its nearest ancestor in the table."""
    return next((KINDS[c] for c in type(error).__mro__ if c in KINDS), Kind.UNAVAILABLE)


def _outcome(error: exceptions.AiogramError) -> Refused | Moved | float:
    """What the error stands for: an answer, or the seconds to wait.

    Raises:
        ChannelUnavailable: it may be well at another time.
        ConfigurationError: the token is not known.
    """
    match kind_of(error):
        case Kind.LIMITED if isinstance(error, exceptions.TelegramRetryAfter):
            return float(error.retry_after)
        case Kind.MOVED if isinstance(error, exceptions.TelegramMigrateToChat):
            return Moved(chat_id=error.migrate_to_chat_id)
        case Kind.REFUSED:
            return Refused(reason=getattr(error, "message", type(error).__name__))
        case Kind.TOKEN:
            raise ConfigurationError(
                "Telegram does not know this bot's token.",
                fix="Copy the token from @BotFather into FOLLOWTHROUGH_TELEGRAM_TOKEN.",
                field="telegram_token",
            ) from None
        case _:
            raise _unavailable(type(error).__name__) from None


def _unavailable(why: str) -> ChannelUnavailable:
    """The library's text is left out: it can hold the address of a request, and that holds the token."""
    return ChannelUnavailable(f"Telegram can't be reached now ({why}).", fix="It is tried again.")


def _unless_same(result: object) -> Refused | Moved | None:
    refusal = _refusal(result)
    same = isinstance(refusal, Refused) and "message is not modified" in refusal.reason
    return None if same else refusal


def _refusal(result: object) -> Refused | Moved | None:
    return result if isinstance(result, Refused | Moved) else None


def _keyboard(buttons: tuple[Button, ...]) -> InlineKeyboardMarkup | None:
    if not buttons:
        return None
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=b.label, callback_data=b.data)] for b in buttons]
    )


def _entities(styled: Styled) -> list[MessageEntity] | None:
    text = styled.text
    found = [
        MessageEntity(
            type=span.style.value,
            offset=units(text[: span.start]),
            length=units(text[span.start : span.end]),
            url=span.url,
        )
        for span in styled.spans
        if span.start < span.end
    ]
    return found or None
