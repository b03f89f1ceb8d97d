"""The OpenAI chat format: what clients send, and a turn in the shape that they expect.

Only what a conversation needs is read; the many other parameters of the format are taken and passed over, so that
existing clients work unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from followthrough.channels.sources import place_of
from followthrough.channels.wire.schema import Answer, Key, Name, Text
from followthrough.domain.chat import Chat
from followthrough.domain.conversation import Citation, TurnRecord

_MARK = re.compile(r"\[(\d+)\]")


class _Taken(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class ContentPart(_Taken):
    """A part of a message; only texts are read."""

    type: str = Field(examples=["text"])
    text: Text | None = None


class CompletionMessage(_Taken):
    """A message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    """Only `user` and `assistant` are read: what is said and how is decided here."""
    content: Text | list[ContentPart] | None = Field(default=None, examples=["What is the copay of Plan Silver?"])

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.text)
        return self.content or ""


class StreamOptions(_Taken):
    """What a stream carries."""

    include_usage: bool | None = None
    """Whether a last chunk tells the tokens."""


class CompletionMetadata(_Taken):
    """What names the conversation."""

    thread_id: Key | None = None
    """The thread; then only the last message is read. Without it the thread is found by the messages themselves."""
    client_message_id: Key | None = None
    """With `thread_id`: makes sending idempotent."""


class NewCompletion(_Taken):
    """A conversation up to the user's last message, which is answered."""

    model: Name = Field(examples=["followthrough"])
    """One of `/v1/models`; any other name means the configured pack."""
    messages: Annotated[list[CompletionMessage], Field(min_length=1, max_length=2_000)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    metadata: CompletionMetadata | None = None
    user: Name | None = None
    """The caller's own name for its user; kept with a new thread, never interpreted."""


class UrlCitation(Answer):
    """A source and the place in the content that it stands behind."""

    start_index: int
    end_index: int
    url: str
    """The source's own address, else that of the passage on this server."""
    title: str


class Annotation(Answer):
    """One citation."""

    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlCitation


class AnswerMessage(Answer):
    """The reply."""

    role: Literal["assistant"] = "assistant"
    content: str
    """The reply, then its sources line by line."""
    refusal: None = None
    annotations: list[Annotation]


class CompletionChoice(Answer):
    """The only choice."""

    index: Literal[0] = 0
    message: AnswerMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class CompletionUsage(Answer):
    """Tokens of the language model; all 0 where the rules answered."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class CompletionPlace(Answer):
    """Where the turn is kept."""

    thread_id: str
    turn_id: str


class Completion(Answer):
    """A turn in the OpenAI chat format."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    """Seconds since 1970."""
    model: str
    choices: list[CompletionChoice]
    usage: CompletionUsage
    metadata: CompletionPlace | None
    """Null for what a client asks for itself: there is no turn."""


class ModelCard(Answer):
    """A name that `model` takes."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: Literal["followthrough"] = "followthrough"


class ModelList(Answer):
    """Every name that `model` takes, the configured one first."""

    object: Literal["list"] = "list"
    data: list[ModelCard]


class OpenAiFault(Answer):
    """What went wrong."""

    message: str
    type: str
    param: str | None
    """The field at fault."""
    code: str


class OpenAiError(Answer):
    """A problem in OpenAI's shape."""

    error: OpenAiFault


def completion_id(turn_id: str) -> str:
    """The id of a turn's completion."""
    return f"chatcmpl-{turn_id}"


def tail_of(record: TurnRecord, chat: Chat) -> str:
    """What follows the reply in the content: its sources line by line, then the channel's last line."""
    lines = [f"[{c.n}] {place_of(c, chat)}" for c in record.reply.citations]
    parts = ["\n".join([chat.sources, *lines])] if lines else []
    parts += [record.reply.footer] if record.reply.footer else []
    return "".join(f"\n\n{part}" for part in parts)


def annotations_of(record: TurnRecord, passage_url: str) -> list[Annotation]:
    """One annotation for each place of the reply at which a source is cited, in order.

    Args:
        record: the turn.
        passage_url: address of a passage, with ``{document_id}`` and ``{passage_id}``.
    """
    cited = {c.n: c for c in record.reply.citations}
    found = [(match, cited.get(int(match[1]))) for match in _MARK.finditer(record.reply.text)]
    return [_annotation(match, citation, passage_url) for match, citation in found if citation is not None]


def usage_of(record: TurnRecord) -> CompletionUsage:
    """The tokens of all tries of a model."""
    sent = sum(call.input_tokens for call in record.model_calls)
    came = sum(call.output_tokens for call in record.model_calls)
    return CompletionUsage(prompt_tokens=sent, completion_tokens=came, total_tokens=sent + came)


def place_of_turn(record: TurnRecord) -> CompletionPlace:
    """Where the turn is kept."""
    return CompletionPlace(thread_id=record.message.thread_id, turn_id=record.message.turn_id)


def completion(record: TurnRecord, chat: Chat, *, model: str, passage_url: str) -> Completion:
    """A turn as a completion."""
    message = AnswerMessage(
        content=record.reply.text + tail_of(record, chat), annotations=annotations_of(record, passage_url)
    )
    return Completion(
        id=completion_id(record.message.turn_id),
        created=int(record.message.received_at.timestamp()),
        model=model,
        choices=[CompletionChoice(message=message)],
        usage=usage_of(record),
        metadata=place_of_turn(record),
    )


def aside(content: str, *, key: str, created: int, model: str) -> Completion:
    """What a client asked for itself, answered without a turn; ``key`` names its prompt."""
    return Completion(
        id=completion_id(key),
        created=created,
        model=model,
        choices=[CompletionChoice(message=AnswerMessage(content=content, annotations=[]))],
        usage=CompletionUsage(prompt_tokens=0, completion_tokens=0, total_tokens=0),
        metadata=None,
    )


def model_list(names: Sequence[str]) -> ModelList:
    """The names that ``model`` takes."""
    return ModelList(data=[ModelCard(id=name) for name in names])


def _annotation(match: re.Match[str], citation: Citation, passage_url: str) -> Annotation:
    url = citation.url or passage_url.format(document_id=citation.document_id, passage_id=citation.passage_id)
    return Annotation(
        url_citation=UrlCitation(
            start_index=match.start(), end_index=match.end(), url=url, title=citation.document_name
        )
    )
