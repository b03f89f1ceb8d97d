"""The contract of ``DeletionStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from followthrough.domain.deleting import Deletion, Thing
from followthrough.ports.deletion_store import DeletionStore

#: Gives the store on the same data, once more each time, as another process would.
OpenDeletionStore: TypeAlias = Callable[[], Awaitable[DeletionStore]]

D1, D2 = (Deletion(thing=Thing.DOCUMENT, id=name) for name in ("d-1", "d-2"))
T1 = Deletion(thing=Thing.THREAD, id="d-1")


class DeletionStoreContract:
    """A backend inherits this and gives the fixture ``open_store``."""

    @pytest.fixture
    async def store(self, open_store: OpenDeletionStore) -> DeletionStore:
        """One store on empty data."""
        return await open_store()

    async def test_what_is_asked_for_is_known_to_every_process(self, open_store: OpenDeletionStore) -> None:
        """By thing and id, and once."""
        one, other = await open_store(), await open_store()
        await one.ask([T1, D2])
        await one.ask([D1, D2])
        assert await other.asked() == [D1, D2, T1]
        assert await other.asked(limit=2) == [D1, D2]
        assert await other.finished() == []

    async def test_what_is_done_waits_for_the_files(self, store: DeletionStore) -> None:
        """Until it is cleared; what is not done is not cleared."""
        await store.ask([D1, D2])
        await store.finish([D1, T1])
        assert (await store.asked(), await store.finished()) == ([D2], [D1])
        await store.clear([D1, D2])
        assert (await store.asked(), await store.finished()) == ([D2], [])

    async def test_what_comes_again_is_not_deleted(self, store: DeletionStore) -> None:
        """But what is done stays so: files may have its earlier words."""
        await store.ask([D1, D2, T1])
        await store.finish([D2])
        await store.withdraw([D1, D2])
        assert (await store.asked(), await store.finished()) == ([T1], [D2])

    async def test_what_is_asked_for_again_is_to_go_again(self, store: DeletionStore) -> None:
        """A document may be added and deleted any number of times."""
        await store.ask([D1])
        await store.finish([D1])
        await store.ask([D1])
        assert (await store.asked(), await store.finished()) == ([D1], [])

    async def test_an_id_that_is_none_is_passed_over(self, store: DeletionStore) -> None:
        """Nothing can be there."""
        for change in (store.finish, store.withdraw, store.clear):
            await change([Deletion(thing=Thing.THREAD, id="\x00"), D1])
        await store.ask([])
        assert await store.asked() == []
