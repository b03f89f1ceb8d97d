"""Flags that are held back, in the SQL database."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, select

from followthrough.adapters.database.access import Database, Insert
from followthrough.adapters.database.codec import hold_codec
from followthrough.adapters.database.tables import KEY, flag_holds
from followthrough.domain.rollout import Flag, Hold

_c = flag_holds.c
_HELD = select(_c.body).order_by(_c.flag)
_RELEASE = delete(flag_holds).where(_c.flag == bindparam("of_flag", type_=KEY))


class SqlFlagStore:
    """A ``FlagStore`` on a ``Database``, which other stores may share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        adding = database.insert(flag_holds)
        self._hold = adding.on_conflict_do_update(index_elements=[_c.flag], set_={"body": adding.excluded.body})

    async def holds(self) -> list[Hold]:
        """See ``FlagStore.holds``."""
        return await self._database.read(_held)

    async def hold(self, hold: Hold) -> None:
        """See ``FlagStore.hold``."""
        row = {"flag": hold.flag.value, "body": hold_codec().encode(hold)}
        await self._database.write(_put, self._hold, row)

    async def release(self, flag: Flag) -> bool:
        """See ``FlagStore.release``."""
        return await self._database.write(_let_go, flag.value) == 1


def _held(connection: Connection) -> list[Hold]:
    return [hold_codec().decode(row.body) for row in connection.execute(_HELD)]


def _put(connection: Connection, statement: Insert, row: dict[str, str]) -> None:
    connection.execute(statement, row)


def _let_go(connection: Connection, flag: str) -> int:
    return connection.execute(_RELEASE, {"of_flag": flag}).rowcount
