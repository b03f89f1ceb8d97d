"""A clock that moves only when it is told to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)


class ManualClock:
    """The clock port for tests and scripted conversations.

    Args:
        start: the first time it shows, timezone-aware, UTC.
    """

    def __init__(self, start: datetime = START) -> None:
        self._began = self._start = start
        self._passed = timedelta()

    def now(self) -> datetime:
        """The time it was moved to."""
        return self._start + self._passed

    def leases(self) -> datetime:
        """What went by, however the clock was set meanwhile."""
        return self._began + self._passed

    def set_back(self, seconds: float) -> None:
        """Sets the clock: back, or forward with a negative number. No time passes by that."""
        self._start -= timedelta(seconds=seconds)

    def monotonic_ms(self) -> float:
        """Milliseconds that were let pass."""
        return self._passed / timedelta(milliseconds=1)

    def advance(self, seconds: float) -> None:
        """Lets time pass.

        Args:
            seconds: how much, not negative.

        Raises:
            ValueError: ``seconds`` is negative.
        """
        if seconds < 0:
            raise ValueError("time does not go back")
        self._passed += timedelta(seconds=seconds)
