"""The audit log in memory, for tests and for throw-away systems."""

from __future__ import annotations

from datetime import datetime

from followthrough.domain.audit import AuditEntry
from followthrough.domain.ids import AuditId
from followthrough.errors import VersionConflict


class MemoryAudit:
    """An ``AuditStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._entries: dict[AuditId, AuditEntry] = {}

    async def add(self, entry: AuditEntry) -> None:
        """See ``AuditStore.add``."""
        if entry.id in self._entries:
            raise VersionConflict("This entry exists already.", fix="Give it another id.")
        self._entries[entry.id] = entry

    async def list(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        before: AuditId | None = None,
        limit: int = 50,
    ) -> list[AuditEntry]:
        """See ``AuditStore.list``."""
        mark = None if before is None else self._entries.get(before)
        if before is not None and mark is None:
            return []
        found = [
            entry
            for entry in self._entries.values()
            if (since is None or entry.at >= since)
            and (until is None or entry.at < until)
            and (mark is None or (entry.at, entry.id) < (mark.at, mark.id))
        ]
        return sorted(found, key=lambda entry: (entry.at, entry.id), reverse=True)[:limit]

    async def forget(self, until: datetime) -> int:
        """See ``AuditStore.forget``."""
        old = [entry.id for entry in self._entries.values() if entry.at < until]
        for entry_id in old:
            del self._entries[entry_id]
        return len(old)
