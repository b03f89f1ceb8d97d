"""API keys in memory, for tests and for throw-away systems."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId
from followthrough.errors import VersionConflict
from followthrough.ports.key_store import ApiKey


class MemoryKeys:
    """A ``KeyStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._keys: dict[KeyId, ApiKey] = {}

    async def add(self, key: ApiKey) -> None:
        """See ``KeyStore.add``."""
        if key.id in self._keys or any(k.key_hash == key.key_hash for k in self._keys.values()):
            raise VersionConflict("This key exists already.", fix="Create another one.")
        self._keys[key.id] = key

    async def by_hash(self, key_hash: str) -> ApiKey | None:
        """See ``KeyStore.by_hash``."""
        return next((k for k in self._keys.values() if k.key_hash == key_hash and k.revoked_at is None), None)

    async def list(self) -> list[ApiKey]:
        """See ``KeyStore.list``."""
        return sorted(self._keys.values(), key=lambda k: (k.created_at, k.id))

    async def revoke(self, key_id: KeyId, at: datetime) -> bool:
        """See ``KeyStore.revoke``."""
        key = self._keys.get(key_id)
        if key is None:
            return False
        self._keys[key_id] = replace(key, revoked_at=key.revoked_at or at)
        return True

    async def change(self, key_id: KeyId, *, role: Role, rate_per_minute: int | None) -> bool:
        """See ``KeyStore.change``."""
        key = self._keys.get(key_id)
        if key is None:
            return False
        self._keys[key_id] = replace(key, role=role, rate_per_minute=rate_per_minute)
        return True

    async def any_active(self) -> bool:
        """See ``KeyStore.any_active``."""
        return any(k.revoked_at is None for k in self._keys.values())
