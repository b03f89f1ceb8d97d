"""API keys: how one is made, what is kept of it, and who a request comes from.

Invariant: every request looks its key up, so a revoked key stops with the next request.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime

from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.errors import Unauthorized
from followthrough.ports.key_store import ApiKey, KeyStore

KEY_PREFIX = "ft_"
LOCAL_OWNER = OwnerId("local")
"""The owner of what is made without a key."""

_LONGEST_SECRET = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who makes a request.

    ``rate_name`` is what it is counted under, ``rate_per_minute`` its key's own limit. ``key`` is None without one.
    """

    owner: OwnerId
    rate_name: str
    rate_per_minute: int | None = None
    role: Role = Role.ADMIN
    key: KeyId | None = None


def new_key(
    *,
    key_id: KeyId,
    owner: OwnerId,
    name: str,
    created_at: datetime,
    rate_per_minute: int | None = None,
    role: Role = Role.USER,
) -> tuple[str, ApiKey]:
    """A new key: its secret with 256 random bits, shown once and never stored, and what is stored of it."""
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    key = ApiKey(
        id=key_id,
        owner=owner,
        name=name,
        key_hash=hash_secret(secret),
        hint=secret[-4:],
        created_at=created_at,
        rate_per_minute=rate_per_minute,
        role=role,
    )
    return secret, key


def role_of_new(*, is_first: bool) -> Role:
    """The role of a key for which none was given: the first one is most often one's own."""
    return Role.ADMIN if is_first else Role.USER


def hash_secret(secret: str) -> str:
    """What is stored of a key: SHA-256 in hexadecimal. A key is random, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def authenticate(
    keys: KeyStore, authorization: str | None, *, may_be_keyless: bool, address: str, keyless_for_good: bool = False
) -> Caller:
    """Who a request comes from.

    Args:
        keys: the keys in force.
        authorization: the ``Authorization`` header, None where there is none.
        may_be_keyless: the server is reached from this machine only, under a name of this machine.
        address: the client's address.
        keyless_for_good: whether such a server needs no key either when there are keys for others.

    Raises:
        Unauthorized: there is no key where one is needed, or it is not in force.
        StoreUnavailable: the keys can't be read.
    """
    if authorization is None:
        if may_be_keyless and (keyless_for_good or not await keys.any_active()):
            return Caller(owner=LOCAL_OWNER, rate_name=f"address:{address}")
        raise Unauthorized(
            "This request needs an API key.",
            fix="Send it as `Authorization: Bearer ft_...`; `keys create` makes one.",
        )
    scheme, _, rest = authorization.partition(" ")
    secret = rest.strip()
    if scheme.lower() != "bearer" or not secret.startswith(KEY_PREFIX) or len(secret) > _LONGEST_SECRET:
        raise Unauthorized("The Authorization header holds no API key.", fix="Send `Authorization: Bearer ft_...`.")
    hashed = hash_secret(secret)
    key = await keys.by_hash(hashed)
    if key is None or not hmac.compare_digest(key.key_hash, hashed):
        raise Unauthorized("This API key is unknown or was revoked.", fix="Use another key; `keys list` shows them.")
    return Caller(
        owner=key.owner,
        rate_name=f"key:{key.id}",
        rate_per_minute=key.rate_per_minute,
        role=key.role,
        key=key.id,
    )
