"""Flags that are held back, in memory."""

from __future__ import annotations

from followthrough.domain.rollout import Flag, Hold


class MemoryFlags:
    """A ``FlagStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._held: dict[Flag, Hold] = {}

    async def holds(self) -> list[Hold]:
        """See ``FlagStore.holds``."""
        return [self._held[flag] for flag in sorted(self._held)]

    async def hold(self, hold: Hold) -> None:
        """See ``FlagStore.hold``."""
        self._held[hold.flag] = hold

    async def release(self, flag: Flag) -> bool:
        """See ``FlagStore.release``."""
        return self._held.pop(flag, None) is not None
