"""The audit log: written by whoever does something, read by admins, never changed."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from followthrough.domain.audit import AuditEntry
from followthrough.domain.ids import AuditId


class AuditStore(Protocol):
    """Storage of the audit log. Raises ``StoreUnavailable``."""

    async def add(self, entry: AuditEntry) -> None:
        """Keeps an entry; it is durable when this returns.

        Raises:
            InvalidInput: an id that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def list(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        before: AuditId | None = None,
        limit: int = 50,
    ) -> list[AuditEntry]:
        """Entries from ``since`` to before ``until``, newest first (ties by id), those older than ``before``.

        None when there is no entry ``before``.
        """
        ...

    async def forget(self, until: datetime) -> int:
        """Removes the entries from before ``until``; returns how many there were."""
        ...
