"""The contract of ``AuditStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from followthrough.domain.audit import BY_COMMAND, AuditEntry, Outcome
from followthrough.domain.ids import AuditId
from followthrough.errors import VersionConflict
from followthrough.ports.audit_store import AuditStore
from followthrough.testing.contracts.values import moment

#: Gives the store on the same data, once more each time, as another process would.
OpenAuditStore: TypeAlias = Callable[[], Awaitable[AuditStore]]


def an_entry(name: str, *, at: float = 0, outcome: Outcome = Outcome.DONE) -> AuditEntry:
    """Something that was done."""
    return AuditEntry(
        id=AuditId(name), at=moment(at), by=BY_COMMAND, action="document.delete", object="doc_1", outcome=outcome
    )


class AuditStoreContract:
    """A backend inherits this and gives the fixture ``open_store``."""

    @pytest.fixture
    async def store(self, open_store: OpenAuditStore) -> AuditStore:
        """One store on empty data."""
        return await open_store()

    async def test_an_entry_is_seen_whole_by_every_process(self, open_store: OpenAuditStore) -> None:
        """What was refused too."""
        one, other = await open_store(), await open_store()
        refused = an_entry("a-1", outcome=Outcome.REFUSED)
        await one.add(refused)
        assert await other.list() == [refused]

    async def test_entries_come_newest_first_and_by_page(self, store: AuditStore) -> None:
        """Ties by id; a mark that is not there gives nothing."""
        for name, at in (("a-1", 5), ("a-2", 1), ("a-3", 5), ("a-4", 9)):
            await store.add(an_entry(name, at=at))
        assert [e.id for e in await store.list()] == ["a-4", "a-3", "a-1", "a-2"]
        assert [e.id for e in await store.list(before=AuditId("a-3"), limit=1)] == ["a-1"]
        assert await store.list(before=AuditId("?")) == []
        assert await store.list(before=AuditId("\x00")) == []

    async def test_a_period_has_its_start_and_not_its_end(self, store: AuditStore) -> None:
        """So that two periods side by side share nothing."""
        for second in range(4):
            await store.add(an_entry(f"a-{second}", at=second))
        assert [e.id for e in await store.list(since=moment(1), until=moment(3))] == ["a-2", "a-1"]

    async def test_an_entry_is_written_once(self, store: AuditStore) -> None:
        """Nobody writes over what was done."""
        await store.add(an_entry("a-1"))
        with pytest.raises(VersionConflict):
            await store.add(an_entry("a-1", at=5))
        assert await store.list() == [an_entry("a-1")]

    async def test_old_entries_can_be_forgotten(self, store: AuditStore) -> None:
        """Those from before the moment, and no other."""
        for second in range(3):
            await store.add(an_entry(f"a-{second}", at=second))
        assert await store.forget(moment(2)) == 2
        assert [e.id for e in await store.list()] == ["a-2"]
        assert await store.forget(moment(2)) == 0
