"""Routes of threads and their turns."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response

from followthrough.channels.http.keys import Caller
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.services import Services, TheCaller, TheOwner, TheServices, TheSettings
from followthrough.channels.transcript import as_markdown, as_page
from followthrough.channels.wire.decision import decision_record
from followthrough.channels.wire.document import document as wire_document
from followthrough.channels.wire.requests import ChangeThread, ForkThread, NewFeedback, NewThread, TickAction
from followthrough.channels.wire.thread import (
    Stopped,
    ThreadExport,
    TurnPage,
    WireFeedback,
    WireThread,
    pending,
)
from followthrough.channels.wire.thread import feedback as wire_feedback
from followthrough.channels.wire.thread import thread as wire_thread
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.domain.access import Role, may
from followthrough.domain.conversation import StoredTurn, Thread
from followthrough.domain.decision_record import StoredDecision
from followthrough.domain.documents import Document
from followthrough.domain.feedback import Feedback
from followthrough.domain.handoff import OPEN_HANDOFFS, HandoffState, Holder
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.records import Pinned
from followthrough.errors import InvalidInput, NotFound
from followthrough.turn.ticking import tick

ThreadIdPath = Annotated[str, Path(description="The thread's id.", examples=["thr_01h9"])]

router = APIRouter(prefix="/v1/threads", tags=["threads"])


class ExportKind(StrEnum):
    """What a thread is exported as."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


_QUEUE_READ = 500  # beyond that a place in the queue says nothing any more
_READ_AS = {media: {"schema": {"type": "string"}} for media in ("text/markdown", "text/html")}
_ENDINGS = {ExportKind.JSON: "json", ExportKind.MARKDOWN: "md", ExportKind.HTML: "html"}


@router.post("", status_code=201, responses=problems(401, 403, 413, 415, 422, 429, 503))
async def create_thread(
    services: TheServices, settings: TheSettings, owner: TheOwner, body: Annotated[NewThread | None, Body()] = None
) -> WireThread:
    """Starts a thread."""
    asked = body or NewThread()
    thread = await services.turns.create_thread(
        owner=owner,
        collection=asked.collection or settings.collection,
        pack=asked.pack or settings.pack,
        language=asked.language,
        user_id=asked.user_id,
    )
    return wire_thread(thread)


@router.get("/{thread_id}", responses=problems(401, 403, 404, 422, 429, 503))
async def get_thread(
    services: TheServices,
    caller: TheCaller,
    thread_id: ThreadIdPath,
    objectives: Annotated[bool, Query(description="`false` leaves the list of objectives empty.")] = True,
) -> WireThread:
    """A thread with its objectives and state, and its place among those that wait for a person.

    An operator sees those too that were passed to a person.
    """
    thread = await attended(services, thread_id, caller)
    place = await _waiting_place(services, thread)
    return wire_thread(thread if objectives else replace(thread, objectives=()), waiting_place=place)


@router.patch("/{thread_id}", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def change_thread(
    services: TheServices, owner: TheOwner, thread_id: ThreadIdPath, body: ChangeThread
) -> WireThread:
    """Gives a thread a title, pins it, or both."""
    thread = await owned(services, thread_id, owner)
    if body.title is not None:
        thread = await services.turns.rename(thread.id, body.title)
    pinned = body.pinned
    if pinned is not None and pinned != thread.pinned:
        thread = await services.turns.change(thread.id, lambda at: Pinned(pinned=pinned, at=at))
    return wire_thread(thread)


@router.delete("/{thread_id}", status_code=204, responses=problems(401, 403, 404, 422, 429, 503))
async def delete_thread(services: TheServices, owner: TheOwner, thread_id: ThreadIdPath) -> Response:
    """Deletes a thread with its turns and its own documents. The shared library stays."""
    thread = await owned(services, thread_id, owner)
    await services.removals.thread(thread.id)
    return Response(status_code=204)


@router.get(
    "/{thread_id}/export",
    response_model=ThreadExport,
    responses={200: {"description": "The thread", "content": _READ_AS}} | problems(401, 403, 404, 422, 429, 503),
)
async def export_thread(
    *,
    services: TheServices,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    kind: Annotated[ExportKind, Query(alias="format", description="JSON has everything.")] = ExportKind.JSON,
    response: Response,
) -> ThreadExport | Response:
    """A thread to save: everything that is kept of it as JSON, or what was said as Markdown or as a page to print.

    Markdown and the page have each answer's sources with their quotes.
    """
    thread = await owned(services, thread_id, owner)
    turns = [turn async for page in _turns(services, thread.id) for turn in page]
    named = {"Content-Disposition": f'attachment; filename="{thread.id}.{_ENDINGS[kind]}"'}
    if kind is not ExportKind.JSON:
        told = [t.record for t in turns if t.record is not None]
        make = as_markdown if kind is ExportKind.MARKDOWN else as_page
        text = make(thread, told, services.packs[thread.pack].chat)
        return Response(text, media_type=f"text/{kind.value}; charset=utf-8", headers=named)
    documents = [d async for page in _documents(services, thread.id) for d in page]
    response.headers.update(named)
    return ThreadExport(
        thread=wire_thread(thread),
        turns=[wire_turn(t.record) for t in turns if t.record is not None],
        pending=[pending(t.message) for t in turns if t.record is None],
        documents=[wire_document(d) for d in documents],
        decisions=[decision_record(d) async for page in _decisions(services, thread.id) for d in page],
        feedback=[wire_feedback(f) for f in await services.feedback.of_thread(thread.id)],
    )


@router.get("/{thread_id}/turns", responses=problems(401, 403, 404, 422, 429, 503))
async def list_turns(
    *,
    services: TheServices,
    settings: TheSettings,
    caller: TheCaller,
    thread_id: ThreadIdPath,
    limit: Limit = None,
    cursor: Cursor = None,
) -> TurnPage:
    """The thread's turns, oldest first, and the messages that are still to be answered.

    An operator sees those too of threads that were passed to a person.
    """
    thread = await attended(services, thread_id, caller)
    size = limit or settings.tuning.page_size
    after = 0 if cursor is None else _cursor_index(cursor)
    rows, last = page_of(await services.threads.turns(thread.id, after_index=after, limit=size + 1), size)
    return TurnPage(
        turns=[wire_turn(t.record) for t in rows if t.record is not None],
        pending=[pending(t.message) for t in rows if t.record is None],
        feedback=await _feedback_on(services, rows, caller.owner),
        next_cursor=None if last is None else str(last.message.index),
    )


@router.post("/{thread_id}/fork", status_code=201, responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def fork_thread(
    services: TheServices, owner: TheOwner, thread_id: ThreadIdPath, body: ForkThread
) -> WireThread:
    """Starts a thread with the turns before one of this thread's, and asks `text` there if it is given.

    This thread stays as it is, with the files that belong to it.
    """
    thread = await owned(services, thread_id, owner)
    return wire_thread(await services.branches.fork(thread, TurnId(body.turn_id), text=body.text))


@router.post("/{thread_id}/turns/{turn_id}/feedback", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def rate_turn(
    services: TheServices,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    turn_id: Annotated[str, Path(description="The turn's id.", examples=["turn_01h9"])],
    body: NewFeedback,
) -> WireFeedback:
    """Keeps what the caller thinks of an answer; the last verdict on a turn counts."""
    thread = await owned(services, thread_id, owner)
    if await services.threads.turn(thread.id, TurnId(turn_id)) is None:
        raise NotFound("There is no turn with this id.", fix="Check the id.")
    verdict = Feedback(
        thread_id=thread.id,
        turn_id=TurnId(turn_id),
        by=owner,
        rating=body.rating,
        note=body.note or None,
        at=services.clock.now(),
    )
    await services.feedback.put(verdict)
    return wire_feedback(verdict)


@router.post("/{thread_id}/actions/{action_id}", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def tick_action(
    services: TheServices,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    action_id: Annotated[str, Path(description="The action's id.", examples=["act_01h9"])],
    body: Annotated[TickAction | None, Body()] = None,
) -> WireThread:
    """Ticks off what an answer told the user to do, or takes the tick back; doing it twice does nothing more."""
    thread = await owned(services, thread_id, owner)
    done = body is None or body.done
    return wire_thread(await tick(services.turns, thread, action_id, done=done))


@router.post("/{thread_id}/stop", responses=problems(401, 403, 404, 422, 429, 503))
async def stop_turn(services: TheServices, owner: TheOwner, thread_id: ThreadIdPath) -> Stopped:
    """Stops the turn in progress and keeps what was said. With nothing running it does nothing."""
    thread = await owned(services, thread_id, owner)
    record = await services.turns.stop(thread.id)
    if record is None:
        return Stopped(stopped=False, turn=None)
    turn = wire_turn(record)
    return Stopped(stopped=turn.status == "stopped", turn=turn)


async def owned(services: Services, thread_id: str, owner: TheOwner) -> Thread:
    """The caller's thread.

    Raises:
        NotFound: there is none with this id, or it is another owner's.
    """
    return await services.turns.thread(ThreadId(thread_id), owner)


async def attended(services: Services, thread_id: str, caller: Caller) -> Thread:
    """The caller's thread, or for an operator one that waits for a person or that a person has.

    Raises:
        NotFound: there is none with this id that the caller may see.
    """
    thread = await services.threads.get(ThreadId(thread_id))
    if thread is not None and may(caller.role, Role.OPERATOR) and await _is_with_people(services, thread):
        return thread
    return await owned(services, thread_id, caller.owner)


async def _is_with_people(services: Services, thread: Thread) -> bool:
    """Whether it waits for a person or a person has it."""
    return bool(await services.handoffs.list(thread_id=thread.id, states=OPEN_HANDOFFS, limit=1))


async def _waiting_place(services: Services, thread: Thread) -> int | None:
    """Its place in the queue for a person, from 1; None where it does not wait."""
    if thread.handoff is None or thread.holder is not Holder.ASSISTANT:
        return None
    waiting = await services.handoffs.list(states=[HandoffState.WAITING], limit=_QUEUE_READ)
    called = next((w.handoff.created_at for w in waiting if w.handoff.thread_id == thread.id), None)
    return None if called is None else sum(w.handoff.created_at <= called for w in waiting)


async def _feedback_on(services: Services, rows: list[StoredTurn], owner: OwnerId) -> list[WireFeedback]:
    """The caller's verdicts on these turns."""
    ids = {row.message.turn_id for row in rows}
    found = await services.feedback.of_thread(rows[0].message.thread_id) if rows else []
    return [wire_feedback(f) for f in found if f.by == owner and f.turn_id in ids]


def _cursor_index(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        raise InvalidInput("The cursor is none of this list.", fix="Begin again with the first page.", field="cursor")
    return int(cursor)


async def _turns(services: Services, thread_id: ThreadId) -> AsyncGenerator[list[StoredTurn]]:
    after = 0
    while page := await services.threads.turns(thread_id, after_index=after, limit=200):
        yield page
        after = page[-1].message.index


async def _decisions(services: Services, thread_id: ThreadId) -> AsyncGenerator[list[StoredDecision]]:
    before = None
    while page := await services.decisions.list(thread_id=thread_id, before=before, limit=200):
        yield page
        before = page[-1].decision.id


async def _documents(services: Services, thread_id: ThreadId) -> AsyncGenerator[list[Document]]:
    after = None
    while page := await services.documents.list(thread_id=thread_id, after=after, limit=200):
        yield page
        after = page[-1].id
