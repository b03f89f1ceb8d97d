"""A Valkey or Redis that may be away or slow at any moment without anybody waiting for it.

Invariant: a command costs at most the time limit; after one that failed none is sent for a while, so a server that
hangs costs one time limit and not one a turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Self, TypeVar

from pydantic import SecretStr

from followthrough.errors import ConfigurationError
from followthrough.ports.clock import Clock
from followthrough.tuning import Tuning

T = TypeVar("T")
_log = logging.getLogger(__name__)


class ValkeyConnection:
    """A pool of connections to one server; connects when it is first used.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``.
        clock: measures the rest after a failure.
        tuning: time limits.

    Raises:
        ConfigurationError: the address is none, or the client is not installed.
    """

    def __init__(self, url: str, *, clock: Clock, tuning: Tuning) -> None:
        try:
            redis: Any = import_module("redis.asyncio")  # an extra
        except ImportError:
            raise ConfigurationError(
                "Valkey and Redis need a client that is not installed.",
                fix="Install it: pip install 'followthrough[redis]'",
                field="redis_url",
            ) from None
        self._errors: tuple[type[Exception], ...] = (redis.RedisError, OSError, TimeoutError)
        self._clock = clock
        self._limit_s = tuning.valkey_timeout_ms / 1000
        self._rest_ms = tuning.valkey_rest_s * 1000
        self._resting_until = float("-inf")
        try:
            self.client: Any = redis.from_url(url, socket_connect_timeout=self._limit_s, socket_keepalive=True)
        except ValueError:  # not chained: the text quotes the address with its password
            raise ConfigurationError(
                "Setting redis_url is no address of a Valkey or Redis.",
                fix="Use redis://host:6379/0.",
                field="redis_url",
            ) from None

    @classmethod
    def of(cls, url: SecretStr | None, *, clock: Clock, tuning: Tuning) -> Self | None:
        """A connection to the configured server, None when none is configured."""
        return None if url is None else cls(url.get_secret_value(), clock=clock, tuning=tuning)

    @property
    def is_resting(self) -> bool:
        """Whether a command failed a moment ago."""
        return self._clock.monotonic_ms() < self._resting_until

    async def ask(self, command: Callable[[Any], Awaitable[T]], *, limit_s: float | None = None) -> T | None:
        """What the command gives; None when the server is away, slow, or was so a moment ago."""
        if self.is_resting:
            return None
        try:
            async with asyncio.timeout(limit_s or self._limit_s):  # `wait_for` may swallow a cancellation
                return await command(self.client)
        except self._errors as error:
            self._failed(error)
            return None

    async def check(self) -> str | None:
        """Asks the server for a sign of life; None when it gives one, else why not."""
        try:
            async with asyncio.timeout(max(self._limit_s, 1.0)):
                await self.client.ping()
        except self._errors as error:
            return "it does not answer in time" if isinstance(error, TimeoutError) else "it does not answer"
        return None

    async def aclose(self) -> None:
        """Closes every connection; calling it twice is harmless."""
        await self.client.aclose()

    def _failed(self, error: Exception) -> None:
        _log.warning("valkey.away", extra={"error_type": type(error).__name__})
        self._resting_until = self._clock.monotonic_ms() + self._rest_ms
