"""A server whose database is away while it starts waits for it, says so, and works as soon as it answers.

Invariant: until the services are open every request but ``/healthz`` is answered with the reason why they are not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from fastapi import FastAPI
from starlette import status
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from followthrough.channels.http.problems import RETRY_DEPENDENCY_S, respond
from followthrough.channels.http.services import Services
from followthrough.channels.wire.problem import problem_of
from followthrough.errors import FollowthroughError, StoreUnavailable

OpenServices = Callable[[], AbstractAsyncContextManager[Services]]

_log = logging.getLogger(__name__)


class Opening:
    """Opens the services in a task of its own, again and again while the database is away, and closes them there."""

    def __init__(self, open_services: OpenServices, on_open: Callable[[Services], None], *, wait_s: float) -> None:
        self._open_services = open_services
        self._on_open = on_open
        self._wait_s = wait_s
        self._closing = asyncio.Event()
        self.tried = asyncio.Event()
        self.missing: FollowthroughError | None = None

    async def run(self) -> None:
        """Until it is told to close.

        Raises:
            FollowthroughError: at the first try the database answered, and something else is wrong. Where it was
                waited for, what is wrong then is told and tried again: whoever brings it up may be at work still.
        """
        try:
            while not self._closing.is_set():
                try:
                    await self._serve()
                except FollowthroughError as error:
                    if self.missing is None and not isinstance(error, StoreUnavailable):
                        raise
                    self.missing = error
                    _log.warning("start.waits", extra={"code": error.code, "why": error.what})
                    self.tried.set()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._closing.wait(), self._wait_s)
        finally:
            self.tried.set()

    async def _serve(self) -> None:
        async with self._open_services() as services:
            self._on_open(services)
            self.missing = None
            self.tried.set()
            await self._closing.wait()

    def close(self) -> None:
        """Lets ``run`` end."""
        self._closing.set()


@asynccontextmanager
async def opened(app: FastAPI, opening: Opening) -> AsyncGenerator[None]:
    """Entered when the services are open, or when the database did not answer the first time."""
    app.state.opening = opening
    serving = asyncio.create_task(opening.run())
    try:
        await opening.tried.wait()
        if serving.done():
            await serving  # it failed for good
        yield
    finally:
        opening.close()
        await serving


class Waiting:
    """The layer that answers while the services are not open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request with what is missing; passes it on when nothing is."""
        missing: FollowthroughError | None = scope["app"].state.opening.missing if scope["type"] == "http" else None
        if missing is None:
            await self._app(scope, receive, send)
        elif scope["path"] == "/healthz":
            await JSONResponse({"status": "ok"})(scope, receive, send)
        else:
            found = problem_of(missing).model_copy(update={"status": status.HTTP_503_SERVICE_UNAVAILABLE})
            await respond(found, {"Retry-After": str(RETRY_DEPENDENCY_S)})(scope, receive, send)
