"""Servers for the tests of the page: its files alone, or the whole product with places where a turn can be held."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from followthrough.bootstrap import Followthrough, Parts, build_parts
from followthrough.channels.http.app import create_app
from followthrough.channels.http.services import Services
from followthrough.domain.conversation import Message as UserMessage
from followthrough.domain.events import Event, EventKind, kind_of
from followthrough.domain.web import PageRefusal
from followthrough.settings import Settings
from followthrough.testing.fake_web import FakePageReader
from followthrough.tuning import Tuning
from followthrough.turn.service import TurnService

MANUAL = """---
title: Harbor Provider Manual
---
# Claims

## Timely filing

A claim must reach the plan within 120 days of the date of service. A claim that arrives later is denied with
reason code CO-29, and the member may not be billed.

## Corrected claims

A corrected claim carries frequency code 7. It must arrive within 90 days of the remittance.

# Services

## Peer support

Peer support (H0038) needs no prior authorization up to 16 units a day.

## Copays

The copay for an office visit is $25.
"""
FILING = "How many days do I have to file a claim?"
TWO_PARTS = "What is the copay for an office visit? Does peer support need prior authorization?"
UNKNOWN = "Who won the chess tournament in Reykjavik?"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@asynccontextmanager
async def serving(app: ASGIApp, port: int = 0) -> AsyncGenerator[str]:
    """The app on a real socket in this process; gives its address."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:
            if running.done():
                await running
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listener.close()


@dataclass(eq=False)
class Hold:
    """A place in a turn: the turn waits there until it is let go."""

    kind: EventKind
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        """Until a turn is there; a test that waits for what never comes fails instead of hanging."""
        async with asyncio.timeout(30):
            await self.reached.wait()


class Holds:
    """Observes every turn and holds those that reach a place that a test has set."""

    def __init__(self) -> None:
        self._set: list[Hold] = []

    def at(self, kind: EventKind) -> Hold:
        """The next turn that tells an event of this kind waits after it."""
        hold = Hold(kind)
        self._set.append(hold)
        return hold

    async def observe(self, event: Event) -> None:
        hold = next((h for h in self._set if h.kind is kind_of(event.body) and not h.reached.is_set()), None)
        if hold is not None:
            hold.reached.set()
            await hold.let_go.wait()

    def clear(self) -> None:
        for hold in self._set:
            hold.reached.set()
            hold.let_go.set()
        self._set.clear()


class HeldTurns:
    """The real service; its turns are observed."""

    def __init__(self, turns: TurnService, holds: Holds) -> None:
        self._turns = turns
        self._holds = holds

    def __getattr__(self, name: str) -> Any:
        return getattr(self._turns, name)

    async def submit(self, *args: Any, **kwargs: Any) -> UserMessage:
        return await self._turns.submit(*args, **kwargs, observe=self._holds.observe)


class Cuts:
    """In front of the app: breaks an event stream in the middle when it is told to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.after_frames: list[int] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        frames = 0
        is_stream = False

        async def cutting(message: Message) -> None:
            nonlocal frames, is_stream
            if message["type"] == "http.response.start":
                types = [v for k, v in message["headers"] if k.lower() == b"content-type"]
                is_answer = scope["path"] != "/v1/changes"  # the page listens there all the time
                is_stream = is_answer and bool(types) and types[0].startswith(b"text/event-stream")
            elif is_stream and message.get("body"):
                frames += 1
                if self.after_frames and frames > self.after_frames[0]:
                    self.after_frames.pop(0)
                    raise ConnectionAbortedError("the test cuts the stream here")
            await send(message)

        await self._app(scope, receive, cutting)


@dataclass(frozen=True, kw_only=True)
class Product:
    """A running product and the levers on it."""

    address: str
    system: Followthrough
    holds: Holds
    cuts: Cuts
    web: dict[str, str | bytes | PageRefusal]


def with_web(parts: Parts, web: dict[str, str | bytes | PageRefusal]) -> Parts:
    """The product's parts with a web of these pages: nothing leaves the machine."""
    return replace(parts, pages=FakePageReader(parts.reader, web))


@asynccontextmanager
async def product(data_dir: Path, port: int = 0) -> AsyncIterator[Product]:
    """The whole product on a data folder, with the manual above in its library."""
    # many tests share one server and one address: on a fast machine they are more than a person may send
    settings = Settings(data_dir=data_dir, tuning=Tuning(rate_per_minute=100_000))
    holds = Holds()
    web: dict[str, str | bytes | PageRefusal] = {}
    parts = with_web(build_parts(settings), web)
    async with aclosing(parts), Followthrough.open(settings, parts=parts) as system:
        await system.library.add(
            data=MANUAL.encode(), name="provider-manual.md", source="upload:provider-manual.md", collection="default"
        )
        services = replace(system.services, turns=cast("TurnService", HeldTurns(system.turns, holds)))

        @asynccontextmanager
        async def open_services() -> AsyncGenerator[Services]:
            yield services

        cuts = Cuts(create_app(settings, open_services))
        async with serving(cuts, port) as address:
            yield Product(address=address, system=system, holds=holds, cuts=cuts, web=web)
            holds.clear()


async def _serve(data_dir: Path, port: int, hold: str | None) -> None:
    async with product(data_dir, port) as it:
        if hold is not None:
            it.holds.at(EventKind(hold))
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None))
