"""Counts in Valkey or Redis."""

from __future__ import annotations

from typing import Any

from followthrough.adapters.valkey.connection import ValkeyConnection

_PREFIX = "followthrough:rate:"


class ValkeyCounts:
    """``RateCounts`` on a connection that others use too; whoever made it closes it."""

    def __init__(self, connection: ValkeyConnection) -> None:
        self._connection = connection

    async def add(self, name: str, *, window: int, keep_s: int) -> int | None:
        """See ``RateCounts.add``."""
        key = f"{_PREFIX}{name}:{window}"

        async def count(client: Any) -> int:
            async with client.pipeline(transaction=True) as commands:
                commands.incr(key)
                commands.expire(key, keep_s)
                done: list[int] = await commands.execute()
            return done[0]

        return await self._connection.ask(count)
