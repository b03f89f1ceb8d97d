"""The bot at work: updates in, answers out, in each chat in order.

Invariants: an update is kept before Telegram is told that it arrived; one worker at a time serves a bot, and which
one is written in the database; a chat's messages are taken in the order they came, and answered in that order.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from followthrough.channels.telegram import codec
from followthrough.channels.telegram.codec import Me, Moved
from followthrough.channels.telegram.delivery import Courier
from followthrough.channels.telegram.intake import Intake, Place
from followthrough.channels.telegram.operators import Operators
from followthrough.domain.ids import WorkerId
from followthrough.errors import ConfigurationError, DependencyError
from followthrough.ingest.library import Library
from followthrough.ports.chat_store import Exchange, ExchangeState
from followthrough.ports.thread_store import ThreadStore

_log = logging.getLogger(__name__)
_MOST_CHATS = 1_000  # with something to do, looked up at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """Where Telegram posts updates to, and the secret that it sends along."""

    url: str
    secret: str


class _LeaseLost(Exception):
    """Another worker serves the bot now."""


class TelegramChannel:
    """One bot. ``run`` serves it for as long as it is this worker's; ``receive`` may be called in every worker."""

    def __init__(
        self,
        *,
        courier: Courier,
        place: Place,
        threads: ThreadStore,
        library: Library,
        operators: Operators | None = None,
        worker: WorkerId,
        webhook: Webhook | None = None,
    ) -> None:
        self._courier = courier
        self._api = courier.api
        self._store = courier.store
        self._tuning = courier.tuning
        self._place = place
        self._threads = threads
        self._library = library
        self._operators = operators
        self._worker = worker
        self._webhook = webhook
        self._me: Me | None = None
        self._intake: Intake  # made once the bot is known, before anything is taken
        self._news = asyncio.Event()
        self._has_served = False
        self._taking = _Lines(self._take_next, courier)
        self._delivering = _Lines(self._deliver_next, courier)

    async def receive(self, payload: Mapping[str, Any]) -> None:
        """Keeps an update; one that is known already, or is not meant for the bot, changes nothing.

        Raises:
            DependencyError: it was not kept; it has to be delivered again.
        """
        await self._keep([payload], await self._known_me())

    async def run(self) -> None:
        """Serves the bot until it is cancelled. What fails is tried again, each time a little later."""
        wait_s = self._tuning.telegram_retry_s
        while True:
            self._has_served = False
            try:
                await self._serve()
            except ConfigurationError as error:  # the token was revoked while the server ran
                _log.error("telegram.token_refused", extra={"code": error.code})
            except _LeaseLost:
                _log.warning("telegram.lease_lost")
            except DependencyError as error:
                _log.warning("telegram.unavailable", extra={"code": error.code})
            if self._has_served:
                wait_s = self._tuning.telegram_retry_s
            await self._courier.sleep(wait_s)
            wait_s = min(wait_s * 2, self._tuning.telegram_retry_max_s)

    async def _serve(self) -> None:
        async with self._lease() as lease:
            me = await self._known_me()
            self._intake = Intake(
                me=me,
                place=self._place,
                courier=self._courier,
                threads=self._threads,
                library=self._library,
                operators=self._operators,
            )
            if self._webhook is None:
                await self._api.use_polling()
            else:
                await self._api.use_webhook(self._webhook.url, self._webhook.secret)
            await self._show_menu()
            _log.info("telegram.serving", extra={"webhook": self._webhook is not None})
            self._has_served = True
            work = [asyncio.create_task(self._look())]
            if self._webhook is None:
                work.append(asyncio.create_task(self._poll(me)))
            try:
                done, _ = await asyncio.wait([lease, *work], return_when=asyncio.FIRST_COMPLETED)
                done.pop().result()
            finally:
                await _end(*work)
                await self._taking.aclose()
                await self._delivering.aclose()

    @asynccontextmanager
    async def _lease(self) -> AsyncGenerator[asyncio.Task[None]]:
        """Waits until the bot is this worker's. The task that comes with it ends when that is over."""
        while not await self._acquire():  # noqa: ASYNC110 - another process has it: there is no event
            await asyncio.sleep(self._tuning.lease_renew_s)
        renewing = asyncio.create_task(self._renew())
        try:
            yield renewing
        finally:
            await _end(renewing)
            with suppress(DependencyError):  # then it is over by itself after a while
                await self._store.release(self._place.channel, self._worker)

    async def _acquire(self) -> bool:
        now = self._courier.clock.leases()
        until = now + timedelta(seconds=self._tuning.lease_s)
        return await self._store.acquire(self._place.channel, self._worker, now=now, until=until)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._tuning.lease_renew_s)
            if not await self._acquire():
                raise _LeaseLost

    async def _known_me(self) -> Me:
        if self._me is None:
            self._me = await self._api.me()
        return self._me

    async def _show_menu(self) -> None:
        chat = self._courier.chat
        menu = {
            "new": chat.command_new,
            "stop": chat.command_stop,
            "recents": chat.command_recents,
            "help": chat.command_help,
        }
        try:
            await self._api.set_commands(menu)
        except DependencyError as error:  # the commands work without the menu
            _log.warning("telegram.no_menu", extra={"code": error.code})

    # In

    async def _poll(self, me: Me) -> None:
        """Fetches updates; those that were kept are confirmed by the next request."""
        offset = 0
        wait_s = self._tuning.telegram_retry_s
        while True:
            try:
                payloads = await self._api.updates(offset=offset, wait_s=self._tuning.telegram_poll_s)
                await self._keep(payloads, me)
            except DependencyError as error:
                _log.warning("telegram.unavailable", extra={"code": error.code})
                await self._courier.sleep(wait_s)
                wait_s = min(wait_s * 2, self._tuning.telegram_retry_max_s)
                continue
            wait_s = self._tuning.telegram_retry_s
            offset = max([offset, *(p["update_id"] + 1 for p in payloads)])

    async def _keep(self, payloads: list[Mapping[str, Any]] | list[dict[str, Any]], me: Me) -> None:
        now = self._courier.clock.now()
        found = [(payload, codec.read(payload, me)) for payload in payloads]
        exchanges = [
            Exchange(
                channel=self._place.channel,
                key=incoming.origin.key,
                address=incoming.origin.address,
                sequence=incoming.origin.sequence,
                received_at=now,
                payload=json.dumps(payload),  # in ASCII: a text of any characters can be kept
            )
            for payload, incoming in found
            if incoming is not None
        ]
        if exchanges and await self._store.receive(exchanges):
            self._news.set()

    # Out

    async def _look(self) -> None:
        """Sees to every chat that has something to do; other workers may have received it."""
        while True:
            self._news.clear()
            for unseen in await self._store.unseen(self._place.channel, limit=_MOST_CHATS):
                await self._intake.overhear(unseen)
            if self._operators is not None:
                await self._operators.look()
            for address in await self._store.waiting(self._place.channel, limit=_MOST_CHATS):
                self._taking.wake(address)
                self._delivering.wake(address)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), self._tuning.telegram_look_s)

    async def _take_next(self, address: str) -> bool:
        exchange = await self._store.next(self._place.channel, address, ExchangeState.RECEIVED)
        if exchange is None:
            return False
        try:
            await self._intake.take(exchange)
        except DependencyError:
            raise
        except Exception as error:  # noqa: BLE001 - one message that can't be taken must not hold up the chat
            _log.error("telegram.not_taken", extra={"exchange": exchange.key, "error_type": type(error).__name__})
            failed = replace(exchange, state=ExchangeState.TAKEN, notices=(self._courier.chat.failed,))
            await self._store.put(failed)
        self._delivering.wake(address)
        return True

    async def _deliver_next(self, address: str) -> bool:
        exchange = await self._store.next(self._place.channel, address, ExchangeState.TAKEN)
        if exchange is None:
            return False
        try:
            incoming = self._intake.read(exchange)
            if isinstance(incoming, Moved):
                moved = f"{incoming.new_chat_id}"
                await self._store.move(self._place.channel, f"{incoming.origin.chat_id}", moved)
                exchange = replace(exchange, address=moved)
            elif incoming is not None or exchange.turn_id is not None or exchange.notices:
                await self._courier.deliver(exchange, self._intake.target(incoming, exchange.address))
                return True
        except DependencyError:
            raise
        except Exception as error:  # noqa: BLE001 - as above; the thread has the answer
            _log.error("telegram.not_sent", extra={"exchange": exchange.key, "error_type": type(error).__name__})
        await self._store.put(replace(exchange, state=ExchangeState.DONE, payload=None, notices=()))
        return True


class _Lines:
    """One task a chat, for as long as the chat has something to do.

    Args:
        step: does the next thing in the chat; False when there is none.
        courier: how long is waited after a failure.
    """

    def __init__(self, step: Callable[[str], Awaitable[bool]], courier: Courier) -> None:
        self._step = step
        self._sleep = courier.sleep
        self._retry_s = courier.tuning.telegram_retry_s
        self._retry_max_s = courier.tuning.telegram_retry_max_s
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def wake(self, address: str) -> None:
        """Sees to it that the chat's things are done. Cheap, and harmless when there are none."""
        if address in self._tasks:
            self._again.add(address)
        else:
            self._tasks[address] = asyncio.create_task(self._work(address))

    async def aclose(self) -> None:
        """Ends the work; what is not done stays in the store."""
        await _end(*self._tasks.values())

    async def _work(self, address: str) -> None:
        wait_s = self._retry_s
        try:
            while True:
                self._again.discard(address)
                try:
                    while await self._step(address):
                        wait_s = self._retry_s
                except DependencyError as error:
                    _log.warning("telegram.waiting", extra={"code": error.code})
                    await self._sleep(wait_s)
                    wait_s = min(wait_s * 2, self._retry_max_s)
                    continue
                if address not in self._again:
                    return
        finally:
            self._tasks.pop(address, None)


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
