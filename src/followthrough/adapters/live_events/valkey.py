"""Events across processes through Valkey or Redis.

A turn's events are a stream of its own, kept for a while: a reader who comes late, or comes back, misses none, which
a channel of publish and subscribe could not promise (field report 35). One task sends what turns emit, in order, so
that a server that is slow holds up nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.domain.ids import TurnId
from followthrough.tuning import Tuning

_PREFIX = "followthrough:events:"
_OVER = b"over"
_MAX_EVENTS = 20_000  # of a turn; ids leave room for half as many an attempt
_BATCH = 500
_log = logging.getLogger(__name__)


class ValkeyEvents:
    """A ``LiveEvents`` over streams. ``connection`` is closed by its owner."""

    def __init__(self, connection: ValkeyConnection, tuning: Tuning) -> None:
        self._connection = connection
        self._kept_s = int(tuning.live_events_kept_s)
        self._block_ms = tuning.live_events_look_ms
        self._waiting: asyncio.Queue[tuple[bytes, dict[bytes, bytes]]] = asyncio.Queue(tuning.live_events_waiting)
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """See ``LiveEvents.is_shared``."""
        return True

    def publish(self, turn_id: TurnId, event: tuple[int, str, str]) -> None:
        """See ``LiveEvents.publish``."""
        number, kind, body = event
        self._put(turn_id, {b"id": str(number).encode(), b"kind": kind.encode(), b"body": body.encode()})

    def finish(self, turn_id: TurnId) -> None:
        """See ``LiveEvents.finish``."""
        self._put(turn_id, {b"kind": _OVER})

    async def follow(self, turn_id: TurnId, after: int) -> AsyncGenerator[Sequence[tuple[int, str, str]]]:
        """See ``LiveEvents.follow``."""
        key, place = _key(turn_id), b"0"
        while not self._connection.is_resting:
            entries = await self._read(key, place)
            fresh = [_event(fields) for _, fields in entries if b"id" in fields and int(fields[b"id"]) > after]
            after = max([after, *(event[0] for event in fresh)])
            yield fresh
            if entries and entries[-1][1][b"kind"] == _OVER:
                return
            place = entries[-1][0] if entries else place

    async def _read(self, key: bytes, place: bytes) -> list[tuple[bytes, dict[bytes, bytes]]]:
        """What the stream has beyond the place; waits a while where that is nothing."""
        limit_s = self._block_ms / 1000 + 1
        found: Any = await self._connection.ask(
            lambda client: client.xread({key: place}, count=_BATCH, block=self._block_ms), limit_s=limit_s
        )
        return found[0][1] if found else []

    async def aclose(self) -> None:
        """See ``LiveEvents.aclose``; what waits to be sent is dropped."""
        if self._sending is not None:
            self._sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sending
            self._sending = None

    def _put(self, turn_id: TurnId, fields: dict[bytes, bytes]) -> None:
        if self._connection.is_resting:
            return
        try:
            self._waiting.put_nowait((_key(turn_id), fields))
        except asyncio.QueueFull:
            _log.warning("live_events.dropped", extra={"turn_id": turn_id})
            return
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while True:
            key, fields = await self._waiting.get()
            await self._connection.ask(lambda client, key=key, fields=fields: self._add(client, key, fields))

    async def _add(self, client: Any, key: bytes, fields: dict[bytes, bytes]) -> bool:
        pipe = client.pipeline(transaction=False)
        pipe.xadd(key, fields, maxlen=_MAX_EVENTS, approximate=True)
        pipe.expire(key, self._kept_s)
        await pipe.execute()
        return True


def _key(turn_id: TurnId) -> bytes:
    return f"{_PREFIX}{turn_id}".encode("utf-8", "surrogatepass")


def _event(fields: dict[bytes, bytes]) -> tuple[int, str, str]:
    return int(fields[b"id"]), fields[b"kind"].decode(), fields[b"body"].decode()
