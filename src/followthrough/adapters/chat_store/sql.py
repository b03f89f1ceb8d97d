"""Chats and exchanges in the SQL database."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    Table,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)

from followthrough.adapters.database.access import Database, Insert
from followthrough.adapters.database.tables import KEY, UtcTime, channel_leases, chat_threads, threads, turns
from followthrough.adapters.database.tables import exchanges as kept
from followthrough.domain.ids import ThreadId, TurnId, WorkerId
from followthrough.errors import NotFound
from followthrough.ports.chat_store import Exchange, ExchangeState, Unseen
from followthrough.rules.cutting.storable import is_key, require_key

CHANNEL: BindParameter[str] = bindparam("in_channel", type_=KEY)
ADDRESS: BindParameter[str] = bindparam("at_address", type_=KEY)
THE_KEY: BindParameter[str] = bindparam("the_key", type_=KEY)
NOW: BindParameter[datetime] = bindparam("now", type_=UtcTime)

_t, _x, _l = chat_threads.c, kept.c, channel_leases.c
_columns = [column for column in _x if column.name != "chosen_by"]
_of_chat = (_t.channel == CHANNEL, _t.address == ADDRESS)
_thread_of = select(_t.thread_id).where(*_of_chat).order_by(_t.linked.desc()).limit(1)
_last_linked = select(func.coalesce(func.max(_t.linked), 0)).where(*_of_chat)
_is_thread = select(threads.c.id).where(threads.c.id == bindparam("a_thread"))
_unseen = (
    select(_t.address, _t.thread_id, turns.c.id, turns.c.turn_index)
    .join_from(chat_threads, turns, turns.c.thread_id == _t.thread_id)
    .where(_t.channel == CHANNEL, turns.c.turn_index > _t.seen_turns, turns.c.record_version.is_not(None))
    .order_by(_t.thread_id, turns.c.turn_index)
    .limit(bindparam("most"))
)
_see = (
    update(chat_threads)
    .where(_t.channel == CHANNEL, _t.thread_id == bindparam("a_thread"), _t.seen_turns < bindparam("seen"))
    .values(seen_turns=bindparam("seen"))
)
_get = select(*_columns).where(_x.channel == CHANNEL, _x.key == THE_KEY)
_next = (
    select(*_columns)
    .where(_x.channel == CHANNEL, _x.address == ADDRESS, _x.state == bindparam("in_state"), _x.state != "done")
    .order_by(_x.received_at, _x.sequence, _x.key)
    .limit(bindparam("most"))
)
_since = func.min(_x.received_at)
_waiting = (
    select(_x.address)
    .where(_x.channel == CHANNEL, _x.state != "done")
    .group_by(_x.address)
    .order_by(_since, _x.address)
    .limit(bindparam("most"))
)
_put = update(kept).where(_x.channel == CHANNEL, _x.key == THE_KEY)
_choose = _put.where(_x.chosen_by.is_(None)).values(chosen_by=bindparam("by"))
_chosen = select(_x.chosen_by).where(_x.channel == CHANNEL, _x.key == THE_KEY)
_move_threads = update(chat_threads).where(*_of_chat).values(address=bindparam("to_address"))
_step_back = update(chat_threads).where(*_of_chat).values(linked=_t.linked - bindparam("steps"))
_move_exchanges = (
    update(kept).where(_x.channel == CHANNEL, _x.address == ADDRESS).values(address=bindparam("to_address"))
)
_release = delete(channel_leases).where(_l.channel == CHANNEL, _l.worker == bindparam("held_by"))


class SqlChatStore:
    """A ``ChatStore`` on a ``Database``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._link = _link_with(database.insert)
        self._add = database.insert(kept).on_conflict_do_nothing(index_elements=[_x.channel, _x.key])
        self._take = _take_with(database.insert)

    async def thread_of(self, channel: str, address: str) -> ThreadId | None:
        """See ``ChatStore.thread_of``."""
        row = await self._first(_thread_of, in_channel=channel, at_address=address)
        return ThreadId(row[0]) if row else None

    async def link(self, channel: str, address: str, thread_id: ThreadId) -> None:
        """See ``ChatStore.link``."""
        require_key(channel, "channel")
        require_key(address, "address")
        if not is_key(thread_id):
            raise _no_thread()
        values = {"channel": channel, "address": address, "thread_id": thread_id}
        await self._database.write(_link_one, self._link, values)

    async def unseen(self, channel: str, *, limit: int = 100) -> list[Unseen]:
        """See ``ChatStore.unseen``."""
        rows = await self._database.read(_all, _unseen, {"in_channel": channel, "most": limit})
        return [
            Unseen(address=address, thread_id=ThreadId(thread), turn_id=TurnId(turn), index=index)
            for address, thread, turn, index in rows
        ]

    async def see(self, channel: str, unseen: Unseen, exchange: Exchange | None) -> None:
        """See ``ChatStore.see``."""
        which = {"in_channel": channel, "a_thread": unseen.thread_id, "seen": unseen.index}
        await self._database.write(_see_one, self._add, which, exchange)

    async def move(self, channel: str, address: str, new_address: str) -> None:
        """See ``ChatStore.move``."""
        require_key(new_address, "address")
        if address == new_address:
            return
        values = {"in_channel": channel, "at_address": address, "to_address": new_address}
        await self._database.write(_move, values)

    async def receive(self, exchanges: Sequence[Exchange]) -> list[Exchange]:
        """See ``ChatStore.receive``."""
        for exchange in exchanges:
            require_key(exchange.channel, "channel")
            require_key(exchange.key, "key")
            require_key(exchange.address, "address")
        return await self._database.write(_receive, self._add, exchanges)

    async def get(self, channel: str, key: str) -> Exchange | None:
        """See ``ChatStore.get``."""
        row = await self._first(_get, in_channel=channel, the_key=key)
        return _exchange(row) if row else None

    async def waiting(self, channel: str, *, limit: int = 100) -> list[str]:
        """See ``ChatStore.waiting``."""
        rows = await self._database.read(_all, _waiting, {"in_channel": channel, "most": limit})
        return [row[0] for row in rows]

    async def next(self, channel: str, address: str, state: ExchangeState) -> Exchange | None:
        """See ``ChatStore.next``."""
        row = await self._first(_next, in_channel=channel, at_address=address, in_state=state.value, most=1)
        return _exchange(row) if row else None

    async def received(self, channel: str, address: str, *, limit: int) -> list[Exchange]:
        """See ``ChatStore.received``."""
        which = {
            "in_channel": channel,
            "at_address": address,
            "in_state": ExchangeState.RECEIVED.value,
            "most": limit,
        }
        if not (is_key(channel) and is_key(address)):
            return []
        return [_exchange(row) for row in await self._database.read(_all, _next, which)]

    async def put(self, *exchanges: Exchange) -> None:
        """See ``ChatStore.put``."""
        if known := [one for one in exchanges if is_key(one.channel) and is_key(one.key)]:
            await self._database.write(_put_all, known)

    async def choose(self, channel: str, key: str, chosen_by: str) -> str | None:
        """See ``ChatStore.choose``."""
        require_key(chosen_by, "key")
        if not (is_key(channel) and is_key(key)):
            return None
        return await self._database.write(_choose_one, {"in_channel": channel, "the_key": key}, chosen_by)

    async def acquire(self, channel: str, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """See ``ChatStore.acquire``."""
        require_key(channel, "channel")
        values = {"channel": channel, "worker": worker, "until": until}
        statement, when = self._take, {"now": now, "held_by": worker}
        return await self._database.write_unsynced(
            lambda connection: connection.execute(statement, values | when).rowcount == 1
        )

    async def release(self, channel: str, worker: WorkerId) -> None:
        """See ``ChatStore.release``."""
        values = {"in_channel": channel, "held_by": worker}
        await self._database.write_unsynced(lambda connection: connection.execute(_release, values))

    async def _first(self, statement: Executable, **values: Any) -> Any:
        """The first row; what can't be a key finds nothing."""
        if not all(is_key(v) for v in values.values() if isinstance(v, str)):
            return None
        rows = await self._database.read(_all, statement, values)
        return rows[0] if rows else None


def _all(connection: Connection, statement: Executable, values: dict[str, Any]) -> Sequence[Any]:
    return connection.execute(statement, values).all()


def _link_one(connection: Connection, link: Insert, values: dict[str, Any]) -> None:
    if connection.execute(_is_thread, {"a_thread": values["thread_id"]}).first() is None:
        raise _no_thread()
    last = connection.execute(
        _last_linked, {"in_channel": values["channel"], "at_address": values["address"]}
    ).scalar_one()
    connection.execute(link, {**values, "linked": last + 1, "seen_turns": 0})


def _move(connection: Connection, values: dict[str, str]) -> None:
    there = {"in_channel": values["in_channel"], "at_address": values["to_address"]}
    here = {k: values[k] for k in ("in_channel", "at_address")}
    if connection.execute(_thread_of, there).first() is not None:  # the threads that come stand behind
        steps = connection.execute(_last_linked, here).scalar_one()
        connection.execute(_step_back, {**here, "steps": steps})
    connection.execute(_move_threads, values)
    connection.execute(_move_exchanges, values)


def _see_one(connection: Connection, add: Insert, which: dict[str, Any], exchange: Exchange | None) -> None:
    if connection.execute(_see, which).rowcount and exchange is not None:
        connection.execute(add, _row(exchange))


def _receive(connection: Connection, add: Insert, new: Sequence[Exchange]) -> list[Exchange]:
    return [exchange for exchange in new if connection.execute(add, _row(exchange)).rowcount == 1]


def _put_all(connection: Connection, exchanges: Sequence[Exchange]) -> None:
    for one in exchanges:
        values = {k: v for k, v in _row(one).items() if k not in ("channel", "key")}
        connection.execute(_put.values(**values), {"in_channel": one.channel, "the_key": one.key})


def _choose_one(connection: Connection, which: dict[str, str], by: str) -> str | None:
    connection.execute(_choose, {**which, "by": by})
    return connection.execute(_chosen, which).scalar()


def _row(exchange: Exchange) -> dict[str, Any]:
    return {
        "channel": exchange.channel,
        "key": exchange.key,
        "address": exchange.address,
        "sequence": exchange.sequence,
        "received_at": exchange.received_at,
        "state": exchange.state.value,
        "payload": exchange.payload,
        "thread_id": exchange.thread_id,
        "turn_id": exchange.turn_id,
        "notices": json.dumps(exchange.notices),
        "sent": json.dumps(exchange.sent),
    }


def _exchange(row: Sequence[Any]) -> Exchange:
    channel, key, address, sequence, received_at, state, payload, thread_id, turn_id, notices, sent = row
    return Exchange(
        channel=channel,
        key=key,
        address=address,
        sequence=sequence,
        received_at=received_at,
        state=ExchangeState(state),
        payload=payload,
        thread_id=None if thread_id is None else ThreadId(thread_id),
        turn_id=None if turn_id is None else TurnId(turn_id),
        notices=tuple(json.loads(notices)),
        sent=tuple(json.loads(sent)),
    )


def _link_with(new: Callable[[Table], Insert]) -> Insert:
    wanted = new(chat_threads)
    return wanted.on_conflict_do_update(
        index_elements=[_t.channel, _t.thread_id],
        set_={"address": wanted.excluded.address, "linked": wanted.excluded.linked},
    )


def _take_with(new: Callable[[Table], Insert]) -> Insert:
    """Takes or extends the lease; no row is touched while another worker's is not over."""
    wanted = new(channel_leases)
    return wanted.on_conflict_do_update(
        index_elements=[_l.channel],
        set_={"worker": wanted.excluded.worker, "until": wanted.excluded.until},
        where=or_(_l.worker == bindparam("held_by"), _l.until <= NOW),
    )


def _no_thread() -> NotFound:
    return NotFound("There is no conversation with this id.", fix="Check the id.")
