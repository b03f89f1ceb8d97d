"""What a server does by itself now and then: deletions that were cut off, deleting by age, files written anew.

Every process does it; what one has done the others find done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from followthrough.errors import DependencyError
from followthrough.ports.audit_store import AuditStore
from followthrough.ports.clock import Clock
from followthrough.ports.thread_store import ThreadStore
from followthrough.tuning import Tuning
from followthrough.turn.removals import Removals

_log = logging.getLogger(__name__)
_PAGE = 100

Note = Callable[[str], Awaitable[None]]


class Upkeep:
    """A periodic worker.

    Args:
        removals: removes, completes and cleans.
        threads: which of them are old.
        audit: the log of what was done; None where none is kept.
        clock: how old things are.
        tuning: how often.
        note: told of each thread that was deleted for its age.
        keep_threads_days: after so many days without a message a thread is deleted; None keeps all.
        keep_audit_days: after so many days an entry of the audit log is deleted; None keeps all.
    """

    def __init__(
        self,
        removals: Removals,
        *,
        threads: ThreadStore,
        audit: AuditStore | None,
        clock: Clock,
        tuning: Tuning,
        note: Note,
        keep_threads_days: float | None,
        keep_audit_days: float | None,
    ) -> None:
        self._removals = removals
        self._threads = threads
        self._audit = audit
        self._clock = clock
        self._tuning = tuning
        self._note = note
        self._keep_threads_days = keep_threads_days
        self._keep_audit_days = keep_audit_days
        self._scrubbed_ms: float | None = None
        self._working: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to work, first of all on what an earlier process left."""
        self._working = asyncio.create_task(self._work(), name="followthrough-upkeep")

    async def aclose(self) -> None:
        """Ends the work; what was under way is done again by the next process."""
        if self._working is not None:
            self._working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._working
            self._working = None

    async def run_once(self) -> None:
        """Does everything that is due now.

        Raises:
            DependencyError: something did not answer; what was not done is done at the next call.
        """
        await self._removals.complete()
        await self._delete_old()
        now = self._clock.monotonic_ms()
        if self._scrubbed_ms is None or now - self._scrubbed_ms >= self._tuning.deleted_gone_s / 2 * 1_000:
            await self._removals.scrub(wait_s=self._tuning.index_keep_versions_s)
            self._scrubbed_ms = now

    async def _delete_old(self) -> None:
        now = self._clock.now()
        if self._keep_threads_days is not None:
            before = now - timedelta(days=self._keep_threads_days)
            while idle := await self._threads.idle(before=before, limit=_PAGE):
                for thread_id in idle:
                    await self._removals.thread(thread_id)
                    await self._note(thread_id)
        if self._audit is not None and self._keep_audit_days is not None:
            await self._audit.forget(now - timedelta(days=self._keep_audit_days))

    async def _work(self) -> None:
        while True:
            try:
                await self.run_once()
            except DependencyError as error:
                _log.warning("upkeep.waits", extra={"code": error.code})
            await asyncio.sleep(self._tuning.upkeep_s)
