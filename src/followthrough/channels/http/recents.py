"""Routes of past questions: find them again, try one again."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from followthrough.channels.http.messages import EventId
from followthrough.channels.http.openapi import EVENT_STREAM, problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import Services, TheOwner, TheServices, TheSettings
from followthrough.channels.http.stream import stream, wants_events
from followthrough.channels.http.threads import ThreadIdPath, owned
from followthrough.channels.wire.recents import Recents, past_question
from followthrough.channels.wire.requests import RetryTurn
from followthrough.channels.wire.turn import Turn
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.errors import InvalidInput
from followthrough.turn.recents import recents

router = APIRouter(prefix="/v1", tags=["recents"])


@router.get("/recents", responses=problems(401, 403, 422, 429, 503))
async def list_recents(
    services: TheServices, settings: TheSettings, owner: TheOwner, limit: Limit = None, cursor: Cursor = None
) -> Recents:
    """The caller's past questions with their outward status, newest first, over all threads.

    A question that was tried again is listed once, as its newest try.
    """
    size = limit or settings.tuning.page_size
    before = None if cursor is None else await _turn_before(services, cursor, owner)
    rows, last = page_of(await recents(services.threads, owner, before=before, limit=size + 1), size)
    following = None if last is None else f"{last.thread_id}{_JOIN}{last.turn_id}"
    return Recents(recents=[past_question(q) for q in rows], next_cursor=following)


_JOIN = "."


async def _turn_before(services: Services, cursor: str, owner: OwnerId) -> TurnId:
    """The turn that the cursor names; an unknown one must not read as the end of the list."""
    thread_id, _, turn_id = cursor.partition(_JOIN)
    thread = await services.threads.get(ThreadId(thread_id))
    is_own = thread is not None and thread.owner == owner
    if not is_own or await services.threads.turn(ThreadId(thread_id), TurnId(turn_id)) is None:
        raise InvalidInput(
            "The cursor is of no use any more.", fix="Begin again with the first page.", field="cursor"
        )
    return TurnId(turn_id)


@router.post(
    "/threads/{thread_id}/retry",
    response_model=Turn,
    responses={200: {"description": "The turn, or its events", **EVENT_STREAM}}
    | problems(401, 403, 404, 413, 415, 422, 429, 503),
)
async def retry_turn(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    body: RetryTurn,
    request: Request,
    last_event_id: EventId = None,
) -> Turn | Response:
    """Tries a past question of the thread again, with the attachments that came with it.

    What was answered then is kept, the rest is searched anew, and attempts are counted from the beginning. Answers
    with the new turn, or with its events under `Accept: text/event-stream`.
    """
    thread = await owned(services, thread_id, owner)
    message = await services.turns.retry(thread.id, TurnId(body.turn_id), client_message_id=body.client_message_id)
    if wants_events(request.headers.get("accept", "")):
        events = services.turns.events(thread.id, after=last_event_id, turn_id=message.turn_id)
        return stream(events, settings.tuning)
    return wire_turn(await services.turns.result(thread.id, message.turn_id))
