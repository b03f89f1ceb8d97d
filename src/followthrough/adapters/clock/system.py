"""The machine's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    """Wall time in UTC and the machine's steady counter. Leases go by this process's own start and that counter."""

    def __init__(self) -> None:
        self._started = self.now() - timedelta(milliseconds=self.monotonic_ms())

    def now(self) -> datetime:
        """The current time."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock adapter

    def leases(self) -> datetime:
        """See ``Clock.leases``."""
        return self._started + timedelta(milliseconds=self.monotonic_ms())

    def monotonic_ms(self) -> float:
        """Milliseconds of the steady counter."""
        return time.perf_counter() * 1000.0
