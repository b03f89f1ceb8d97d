"""The webhook against a real receiver: whatever it does comes back as a value, and never follows anywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.receiver import Receiver

from followthrough.adapters.webhook.http import HttpWebhook
from followthrough.domain.delivery import Answered, NotReached


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with Receiver() as opened:
        yield opened


async def post(url: str, *, timeout_s: float = 5.0) -> object:
    webhook = HttpWebhook(url, timeout_s=timeout_s)
    try:
        return await webhook.post(b'{"a": 1}', {"Idempotency-Key": "hnd_1"})
    finally:
        await webhook.aclose()
        await webhook.aclose()


@pytest.mark.parametrize("status", [200, 204, 302, 404, 429, 500])
async def test_an_answer_is_its_status(receiver: Receiver, status: int) -> None:
    receiver.answers = [f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n"]
    assert await post(receiver.url) == Answered(status=status)
    (request,) = receiver.requests
    assert request.body == b'{"a": 1}'
    assert request.headers["idempotency-key"] == "hnd_1"


async def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [f"HTTP/1.1 307 X\r\nLocation: {receiver.url}/other\r\nContent-Length: 0\r\n\r\n"]
    assert await post(receiver.url) == Answered(status=307)
    assert len(receiver.requests) == 1


@pytest.mark.parametrize(("header", "seconds"), [("17", 17.0), ("Wed, 01 Jul 2026 09:00:00 GMT", None), ("-1", None)])
async def test_the_time_it_asks_for_is_read(receiver: Receiver, header: str, seconds: float | None) -> None:
    receiver.answers = [f"HTTP/1.1 503 X\r\nRetry-After: {header}\r\nContent-Length: 0\r\n\r\n"]
    assert await post(receiver.url) == Answered(status=503, retry_after_s=seconds)


async def test_an_endless_answer_is_not_read(receiver: Receiver) -> None:
    receiver.answers = ["HTTP/1.1 200 X\r\nContent-Length: 99999999\r\n\r\n" + "x" * 1000]
    assert await post(receiver.url) == Answered(status=200)


async def test_nobody_there_is_told_plainly(receiver: Receiver) -> None:
    await receiver.close()
    assert await post(receiver.url) == NotReached(why="no connection")


async def test_one_who_does_not_answer_is_left_in_time(receiver: Receiver) -> None:
    receiver.answers = [None]
    assert await post(receiver.url, timeout_s=0.2) == NotReached(why="no answer in time")


async def test_one_who_answers_ever_so_slowly_is_left_in_time(receiver: Receiver) -> None:
    """Each byte comes within a library's own time limit; the whole does not."""
    receiver.answers = ["HTTP/1.1 200 X\r\n" + "".join(f"X-{n}: 1\r\n" for n in range(1000)) + "\r\n"]
    receiver.pause_s = 0.05
    assert await post(receiver.url, timeout_s=0.3) == NotReached(why="no answer in time")


@pytest.mark.parametrize(
    ("answer", "why"), [("nonsense\r\n\r\n", "the answer is no HTTP"), ("", "the answer is no HTTP")]
)
async def test_an_answer_that_is_none_is_told_plainly(receiver: Receiver, answer: str, why: str) -> None:
    receiver.answers = [answer]
    assert await post(receiver.url) == NotReached(why=why)


async def test_requests_at_once_share_one_client(receiver: Receiver) -> None:
    webhook = HttpWebhook(receiver.url, timeout_s=5)
    found = await asyncio.gather(*(webhook.post(str(n).encode(), {}) for n in range(5)))
    await webhook.aclose()
    assert found == [Answered(status=200)] * 5
    assert sorted(request.body for request in receiver.requests) == [b"0", b"1", b"2", b"3", b"4"]
