"""The time of leases that all processes on one database agree on.

A lease that a machine's clock judges is over when somebody sets the clock forward, though its worker lives, and holds
for an hour when it is set back, though its worker is dead. So leases have a time of their own. It lies in the
database; each process counts on from it by its steady counter, writes how far it is every so often, and takes over
what another wrote that is further. It stands still while no process runs, which no lease minds.

Invariant: in one process it never goes back, and no two differ by more than the time between two looks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, select, update

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database.access import Database, Insert
from followthrough.adapters.database.tables import UtcTime, lease_time
from followthrough.errors import FollowthroughError
from followthrough.ports.clock import Clock
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)

_c = lease_time.c
_ONE = 1
_READ = select(_c.at).where(_c.id == _ONE).with_for_update()
_MOVE = update(lease_time).where(_c.id == _ONE).values(at=bindparam("mine", type_=UtcTime))


class AgreedClock:
    """A ``Clock`` whose leases go by the time in the database.

    Args:
        database: where the time lies.
        tuning: how often it is looked at.
        clock: wall time and steady counter.
    """

    def __init__(self, database: Database, tuning: Tuning, clock: Clock | None = None) -> None:
        self._database = database
        self._every_s = tuning.lease_renew_s
        self._clock = clock or SystemClock()
        self._begin = database.insert(lease_time).on_conflict_do_nothing()
        self._counted_from: datetime | None = None
        self._looking: asyncio.Task[None] | None = None

    def now(self) -> datetime:
        """See ``Clock.now``."""
        return self._clock.now()

    def monotonic_ms(self) -> float:
        """See ``Clock.monotonic_ms``."""
        return self._clock.monotonic_ms()

    def leases(self) -> datetime:
        """See ``Clock.leases``; before the first look it is this process's own."""
        if self._counted_from is None:
            return self._clock.leases()
        return self._counted_from + timedelta(milliseconds=self._clock.monotonic_ms())

    async def agree(self) -> None:
        """Looks at the time in the database, and moves the one that is behind.

        Raises:
            StoreUnavailable: the database does not answer; this process counts on by itself.
        """
        mine = None if self._counted_from is None else self.leases()
        theirs = await self._database.write_unsynced(_agree, self._begin, mine, self._clock.now())
        passed = timedelta(milliseconds=self._clock.monotonic_ms())
        if self._counted_from is None or theirs > self.leases():
            self._counted_from = theirs - passed

    async def start(self) -> None:
        """Agrees, and does so again and again until it is closed."""
        await self.agree()
        self._looking = asyncio.create_task(self._look(), name="followthrough-lease-time")

    async def aclose(self) -> None:
        """Ends looking; calling it twice is harmless."""
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
            self._looking = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            try:
                await self.agree()
            except FollowthroughError as error:  # steady counters go on alike; the next look mends what is left
                _log.warning("lease_time.not_agreed", extra={"code": error.code})


def _agree(connection: Connection, begin: Insert, mine: datetime | None, first: datetime) -> datetime:
    """The time in the database after this process's own was put in, if that is further."""
    theirs = connection.execute(_READ).scalar()
    if theirs is None:
        connection.execute(begin, {"id": _ONE, "at": first})
        theirs = connection.execute(_READ).scalar_one()
    if mine is None or mine <= theirs:
        return theirs
    connection.execute(_MOVE, {"mine": mine})
    return mine
