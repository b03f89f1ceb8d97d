"""Time, injected so that tests and replays decide it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Wall time and a steady counter."""

    def now(self) -> datetime:
        """The current time, timezone-aware, UTC."""
        ...

    def leases(self) -> datetime:
        """The time by which leases and claims are taken and judged, timezone-aware, UTC.

        It goes on steadily and is the same for every process, whatever is done to a machine's clock meanwhile; it
        may differ from ``now`` by any amount.
        """
        ...

    def monotonic_ms(self) -> float:
        """Milliseconds from an arbitrary start; never goes back."""
        ...
