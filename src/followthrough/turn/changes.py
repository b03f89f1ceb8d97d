"""What happens in an owner's threads, told to whoever listens.

This process rings at once; what other processes do is seen by looking now and then. What is told is how far each
thread is, so a ring that is lost, or comes twice, does no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from followthrough.domain.ids import OwnerId, ThreadId
from followthrough.domain.thread_list import ThreadMark
from followthrough.ports.thread_store import ThreadStore
from followthrough.tuning import Tuning

Marks = dict[ThreadId, ThreadMark]
Others = Callable[[], Awaitable[Sequence[ThreadId]]]
"""Threads of other owners that are listened to as well; asked for with every look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A thread has something new, or is gone."""

    mark: ThreadMark
    is_gone: bool = False


@dataclass(slots=True, eq=False)
class _Ear:
    known: Marks = field(default_factory=Marks)
    rung: asyncio.Event = field(default_factory=asyncio.Event)


class Changes:
    """Rung with every change of a thread in this process."""

    def __init__(self, threads: ThreadStore, tuning: Tuning) -> None:
        self._threads = threads
        self._tuning = tuning
        self._ears: set[_Ear] = set()

    def ring(self, thread_id: ThreadId) -> None:
        """Something happened in this thread. One that nobody knows yet may be anyone's."""
        for ear in [ear for ear in self._ears if thread_id in ear.known] or self._ears:
            ear.rung.set()

    async def follow(self, owner: OwnerId, *, others: Others | None = None) -> AsyncGenerator[tuple[Change, ...]]:
        """What changes from now on, without end. The first item is empty: the listening has begun.

        Args:
            owner: whose threads are listened to.
            others: more threads, such as those that wait for a person; one that is none of them any more is gone.

        Raises:
            StoreUnavailable: the threads can't be looked at now.
        """
        ear = _Ear()
        self._ears.add(ear)
        try:
            ear.known = await self._marks(owner, others)
            yield ()
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ear.rung.wait(), self._tuning.changes_look_s)
                ear.rung.clear()
                before, ear.known = ear.known, await self._marks(owner, others)
                if found := changed(before, ear.known, is_whole=len(ear.known) < self._tuning.changes_threads):
                    yield found
        finally:
            self._ears.discard(ear)

    async def _marks(self, owner: OwnerId, others: Others | None) -> Marks:
        own = await self._threads.marks(owner, limit=self._tuning.changes_threads)
        more = () if others is None else await self._threads.marks_of(await others())
        return {mark.thread_id: mark for mark in (*own, *more)}


def changed(before: Marks, after: Marks, *, is_whole: bool) -> tuple[Change, ...]:
    """What is different. Only where all threads are known is one that is missing gone."""
    new = tuple(Change(mark=mark) for key, mark in after.items() if before.get(key) != mark)
    gone = tuple(Change(mark=mark, is_gone=True) for key, mark in before.items() if is_whole and key not in after)
    return new + gone
