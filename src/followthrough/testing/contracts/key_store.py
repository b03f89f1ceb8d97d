"""The contract of ``KeyStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId
from followthrough.errors import VersionConflict
from followthrough.ports.key_store import KeyStore
from followthrough.testing.contracts.values import a_key, moment

OpenKeyStore: TypeAlias = Callable[[], Awaitable[KeyStore]]


class KeyStoreContract:
    """A backend inherits this and gives the fixture ``open_store``: a factory of stores on the same data."""

    @pytest.fixture
    async def store(self, open_store: OpenKeyStore) -> KeyStore:
        """One store on empty data."""
        return await open_store()

    async def test_a_key_is_found_by_its_hash(self, store: KeyStore, open_store: OpenKeyStore) -> None:
        """By every process, whole."""
        key = a_key("k-1")
        await store.add(key)
        assert await store.by_hash(key.key_hash) == key
        assert await (await open_store()).by_hash(key.key_hash) == key

    async def test_an_unknown_hash_is_none(self, store: KeyStore) -> None:
        """So is one that no database could hold."""
        await store.add(a_key("k-1"))
        for unknown in ("", "0", "\x00", "\ud800", "x" * 10_000):
            assert await store.by_hash(unknown) is None

    async def test_an_id_or_a_hash_is_taken_once(self, store: KeyStore) -> None:
        """The first key stays as it was."""
        key = a_key("k-1")
        await store.add(key)
        for other in (replace(a_key("k-2"), id=key.id), replace(a_key("k-2"), key_hash=key.key_hash)):
            with pytest.raises(VersionConflict):
                await store.add(other)
        assert await store.list() == [key]

    async def test_a_revoked_key_opens_nothing_from_then_on(self, store: KeyStore, open_store: OpenKeyStore) -> None:
        """At once and in every process; the others stay in force."""
        other = await open_store()
        first, second = a_key("k-1"), a_key("k-2")
        await store.add(first)
        await store.add(second)
        assert await store.revoke(first.id, moment(5))
        assert await other.by_hash(first.key_hash) is None
        assert await other.by_hash(second.key_hash) == second

    async def test_revoking_twice_changes_nothing(self, store: KeyStore) -> None:
        """The first moment stands."""
        await store.add(a_key("k-1"))
        assert await store.revoke(KeyId("k-1"), moment(5))
        assert await store.revoke(KeyId("k-1"), moment(9))
        assert [k.revoked_at for k in await store.list()] == [moment(5)]

    async def test_revoking_no_key_says_so(self, store: KeyStore) -> None:
        """Nothing else happens."""
        for unknown in ("k-1", "\x00"):
            assert not await store.revoke(KeyId(unknown), moment(5))

    async def test_a_changed_key_has_its_role_and_limit_at_once(
        self, store: KeyStore, open_store: OpenKeyStore
    ) -> None:
        """In every process; what else it is stays, and no other key changes."""
        other = await open_store()
        first, second = a_key("k-1"), a_key("k-2")
        await store.add(first)
        await store.add(second)
        assert await store.change(first.id, role=Role.OPERATOR, rate_per_minute=None)
        changed = replace(first, role=Role.OPERATOR, rate_per_minute=None)
        assert await other.by_hash(first.key_hash) == changed
        assert await other.list() == [changed, second]
        for unknown in ("k-3", "\x00"):
            assert not await store.change(KeyId(unknown), role=Role.ADMIN, rate_per_minute=1)

    async def test_keys_are_listed_oldest_first(self, store: KeyStore) -> None:
        """Revoked ones included; ties by id."""
        for name, created in (("k-1", 5), ("k-2", 1), ("k-3", 5), ("K-4", 5)):
            await store.add(a_key(name, created=created))
        await store.revoke(KeyId("k-2"), moment(6))
        assert [k.id for k in await store.list()] == ["k-2", "K-4", "k-1", "k-3"]

    async def test_whether_any_key_is_in_force(self, store: KeyStore) -> None:
        """None at first, one after adding, none after revoking the last."""
        assert not await store.any_active()
        await store.add(a_key("k-1"))
        await store.add(a_key("k-2"))
        assert await store.any_active()
        await store.revoke(KeyId("k-1"), moment(5))
        assert await store.any_active()
        await store.revoke(KeyId("k-2"), moment(5))
        assert not await store.any_active()
