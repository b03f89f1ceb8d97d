"""Starts the bot that the settings name, in each worker of a server."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter

from followthrough.channels.telegram.api import Sleep, TelegramApi
from followthrough.channels.telegram.channel import TelegramChannel, Webhook
from followthrough.channels.telegram.delivery import Courier
from followthrough.channels.telegram.intake import Place
from followthrough.channels.telegram.operators import Operators
from followthrough.channels.telegram.webhook import webhook_route
from followthrough.domain.ids import WorkerId
from followthrough.domain.pack import Pack
from followthrough.errors import ChannelUnavailable, ConfigurationError
from followthrough.ingest.library import Library
from followthrough.ports.chat_store import ChatStore
from followthrough.ports.clock import Clock
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.settings import Settings
from followthrough.turn.people import People
from followthrough.turn.service import TurnService


class TelegramBot:
    """The bot of the settings. Nothing is connected before ``serving``.

    Args:
        settings: the token, and how updates come.
        sleep: waits out limits and failures.

    Attributes:
        router: the route for a webhook, None where updates are fetched.

    Raises:
        ConfigurationError: the token or the webhook's address is missing or wrong.
    """

    def __init__(self, settings: Settings, *, sleep: Sleep = asyncio.sleep) -> None:
        self._settings = settings
        self._sleep = sleep
        self._token = _token_of(settings)
        self._webhook = _webhook_of(settings, self._token)
        self._running: TelegramChannel | None = None
        self.router: APIRouter | None = None
        if self._webhook is not None:
            path = urlsplit(self._webhook.url).path
            self.router = webhook_route(path, self._webhook.secret, self._receive)

    async def check(self) -> str | None:
        """The bot's name, as Telegram knows it; None where Telegram can't be asked now.

        Raises:
            ConfigurationError: Telegram does not know the token.
        """
        api = self._connect()
        try:
            return (await api.me()).username
        except ChannelUnavailable:
            return None
        finally:
            await api.aclose()

    @asynccontextmanager
    async def serving(
        self,
        *,
        turns: TurnService,
        library: Library,
        threads: ThreadStore,
        people: People,
        handoffs: HandoffStore,
        chats: ChatStore,
        clock: Clock,
        pack: Pack,
        worker: WorkerId,
    ) -> AsyncGenerator[None]:
        """Serves the bot meanwhile, as soon as no other worker does."""
        settings = self._settings
        api = self._connect()
        courier = Courier(
            api=api, store=chats, turns=turns, clock=clock, chat=pack.chat, tuning=settings.tuning, sleep=self._sleep
        )
        place = Place(
            channel=f"telegram:{self._token.partition(':')[0]}",
            collection=settings.collection,
            pack=pack.name,
            allowed=frozenset(settings.telegram_allowed),
        )
        operators = _operators(settings, courier, place, threads=threads, people=people, handoffs=handoffs)
        self._running = TelegramChannel(
            courier=courier,
            place=place,
            threads=threads,
            library=library,
            operators=operators,
            worker=worker,
            webhook=self._webhook,
        )
        task = asyncio.create_task(self._running.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._running = None
            await api.aclose()

    def _connect(self) -> TelegramApi:
        return TelegramApi(self._token, api_url=self._settings.telegram_api_url, sleep=self._sleep)

    async def _receive(self, payload: Mapping[str, Any]) -> None:
        if self._running is None:
            raise ChannelUnavailable("The bot is not running.", fix="Send it again.")
        await self._running.receive(payload)


def _operators(
    settings: Settings,
    courier: Courier,
    place: Place,
    *,
    threads: ThreadStore,
    people: People,
    handoffs: HandoffStore,
) -> Operators | None:
    group, channel = settings.telegram_operators, place.channel
    if group is None:
        return None
    return Operators(group=group, channel=channel, courier=courier, threads=threads, people=people, handoffs=handoffs)


def _token_of(settings: Settings) -> str:
    if settings.telegram_token is None:
        raise ConfigurationError(
            "There is no token for the Telegram bot.",
            fix="Set FOLLOWTHROUGH_TELEGRAM_TOKEN to the one that @BotFather gave.",
            field="telegram_token",
        )
    return settings.telegram_token.get_secret_value()


def _webhook_of(settings: Settings, token: str) -> Webhook | None:
    url = settings.telegram_webhook_url
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path in ("", "/"):
        raise ConfigurationError(
            "Setting telegram_webhook_url is no address with a path.",
            fix="Give the public address of this server with a path of its own: https://host/telegram.",
            field="telegram_webhook_url",
        )
    if parts.path.startswith("/v1"):
        raise ConfigurationError(
            "Setting telegram_webhook_url lies within the server's own interface.",
            fix="Choose a path that does not begin with /v1.",
            field="telegram_webhook_url",
        )
    given = settings.telegram_webhook_secret
    # every worker must know the same one; from the token it follows without being the token
    derived = hmac.new(token.encode(), b"followthrough webhook", hashlib.sha256).hexdigest()
    return Webhook(url=url, secret=derived if given is None else given.get_secret_value())
