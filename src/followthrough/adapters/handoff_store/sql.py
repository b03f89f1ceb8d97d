"""Hand-offs in the SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    Integer,
    Row,
    Text,
    bindparam,
    or_,
    select,
    tuple_,
    update,
)

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.codec import handoff_codec
from followthrough.adapters.database.tables import KEY, UtcTime, handoffs
from followthrough.domain.handoff import Delivery, DeliveryState, HandoffState, StoredHandoff
from followthrough.domain.ids import HandoffId, OwnerId, ThreadId, WorkerId
from followthrough.rules.cutting.storable import is_key

_c = handoffs.c
_ID: BindParameter[str] = bindparam("of_id", type_=KEY)
_NOW: BindParameter[datetime] = bindparam("now", type_=UtcTime)
_DUE: BindParameter[datetime] = bindparam("due", type_=UtcTime)
_HOLDER: BindParameter[str] = bindparam("holder", type_=KEY)
_HELD_UNTIL: BindParameter[datetime] = bindparam("held_until", type_=UtcTime)
_LIMIT: BindParameter[int] = bindparam("at_most", type_=Integer)

_columns = (
    _c.body,
    _c.state,
    _c.taken_at,
    _c.ended_at,
    _c.delivery,
    _c.attempts,
    _c.next_at,
    _c.delivered_at,
    _c.error,
)
_stored = select(*_columns)
_ONE = _stored.where(_c.id == _ID)
_OVERDUE = (
    _stored.where(_c.state == HandoffState.WAITING.value, _c.due_at <= _NOW).order_by(_c.due_at, _c.id).limit(_LIMIT)
)
_due = (
    select(_c.id)
    .where(
        _c.delivery == DeliveryState.WAITING.value,
        _c.next_at <= _DUE,
        or_(_c.claim_until.is_(None), _c.claim_until <= _NOW),
    )
    .order_by(_c.next_at, _c.id)
    .limit(_LIMIT)
    .with_for_update(skip_locked=True)  # on PostgreSQL two claims at once take different ones
)
_CLAIM = (
    update(handoffs).where(_c.id.in_(_due)).values(claim_worker=_HOLDER, claim_until=_HELD_UNTIL).returning(*_columns)
)
_SETTLE = (
    update(handoffs)
    .where(_c.id == _ID, _c.claim_worker == _HOLDER)
    .values(
        delivery=bindparam("new_delivery", type_=Text),
        attempts=bindparam("new_attempts", type_=Integer),
        next_at=bindparam("new_next_at", type_=UtcTime),
        delivered_at=bindparam("new_delivered_at", type_=UtcTime),
        error=bindparam("new_error", type_=Text),
        claim_worker=None,
        claim_until=None,
    )
)
_RETRY = (
    update(handoffs)
    .where(_c.delivery == DeliveryState.DEAD.value)
    .values(delivery=DeliveryState.WAITING.value, attempts=0, next_at=_NOW)
)


class SqlHandoffStore:
    """A ``HandoffStore`` on a ``Database``, beside the ``ThreadStore`` that makes the hand-offs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, handoff_id: HandoffId) -> StoredHandoff | None:
        """See ``HandoffStore.get``."""
        if not is_key(handoff_id):
            return None
        found = await self._database.read(_all, _ONE, {"of_id": handoff_id})
        return found[0] if found else None

    async def list(
        self,
        *,
        owner: OwnerId | None = None,
        thread_id: ThreadId | None = None,
        states: Sequence[HandoffState] = (),
        before: HandoffId | None = None,
        limit: int = 50,
    ) -> list[StoredHandoff]:
        """See ``HandoffStore.list``."""
        if not all(is_key(key) for key in (owner, thread_id, before) if key is not None):
            return []
        wanted = _stored.order_by(_c.created_at.desc(), _c.id.desc()).limit(limit)
        if owner is not None:
            wanted = wanted.where(_c.owner == owner)
        if thread_id is not None:
            wanted = wanted.where(_c.thread_id == thread_id)
        if states:
            wanted = wanted.where(_c.state.in_([state.value for state in states]))
        if before is not None:
            mark = select(_c.created_at, _c.id).where(_c.id == before).scalar_subquery()
            wanted = wanted.where(tuple_(_c.created_at, _c.id) < mark)
        return await self._database.read(_all, wanted, {})

    async def overdue(self, *, now: datetime, limit: int = 100) -> Sequence[StoredHandoff]:
        """See ``HandoffStore.overdue``."""
        return await self._database.read(_all, _OVERDUE, {"now": now, "at_most": limit})

    async def claim(
        self, worker: WorkerId, *, now: datetime, until: datetime, due: datetime | None = None, limit: int = 16
    ) -> Sequence[StoredHandoff]:
        """See ``HandoffStore.claim``."""
        values = {"holder": worker, "now": now, "due": due or now, "held_until": until, "at_most": limit}
        claimed = await self._database.write_unsynced(_all, _CLAIM, values)
        return sorted(claimed, key=lambda stored: (stored.delivery.next_at or now, stored.handoff.id))

    async def settle(self, handoff_id: HandoffId, worker: WorkerId, delivery: Delivery) -> bool:
        """See ``HandoffStore.settle``."""
        values = {
            "of_id": handoff_id,
            "holder": worker,
            "new_delivery": delivery.state.value,
            "new_attempts": delivery.attempts,
            "new_next_at": delivery.next_at,
            "new_delivered_at": delivery.delivered_at,
            "new_error": delivery.error,
        }
        return await self._database.write(_change, _SETTLE, values) == 1

    async def retry(self, *, now: datetime) -> int:
        """See ``HandoffStore.retry``."""
        return await self._database.write(_change, _RETRY, {"now": now})


def _all(connection: Connection, statement: Executable, values: dict[str, Any]) -> list[StoredHandoff]:
    return [_of_row(row) for row in connection.execute(statement, values)]


def _change(connection: Connection, statement: Executable, values: dict[str, Any]) -> int:
    return connection.execute(statement, values).rowcount


def _of_row(row: Row[Any]) -> StoredHandoff:
    return StoredHandoff(
        handoff=handoff_codec().decode(row.body),
        state=HandoffState(row.state),
        taken_at=row.taken_at,
        ended_at=row.ended_at,
        delivery=Delivery(
            state=DeliveryState(row.delivery),
            attempts=row.attempts,
            next_at=row.next_at,
            delivered_at=row.delivered_at,
            error=row.error,
        ),
    )
