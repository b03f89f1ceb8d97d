"""How much a caller may send, how long it may take, and how long it may leave an answer unread.

Invariant: no more of a body than its bound is ever taken from the connection; one that makes no progress ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Bound = Callable[[str], int]
"""Bytes that a body sent to a path may have."""


class BodyBounds:
    """Refuses bodies beyond their bound (413) and bodies that stop coming (408); leaves readers that read no more.

    Args:
        app: what comes after.
        bound: bytes by path.
        idle_s: the longest pause in a body.
        total_s: the longest time for a whole body.
        unread_s: the longest wait for a reader to take the next piece of its answer.
    """

    def __init__(
        self, app: ASGIApp, *, bound: Bound, idle_s: float, total_s: float = 600.0, unread_s: float = 60.0
    ) -> None:
        self._app = app
        self._bound = bound
        self._idle_s = idle_s
        self._total_s = total_s
        self._unread_s = unread_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Bounds the body of a request; everything else passes."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _BoundedBody(
            receive,
            declared=_declared(scope),
            most=self._bound(scope["path"]),
            idle_s=self._idle_s,
            until=asyncio.get_running_loop().time() + self._total_s,
        )

        async def send_while_read(message: Message) -> None:
            try:
                async with asyncio.timeout(self._unread_s):
                    await send(message)
            except TimeoutError:
                raise ClientDisconnect from None

        await self._app(scope, body.receive, send_while_read)


class _BoundedBody:
    def __init__(self, receive: Receive, *, declared: int, most: int, idle_s: float, until: float) -> None:
        self._receive = receive
        self._declared = declared
        self._most = most
        self._idle_s = idle_s
        self._until = until
        self._size = 0
        self._complete = False

    async def receive(self) -> Message:
        """The next message. Waiting for the client to leave, after the body, has no limit."""
        if self._complete:
            return await self._receive()
        if self._declared > self._most:
            raise self._too_large()
        try:
            async with asyncio.timeout_at(min(asyncio.get_running_loop().time() + self._idle_s, self._until)):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        self._size += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._size > self._most:
            raise self._too_large()
        return message

    def _too_large(self) -> HTTPException:
        return HTTPException(413, f"The body is larger than the {self._most:,} bytes allowed here.")


def _declared(scope: Scope) -> int:
    text = Headers(scope=scope).get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() else 0
