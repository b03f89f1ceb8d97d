"""The real system on SQLite behind a bot that talks to a Bot API server of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.channels.http.rig import FEES, QUESTION, HeldIndex
from tests.channels.telegram.bot_api import TOKEN, BotApi

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.channels import telegram
from followthrough.channels.telegram.start import TelegramBot
from followthrough.ports.chat_store import ExchangeState
from followthrough.settings import Settings, only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.tuning import Tuning

__all__ = ["FEES", "QUESTION", "Rig", "rig"]

CHANNEL = "telegram:4242"
QUICK = {
    "telegram_poll_s": 1,
    "telegram_look_s": 0.05,
    "telegram_edit_s": 60.0,
    "telegram_group_edit_s": 60.0,
    "telegram_retry_s": 0.01,
    "telegram_retry_max_s": 0.02,
    "poll_ms": 5,
    "stop_poll_ms": 10,
    "sweep_s": 0.1,
    "lease_renew_s": 0.1,
    "shutdown_grace_s": 0.2,
}


class Rig:
    """One bot on one data folder; ``started`` runs it, more than once if need be."""

    def __init__(self, api: BotApi, folder: Path, *, tuning: dict[str, Any] | None = None, **settings: Any) -> None:
        self.api = api
        self._again = lambda: Rig(api, folder, tuning=tuning, **settings)
        self.waits: list[float] = []
        self.index = HeldIndex()
        self.settings: Settings = only(
            data_dir=folder,
            telegram=True,
            telegram_token=TOKEN,
            telegram_api_url=api.url,
            tuning=Tuning(**(QUICK | (tuning or {}))),
            **settings,
        )
        self.system: Followthrough

    async def sleep(self, seconds: float) -> None:
        """Notes what would be waited, and hardly waits."""
        self.waits.append(seconds)
        await asyncio.sleep(0.005)

    @asynccontextmanager
    async def again(self) -> AsyncGenerator[Rig]:
        """The process ends here; another one begins on the same data and the same Bot API."""
        await self._stack.aclose()
        later = self._again()
        later.index = self.index
        later.index.reopen()
        async with later.started():
            yield later

    @asynccontextmanager
    async def started(self) -> AsyncGenerator[Rig]:
        """The system with its bot at work; as when a process begins and ends."""
        async with AsyncExitStack() as stack:
            self._stack = stack
            parts = replace(build_parts(self.settings, embedder=FakeEmbedder()), index=self.index)
            stack.push_async_callback(parts.aclose)
            self.system = await stack.enter_async_context(
                Followthrough.open(self.settings, parts=parts, background=False)
            )
            bot = TelegramBot(self.settings, sleep=self.sleep)
            await stack.enter_async_context(telegram.serving(bot, self.system))
            yield self
            self.index.go.set()

    async def know(self, text: str = FEES, name: str = "fees.md") -> None:
        """Puts a document into the library."""
        await self.system.library.add(
            data=text.encode(), name=name, source=f"upload:{name}", collection="default", metadata=None
        )

    async def taken(self, chat: str = "7") -> None:
        """Returns when every message of the chat was taken to its conversation."""
        assert self.system.parts.chats is not None
        async with asyncio.timeout(180):
            while await self.system.parts.chats.next(CHANNEL, chat, ExchangeState.RECEIVED):  # noqa: ASYNC110 - a store
                await asyncio.sleep(0.01)

    async def idle(self) -> None:
        """Returns when every update that was delivered is done with."""
        store = self.system.parts.chats
        assert store is not None
        async with asyncio.timeout(180):
            while self.api.unconfirmed or await store.waiting(CHANNEL):  # noqa: ASYNC110 - a store has no events
                await asyncio.sleep(0.01)


@asynccontextmanager
async def rig(folder: Path, **options: Any) -> AsyncGenerator[Rig]:
    """A bot at work and its Bot API server."""
    async with BotApi().running() as api, Rig(api, folder, **options).started() as one:
        yield one
