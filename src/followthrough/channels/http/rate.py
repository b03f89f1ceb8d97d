"""How many requests a caller may make: a bucket of tokens for each, filled at a steady rate.

Invariant: what is kept is bounded by the callers of the last minute.
"""

from __future__ import annotations

from dataclasses import dataclass

_SWEEP_EVERY = 1_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_ms: float


class RateLimiter:
    """Token buckets of ``per_minute`` tokens, filled within a minute. Time comes with each call."""

    def __init__(self, per_minute: int) -> None:
        self._capacity = float(per_minute)
        self._per_ms = per_minute / 60_000
        self._buckets: dict[str, _Bucket] = {}
        self._calls = 0

    def take(self, caller: str, now_ms: float) -> float:
        """Takes one token; returns 0, or the seconds until there is one when there is none now."""
        self._calls += 1
        if self._calls % _SWEEP_EVERY == 0:
            self._forget_full(now_ms)
        bucket = self._buckets.setdefault(caller, _Bucket(tokens=self._capacity, at_ms=now_ms))
        bucket.tokens = self._filled(bucket, now_ms)
        bucket.at_ms = now_ms
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._per_ms / 1000
        bucket.tokens -= 1
        return 0.0

    def __len__(self) -> int:
        return len(self._buckets)

    def _filled(self, bucket: _Bucket, now_ms: float) -> float:
        return min(self._capacity, bucket.tokens + max(now_ms - bucket.at_ms, 0) * self._per_ms)

    def _forget_full(self, now_ms: float) -> None:
        """A full bucket is the same as none."""
        full = [k for k, b in self._buckets.items() if self._filled(b, now_ms) >= self._capacity]
        for key in full:
            del self._buckets[key]
