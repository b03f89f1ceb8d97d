"""The flags as they stand: what the settings say, less what is held back in the database.

Invariant: a database that does not answer changes no flag; what was seen last holds on.
"""

from __future__ import annotations

import logging

from followthrough.domain.ids import ThreadId
from followthrough.domain.rollout import Flags, Rollout
from followthrough.errors import StoreUnavailable
from followthrough.ports.clock import Clock
from followthrough.ports.flag_store import FlagStore
from followthrough.rules.decisions.rollout import flags_of, held_back
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)


class Switches:
    """Which flags hold in a thread. The database is looked at when a thread asks, and not more often than needed.

    Args:
        rollout: how far each flag is turned on by the settings.
        store: what is held back; without one nothing is.
        clock: tells when to look again.
        tuning: says after how long.
    """

    def __init__(self, rollout: Rollout, store: FlagStore | None, clock: Clock, tuning: Tuning) -> None:
        self._rollout, self._store, self._clock = rollout, store, clock
        self._kept_ms = tuning.flags_refresh_s * 1000
        self._now: Rollout = rollout
        self._seen_ms: float | None = None

    async def rollout(self) -> Rollout:
        """How far each flag is on, holds taken into account."""
        now_ms = self._clock.monotonic_ms()
        if self._store is None or (self._seen_ms is not None and now_ms - self._seen_ms < self._kept_ms):
            return self._now
        self._seen_ms = now_ms  # a store that fails is not asked again by every turn either
        try:
            self._now = held_back(self._rollout, await self._store.holds())
        except StoreUnavailable as error:
            _log.warning("flags.not_read", extra={"code": error.code})
        return self._now

    async def flags(self, thread_id: ThreadId) -> Flags:
        """What holds in this thread."""
        return flags_of(thread_id, await self.rollout())
