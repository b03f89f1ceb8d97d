"""Ids that sort by the time of their making: 48 bits of milliseconds, then 80 random bits (as in ULID)."""

from __future__ import annotations

import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BITS = 80


class OrderedIds:
    """Ids that rise strictly within one process, and never repeat across processes in practice."""

    def __init__(self) -> None:
        self._last = 0

    def new(self, prefix: str) -> str:
        """A new id ``<prefix>_<26 letters and digits>``."""
        value = (time.time_ns() // 1_000_000) << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)
        value = max(value, self._last + 1)
        self._last = value
        letters: list[str] = []
        for _ in range(26):
            value, digit = divmod(value, 32)
            letters.append(_ALPHABET[digit])
        return f"{prefix}_{''.join(reversed(letters))}"
