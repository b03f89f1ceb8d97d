"""Decisions in the SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, Select, bindparam, literal, select, tuple_, update

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.codec import decision_codec
from followthrough.adapters.database.tables import KEY, UtcTime, decisions
from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.domain.ids import DecisionId, OwnerId, ThreadId
from followthrough.rules.cutting.storable import is_key

_c = decisions.c
_stored = select(_c.body, _c.wrong, _c.wrong_at)
_ONE = _stored.where(_c.id == bindparam("of_id", type_=KEY))
_MARK = (
    update(decisions)
    .where(_c.id == bindparam("of_id", type_=KEY))
    .values(wrong=bindparam("how"), wrong_at=bindparam("moment", type_=UtcTime))
)


class SqlDecisionStore:
    """A ``DecisionStore`` on a ``Database``, beside the ``ThreadStore`` that makes the decisions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, decision_id: DecisionId) -> StoredDecision | None:
        """See ``DecisionStore.get``."""
        if not is_key(decision_id):
            return None
        found = await self._database.read(_all, _ONE, {"of_id": decision_id})
        return found[0] if found else None

    async def list(
        self,
        *,
        owner: OwnerId | None = None,
        thread_id: ThreadId | None = None,
        reasons: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        before: DecisionId | None = None,
        limit: int = 50,
    ) -> list[StoredDecision]:
        """See ``DecisionStore.list``."""
        if not all(is_key(key) for key in (owner, thread_id, before) if key is not None):
            return []
        wanted = _stored.order_by(_c.at.desc(), _c.id.desc()).limit(limit)
        if owner is not None:
            wanted = wanted.where(_c.owner == owner)
        if thread_id is not None:
            wanted = wanted.where(_c.thread_id == thread_id)
        if reasons:
            wanted = wanted.where(_c.reason.in_([reason for reason in reasons if is_key(reason)]))
        wanted = _within(wanted, since, until)
        if before is not None:
            mark = select(_c.at, _c.id).where(_c.id == before).scalar_subquery()
            wanted = wanted.where(tuple_(_c.at, _c.id) < mark)
        return await self._database.read(_all, wanted, {})

    async def between(
        self, *, since: datetime, until: datetime, after: tuple[datetime, DecisionId] | None = None, limit: int = 500
    ) -> Sequence[StoredDecision]:
        """See ``DecisionStore.between``."""
        wanted = _within(_stored.order_by(_c.at, _c.id).limit(limit), since, until)
        if after is not None:
            wanted = wanted.where(tuple_(_c.at, _c.id) > tuple_(literal(after[0], UtcTime), literal(after[1], KEY)))
        return await self._database.read(_all, wanted, {})

    async def mark(self, decision_id: DecisionId, wrong: Wrong | None, *, at: datetime) -> bool:
        """See ``DecisionStore.mark``."""
        if not is_key(decision_id):
            return False
        values = {"of_id": decision_id, "how": None if wrong is None else wrong.value, "moment": at}
        return await self._database.write(_change, _MARK, values) == 1


def _within(
    wanted: Select[*tuple[Any, ...]], since: datetime | None, until: datetime | None
) -> Select[*tuple[Any, ...]]:
    if since is not None:
        wanted = wanted.where(_c.at >= since)
    return wanted if until is None else wanted.where(_c.at < until)


def _all(connection: Connection, statement: Executable, values: dict[str, Any]) -> list[StoredDecision]:
    return [_of_row(row) for row in connection.execute(statement, values)]


def _change(connection: Connection, statement: Executable, values: dict[str, Any]) -> int:
    return connection.execute(statement, values).rowcount


def _of_row(row: Row[Any]) -> StoredDecision:
    wrong = None if row.wrong is None else Wrong(row.wrong)
    return StoredDecision(decision=decision_codec().decode(row.body), wrong=wrong, wrong_at=row.wrong_at)
