"""Deletions under way, in memory."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.deleting import Deletion


class MemoryDeletions:
    """A ``DeletionStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._done: dict[Deletion, bool] = {}

    async def ask(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.ask``."""
        self._done |= dict.fromkeys(deletions, False)

    async def withdraw(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.withdraw``."""
        self._remove(deletions, done=False)

    async def asked(self, *, limit: int = 100) -> list[Deletion]:
        """See ``DeletionStore.asked``."""
        return self._those(done=False)[:limit]

    async def finish(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.finish``."""
        self._done |= {one: True for one in deletions if one in self._done}

    async def finished(self) -> list[Deletion]:
        """See ``DeletionStore.finished``."""
        return self._those(done=True)

    async def clear(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.clear``."""
        self._remove(deletions, done=True)

    def _those(self, *, done: bool) -> list[Deletion]:
        found = [one for one, is_done in self._done.items() if is_done is done]
        return sorted(found, key=lambda one: (one.thing, one.id))

    def _remove(self, deletions: Sequence[Deletion], *, done: bool) -> None:
        for one in deletions:
            if self._done.get(one) is done:
                del self._done[one]
