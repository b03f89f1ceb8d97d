"""Who may work on a thread: one task at a time in this process, one worker at a time across processes.

Invariant: between entering and leaving ``own`` no other task or live worker changes the thread. Should the lease
be lost all the same (a process held up for longer than the lease), the version check at commit refuses the write.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from followthrough.domain.ids import ThreadId, WorkerId
from followthrough.errors import NotFound, StoreUnavailable
from followthrough.ports.clock import Clock
from followthrough.ports.thread_store import ThreadStore
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Lock:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Lanes:
    """Exclusive, ordered access to threads. ``ring`` is told of each thread that was owned."""

    def __init__(
        self,
        threads: ThreadStore,
        clock: Clock,
        worker: WorkerId,
        tuning: Tuning,
        *,
        ring: Callable[[ThreadId], None] = lambda _: None,
    ) -> None:
        self._ring = ring
        self._threads = threads
        self._clock = clock
        self._worker = worker
        self._tuning = tuning
        self._locks: dict[ThreadId, _Lock] = {}

    @asynccontextmanager
    async def own(self, thread_id: ThreadId) -> AsyncGenerator[None]:
        """Waits until the thread is this task's, keeps it, gives it back.

        Raises:
            StoreUnavailable: the lease can't be taken.
            NotFound: there is no such thread, or it was deleted meanwhile.
        """
        entry = self._locks.setdefault(thread_id, _Lock())
        entry.users += 1
        try:
            async with entry.lock:
                while not await self._acquire(thread_id):
                    if await self._threads.get(thread_id) is None:  # nobody has it, and nobody ever will
                        raise NotFound("There is no conversation with this id.", fix="Check the id.")
                    await asyncio.sleep(self._tuning.poll_ms / 1000)
                renewing = asyncio.create_task(self._renew(thread_id))
                try:
                    yield
                finally:
                    renewing.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await renewing
                    await self._threads.release(thread_id, self._worker)
                    self._ring(thread_id)
        finally:
            entry.users -= 1
            if entry.users == 0:
                self._locks.pop(thread_id, None)

    async def _acquire(self, thread_id: ThreadId) -> bool:
        now = self._clock.leases()
        until = now + timedelta(seconds=self._tuning.lease_s)
        return await self._threads.acquire(thread_id, self._worker, now=now, until=until)

    async def _renew(self, thread_id: ThreadId) -> None:
        """Keeps the lease while the thread is this task's; a store that is away for a moment ends no renewing."""
        while True:
            await asyncio.sleep(self._tuning.lease_renew_s)
            try:
                await self._acquire(thread_id)
            except StoreUnavailable as error:
                _log.warning("lease.not_renewed", extra={"thread_id": thread_id, "code": error.code})
