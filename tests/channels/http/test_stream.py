"""Interface, "Events": frames, heartbeats, and readers that leave."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

import pytest

from followthrough.channels.http.stream import frames, wants_events
from followthrough.domain.events import Delta, Event, Started
from followthrough.domain.ids import TurnId
from followthrough.errors import StoreUnavailable
from followthrough.tuning import Tuning


@pytest.mark.parametrize(
    ("accept", "events"),
    [
        ("text/event-stream", True),
        ("Text/Event-Stream", True),
        ("text/event-stream, application/json;q=0.5", True),
        ("text/event-stream, application/json", True),
        ("application/json, text/event-stream", False),
        ("application/json, text/event-stream;q=0.9", False),
        ("text/event-stream;q=0", False),
        ("text/event-stream;q=many", False),
        ("*/*", False),
        ("", False),
        ("application/json", False),
    ],
)
def test_the_accept_header_chooses_between_json_and_events(accept: str, *, events: bool) -> None:
    assert wants_events(accept) is events


def _event(number: int, text: str) -> Event:
    return Event(id=number, turn_id=TurnId("turn_1"), body=Delta(text=text))


async def test_each_event_is_one_frame_with_its_id_kind_and_one_line_of_json() -> None:
    async def events() -> AsyncGenerator[Event]:
        yield Event(id=1, turn_id=TurnId("turn_1"), body=Started(turn_id=TurnId("turn_1"), index=1))
        yield _event(2, "two\nlines \r\n and\u2028more")

    sent = [frame.decode() async for frame in frames(events(), Tuning())]
    assert len(sent) == 2
    lines = sent[1].removesuffix("\n\n").split("\n")
    fields = dict(line.split(": ", 1) for line in lines)
    assert fields["id"] == "2"
    assert fields["event"] == "delta"
    assert json.loads(fields["data"])["text"] == "two\nlines \r\n and\u2028more"


async def test_a_quiet_stream_gets_heartbeats_that_are_comments_and_loses_no_event() -> None:
    go = asyncio.Event()

    async def events() -> AsyncGenerator[Event]:
        await go.wait()
        yield _event(1, "late")

    sent: list[bytes] = []
    async for frame in frames(events(), Tuning(heartbeat_s=0.001)):
        sent.append(frame)
        if len(sent) == 3:
            go.set()
    assert all(frame.startswith(b": ") for frame in sent[:3])
    assert b"late" in sent[-1]


async def test_a_reader_that_leaves_closes_the_events() -> None:
    closed = asyncio.Event()

    async def events() -> AsyncGenerator[Event]:
        try:
            yield _event(1, "first")
            await asyncio.Event().wait()
        finally:
            closed.set()

    async def read() -> None:
        async for _ in frames(events(), Tuning()):
            reading.set()

    reading = asyncio.Event()
    reader = asyncio.create_task(read())
    await reading.wait()
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    await asyncio.wait_for(closed.wait(), 5)


async def test_a_failing_store_ends_the_stream_without_an_ending_event() -> None:
    async def events() -> AsyncGenerator[Event]:
        yield _event(1, "first")
        raise StoreUnavailable("The database does not answer.")

    sent = [frame async for frame in frames(events(), Tuning())]
    assert len(sent) == 1


async def test_a_stream_that_stays_quiet_ends_and_closes_its_events() -> None:
    closed = asyncio.Event()

    async def events() -> AsyncGenerator[Event]:
        try:
            yield _event(1, "early")
            await asyncio.Event().wait()
        finally:
            closed.set()

    sent = [frame.decode() async for frame in frames(events(), Tuning(heartbeat_s=0.01, stream_quiet_s=0.05))]
    assert len([frame for frame in sent if frame.startswith(":")]) == 5
    assert "id: 1" in sent[0]
    assert closed.is_set()
