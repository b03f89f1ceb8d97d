"""The machine's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Wall time in UTC and the machine's steady counter."""

    def now(self) -> datetime:
        """The current time."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock adapter

    def monotonic_ms(self) -> float:
        """Milliseconds of the steady counter."""
        return time.perf_counter() * 1000.0
