"""What readers think of answers, for the owner of a server."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import Services, TheServices, TheSettings
from followthrough.channels.wire.feedback import FeedbackPage, RatedTurn
from followthrough.channels.wire.feedback import rated as wire_rated
from followthrough.domain.feedback import Feedback, Rating
from followthrough.errors import InvalidInput
from followthrough.rules.records.window import read_window

router = APIRouter(prefix="/v1", tags=["operation"])

_JOIN = "~"


@router.get("/feedback", responses=problems(401, 403, 422, 429, 503))
async def list_feedback(
    *,
    services: TheServices,
    settings: TheSettings,
    window: Annotated[
        str, Query(max_length=50, description="Period: `7d`, `24h` or `2026-11-01..2026-11-08` (UTC).")
    ] = "30d",
    rating: Annotated[Rating | None, Query(description="Only these verdicts.")] = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> FeedbackPage:
    """The last verdict of each reader on each answer, newest first, with what was asked and answered."""
    size = limit or settings.tuning.page_size
    period = read_window(window, services.clock.now())
    before = None if cursor is None else _place(cursor)
    found = [
        one
        for one in reversed(await services.feedback.between(since=period.start, until=period.end))
        if (rating is None or one.rating is rating) and (before is None or (one.at, one.turn_id) < before)
    ]
    rows, last = page_of(found, size)
    return FeedbackPage(
        feedback=[turn for one in rows if (turn := await _with_words(services, one)) is not None],
        next_cursor=None if last is None else f"{last.at.isoformat()}{_JOIN}{last.turn_id}",
    )


async def _with_words(services: Services, one: Feedback) -> RatedTurn | None:
    """A verdict with its turn; None where the thread was deleted a moment ago."""
    turn = await services.threads.turn(one.thread_id, one.turn_id)
    return None if turn is None else wire_rated(one, turn)


def _place(cursor: str) -> tuple[datetime, str]:
    at, _, turn_id = cursor.partition(_JOIN)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not turn_id:
        raise InvalidInput("The cursor is none of this list.", fix="Begin again with the first page.", field="cursor")
    return moment, turn_id
