"""Flags that are held back whatever their settings say. Every process sees a change at its next look."""

from __future__ import annotations

from typing import Protocol

from followthrough.domain.rollout import Flag, Hold


class FlagStore(Protocol):
    """Storage of holds, at most one a flag. Every method may raise ``StoreUnavailable``."""

    async def holds(self) -> list[Hold]:
        """Every hold in force, by the flag's name."""
        ...

    async def hold(self, hold: Hold) -> None:
        """Holds a flag back; one that was held already is held as said now."""
        ...

    async def release(self, flag: Flag) -> bool:
        """Lets a flag follow its setting again; False when it was not held."""
        ...
