"""The server that is killed: its process, started again as often as asked, and the client that talks to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from tests.forked import Forked

SCRIPT = Path(__file__).with_name("killable.py")
READY_S = 600  # a start, at most; on a machine with much other work it takes minutes
NOT_NOW = (429, 503)
AGAIN_S = 0.2  # between two tries: asking a server that starts must not keep it from starting


class Server:
    """The server's process on one port, and the client that talks to it.

    Args:
        folder: its data folder.
        database: address of its PostgreSQL; SQLite in the folder without one.
        valkey: address of its Valkey, if it has one.
    """

    def __init__(self, folder: Path, database: str | None = None, valkey: str | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self._arguments = (str(folder), str(self._port), database or "", valkey or "")
        self._running: Forked | None = None
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self._port}", timeout=30)

    async def start(self) -> None:
        """Starts it and waits for its first answer."""
        self._running = self.fork("serve")
        async with asyncio.timeout(READY_S):
            while True:
                try:
                    if (await self.client.get("/healthz")).is_success:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(AGAIN_S)

    def fork(self, what: str) -> Forked:
        """A process that serves or reindexes."""
        return Forked(SCRIPT, what, *self._arguments)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._running is not None:
            self._running.kill()
        self._running = None

    async def aclose(self) -> None:
        """Ends it and closes the client."""
        self.kill()
        await self.client.aclose()

    async def once(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response | None:
        """The answer; None where the server went away or is not ready."""
        try:
            answer = await self.client.request(method, f"/v1{path}", json=body)
        except httpx.TransportError:
            return None
        return None if answer.status_code in NOT_NOW else answer

    async def until_answered(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response:
        """The answer, asked for until a server gives one."""
        while (answer := await self.once(method, path, body)) is None:  # noqa: ASYNC110 - another process answers
            await asyncio.sleep(AGAIN_S)
        return answer
