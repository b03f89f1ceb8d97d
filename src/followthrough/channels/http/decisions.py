"""Routes of decisions: how turns were decided, and what came out of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import TheOwner, TheServices, TheSettings
from followthrough.channels.http.threads import owned
from followthrough.channels.wire.decision import DecisionPage, decision_record
from followthrough.channels.wire.schema import Key
from followthrough.domain.ids import DecisionId, ThreadId
from followthrough.errors import InvalidInput
from followthrough.rules.records.window import read_window

router = APIRouter(prefix="/v1", tags=["decisions"])

Reason = Annotated[
    list[Key] | None,
    Query(description="Only those for one of these reasons.", examples=[["deterministic_continuity_resolve"]]),
]
Period = Annotated[
    str | None,
    Query(max_length=50, description="Only those of this period: `7d`, `24h` or `2026-11-01..2026-11-08` (UTC)."),
]


@router.get("/decisions", responses=problems(401, 403, 404, 422, 429, 503))
async def list_decisions(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    thread: Annotated[Key | None, Query(description="Only those of this thread.")] = None,
    reason: Reason = None,
    window: Period = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> DecisionPage:
    """How the caller's turns were decided, newest first: gates, candidates, budgets, cost, and what came out of it.

    The user's words are left out unless the setting `decisions_user_text` keeps them.
    """
    size = limit or settings.tuning.page_size
    if thread is not None:
        await owned(services, thread, owner)
    period = None if window is None else read_window(window, services.clock.now())
    before = None if cursor is None else DecisionId(cursor)
    if before is not None:
        known = await services.decisions.get(before)
        if known is None or known.decision.owner != owner:
            raise InvalidInput(
                "The cursor is of no use any more.", fix="Begin again with the first page.", field="cursor"
            )
    found = await services.decisions.list(
        owner=owner,
        thread_id=None if thread is None else ThreadId(thread),
        reasons=reason or (),
        since=None if period is None else period.start,
        until=None if period is None else period.end,
        before=before,
        limit=size + 1,
    )
    rows, last = page_of(found, size)
    return DecisionPage(
        decisions=[decision_record(row) for row in rows], next_cursor=None if last is None else last.decision.id
    )
