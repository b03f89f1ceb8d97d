"""Updates that Telegram posts to the server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.channels.telegram.bot_api import TOKEN, BotApi
from tests.channels.telegram.rig import QUICK

from followthrough.bootstrap import application
from followthrough.channels.telegram.webhook import SECRET_HEADER
from followthrough.settings import only
from followthrough.tuning import Tuning


@asynccontextmanager
async def serving(api: BotApi, folder: Path, **settings: Any) -> AsyncGenerator[str]:
    """The whole server with its bot behind a webhook; gives the server's address."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    app = application(
        only(
            data_dir=folder,
            telegram=True,
            telegram_token=TOKEN,
            telegram_api_url=api.url,
            telegram_webhook_url=f"{url}/telegram/updates",
            tuning=Tuning(**QUICK),
            **settings,
        )
    )
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="on", timeout_graceful_shutdown=1))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await api.until(lambda: api.webhook)
        yield url
    finally:
        server.should_exit = True
        await task
        listener.close()


async def test_updates_come_by_webhook_in_order(tmp_path: Path) -> None:
    async with BotApi().running() as api, serving(api, tmp_path):
        assert api.webhook is not None
        assert api.webhook["allowed_updates"] == ["message", "edited_message", "callback_query"]
        await api.say("/help")
        await api.say("hello")
        await api.shown(2)
        assert [status for _, status in api.posted] == [200, 200]
        assert api.texts()[1].startswith("Hello.")
        assert api.count("getUpdates") == 0


async def test_a_post_without_the_secret_is_refused(tmp_path: Path) -> None:
    update = {"update_id": 1, "message": BotApi().message("/help")}
    async with BotApi().running() as api, serving(api, tmp_path, telegram_webhook_secret="right-secret") as url:
        assert api.webhook is not None
        assert api.webhook["secret_token"] == "right-secret"
        async with httpx.AsyncClient() as client:
            for headers in ({}, {SECRET_HEADER: "wrong"}, {SECRET_HEADER: ""}, {SECRET_HEADER: "right-secret\xe9"}):
                sent = {k: v.encode("latin-1") for k, v in headers.items()}
                answer = await client.post(f"{url}/telegram/updates", json=update, headers=sent)
                assert answer.status_code == 401
                assert "right-secret" not in answer.text
            broken = await client.post(
                f"{url}/telegram/updates", content=b"[1", headers={SECRET_HEADER: "right-secret"}
            )
            assert broken.status_code == 422
            for _ in range(2):
                good = await client.post(
                    f"{url}/telegram/updates",
                    json=update,
                    headers={SECRET_HEADER: "right-secret", "Host": "bot.example.org"},
                )
                assert good.status_code == 200
        await api.shown(1)
        await api.say("/help")
        await api.shown(2)
        assert len(api.texts()) == 2


async def test_the_secret_follows_from_the_token_and_does_not_give_it_away(tmp_path: Path) -> None:
    async with BotApi().running() as api, serving(api, tmp_path):
        assert api.webhook is not None
        secret = api.webhook["secret_token"]
        assert len(secret) == 64
        assert not set(TOKEN.split(":")) & {secret}
