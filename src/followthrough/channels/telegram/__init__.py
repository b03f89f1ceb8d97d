"""The Telegram channel: a bot that answers in chats, groups and forum topics.

Its library comes with the extra ``telegram``; nothing here needs it before a bot is asked for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from fastapi import APIRouter

from followthrough.domain.ids import WorkerId
from followthrough.domain.pack import Pack
from followthrough.errors import ConfigurationError
from followthrough.ingest.library import Library
from followthrough.ports.chat_store import ChatStore
from followthrough.ports.clock import Clock
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.settings import Settings
from followthrough.turn.people import People
from followthrough.turn.service import TurnService

if TYPE_CHECKING:
    from followthrough.channels.telegram.start import TelegramBot


class Parts(Protocol):
    """What the bot needs of what the product is made of."""

    @property
    def chats(self) -> ChatStore | None:
        """Chats and exchanges; None where the product was put together without."""
        ...

    @property
    def packs(self) -> dict[str, Pack]:
        """The packs by what the settings call them."""
        ...


class System(Protocol):
    """What the bot needs of the running product."""

    settings: Settings
    turns: TurnService
    library: Library
    threads: ThreadStore
    people: People
    handoffs: HandoffStore
    clock: Clock
    worker: WorkerId

    @property
    def parts(self) -> Parts:
        """What it is made of."""
        ...


def bot_of(settings: Settings) -> TelegramBot | None:
    """The bot that the settings name; None where it is switched off.

    Raises:
        ConfigurationError: a setting is missing or wrong, or the library is not installed.
    """
    if not settings.telegram:
        return None
    try:
        from followthrough.channels.telegram.start import TelegramBot  # noqa: PLC0415 - an extra that may be missing
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The Telegram bot needs {error.name}, which is not installed.",
            fix="Install the extra: pip install 'followthrough[telegram]'.",
            field="telegram",
        ) from None
    return TelegramBot(settings)


def routes_of(bot: TelegramBot | None) -> tuple[APIRouter, ...]:
    """The routes that the bot needs."""
    return () if bot is None or bot.router is None else (bot.router,)


@asynccontextmanager
async def serving(bot: TelegramBot | None, system: System) -> AsyncGenerator[None]:
    """Serves the bot meanwhile, as soon as no other worker does. Without one nothing happens.

    Raises:
        ConfigurationError: the system has no store for chats.
    """
    if bot is None:
        yield
        return
    if system.parts.chats is None:
        raise ConfigurationError("There is no store for chats.", fix="Give one in the parts.")
    async with bot.serving(
        turns=system.turns,
        library=system.library,
        threads=system.threads,
        people=system.people,
        handoffs=system.handoffs,
        chats=system.parts.chats,
        clock=system.clock,
        pack=system.parts.packs[system.settings.pack],
        worker=system.worker,
    ):
        yield
