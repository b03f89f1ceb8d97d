"""A turn's events over a connection that may break at any moment (Server-Sent Events).

Invariant: a reader that leaves ends only its own reading; the turn goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

import anyio
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from followthrough.channels.wire.event import event as wire_event
from followthrough.domain.events import Event
from followthrough.errors import FollowthroughError
from followthrough.tuning import Tuning

T = TypeVar("T")
MEDIA_TYPE = "text/event-stream"
_log = logging.getLogger(__name__)
_HEARTBEAT = format_sse_event(comment="still here")
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def wants_events(accept: str) -> bool:
    """Whether an ``Accept`` header prefers the event stream to JSON; on a tie the one named first wins."""
    best = {"application/json": (0.0, 0), MEDIA_TYPE: (0.0, 0)}
    for place, part in enumerate(accept.split(",")):
        media_type, *parameters = (p.strip().lower() for p in part.split(";"))
        if media_type in best:
            best[media_type] = max(best[media_type], (_quality(parameters), -place))
    return best[MEDIA_TYPE] > best["application/json"] and best[MEDIA_TYPE][0] > 0


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0


def stream(events: AsyncGenerator[Event], tuning: Tuning) -> StreamingResponse:
    """The response that sends ``events`` as they come, and a comment whenever it has been quiet for a while."""
    return StreamingResponse(frames(events, tuning), media_type=MEDIA_TYPE, headers=HEADERS)


def frames(events: AsyncGenerator[Event], tuning: Tuning) -> AsyncGenerator[bytes]:
    """Each event as a frame, in order; ends when the events end or can't be read any further."""
    return paced(events, tuning, _frame)


async def paced(items: AsyncGenerator[T], tuning: Tuning, frame: Callable[[T], bytes]) -> AsyncGenerator[bytes]:
    """Each item as a frame, and a comment whenever it has been quiet for a while.

    One that stays quiet for longer than any turn takes ends; who comes back goes on where it ended.
    """
    following: asyncio.Task[T | None] | None = None
    quiet = 0
    try:
        while True:
            following = following or asyncio.ensure_future(anext(items, None))
            await asyncio.wait({following}, timeout=tuning.heartbeat_s)
            if not following.done():
                quiet += 1
                if quiet * tuning.heartbeat_s > tuning.stream_quiet_s:
                    _log.warning("stream_quiet")
                    return
                yield _HEARTBEAT
                continue
            item = following.result()
            following, quiet = None, 0
            if item is None:
                return
            yield frame(item)
    except FollowthroughError as error:
        # the answer has begun, so the reader learns from the missing end that it should come back
        _log.warning("stream_broken", extra={"code": error.code})
    finally:
        # the connection's cancellation must not keep the events from being closed
        with anyio.CancelScope(shield=True):
            if following is not None:
                following.cancel()
                await asyncio.wait({following})
            await items.aclose()


def _frame(event: Event) -> bytes:
    wire = wire_event(event)
    return format_sse_event(id=str(wire.id), event=wire.kind.value, data_str=wire.data)
