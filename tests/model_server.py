"""A server that speaks OpenAI's chat format over real HTTP and says exactly what a test tells it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Step = Callable[["Exchange"], Any]


@dataclass
class Exchange:
    """One request: what came, and the connection to answer on."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(self, status: int, body: bytes, *, headers: dict[str, str] | None = None) -> None:
        told = {"content-type": "application/json", "content-length": str(len(body)), **(headers or {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        await self.send(f"HTTP/1.1 {status} X\r\n{lines}connection: close\r\n\r\n".encode() + body)

    async def begin_stream(self) -> None:
        kind = "content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n"
        await self.send(f"HTTP/1.1 200 OK\r\n{kind}connection: close\r\n\r\n".encode())

    async def event(self, data: str, kind: str | None = None) -> None:
        body = f"{'' if kind is None else f'event: {kind}' + chr(10)}data: {data}\n\n".encode()
        await self.send(f"{len(body):x}\r\n".encode() + body + b"\r\n")

    async def end_stream(self) -> None:
        await self.send(b"0\r\n\r\n")

    async def chunk(
        self, text: str | None, *, finish: str | None = None, usage: dict[str, int] | None = None
    ) -> None:
        delta = {} if text is None else {"role": "assistant", "content": text}
        choices = [] if usage is not None else [{"index": 0, "delta": delta, "finish_reason": finish}]
        body = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "tiny", "choices": choices}
        await self.event(json.dumps({**body, "usage": usage}))


@dataclass
class ModelServer:
    """Serves the steps in order; the last one stays.

    Attributes:
        requests: what came, in order.
        left: gets the path of each request whose client left before the answer was finished.
    """

    port: int = 0
    handling: set[asyncio.Task[None]] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    requests: list[Exchange] = field(default_factory=list)
    left: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def then(self, *steps: Step) -> ModelServer:
        self.steps[:] = steps
        return self

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.handling.add(task)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            exchange = Exchange(
                path=head[0].split()[1],
                headers=headers,
                body=json.loads(body or b"{}"),
                writer=writer,
            )
            self.requests.append(exchange)
            step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
            answering = asyncio.ensure_future(step(exchange))
            leaving = asyncio.ensure_future(reader.read())
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                await self.left.put(exchange.path)
            for task in (answering, leaving):
                task.cancel()
            await asyncio.gather(answering, leaving, return_exceptions=True)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client is gone, or the test is over: what was asked is in `requests`
        finally:
            self.handling.discard(task)
            writer.close()


@asynccontextmanager
async def model_server() -> AsyncIterator[ModelServer]:
    """A running server on a free port of this machine."""
    served = ModelServer()
    server = await asyncio.start_server(served.handle, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    async with server:
        yield served
        for task in served.handling:
            task.cancel()
        await asyncio.gather(*served.handling, return_exceptions=True)


USAGE = {"prompt_tokens": 90, "completion_tokens": 9, "total_tokens": 99}


def says(text: str, *, finish: str = "stop", pieces: int = 3) -> Step:
    """Answers with the text: whole, or in so many pieces where a stream was asked for."""

    async def step(exchange: Exchange) -> None:
        if not exchange.body.get("stream"):
            message = {"role": "assistant", "content": text}
            body = {"id": "c1", "object": "chat.completion", "created": 1, "model": "tiny", "usage": USAGE}
            choices = [{"index": 0, "message": message, "finish_reason": finish}]
            await exchange.reply(200, json.dumps({**body, "choices": choices}).encode())
            return
        await exchange.begin_stream()
        size = max(1, -(-len(text) // pieces))
        for start in range(0, len(text), size):
            await exchange.chunk(text[start : start + size])
        await exchange.chunk(None, finish=finish)
        await exchange.chunk(None, usage=USAGE)
        await exchange.event("[DONE]")
        await exchange.end_stream()

    return step


def says_as_anthropic(text: str, *, pieces: int = 3) -> Step:
    """As ``says``, in the format of Anthropic's messages."""
    message = {"id": "m1", "type": "message", "role": "assistant", "model": "tiny", "content": []}
    usage = {"input_tokens": 90, "output_tokens": 9}

    async def step(exchange: Exchange) -> None:
        if not exchange.body.get("stream"):
            whole = {
                **message,
                "content": [{"type": "text", "text": text}],
                "stop_reason": "end_turn",
                "usage": usage,
            }
            await exchange.reply(200, json.dumps(whole).encode())
            return
        size = max(1, -(-len(text) // pieces))
        deltas = [{"type": "text_delta", "text": text[start : start + size]} for start in range(0, len(text), size)]
        await exchange.begin_stream()
        for event in (
            {"type": "message_start", "message": {**message, "stop_reason": None, "usage": usage}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}},
            {"type": "message_stop"},
        ):
            await exchange.event(json.dumps(event), str(event["type"]))
        await exchange.end_stream()

    return step


def fails(status: int, *, headers: dict[str, str] | None = None, code: str = "oops") -> Step:
    """Answers with an error in OpenAI's form."""

    async def step(exchange: Exchange) -> None:
        error = {"error": {"message": "the secret reason", "type": code, "code": code, "param": None}}
        await exchange.reply(status, json.dumps(error).encode(), headers=headers)

    return step


def raw(status: int, body: bytes, content_type: str = "application/json") -> Step:
    """Answers with these very bytes."""

    async def step(exchange: Exchange) -> None:
        await exchange.reply(status, body, headers={"content-type": content_type})

    return step


def breaks_after(text: str | None) -> Step:
    """Begins an answer and breaks the connection; None breaks it before a byte was sent."""

    async def step(exchange: Exchange) -> None:
        if text is not None:
            await exchange.begin_stream()
            await exchange.chunk(text)
        exchange.writer.transport.abort()

    return step


def ends_after(text: str) -> Step:
    """Begins an answer and closes the connection in good order, without saying that it is finished."""

    async def step(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.chunk(text)
        await exchange.end_stream()

    return step


def hangs(text: str | None = None) -> Step:
    """Begins an answer, or not even that, and says no more."""

    async def step(exchange: Exchange) -> None:
        if text is not None:
            await exchange.begin_stream()
            await exchange.chunk(text)
        await asyncio.Event().wait()

    return step
