"""Sends what an exchange has to say: the channel's own notices, then the turn as it grows and as it ended.

Invariants: the messages of one exchange come in order, and each is noted as soon as Telegram has taken it, so that
after an interruption only what is missing is sent (C43: at least once, the note is the idempotency record). What a
chat has been shown at the end is the turn as it was stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from followthrough.channels.telegram.api import Moved, Refused, Sleep, Target, TelegramApi
from followthrough.channels.telegram.render import Piece, partial_pieces, pieces_of, said
from followthrough.domain.chat import Chat
from followthrough.domain.conversation import TurnRecord
from followthrough.domain.events import Delta, Ended, Started
from followthrough.errors import ChannelUnavailable, NotFound
from followthrough.ports.chat_store import ChatStore, Exchange, ExchangeState
from followthrough.ports.clock import Clock
from followthrough.tuning import Tuning
from followthrough.turn.service import TurnService

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Unreachable(Exception):
    """The chat will not take messages: the bot was blocked, the group or topic is gone."""


class ChatMoved(Exception):
    """The chat has another id; ``chat_id`` is the new one."""

    def __init__(self, chat_id: int) -> None:
        super().__init__()
        self.chat_id = chat_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Courier:
    """What sending needs. ``sleep`` waits between tries."""

    api: TelegramApi
    store: ChatStore
    turns: TurnService
    clock: Clock
    chat: Chat
    tuning: Tuning
    sleep: Sleep = asyncio.sleep

    async def deliver(self, exchange: Exchange, target: Target) -> None:
        """Sends everything that the exchange has to say, then marks it as done.

        Raises:
            StoreUnavailable: what was sent can't be noted; begin again, and only the rest is sent.
        """
        sheet = _Sheet(self, exchange, target)
        try:
            await self._send_all(sheet)
        except Unreachable:
            _log.warning("telegram.refused", extra={"exchange": exchange.key})
        except ChatMoved as moved:  # whoever sees to the new address sends the rest
            _, slash, topic = exchange.address.partition("/")
            await self.store.move(exchange.channel, exchange.address, f"{moved.chat_id}{slash}{topic}")
            return
        except NotFound:  # the thread was deleted meanwhile, and its exchanges with it
            _log.info("telegram.thread_gone", extra={"exchange": exchange.key})
        done = replace(sheet.exchange, state=ExchangeState.DONE, payload=None, notices=())
        await self.store.put(done)

    async def _send_all(self, sheet: _Sheet) -> None:
        exchange = sheet.exchange
        notices = tuple(piece for text in exchange.notices for piece in said(text))
        await sheet.show(notices)
        if exchange.turn_id is None or exchange.thread_id is None:
            return
        in_group = sheet.target.is_group
        interval_s = self.tuning.telegram_group_edit_s if in_group else self.tuning.telegram_edit_s
        async with self.typing(sheet.target):
            record = await self._follow(sheet, notices, interval_s)
        await sheet.show((*notices, *pieces_of(record, self.chat, key=exchange.key, in_group=in_group)))
        await sheet.drop_rest()

    async def _follow(self, sheet: _Sheet, notices: tuple[Piece, ...], interval_s: float) -> TurnRecord:
        """Shows the answer as it grows; returns the turn once it has ended."""
        exchange = sheet.exchange
        assert exchange.thread_id is not None  # noqa: S101 - for the type checker; the caller has looked
        text, shown_at = "", 0.0
        async for event in self.turns.events(exchange.thread_id, turn_id=exchange.turn_id):
            now = self.clock.monotonic_ms()
            match event.body:
                case Started():
                    text = ""
                case Delta(text=more):
                    # the first piece waits too: what is ready at once is sent at once as a whole
                    shown_at = shown_at if text else now
                    text += more
                    if now - shown_at >= interval_s * 1000:
                        await sheet.show((*notices, *partial_pieces(text, self.chat)))
                        shown_at = self.clock.monotonic_ms()
                case Ended(record=record):
                    return record
                case _:
                    pass
        raise NotFound("There is no turn with this id.", fix="Check the id.")

    @asynccontextmanager
    async def typing(self, target: Target) -> AsyncGenerator[None]:
        """While it lasts the chat shows that the bot writes."""
        task = asyncio.create_task(self._type(target))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _type(self, target: Target) -> None:
        while True:
            try:
                await self.api.typing(target)
            except ChannelUnavailable as error:  # only a courtesy; sending itself tries again
                _log.debug("telegram.typing_failed", extra={"code": error.code})
            await asyncio.sleep(self.tuning.telegram_typing_s)

    async def insist(self, call: Callable[[], Awaitable[T | Refused | Moved]], exchange: Exchange) -> T | Refused:
        """Makes a call until Telegram answers it.

        Raises:
            Unreachable: Telegram could not be reached for very long.
            ChatMoved: the chat has another id.
        """
        wait_s = self.tuning.telegram_retry_s
        while True:
            try:
                result = await call()
            except ChannelUnavailable as error:
                _log.warning("telegram.unavailable", extra={"exchange": exchange.key, "code": error.code})
                if self.clock.now() - exchange.received_at > timedelta(seconds=self.tuning.telegram_give_up_s):
                    raise Unreachable from None
                await self.sleep(wait_s)
                wait_s = min(wait_s * 2, self.tuning.telegram_retry_max_s)
            else:
                if isinstance(result, Moved):
                    raise ChatMoved(result.chat_id)
                return result

    async def whole(self, work: Coroutine[object, object, None]) -> None:
        """Does the work to its end, for the grace time even when this process is ending.

        A message that was sent and not noted would be sent again after the next start.
        """
        task = asyncio.create_task(work)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task}, timeout=self.tuning.shutdown_grace_s)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            raise


class _Sheet:
    """The messages of one exchange in its chat: those sent, and what each shows."""

    def __init__(self, courier: Courier, exchange: Exchange, target: Target) -> None:
        self.exchange = exchange
        self.target = target
        self._courier = courier
        self._shown: dict[int, Piece] = {}  # what is shown at each place, as far as this process knows
        self._used = 0

    async def show(self, pieces: tuple[Piece, ...]) -> None:
        """Makes the chat show these messages, in order: changes those that are there, sends the rest."""
        self._used = len(pieces)
        for place, piece in enumerate(pieces):
            if self._shown.get(place) == piece:
                continue
            if place < len(self.exchange.sent):
                await self._change(place, piece)
            else:
                await self._courier.whole(self._send_noted(place, piece, reply=place == 0))
            self._shown[place] = piece

    async def drop_rest(self) -> None:
        """Takes back messages beyond those shown last: an attempt that was begun anew had said more."""
        api, target = self._courier.api, self.target
        for message_id in self.exchange.sent[self._used :]:
            await self._courier.insist(lambda m=message_id: api.delete(target, m), self.exchange)
        if len(self.exchange.sent) > self._used:
            self.exchange = replace(self.exchange, sent=self.exchange.sent[: self._used])
            await self._courier.store.put(self.exchange)

    async def _change(self, place: int, piece: Piece) -> None:
        api, target, message_id = self._courier.api, self.target, self.exchange.sent[place]
        refusal = await self._courier.insist(lambda: api.edit(target, message_id, piece), self.exchange)
        if isinstance(refusal, Refused):  # the message was deleted, or is too old to be changed
            await self._courier.whole(self._send_noted(place, piece, reply=False))

    async def _send_noted(self, place: int, piece: Piece, *, reply: bool) -> None:
        await self._note(place, await self._send(piece, reply=reply))

    async def _send(self, piece: Piece, *, reply: bool) -> int:
        api = self._courier.api
        target = self.target if reply else replace(self.target, reply_to=None)
        sent = await self._courier.insist(lambda: api.send(target, piece), self.exchange)
        if isinstance(sent, Refused):
            raise Unreachable
        return sent

    async def _note(self, place: int, message_id: int) -> None:
        sent = list(self.exchange.sent)
        sent[place : place + 1] = [message_id]
        self.exchange = replace(self.exchange, sent=tuple(sent))
        await self._courier.store.put(self.exchange)
