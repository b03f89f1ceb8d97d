"""Routes in OpenAI's chat format, so that existing chat clients work unchanged.

A client of that format holds the conversation itself and sends it whole. Its thread is found by those messages: after
each turn the thread is kept under the key of the conversation so far. A conversation that is not known (it took place
elsewhere, or the client went back and changed something) becomes a new thread with its history imported.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from followthrough.channels.http.client_context import unwrapped
from followthrough.channels.http.client_prompt import ClientPrompt, ClientTask, client_answer, client_prompt
from followthrough.channels.http.openai_errors import COMPLETIONS, MODELS, in_openai_shape
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import Services, TheOwner, TheServices, TheSettings
from followthrough.channels.http.stream import HEADERS, MEDIA_TYPE, paced
from followthrough.channels.http.suggestions import beside
from followthrough.channels.http.transcript import Line, transcript_key
from followthrough.channels.wire.completions import (
    Completion,
    CompletionMessage,
    ModelCard,
    ModelList,
    NewCompletion,
    annotations_of,
    aside,
    completion,
    completion_id,
    model_list,
    place_of_turn,
    tail_of,
    usage_of,
)
from followthrough.channels.wire.problem import problem_of
from followthrough.domain.conversation import Message, TurnRecord
from followthrough.domain.documents import Document, DocumentMetadata
from followthrough.domain.events import Delta, Ended, Started
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId
from followthrough.domain.pack import Pack
from followthrough.errors import DependencyError, FollowthroughError, InvalidInput, NotFound
from followthrough.rules.language.words import words_of
from followthrough.settings import Settings
from followthrough.turn.intake import plain
from followthrough.turn.service import TurnService

MODEL = "followthrough"
_log = logging.getLogger(__name__)
_CHANNEL = "completions"

router = APIRouter(tags=["completions"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A request, read: what is said, the names and texts of what came with it, what was said before, and where."""

    body: NewCompletion
    text: str
    files: tuple[tuple[str, str], ...]
    history: tuple[Line, ...]
    pack: Pack
    owner: OwnerId
    passage_url: str

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that the caller names."""
        named = self.body.metadata and self.body.metadata.thread_id
        return ThreadId(named) if named else None

    def key(self, *more: Line) -> str:
        """The key of the history and what follows it."""
        return transcript_key((*self.history, *more), scope=(self.owner, self.pack.name))


@router.get(MODELS, responses=problems(401, 403, 429, 503))
async def list_models(services: TheServices, settings: TheSettings, owner: TheOwner) -> ModelList:
    """The names that `model` takes: the configured pack first, then every pack by its name."""
    return model_list(_model_names(services))


@router.get(MODELS + "/{model:path}", responses=problems(401, 403, 404, 429, 503))
async def get_model(
    services: TheServices,
    owner: TheOwner,
    model: Annotated[str, Path(description="A name that `model` takes.", examples=["followthrough/general"])],
) -> ModelCard:
    """One of the names that `model` takes."""
    if model not in _model_names(services):
        raise NotFound("There is no model of this name.", fix=f"GET {MODELS} lists them.")
    return ModelCard(id=model)


def _model_names(services: Services) -> list[str]:
    return [MODEL, *(f"{MODEL}/{name}" for name in sorted({p.name for p in services.packs.values()}))]


@router.post(
    COMPLETIONS,
    response_model=Completion,
    responses={
        200: {
            "description": "The reply, or its chunks",
            "content": {
                MEDIA_TYPE: {
                    "schema": {
                        "type": "string",
                        "description": "With `stream`: chunks in OpenAI's format, then `data: [DONE]`.",
                    }
                }
            },
        }
    }
    | problems(401, 403, 404, 413, 415, 422, 429, 503),
)
async def complete(
    services: TheServices, settings: TheSettings, owner: TheOwner, body: NewCompletion, request: Request
) -> Completion | Response:
    """Answers the last message of a conversation, in OpenAI's chat format.

    The thread is that of `metadata.thread_id`, else it is found by the conversation's own messages. Citations stand
    in the text and in `annotations`. Every problem has OpenAI's shape. A prompt that a client writes by itself, for a
    title, tags or suggestions, is answered as such: nothing is searched for it and no thread made.
    """
    asked = _read(body, services, settings, owner, str(request.base_url))
    own = client_prompt(asked.text, "\n".join(m.text for m in body.messages if m.role == "system"))
    if own is not None:
        follow_ups = await _follow_ups(asked, own, services) if own.task is ClientTask.FOLLOW_UPS else []
        return _aside(asked, own, services, settings, follow_ups)
    message = await _submit(asked, services, settings)
    if body.stream:
        frames = paced(_chunks(asked, message, services), settings.tuning, _same)
        return StreamingResponse(frames, media_type=MEDIA_TYPE, headers=HEADERS)
    record = await services.turns.result(message.thread_id, message.turn_id)
    await _remember(asked, record, services)
    return completion(record, asked.pack.chat, model=body.model, passage_url=asked.passage_url)


async def _follow_ups(asked: _Asked, own: ClientPrompt, services: Services) -> list[str]:
    """What to ask next where the quoted conversation is known as a whole; clients quote long ones in part."""
    key = transcript_key(own.lines, scope=(asked.owner, asked.pack.name))
    thread_id = None if services.chats is None else await services.chats.thread_of(_CHANNEL, key)
    thread = None if thread_id is None else await services.threads.get(thread_id)
    if thread is None:
        return []
    last = await services.threads.turns(thread.id, after_index=thread.turns - 1, limit=1)
    record = last[0].record if last else None
    return [] if record is None else (await beside(services, thread, record)).questions


def _aside(
    asked: _Asked, own: ClientPrompt, services: Services, settings: Settings, follow_ups: list[str]
) -> Completion | Response:
    """What the client reads by itself, whole or as chunks."""
    tuning, words = settings.tuning, asked.pack.words
    little = words.stop | words.light | asked.pack.asking.question_words

    def keywords(text: str) -> list[str]:
        return [word.text for word in words_of(text) if word.key not in little]

    content = client_answer(
        own, keywords, title_chars=tuning.client_title_chars, tags=tuning.client_tags, follow_ups=follow_ups
    )
    told = aside(content, key=asked.key()[:24], created=int(services.clock.now().timestamp()), model=asked.body.model)
    if not asked.body.stream:
        return told
    chunk = _Chunks(told.id, told.created, told.model)
    frames = [chunk.of({"role": "assistant", "content": content}), chunk.of({}, finish_reason="stop")]
    return Response(b"".join((*frames, b"data: [DONE]\n\n")), media_type=MEDIA_TYPE, headers=HEADERS)


def _read(body: NewCompletion, services: Services, settings: Settings, owner: OwnerId, base_url: str) -> _Asked:
    """The request as a message and its history.

    Raises:
        InvalidInput: the last message is not the user's, or has no words.
        NotFound: the model is a pack that is not installed.
    """
    last = len(body.messages) - 1
    message = body.messages[last]
    if message.role != "user" or not message.text:
        raise InvalidInput(
            "The last message is no words of the user.",
            fix="End with a message of the role user that has some text.",
            field=f"messages.{last}",
        )
    wrapped = unwrapped(message.text)
    return _Asked(
        body=body,
        text=message.text if wrapped is None else wrapped.question,
        files=() if wrapped is None else wrapped.files,
        history=tuple(_lines(body.messages[:last])),
        pack=_pack(body.model, services, settings),
        owner=owner,
        passage_url=f"{base_url}v1/documents/{{document_id}}/passages/{{passage_id}}",
    )


def _lines(messages: list[CompletionMessage]) -> list[Line]:
    """What was said, as far as a conversation has it: instructions and tools are the client's own affair."""
    said = [m for m in messages if m.role in {"user", "assistant"} and m.text]
    wrapped = [unwrapped(m.text) if m.role == "user" else None for m in said]
    return [
        Line(role=m.role, text=m.text if own is None else own.question) for m, own in zip(said, wrapped, strict=True)
    ]


def _pack(model: str, services: Services, settings: Settings) -> Pack:
    name = model.removeprefix(f"{MODEL}/") if model.startswith(f"{MODEL}/") else settings.pack
    pack = services.packs.get(name)
    if pack is None:
        raise NotFound("There is no model of this name.", fix=f"GET {MODELS} lists them.")
    return pack


async def _submit(asked: _Asked, services: Services, settings: Settings) -> Message:
    """Sends the last message to the conversation's thread; sent again meanwhile, it is the same turn."""
    named = asked.thread_id
    if named is not None:
        thread = await services.turns.thread(named, asked.owner)
        sent_id = asked.body.metadata and asked.body.metadata.client_message_id
        given = await _given(asked, thread.id, services, settings)
        return await services.turns.submit(thread.id, asked.text, client_message_id=sent_id, attachments=given)
    known = None
    if asked.history and services.chats is not None:
        known = await services.chats.thread_of(_CHANNEL, asked.key())
    thread_id = known or await _new_thread(asked, services.turns, settings)
    this = asked.key(Line(role="user", text=asked.text))
    given = await _given(asked, thread_id, services, settings)
    return await services.turns.submit(thread_id, asked.text, client_message_id=this, attachments=given)


async def _given(asked: _Asked, thread_id: ThreadId, services: Services, settings: Settings) -> list[DocumentId]:
    """What came with the question as documents of the thread; a file's later text replaces the earlier one."""
    given: list[DocumentId] = []
    for name, text in asked.files:
        kept = await services.library.take_in(
            data=plain(text.encode()),
            name="message.txt",
            source=f"client:{name}",
            collection=settings.collection,
            thread_id=thread_id,
            metadata=DocumentMetadata(title=name or None),
        )
        if isinstance(kept, Document):
            given.append(kept.id)
        else:
            _log.warning("completions.context_refused", extra={"code": kept.code})
    return given


async def _new_thread(asked: _Asked, turns: TurnService, settings: Settings) -> ThreadId:
    thread = await turns.create_thread(
        owner=asked.owner, collection=settings.collection, pack=asked.pack.name, user_id=asked.body.user
    )
    if asked.history:
        await turns.import_history(thread.id, [{"role": line.role, "content": line.text} for line in asked.history])
    return thread.id


async def _remember(asked: _Asked, record: TurnRecord, services: Services) -> None:
    """From now on the conversation with this reply means this thread, and without it none."""
    if services.chats is None:
        return
    content = record.reply.text + tail_of(record, asked.pack.chat)
    key = asked.key(Line(role="user", text=asked.text), Line(role="assistant", text=content))
    try:
        await services.chats.link(_CHANNEL, key, record.message.thread_id)
    except (NotFound, DependencyError) as error:  # the reply stands; the next message comes with its history
        _log.warning("completions.not_remembered", extra={"code": error.code})


async def _chunks(asked: _Asked, message: Message, services: Services) -> AsyncGenerator[bytes]:
    """The turn as chunks: the text as it is released, its sources when it is whole, then the end."""
    chunk = _Chunks(completion_id(message.turn_id), int(message.received_at.timestamp()), asked.body.model)
    yield chunk.of({"role": "assistant", "content": ""})
    said, now = "", ""
    try:
        async for event in services.turns.events(message.thread_id, turn_id=message.turn_id):
            match event.body:
                case Delta(text=text):
                    now += text
                    if now.startswith(said) and len(now) > len(said):
                        said, more = now, now[len(said) :]
                        yield chunk.of({"content": more})
                case Ended(record=record):
                    await _remember(asked, record, services)
                    for frame in _end(asked, record, said, chunk):
                        yield frame
                case Started():
                    now = ""  # a crashed worker's turn begins again: what was said already is not said twice
                case _:
                    pass
    except FollowthroughError as error:
        _log.warning("stream_broken", extra={"code": error.code})
        told = problem_of(error)
        body = in_openai_shape(told.status, told.model_dump(mode="json", exclude_none=True))
        yield b"data: " + body + b"\n\n"


def _end(asked: _Asked, record: TurnRecord, said: str, chunk: _Chunks) -> list[bytes]:
    text = record.reply.text
    rest = (text[len(said) :] if text.startswith(said) else "") + tail_of(record, asked.pack.chat)
    frames = [chunk.of({"content": rest})] if rest else []
    annotations = [a.model_dump(mode="json") for a in annotations_of(record, asked.passage_url)]
    last = {"annotations": annotations} if annotations else {}
    frames.append(chunk.of(last, finish_reason="stop", metadata=place_of_turn(record).model_dump()))
    options = asked.body.stream_options
    if options is not None and options.include_usage:
        frames.append(chunk.of(None, usage=usage_of(record).model_dump()))
    return [*frames, b"data: [DONE]\n\n"]


class _Chunks:
    """Makes the chunks of one reply."""

    def __init__(self, reply_id: str, created: int, model: str) -> None:
        self._head = {"id": reply_id, "object": "chat.completion.chunk", "created": created, "model": model}

    def of(self, delta: Mapping[str, object] | None, *, finish_reason: str | None = None, **more: object) -> bytes:
        """One chunk; without a delta it has no choice."""
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        body = {**self._head, "choices": [] if delta is None else [choice], **more}
        return f"data: {json.dumps(body)}\n\n".encode()


def _same(frame: bytes) -> bytes:
    return frame
