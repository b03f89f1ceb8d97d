"""The audit log in the SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, delete, insert, select, tuple_

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.tables import audit
from followthrough.domain.audit import AuditEntry, Outcome
from followthrough.domain.ids import AuditId
from followthrough.rules.cutting.storable import is_key, require_key

_c = audit.c
_ADD = insert(audit)


class SqlAuditStore:
    """An ``AuditStore`` on a ``Database``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, entry: AuditEntry) -> None:
        """See ``AuditStore.add``."""
        require_key(entry.id, "audit_id")
        require_key(entry.by, "by")
        require_key(entry.action, "action")
        if entry.object:
            require_key(entry.object, "object")
        row = {
            "id": entry.id,
            "at": entry.at,
            "by": entry.by,
            "action": entry.action,
            "object": entry.object,
            "outcome": entry.outcome.value,
        }
        await self._database.write(lambda connection: connection.execute(_ADD, row))

    async def list(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        before: AuditId | None = None,
        limit: int = 50,
    ) -> list[AuditEntry]:
        """See ``AuditStore.list``."""
        wanted = select(audit).order_by(_c.at.desc(), _c.id.desc()).limit(limit)
        if since is not None:
            wanted = wanted.where(_c.at >= since)
        if until is not None:
            wanted = wanted.where(_c.at < until)
        if before is not None:
            if not is_key(before):
                return []
            mark = select(_c.at, _c.id).where(_c.id == before).scalar_subquery()
            wanted = wanted.where(tuple_(_c.at, _c.id) < mark)
        return [_entry(row) for row in await self._database.read(_rows, wanted)]

    async def forget(self, until: datetime) -> int:
        """See ``AuditStore.forget``."""
        old = delete(audit).where(_c.at < until)
        return await self._database.write(lambda connection: connection.execute(old).rowcount)


def _rows(connection: Connection, statement: Executable) -> Sequence[Any]:
    return connection.execute(statement).all()


def _entry(row: Any) -> AuditEntry:
    return AuditEntry(
        id=AuditId(row.id),
        at=row.at,
        by=row.by,
        action=row.action,
        object=row.object,
        outcome=Outcome(row.outcome),
    )
