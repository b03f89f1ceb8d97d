"""Routes of messages and their events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from followthrough.channels.http.openapi import EVENT_STREAM, problems
from followthrough.channels.http.services import Services, TheOwner, TheServices, TheSettings
from followthrough.channels.http.stream import stream, wants_events
from followthrough.channels.http.threads import ThreadIdPath, owned
from followthrough.channels.wire.lists import WireOptionSet
from followthrough.channels.wire.lists import option_set as wire_options
from followthrough.channels.wire.requests import NewMessage, NewOptions
from followthrough.channels.wire.turn import Turn
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.domain.continuity import Selection
from followthrough.domain.conversation import Thread
from followthrough.domain.ids import DocumentId, TurnId
from followthrough.errors import InvalidInput, NotFound
from followthrough.turn.named_lists import is_reachable

_LARGEST_ID = 2**53

EventId = Annotated[
    int | None,
    Header(alias="Last-Event-ID", ge=0, le=_LARGEST_ID, description="The last event id that was seen."),
]
EventIdQuery = Annotated[
    int | None,
    Query(ge=0, le=_LARGEST_ID, description="As the header, for clients that can't set one."),
]

router = APIRouter(prefix="/v1/threads/{thread_id}", tags=["messages"])


@router.post(
    "/messages",
    response_model=Turn,
    responses={200: {"description": "The turn, or its events", **EVENT_STREAM}}
    | problems(401, 403, 404, 413, 415, 422, 429, 503),
)
async def send_message(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    body: NewMessage,
    request: Request,
    last_event_id: EventId = None,
) -> Turn | Response:
    """Sends a message and answers with its turn, or with the turn's events under `Accept: text/event-stream`.

    The message is kept before work starts. A caller that leaves does not stop the turn. Messages sent while
    another one is being answered wait in order.
    """
    thread = await owned(services, thread_id, owner)
    attachments = await _visible(
        services, thread, [a.document_id for a in body.attachments], "attachments.{}.document_id"
    )
    asked = await _visible(services, thread, body.include_document_ids, "include_document_ids.{}")
    message = await services.turns.submit(
        thread.id,
        body.text,
        client_message_id=body.client_message_id,
        attachments=attachments,
        links=body.links or (),
        selection=None
        if body.selection is None
        else Selection(option_set_id=body.selection.option_set_id, option_id=body.selection.option_id),
        include_document_ids=asked,
    )
    if wants_events(request.headers.get("accept", "")):
        events = services.turns.events(thread.id, after=last_event_id, turn_id=message.turn_id)
        return stream(events, settings.tuning)
    return wire_turn(await services.turns.result(thread.id, message.turn_id))


@router.put("/options", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def register_options(
    services: TheServices, owner: TheOwner, thread_id: ThreadIdPath, body: NewOptions
) -> WireOptionSet:
    """Registers the list that the host application shows, so that the user can choose from it by words or click.

    It takes the place of every list that competes with it. What is chosen comes back as a turn's `action`.
    """
    thread = await owned(services, thread_id, owner)
    return wire_options(await services.turns.register_options(thread.id, body.as_set()))


@router.get(
    "/events",
    response_class=Response,
    responses={200: {"description": "Events, in order", **EVENT_STREAM}} | problems(401, 403, 404, 422, 429, 503),
)
async def follow_events(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    last_event_id: EventId = None,
    last_event_id_query: Annotated[EventIdQuery, Query(alias="last_event_id")] = None,
    turn_id: Annotated[
        str | None, Query(min_length=1, max_length=200, description="Only this turn's events.")
    ] = None,
) -> Response:
    """Replays and follows events after the last one seen, until no message is left to be answered.

    Without an id it begins with the newest turn. No event comes twice and none is left out.
    """
    thread = await owned(services, thread_id, owner)
    if turn_id is not None and await services.threads.turn(thread.id, TurnId(turn_id)) is None:
        raise NotFound("There is no turn with this id.", fix="Check the id.")
    after = last_event_id if last_event_id is not None else last_event_id_query
    events = services.turns.events(thread.id, after=after, turn_id=None if turn_id is None else TurnId(turn_id))
    return stream(events, settings.tuning)


async def _visible(services: Services, thread: Thread, given: Sequence[str], field: str) -> tuple[DocumentId, ...]:
    """The ids of documents that the thread can search, each once, in the order given.

    Raises:
        InvalidInput: one is unknown or out of the thread's reach; the two are not told apart.
    """
    ids = tuple(dict.fromkeys(DocumentId(document_id) for document_id in given))
    if not ids:
        return ()
    known = await services.documents.get_many(ids)
    for place, document_id in enumerate(given):
        document = known.get(DocumentId(document_id))
        if document is None or not is_reachable(document, thread):
            raise InvalidInput(
                "There is no such document in this conversation or its collection.",
                fix="Upload it to the conversation first.",
                field=field.format(place),
            )
    return ids
