"""Deletions under way, in the SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Select, bindparam, delete, false, select, true, update

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.tables import KEY, deletions
from followthrough.domain.deleting import Deletion, Thing
from followthrough.rules.cutting.storable import is_key

_c = deletions.c
_one = (_c.thing == bindparam("of_thing", type_=KEY), _c.id == bindparam("of_id", type_=KEY))
_WITHDRAW = delete(deletions).where(*_one, _c.done == false())
_FINISH = update(deletions).where(*_one).values(done=true())
_CLEAR = delete(deletions).where(*_one, _c.done == true())
_by_id = select(_c.thing, _c.id).order_by(_c.thing, _c.id)
_FINISHED = _by_id.where(_c.done == true())


class SqlDeletionStore:
    """A ``DeletionStore`` on a ``Database``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        adding = database.insert(deletions)
        self._ask = adding.on_conflict_do_update(
            index_elements=[_c.thing, _c.id], set_={"done": adding.excluded.done}
        )

    async def ask(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.ask``."""
        rows = [{"thing": d.thing.value, "id": d.id, "done": False} for d in deletions if is_key(d.id)]
        if rows:
            await self._database.write(lambda connection: connection.execute(self._ask, rows))

    async def withdraw(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.withdraw``."""
        if deletions and await self._database.read(_rows, _by_id.where(_c.done == false()).limit(1)):
            await self._each(_WITHDRAW, deletions)

    async def asked(self, *, limit: int = 100) -> list[Deletion]:
        """See ``DeletionStore.asked``."""
        return await self._database.read(_rows, _by_id.where(_c.done == false()).limit(limit))

    async def finish(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.finish``."""
        await self._each(_FINISH, deletions)

    async def finished(self) -> list[Deletion]:
        """See ``DeletionStore.finished``."""
        return await self._database.read(_rows, _FINISHED)

    async def clear(self, deletions: Sequence[Deletion]) -> None:
        """See ``DeletionStore.clear``."""
        await self._each(_CLEAR, deletions)

    async def _each(self, statement: Executable, deletions: Sequence[Deletion]) -> None:
        values = [{"of_thing": d.thing.value, "of_id": d.id} for d in deletions if is_key(d.id)]
        if values:
            await self._database.write(lambda connection: connection.execute(statement, values))


def _rows(connection: Connection, wanted: Select[Any, Any]) -> list[Deletion]:
    return [Deletion(thing=Thing(row[0]), id=row[1]) for row in connection.execute(wanted)]
