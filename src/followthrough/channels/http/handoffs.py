"""Routes by which a person takes a thread, speaks in it and gives it back, and sees who waits for one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import TheCaller, TheServices, TheSettings
from followthrough.channels.http.threads import ThreadIdPath, attended
from followthrough.channels.wire.handoff import HandoffPage
from followthrough.channels.wire.handoff import handoff as wire_handoff
from followthrough.channels.wire.requests import NewHolder, NewWords
from followthrough.channels.wire.thread import WireThread
from followthrough.channels.wire.thread import thread as wire_thread
from followthrough.channels.wire.turn import Turn
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.domain.handoff import OPEN_HANDOFFS, HandoffState, Holder
from followthrough.domain.ids import HandoffId
from followthrough.errors import InvalidInput, NotFound

router = APIRouter(prefix="/v1", tags=["hand-off"])


@router.post("/threads/{thread_id}/handoff", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def change_holder(
    services: TheServices, caller: TheCaller, thread_id: ThreadIdPath, body: NewHolder
) -> WireThread:
    """A person takes the thread, or gives it back; doing it twice does nothing more.

    While a person has it, messages are recorded and the assistant says nothing. Messages that were sent before are
    answered first. An operator may do so with every thread that was passed to a person.
    """
    thread = await attended(services, thread_id, caller)
    if body.owner is Holder.HUMAN:
        return wire_thread(await services.people.take(thread.id))
    note, key = body.note or "", body.client_message_id
    return wire_thread(await services.people.give_back(thread.id, note=note, client_message_id=key))


@router.post("/threads/{thread_id}/handoff/messages", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def speak(services: TheServices, caller: TheCaller, thread_id: ThreadIdPath, body: NewWords) -> Turn:
    """What the person who has the thread says to the user: a turn whose reply is their words."""
    thread = await attended(services, thread_id, caller)
    message = await services.people.speak(thread.id, body.text, client_message_id=body.client_message_id)
    return wire_turn(await services.turns.result(thread.id, message.turn_id))


@router.get("/handoffs", responses=problems(401, 403, 422, 429, 503))
async def list_handoffs(
    *,
    services: TheServices,
    settings: TheSettings,
    state: Annotated[list[HandoffState] | None, Query(description="Only those in one of these states.")] = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> HandoffPage:
    """The conversations of every owner and channel that were passed to a person, newest first."""
    size = limit or settings.tuning.page_size
    before = None if cursor is None else HandoffId(cursor)
    if before is not None and await services.handoffs.get(before) is None:
        raise InvalidInput(
            "The cursor is of no use any more.", fix="Begin again with the first page.", field="cursor"
        )
    found = await services.handoffs.list(states=state or (), before=before, limit=size + 1)
    rows, last = page_of(found, size)
    return HandoffPage(
        handoffs=[wire_handoff(row) for row in rows], next_cursor=None if last is None else last.handoff.id
    )


@router.post("/handoffs/{handoff_id}/messages", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def answer_handoff(
    services: TheServices,
    handoff_id: Annotated[str, Path(description="The hand-off's id.", examples=["hnd_01h9"])],
    body: NewWords,
) -> Turn:
    """What a person says to the user of a conversation that waits for one; it is theirs from then on."""
    stored = await services.handoffs.get(HandoffId(handoff_id))
    if stored is None:
        raise NotFound("There is no hand-off with this id.", fix="Check the id.")
    if stored.state not in OPEN_HANDOFFS:
        raise InvalidInput("This hand-off is over.", fix="Take the thread, then speak in it.", field="handoff_id")
    thread_id = stored.handoff.thread_id
    await services.people.take(thread_id)
    message = await services.people.speak(thread_id, body.text, client_message_id=body.client_message_id)
    return wire_turn(await services.turns.result(thread_id, message.turn_id))
