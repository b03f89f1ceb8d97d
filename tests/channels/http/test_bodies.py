"""Issue 2: bodies are bounded while they arrive, and one that stops coming does not hold a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from followthrough.channels.http.bodies import BodyBounds


class _Reader:
    """An application that reads its whole body."""

    def __init__(self) -> None:
        self.read = b""
        self.complete = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while not self.complete:
            message = await receive()
            self.read += message.get("body", b"")
            self.complete = not message.get("more_body", False)


async def _send(message: Message) -> None:
    raise AssertionError(f"nothing is answered here: {message}")


def _chunks(count: int, size: int) -> tuple[Receive, Callable[[], int]]:
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"x" * size, "more_body": taken < count}

    return receive, lambda: taken


def _scope(declared: int | None = None) -> Scope:
    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    return {"type": "http", "path": "/v1/threads", "headers": headers}


async def test_a_body_within_its_bound_is_read_whole() -> None:
    reader = _Reader()
    receive, _ = _chunks(10, 10)
    await BodyBounds(reader, bound=lambda _: 100, idle_s=60)(_scope(), receive, _send)
    assert len(reader.read) == 100


async def test_a_body_that_says_it_is_too_large_is_not_read_at_all() -> None:
    reader = _Reader()
    receive, taken = _chunks(10, 10)
    with pytest.raises(HTTPException) as caught:
        await BodyBounds(reader, bound=lambda _: 99, idle_s=60)(_scope(100), receive, _send)
    assert caught.value.status_code == 413
    assert taken() == 0


@pytest.mark.parametrize("declared", [None, 5])
async def test_a_body_larger_than_it_says_is_cut_off_at_the_bound(declared: int | None) -> None:
    reader = _Reader()
    receive, taken = _chunks(1_000_000, 10)
    with pytest.raises(HTTPException) as caught:
        await BodyBounds(reader, bound=lambda _: 100, idle_s=60)(_scope(declared), receive, _send)
    assert caught.value.status_code == 413
    assert taken() == 11


async def test_a_body_that_stops_coming_ends_the_request() -> None:
    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("never comes")

    with pytest.raises(HTTPException) as caught:
        await BodyBounds(_Reader(), bound=lambda _: 100, idle_s=0.001)(_scope(), receive, _send)
    assert caught.value.status_code == 408


async def test_waiting_for_the_client_to_leave_after_the_body_has_no_limit() -> None:
    first = True
    leave = asyncio.Event()

    async def receive() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        await leave.wait()
        return {"type": "http.disconnect"}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        waiting = asyncio.ensure_future(receive())
        done, _ = await asyncio.wait({waiting}, timeout=0.05)
        assert not done
        leave.set()
        assert (await waiting)["type"] == "http.disconnect"

    await BodyBounds(app, bound=lambda _: 100, idle_s=0.001)(_scope(), receive, _send)


async def test_the_bound_belongs_to_the_path() -> None:
    reader = _Reader()
    receive, _ = _chunks(10, 10)
    bound = {"/v1/threads": 100}
    await BodyBounds(reader, bound=lambda path: bound[path], idle_s=60)(_scope(), receive, _send)
    assert reader.complete


async def test_a_body_that_trickles_in_has_a_time_in_all() -> None:
    async def receive() -> Message:
        await asyncio.sleep(0.001)
        return {"type": "http.request", "body": b"", "more_body": True}

    with pytest.raises(HTTPException) as caught:
        await BodyBounds(_Reader(), bound=lambda _: 100, idle_s=60, total_s=0.05)(_scope(), receive, _send)
    assert caught.value.status_code == 408


async def test_a_reader_that_takes_nothing_more_is_left() -> None:
    async def stuck(_: Message) -> None:
        await asyncio.Event().wait()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    receive, _ = _chunks(1, 1)
    with pytest.raises(ClientDisconnect):
        await BodyBounds(app, bound=lambda _: 100, idle_s=60, unread_s=0.01)(_scope(), receive, stuck)
