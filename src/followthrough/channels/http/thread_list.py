"""Routes of the list of threads: page by page, found by words, and what changes in it while someone looks."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import Services, TheCaller, TheOwner, TheServices, TheSettings
from followthrough.channels.http.stream import HEADERS, MEDIA_TYPE, paced
from followthrough.channels.wire.thread import FoundTurn, ThreadPage, listed_thread
from followthrough.channels.wire.thread import change as wire_change
from followthrough.domain.access import Role, may
from followthrough.domain.handoff import OPEN_HANDOFFS
from followthrough.domain.ids import ThreadId
from followthrough.domain.thread_list import ListedThread, Place, ThreadWish
from followthrough.errors import InvalidInput
from followthrough.rules.records.finding import excerpt, fold, has_all, words_of
from followthrough.turn.changes import Change

router = APIRouter(prefix="/v1", tags=["threads"])


_MOST_PINNED = 500  # more is no pinning any more
_CHANGES = {
    MEDIA_TYPE: {
        "schema": {
            "type": "string",
            "description": (
                "Server-sent events: `listening` once at the beginning, then `changed` with "
                "`{thread_id, version, messages, is_gone}` as JSON."
            ),
        }
    }
}


class Order(StrEnum):
    """What a list of threads is ordered by; the newest is first either way."""

    CREATED = "created"
    ACTIVITY = "activity"


@router.get("/threads", responses=problems(401, 403, 422, 429, 503))
async def list_threads(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    q: Annotated[
        str | None, Query(max_length=500, description="Words that all stand in the title or in one turn.")
    ] = None,
    pinned: Annotated[bool | None, Query(description="Only those that are pinned, or are not.")] = None,
    empty: Annotated[bool, Query(description="Whether threads without a message or a document are listed.")] = True,
    pinned_apart: Annotated[bool, Query(description="Gives those that are pinned apart from the others.")] = False,
    order: Annotated[Order, Query(description="`activity`: by the newest message.")] = Order.CREATED,
    limit: Limit = None,
    cursor: Cursor = None,
) -> ThreadPage:
    """The caller's threads, newest first: by when they began, or by their newest message."""
    size = limit or settings.tuning.page_size
    by_activity = order is Order.ACTIVITY
    words = words_of(q or "")
    asked = False if pinned_apart else pinned
    wish = ThreadWish(words=words, is_pinned=asked, with_empty=empty, by_activity=by_activity)
    before = None if cursor is None else _place(cursor)
    rows, last = page_of(list(await services.threads.browse(owner, wish, before=before, limit=size + 1)), size)
    apart = pinned_apart and before is None
    kept = await services.threads.browse(owner, replace(wish, is_pinned=True), limit=_MOST_PINNED) if apart else ()
    chars = settings.tuning.found_excerpt_chars
    return ThreadPage(
        threads=[listed_thread(row, await _found(services, row, words, chars)) for row in rows],
        pinned=[listed_thread(row, await _found(services, row, words, chars)) for row in kept],
        next_cursor=None if last is None else _cursor(last, by_activity=by_activity),
    )


@router.get(
    "/changes",
    response_class=Response,
    responses={200: {"description": "Changes, as they happen", "content": _CHANGES}}
    | problems(401, 403, 422, 429, 503),
)
async def follow_changes(services: TheServices, settings: TheSettings, caller: TheCaller) -> Response:
    """Tells of every thread of the caller in which something happens, for as long as the caller listens.

    An operator is told of those too that wait for a person or that a person has.

    A thread's `changed` event says how far it is: read the thread for what happened. The first event, `listening`,
    says that nothing from then on is missed. Of very many threads only those with the newest messages are told of.
    """
    most = settings.tuning.changes_threads

    async def attended() -> list[ThreadId]:
        open_ones = await services.handoffs.list(states=OPEN_HANDOFFS, limit=most)
        return [stored.handoff.thread_id for stored in open_ones]

    others = attended if may(caller.role, Role.OPERATOR) else None
    changes = services.turns.changes.follow(caller.owner, others=others)
    frames = paced(changes, settings.tuning, _frame)
    return StreamingResponse(frames, media_type=MEDIA_TYPE, headers=HEADERS)


def _frame(changes: tuple[Change, ...]) -> bytes:
    if not changes:
        return format_sse_event(event="listening", data_str="{}")
    return b"".join(
        format_sse_event(event="changed", data_str=wire_change(change).model_dump_json()) for change in changes
    )


_JOIN = "~"


def _cursor(row: ListedThread, *, by_activity: bool) -> str:
    at = row.last_at if by_activity else row.thread.created_at
    return f"{at.isoformat()}{_JOIN}{row.thread.id}"


def _place(cursor: str) -> Place:
    at, _, thread_id = cursor.partition(_JOIN)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not thread_id:
        raise InvalidInput("The cursor is none of this list.", fix="Begin again with the first page.", field="cursor")
    return moment, ThreadId(thread_id)


async def _found(services: Services, row: ListedThread, words: tuple[str, ...], chars: int) -> FoundTurn | None:
    if row.found_at is None:
        return None
    for stored in await services.threads.turns(row.thread.id, after_index=row.found_at - 1, limit=1):
        if stored.record is None:
            return None
        asked, answered = stored.message.text, stored.record.reply.text
        text = asked if has_all(fold(asked), words) else answered
        return FoundTurn(
            turn_id=stored.message.turn_id, index=stored.message.index, excerpt=excerpt(text, words, chars)
        )
    return None
