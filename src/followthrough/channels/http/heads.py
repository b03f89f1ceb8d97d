"""A connection whose request head does not come is closed: it costs a slot as long as it stays open.

Invariant: from the first byte of a head, or from the connection's beginning, to the head's end no more than
``header_s`` of the configuration passes. Between requests of a kept connection the server's own limit counts.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


class BoundedConfig(uvicorn.Config):
    """A server's configuration with the seconds that a request head may take."""

    def __init__(self, app: Any, *, header_s: float, **options: Any) -> None:
        super().__init__(app, http=BoundedHeads, **options)
        self.header_s = header_s


class BoundedHeads(H11Protocol):
    """HTTP/1.1 as the server speaks it, with a limit on heads. Made by a server with a ``BoundedConfig``."""

    def __init__(self, config: uvicorn.Config, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._header_s = config.header_s if isinstance(config, BoundedConfig) else None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the base class
        """The head of the first request is waited for."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Part of a head, of a body, or of the head after that."""
        super().data_received(data)
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if cycle is None or cycle.response_complete:
            self._wait_for_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        if self._limit is None and self._header_s is not None:
            self._limit = self.loop.call_later(self._header_s, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
