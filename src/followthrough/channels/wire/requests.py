"""What callers send. Parts of the contract that this version lacks are refused by name (``LATER``)."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Self, cast

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from followthrough.channels.wire.schema import Key, Name, Request, Text
from followthrough.domain.handoff import Holder
from followthrough.rules.links import LINK_MAX_CHARS

LATER = frozenset({"selection"})
"""Fields of the contract that come with a later version."""

Link = Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=LINK_MAX_CHARS)]
"""The address of a web page, http or https."""

Language = Annotated[
    str,
    StringConstraints(max_length=35, pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$"),
    AfterValidator(lambda tag: re.split("[-_]", tag)[0].lower()),
]
"""A language tag such as ``en`` or ``pt-BR``; its primary part is kept, as it is of documents."""


class NewThread(Request):
    """What a new thread may be told. Nothing is required."""

    collection: Name | None = Field(default=None, examples=["default"])
    """The collection it searches; the configured one when left out."""
    pack: Name | None = Field(default=None, examples=["general"])
    """Its domain pack; the configured one when left out."""
    language: Language | None = Field(default=None, examples=["en"])
    """Search only documents in this language, and those whose language is unknown."""
    user_id: Name | None = Field(default=None, examples=["clerk-7"])
    """The caller's own name for its user; kept, never interpreted."""


class RenameThread(Request):
    """A thread's new title."""

    title: Name = Field(examples=["Copays of Plan Silver"])


class Attachment(Request):
    """A document that comes with a message."""

    document_id: Key


class NewMessage(Request):
    """One message, with some text, an attachment or a link."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["text"], "properties": {"text": {"minLength": 1}}},
                {"required": ["attachments"], "properties": {"attachments": {"minItems": 1}}},
                {"required": ["links"], "properties": {"links": {"type": "array", "minItems": 1}}},
            ]
        }
    )

    #: nothing is asked for by an empty field of a later version, so clients that always send it keep working
    empty_later: ClassVar[tuple[object, ...]] = (None, [], {})

    text: Annotated[Text, Field(json_schema_extra={"maxLength": 16_000})] = Field(
        default="", examples=["What is the copay of Plan Silver, and is imaging covered?"]
    )
    """What the user wrote; at most 16,000 characters. Needed unless there is an attachment or a link."""
    client_message_id: Key | None = Field(default=None, examples=["5f0c"])
    """Makes sending idempotent: the same id on the same thread gives the same turn."""
    attachments: Annotated[list[Attachment], Field(max_length=32)] = Field(default_factory=list[Attachment])
    """Documents put into the thread's scope with this message."""
    links: Annotated[list[Link], Field(max_length=32)] | None = Field(
        default=None, examples=[["https://example.org/fees"]]
    )
    """Pages that are read before the message is answered; addresses within the text are found by themselves."""

    @model_validator(mode="before")
    @classmethod
    def _leave_out_empty_later_fields(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        given = cast("dict[str, object]", data)
        return {k: v for k, v in given.items() if not (k in LATER and v in cls.empty_later)}


class NewHolder(Request):
    """Who has the thread from now on."""

    owner: Holder = Field(examples=["human"])
    """`human`: a person takes it. `assistant`: it is given back, or the call for a person is taken back."""
    note: Annotated[Text, StringConstraints(max_length=16_000)] | None = Field(
        default=None, examples=["Resent form C-7; the member will call again on Monday."]
    )
    """What happened meanwhile, for the assistant; only with `assistant`."""
    client_message_id: Key | None = Field(default=None, examples=["note-1"])
    """Makes the note idempotent."""

    @model_validator(mode="after")
    def _note_comes_with_giving_back(self) -> Self:
        if self.note and self.owner is not Holder.ASSISTANT:
            raise ValueError("note goes with owner assistant")
        return self


class RetryTurn(Request):
    """Which past question is tried again."""

    turn_id: Key = Field(examples=["turn_01h9"])
    """The turn that asked it, of this thread."""
    client_message_id: Key | None = Field(default=None, examples=["retry-1"])
    """Makes trying idempotent: the same id on the same thread gives the same turn."""


class NewWords(Request):
    """What the person who has the thread says to the user."""

    text: Annotated[Text, StringConstraints(min_length=1, max_length=16_000)] = Field(
        examples=["I have resent the form."]
    )
    client_message_id: Key | None = Field(default=None, examples=["words-1"])
    """Makes sending idempotent."""


class NewThreadDocument(Request):
    """A document of one thread, given as text."""

    text: Annotated[Text, StringConstraints(min_length=1)] = Field(
        examples=["# Copays\n\nThe copay of Plan Silver is $25 a visit."]
    )
    """Markdown or plain text."""
    name: Name = Field(examples=["copays.md"])
    """Its file name; its ending says markdown or plain text."""
    metadata: dict[str, JsonValue] | None = Field(default=None, examples=[{"title": "Copays", "state": "Florida"}])
    """See "Documents and their metadata"; unknown keys are kept."""


class NewDocument(NewThreadDocument):
    """A document of the shared library, given as text."""

    collection: Name | None = Field(default=None, examples=["default"])
    """The collection it joins; the configured one when left out."""


class NewThreadLink(Request):
    """A document of one thread, given as the address of a web page or of a file on the web."""

    url: Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)] = Field(
        examples=["https://example.org/fees"]
    )
    """A public http or https address. The same address again fetches the page anew."""
    metadata: dict[str, JsonValue] | None = Field(default=None, examples=[{"title": "Copays", "state": "Florida"}])
    """See "Documents and their metadata"; unknown keys are kept."""


class NewLink(NewThreadLink):
    """A document of the shared library, given as the address of a web page or of a file on the web."""

    collection: Name | None = Field(default=None, examples=["default"])
    """The collection it joins; the configured one when left out."""
