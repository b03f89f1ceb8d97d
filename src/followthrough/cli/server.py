"""``serve``: binds the address, then runs one process or several on it."""

from __future__ import annotations

import asyncio
import http.client
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from followthrough.bootstrap import Followthrough, application
from followthrough.bootstrap.process import settle
from followthrough.channels.http.access import check_bind
from followthrough.channels.http.heads import BoundedConfig
from followthrough.channels.telegram import bot_of
from followthrough.effective import export
from followthrough.errors import ConfigurationError, StoreUnavailable
from followthrough.settings import Settings

_BACKLOG = 2048
_WORKERS_READY_S = 120.0


def run_server(settings: Settings, *, announce: Callable[[str], None] = print) -> None:
    """Serves until it is told to end.

    Args:
        settings: address, port and number of processes among them.
        announce: gets the page's address once it answers connections.

    Raises:
        ConfigurationError: the address can't be bound, or is not loopback while there is no API key; or a worker
            process can't start for a reason that waiting does not change.
    """
    settle()
    asyncio.run(_prepare(settings))
    listener = listen(settings)
    address = f"http://{_reached_at(settings.host)}:{listener.getsockname()[1]}"
    if settings.workers == 1:
        with suppress(KeyboardInterrupt):  # Ctrl-C is how a server is meant to end; uvicorn says it once more
            _Announcing(_config(settings, application(settings)), lambda: announce(address)).run(sockets=[listener])
        return
    export(settings)  # the worker processes read their settings from the environment
    config = _config(settings, "followthrough.asgi:create", factory=True)
    threading.Thread(target=_announce_when_ready, args=(address, announce), daemon=True).start()
    supervisor = Multiprocess(config, sockets=[listener])
    supervisor.run()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise ConfigurationError(
            "A worker process could not start, so the server ended.", fix="Why stands above; mend it, start again."
        )


def _config(settings: Settings, app: FastAPI | str, *, factory: bool = False) -> uvicorn.Config:
    return BoundedConfig(
        app,
        header_s=settings.tuning.header_s,
        factory=factory,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )


async def _prepare(settings: Settings) -> None:
    """Everything that must hold before workers start: a current schema, a key where others can reach us, a token.

    A database server that is away is waited for by the workers; what needs it is looked at by them.
    """
    bot = bot_of(settings)
    try:
        async with Followthrough.open(settings, background=False) as system:
            check_bind(settings.host, any_key=await system.keys.any_active())
    except StoreUnavailable as error:
        if settings.database_url is None:
            raise
        print(f"note: {error.what} The server starts, and works as soon as it can.", file=sys.stderr)
    if bot is not None and (name := await bot.check()) is not None:
        print(f"The Telegram bot is @{name}.", file=sys.stderr)


class _Announcing(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then says so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def listen(settings: Settings) -> socket.socket:
    """A socket that listens on the settings' address and that worker processes inherit.

    Raises:
        ConfigurationError: the address can't be bound.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named, since asyncio sets TCP_NODELAY only on a socket that says it is TCP: without it a response on a kept
    # connection waits some 40 ms for the peer's delayed acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise ConfigurationError(
            f"Can't listen on {settings.host}:{settings.port}: {(error.strerror or 'unknown reason').lower()}.",
            fix="Choose another --port or --host (--port 0 takes a free one).",
            field="port",
        ) from None
    listener.set_inheritable(True)
    listener.listen(_BACKLOG)  # from here on a client waits for the first worker instead of being refused
    return listener


def _announce_when_ready(address: str, announce: Callable[[str], None]) -> None:
    """Says the address when the first worker process answers; silent when none ever does (uvicorn says why)."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=_WORKERS_READY_S)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return
    finally:
        connection.close()
    announce(address)


def _reached_at(host: str) -> str:
    """How this machine reaches the bound address: a wildcard is no address to open."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    return f"[{name}]" if ":" in name else name
