"""The audit log as admins read it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import TheServices, TheSettings
from followthrough.channels.wire.audit import AuditPage
from followthrough.channels.wire.audit import entry as wire_entry
from followthrough.domain.ids import AuditId
from followthrough.rules.records.window import read_window

router = APIRouter(prefix="/v1", tags=["operation"])


@router.get("/audit", responses=problems(401, 403, 422, 429, 503))
async def list_audit(
    *,
    services: TheServices,
    settings: TheSettings,
    window: Annotated[
        str | None,
        Query(max_length=50, description="Only those of this period: `7d`, `24h` or `2026-11-01..2026-11-08` (UTC)."),
    ] = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> AuditPage:
    """What was done, or refused for want of a role, newest first: key, action and object, and no text."""
    if services.audit is None:
        return AuditPage(entries=[], next_cursor=None)
    size = limit or settings.tuning.page_size
    period = None if window is None else read_window(window, services.clock.now())
    found = await services.audit.list(
        since=None if period is None else period.start,
        until=None if period is None else period.end,
        before=None if cursor is None else AuditId(cursor),
        limit=size + 1,
    )
    rows, last = page_of(found, size)
    return AuditPage(entries=[wire_entry(row) for row in rows], next_cursor=None if last is None else last.id)
