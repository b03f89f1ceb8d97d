"""How many requests a caller may make: a bucket of tokens for each, filled at a steady rate.

Where the processes of a server share counts, all requests of a minute count together instead; while the counts are
away each process counts for itself.

Invariant: what is kept here is bounded by the callers of the last minute.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from followthrough.ports.rate_counts import RateCounts

_SWEEP_EVERY = 1_000
_WINDOW_S = 60


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_ms: float
    per_minute: int


class RateLimiter:
    """Token buckets of ``per_minute`` tokens, filled within a minute. Time comes with each call."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._buckets: dict[str, _Bucket] = {}
        self._calls = 0

    async def wait_s(
        self, caller: str, *, now: datetime, now_ms: float, per_minute: int | None, counts: RateCounts | None
    ) -> float:
        """Counts a request; 0 where it may pass, else the seconds until one may.

        Args:
            caller: who makes it.
            now: the time that the processes share.
            now_ms: the steady counter of this process.
            per_minute: the caller's own limit; None for everybody's.
            counts: what the processes share; None where they share nothing.
        """
        most = per_minute or self._per_minute
        second = now.timestamp()
        window = int(second // _WINDOW_S)
        count = None if counts is None else await counts.add(caller, window=window, keep_s=2 * _WINDOW_S)
        if count is None:
            return self.take(caller, now_ms, most)
        return 0.0 if count <= most else (window + 1) * _WINDOW_S - second

    def take(self, caller: str, now_ms: float, per_minute: int | None = None) -> float:
        """Takes one token; returns 0, or the seconds until there is one when there is none now."""
        self._calls += 1
        if self._calls % _SWEEP_EVERY == 0:
            self._forget_full(now_ms)
        most = per_minute or self._per_minute
        bucket = self._buckets.setdefault(caller, _Bucket(tokens=float(most), at_ms=now_ms, per_minute=most))
        bucket.tokens = _filled(bucket, now_ms)
        bucket.at_ms = now_ms
        if bucket.tokens < 1:
            return (1 - bucket.tokens) * _WINDOW_S / bucket.per_minute
        bucket.tokens -= 1
        return 0.0

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget_full(self, now_ms: float) -> None:
        """A full bucket is the same as none."""
        full = [k for k, b in self._buckets.items() if _filled(b, now_ms) >= b.per_minute]
        for key in full:
            del self._buckets[key]


def _filled(bucket: _Bucket, now_ms: float) -> float:
    added = max(now_ms - bucket.at_ms, 0) * bucket.per_minute / (_WINDOW_S * 1000)
    return min(float(bucket.per_minute), bucket.tokens + added)
