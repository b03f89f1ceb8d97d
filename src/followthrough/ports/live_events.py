"""Events of turns that run in other processes, while they run.

What gets lost here only comes later: when a turn has ended its events are in the database.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from followthrough.domain.ids import TurnId


class LiveEvents(Protocol):
    """Passes events on between processes. It never raises and never holds up a turn."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes are reached at all."""
        ...

    def publish(self, turn_id: TurnId, event: tuple[int, str, str]) -> None:
        """Passes an event on: its id, its kind, its body as JSON."""
        ...

    def finish(self, turn_id: TurnId) -> None:
        """Says that the turn is over for the process that had it: readers find the rest in the database."""
        ...

    def follow(self, turn_id: TurnId, after: int) -> AsyncGenerator[Sequence[tuple[int, str, str]]]:
        """The turn's events with an id above ``after``, in order, each once, those already passed on among them.

        Gives an empty batch now and then while nothing happens, so that the reader can look elsewhere; ends when the
        turn is over or nothing can be had any more.
        """
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
