"""Issue 2: API keys are hashed; who a request comes from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.channels.http.keys import LOCAL_OWNER, authenticate, hash_secret, new_key
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.errors import Unauthorized
from followthrough.ports.key_store import ApiKey
from followthrough.testing.memory_keys import MemoryKeys

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def _new(number: int = 1) -> tuple[str, ApiKey]:
    return new_key(key_id=KeyId(f"key_{number}"), owner=OwnerId("ann"), name="front desk", created_at=NOW)


def test_of_a_key_only_its_hash_and_its_last_characters_are_kept() -> None:
    secret, key = _new()
    assert secret.startswith("ft_")
    assert key.key_hash == hash_secret(secret)
    assert secret not in repr(key)
    assert secret.endswith(key.hint)
    assert len(key.hint) == 4


def test_no_two_keys_are_alike() -> None:
    assert len({_new(n)[0] for n in range(100)}) == 100


async def test_a_key_names_its_owner_and_has_a_rate_of_its_own() -> None:
    keys = MemoryKeys()
    secret, key = _new()
    await keys.add(key)
    caller = await authenticate(keys, f"bearer  {secret} ", may_be_keyless=True, address="::1")
    assert (caller.owner, caller.rate_name) == (OwnerId("ann"), f"key:{key.id}")


async def test_without_any_key_a_local_caller_is_the_local_owner() -> None:
    caller = await authenticate(MemoryKeys(), None, may_be_keyless=True, address="127.0.0.1")
    assert (caller.owner, caller.rate_name) == (LOCAL_OWNER, "address:127.0.0.1")
    with pytest.raises(Unauthorized):
        await authenticate(MemoryKeys(), None, may_be_keyless=False, address="127.0.0.1")


async def test_a_wrong_key_is_wrong_even_where_none_is_needed() -> None:
    with pytest.raises(Unauthorized):
        await authenticate(MemoryKeys(), "Bearer ft_old", may_be_keyless=True, address="127.0.0.1")


async def test_a_store_that_finds_the_wrong_key_lets_nobody_in() -> None:
    class Careless(MemoryKeys):
        async def by_hash(self, key_hash: str) -> ApiKey | None:
            return next(iter(await self.list()), None)

    keys = Careless()
    await keys.add(_new()[1])
    with pytest.raises(Unauthorized):
        await authenticate(keys, "Bearer ft_another", may_be_keyless=True, address="127.0.0.1")
