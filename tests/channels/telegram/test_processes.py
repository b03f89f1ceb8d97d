"""The real server with its bot, killed at the worst moments."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.channels.telegram.bot_api import TOKEN, BotApi, Fault

COMMAND = (sys.executable, "-c", "from followthrough.cli import main; main()", "serve", "--telegram", "--port", "0")


@asynccontextmanager
async def server(api: BotApi, folder: Path, *options: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    """``followthrough serve --telegram`` in a process group of its own; killed at the end."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *options,
        env=os.environ
        | {
            "FOLLOWTHROUGH_DATA_DIR": str(folder),
            "FOLLOWTHROUGH_TELEGRAM_TOKEN": TOKEN,
            "FOLLOWTHROUGH_TELEGRAM_API_URL": api.url,
            "FOLLOWTHROUGH_TUNING": '{"telegram_poll_s": 1}',
        },
        cwd=folder,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()


async def test_a_killed_server_loses_no_message_and_repeats_at_most_the_one_on_its_way(tmp_path: Path) -> None:
    async with BotApi().running() as api:
        async with server(api, tmp_path):
            await api.until(lambda: api.pollers)
            api.hold["sendMessage"] = asyncio.Event()
            await api.say("Hello")
            await api.say("/help")
            await api.until(lambda: api.count("sendMessage") == 1 and not api.unconfirmed)
        api.hold.pop("sendMessage").set()
        async with server(api, tmp_path):
            await api.until(lambda: any("/recents" in text for text in api.texts()))
        hellos = [text for text in api.texts() if text.startswith("Hello.")]
        assert len(hellos) in (1, 2)
        assert "/recents" in api.texts()[-1]
        assert len(api.texts()) == len(hellos) + 1


async def test_of_several_workers_one_serves_the_bot(tmp_path: Path) -> None:
    async with BotApi().running() as api, server(api, tmp_path, "--workers", "2"):
        api.faults["getUpdates"] += [Fault(status=500)]
        await api.until(lambda: api.pollers)
        for _ in range(3):
            await api.say("/help")
        await api.shown(3)
        assert api.count("deleteWebhook") == 1
        assert len(api.texts()) == 3


async def test_a_token_that_telegram_does_not_know_ends_the_start_with_one_line(tmp_path: Path) -> None:
    async with BotApi().running() as api:
        api.faults["getMe"] += [Fault(status=401, description="Unauthorized")]
        async with server(api, tmp_path) as process:
            _, error = await process.communicate()
    assert process.returncode == 1
    assert error.decode().splitlines() == [
        "configuration: Telegram does not know this bot's token. "
        "Copy the token from @BotFather into FOLLOWTHROUGH_TELEGRAM_TOKEN."
    ]
