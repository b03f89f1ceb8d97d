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
        self._changed = asyncio.Event()
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
            if alone:
                self._alone = False
            else:
                self._together -= 1
            self._tell()

    async def _enter(self) -> None:
        while self._alone or self._want_alone:
            await self._changed.wait()
        self._together += 1

    async def _enter_alone(self) -> None:
        self._want_alone += 1
        try:
            while self._alone or self._together:
                await self._changed.wait()
            self._alone = True
        finally:
            self._want_alone -= 1
            self._tell()

    def _tell(self) -> None:
        """Wakes everyone who waits now; who waits later waits for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()
