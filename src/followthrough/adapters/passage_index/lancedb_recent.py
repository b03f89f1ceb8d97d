"""What was read of a table lately, and searches that are asked for at the same moment as one.

A call to the library costs some milliseconds however little it reads, and a conversation looks at the same passages
turn after turn. Invariant: what is remembered of a table is of the version that it has now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import Generic, TypeVar

from followthrough.adapters.passage_index.lancedb_tables import Table

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class Recent(Generic[K, V]):
    """The latest of what was read of a table.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: tuple[Table, int] | None = None
        self._kept: dict[K, V] = {}

    async def read(
        self, table: Table, keys: Iterable[K], fetch: Callable[[list[K]], Awaitable[dict[K, V]]]
    ) -> dict[K, V]:
        """The values of those keys that the table has; ``fetch`` reads those that are not remembered."""
        now = (table, await table.version())
        if now != self._of:
            self._of, self._kept = now, {}
        wanted = dict.fromkeys(keys)
        found = {key: self._kept.pop(key) for key in wanted if key in self._kept}
        self._kept |= found  # the latest from here on
        if missing := [key for key in wanted if key not in found]:
            read = await fetch(missing)
            found |= read
            if now == self._of:
                self._kept |= read
                for key in list(islice(self._kept, max(0, len(self._kept) - self._most))):
                    del self._kept[key]
        return found


class AtOnce(Generic[K, V, T]):
    """Joins what is asked for in one step of the event loop into one call.

    Args:
        call: gets the key that they have in common and what each asked; gives what each gets, in this order.
    """

    def __init__(self, call: Callable[[K, Sequence[V]], Awaitable[Sequence[T]]]) -> None:
        self._call = call
        self._open: dict[K, tuple[list[V], asyncio.Task[Sequence[T]]]] = {}

    async def ask(self, key: K, one: V) -> T:
        """What the call gives for this one. Who stops waiting stops no other."""
        if key not in self._open:
            asked: list[V] = []
            task = asyncio.create_task(self._answer(key, asked))
            task.add_done_callback(_seen)
            self._open[key] = (asked, task)
        asked, task = self._open[key]
        asked.append(one)
        place = len(asked) - 1
        return (await asyncio.shield(task))[place]

    async def _answer(self, key: K, asked: list[V]) -> Sequence[T]:
        del self._open[key]
        return await self._call(key, asked)


def _seen(task: asyncio.Task[Sequence[T]]) -> None:
    """A failure is told by who waits for it; where nobody does any more there is nobody to tell."""
    if not task.cancelled():
        task.exception()
