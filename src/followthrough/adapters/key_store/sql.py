"""API keys in the SQL database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, func, insert, select, update

from followthrough.adapters.database.access import Database
from followthrough.adapters.database.tables import api_keys
from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId
from followthrough.ports.key_store import ApiKey
from followthrough.rules.cutting.storable import is_key, require_key, require_plain

_c = api_keys.c
_add = insert(api_keys)
_by_hash = select(api_keys).where(_c.key_hash == bindparam("hash"), _c.revoked_at.is_(None))
_all = select(api_keys).order_by(_c.created_at, _c.id)
_revoke = (
    update(api_keys)
    .where(_c.id == bindparam("key_id"))
    .values(revoked_at=func.coalesce(_c.revoked_at, bindparam("at")))
)
_change = (
    update(api_keys)
    .where(_c.id == bindparam("key_id"))
    .values(role=bindparam("new_role"), rate_per_minute=bindparam("new_rate"))
)
_active = select(_c.id).where(_c.revoked_at.is_(None)).limit(1)


class SqlKeyStore:
    """A ``KeyStore`` on a ``Database``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, key: ApiKey) -> None:
        """See ``KeyStore.add``."""
        require_key(key.id, "key_id")
        require_key(key.owner, "owner")
        require_plain(key.name, "name")
        values = {column.name: getattr(key, column.name) for column in _c} | {"role": key.role.value}
        await self._database.write(lambda connection: connection.execute(_add, values))

    async def by_hash(self, key_hash: str) -> ApiKey | None:
        """See ``KeyStore.by_hash``."""
        if not is_key(key_hash):
            return None
        found = await self._database.read(_keys, _by_hash, {"hash": key_hash})
        return found[0] if found else None

    async def list(self) -> list[ApiKey]:
        """See ``KeyStore.list``."""
        return await self._database.read(_keys, _all, {})

    async def revoke(self, key_id: KeyId, at: datetime) -> bool:
        """See ``KeyStore.revoke``."""
        return is_key(key_id) and await self._database.write(_revoke_one, key_id, at)

    async def change(self, key_id: KeyId, *, role: Role, rate_per_minute: int | None) -> bool:
        """See ``KeyStore.change``."""
        values = {"key_id": key_id, "new_role": role.value, "new_rate": rate_per_minute}
        return is_key(key_id) and await self._database.write(
            lambda connection: connection.execute(_change, values).rowcount == 1
        )

    async def any_active(self) -> bool:
        """See ``KeyStore.any_active``."""
        return await self._database.read(lambda connection: connection.execute(_active).first()) is not None


def _keys(connection: Connection, statement: Executable, values: dict[str, str]) -> list[ApiKey]:
    rows: list[dict[str, Any]] = [dict(row) for row in connection.execute(statement, values).mappings()]
    for row in rows:
        row["role"] = Role(row["role"])
    return [ApiKey(**row) for row in rows]


def _revoke_one(connection: Connection, key_id: KeyId, at: datetime) -> bool:
    return connection.execute(_revoke, {"key_id": key_id, "at": at}).rowcount == 1
