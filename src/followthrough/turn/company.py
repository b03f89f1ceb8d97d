"""Which turns run beside others and which run alone: a process that dies tells on the one turn that was running.

Invariant: while a turn runs alone no other runs in this process; who waits to run alone is not overtaken for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Company:
    """A lock that many may hold together, or one alone."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self._together = 0
        self._alone = False
        self._want_alone = 0

    @asynccontextmanager
    async def kept(self, *, alone: bool) -> AsyncGenerator[None]:
        """Waits until the turn may run, alone or beside others that do not need to be alone."""
        await (self._enter_alone() if alone else self._enter())
        try:
            yield
        finally:
            async with self._changed:
                if alone:
                    self._alone = False
                else:
                    self._together -= 1
                self._changed.notify_all()

    async def _enter(self) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: not self._alone and not self._want_alone)
            self._together += 1

    async def _enter_alone(self) -> None:
        async with self._changed:
            self._want_alone += 1
            try:
                await self._changed.wait_for(lambda: not self._alone and not self._together)
                self._alone = True
            finally:
                self._want_alone -= 1
                self._changed.notify_all()
