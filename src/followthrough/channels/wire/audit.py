"""The audit log on the wire."""

from __future__ import annotations

from followthrough.channels.wire.schema import Answer, Time
from followthrough.domain.audit import AuditEntry, Outcome


class WireAuditEntry(Answer):
    """One thing that was done, or refused for want of a role."""

    id: str
    at: Time
    by: str
    """The id of the key; `local` without one, `command` for a command, `itself` for deleting by age."""
    action: str
    object: str
    """The id of the thing; empty where there is none."""
    outcome: Outcome


class AuditPage(Answer):
    """Entries, newest first."""

    entries: list[WireAuditEntry]
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


def entry(of: AuditEntry) -> WireAuditEntry:
    """An entry on the wire."""
    return WireAuditEntry(id=of.id, at=of.at, by=of.by, action=of.action, object=of.object, outcome=of.outcome)
