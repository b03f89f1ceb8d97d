"""Time, injected so that tests and replays decide it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Wall time and a steady counter."""

    def now(self) -> datetime:
        """The current time, timezone-aware, UTC."""
        ...

    def monotonic_ms(self) -> float:
        """Milliseconds from an arbitrary start; never goes back."""
        ...
