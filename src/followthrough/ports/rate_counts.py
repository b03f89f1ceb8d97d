"""Counts of requests that the processes of a server share."""

from __future__ import annotations

from typing import Protocol


class RateCounts(Protocol):
    """Counts by name and window of time. A count that is lost lets a few requests more through, and nothing else."""

    async def add(self, name: str, *, window: int, keep_s: int) -> int | None:
        """Counts one more.

        Args:
            name: who is counted.
            window: the number of the window, the same for all processes.
            keep_s: seconds after which the count may be forgotten.

        Returns:
            How many there are in the window with this one; None where nobody can tell now.
        """
        ...
