"""A real HTTP receiver on loopback that answers as a test says: refuses, breaks off, crawls, says nothing."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Self

OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True)
class Received:
    """One request; names of headers are in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers each request with the next of ``answers``, then with 200. None says nothing until it is closed.

    ``pause_s``: how long it rests between the characters of an answer.
    """

    answers: list[str | None] = field(default_factory=list[str | None])
    pause_s: float = 0.0
    requests: list[Received] = field(default_factory=list[Received])
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    port: int = 0
    _server: asyncio.Server | None = None
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _open: set[asyncio.StreamWriter] = field(default_factory=set[asyncio.StreamWriter])

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/hook"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Nobody answers at this address any more."""
        if self._server is not None:
            self._closing.set()
            self._server.close()
            for writer in self._open:
                writer.close()
            await self._server.wait_closed()
            self._server = None

    async def received(self, count: int) -> list[Received]:
        """The requests, once there are that many."""
        async with self.arrived:
            await self.arrived.wait_for(lambda: len(self.requests) >= count)
        return self.requests

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            async with self.arrived:
                self.requests.append(Received(head[0].split()[1], headers, body))
                self.arrived.notify_all()
            await self._answer(writer)
        writer.close()
        self._open.discard(writer)

    async def _answer(self, writer: asyncio.StreamWriter) -> None:
        answer = self.answers.pop(0) if self.answers else OK
        if answer is None:
            await self._closing.wait()
            return
        for piece in answer if self.pause_s else [answer]:
            writer.write(piece.encode())
            await writer.drain()
            if self.pause_s:
                await asyncio.sleep(self.pause_s)
