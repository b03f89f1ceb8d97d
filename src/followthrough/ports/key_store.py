"""API keys. Only a hash of a key is ever stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId, OwnerId


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key as stored.

    ``hint`` is its last four characters, for people who have several. ``rate_per_minute`` is how many requests it may
    make; None is what the server lets every key make. ``role`` is what its holder may do.
    """

    id: KeyId
    owner: OwnerId
    name: str
    key_hash: str
    hint: str
    created_at: datetime
    revoked_at: datetime | None = None
    rate_per_minute: int | None = None
    role: Role = Role.USER


class KeyStore(Protocol):
    """Storage of API keys. Raises ``StoreUnavailable``."""

    async def add(self, key: ApiKey) -> None:
        """Stores a new key."""
        ...

    async def by_hash(self, key_hash: str) -> ApiKey | None:
        """The key with this hash that has not been revoked, else None."""
        ...

    async def list(self) -> list[ApiKey]:
        """All keys, oldest first, revoked ones included."""
        ...

    async def revoke(self, key_id: KeyId, at: datetime) -> bool:
        """Revokes a key; False when there is no such key. A second time changes nothing."""
        ...

    async def change(self, key_id: KeyId, *, role: Role, rate_per_minute: int | None) -> bool:
        """Gives a key another role and another limit; False when there is no such key. It holds at once."""
        ...

    async def any_active(self) -> bool:
        """Whether at least one key is in force."""
        ...
