"""What callers send. Parts of the contract that this version lacks are refused by name (``LATER``)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self, cast

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from followthrough.channels.wire.schema import Key, Name, Request, Text
from followthrough.domain.continuity import Option, OptionSet, Scope, SetOrigin
from followthrough.domain.feedback import Rating
from followthrough.domain.handoff import Holder
from followthrough.rules.language.links import LINK_MAX_CHARS

Link = Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=LINK_MAX_CHARS)]
"""The address of a web page, http or https."""

OptionText = Annotated[Text, StringConstraints(max_length=500)]
"""What a host shows of an option."""

Language = Annotated[
    str,
    StringConstraints(max_length=35, pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$"),
    AfterValidator(lambda tag: re.split("[-_]", tag)[0].lower()),
]
"""A language tag such as ``en`` or ``pt-BR``; its primary part is kept, as it is of documents."""


class NewThread(Request):
    """What a new thread may be told. Nothing is required."""

    collection: Name | None = Field(default=None, examples=["default"])
    """The collection it searches, `*` for every one; the configured one when left out."""
    pack: Name | None = Field(default=None, examples=["general"])
    """Its domain pack; the configured one when left out."""
    language: Language | None = Field(default=None, examples=["en"])
    """Search only documents in this language, and those whose language is unknown."""
    user_id: Name | None = Field(default=None, examples=["clerk-7"])
    """The caller's own name for its user; kept, never interpreted."""


class ChangeThread(Request):
    """What becomes of a thread: a title, a place at the top of the list, or both; what is left out stays."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["title"], "properties": {"title": {"type": "string"}}},
                {"required": ["pinned"], "properties": {"pinned": {"type": "boolean"}}},
            ]
        }
    )

    title: Name | None = Field(default=None, examples=["Copays of Plan Silver"])
    pinned: bool | None = Field(default=None, examples=[True])

    @model_validator(mode="after")
    def _something_changes(self) -> Self:
        if self.title is None and self.pinned is None:
            raise ValueError("give title, pinned, or both")
        return self


class Attachment(Request):
    """A document that comes with a message."""

    document_id: Key


class NewSelection(Request):
    """A click: which option of which set."""

    option_set_id: Key = Field(examples=["set_01h9"])
    option_id: Annotated[Text, StringConstraints(min_length=1, max_length=200)] = Field(examples=["handbook"])


class NewOption(Request):
    """One option of a list that the host application shows."""

    id: Key = Field(examples=["handbook"])
    label: Annotated[OptionText, StringConstraints(min_length=1, max_length=500)] = Field(
        examples=["Member Handbook"]
    )
    sublabel: OptionText = ""
    type: OptionText = ""
    path: OptionText = ""
    owner: OptionText = ""
    execution_ref: Annotated[Text, StringConstraints(max_length=1_000)] | None = Field(
        default=None, examples=["docs/handbook"]
    )
    """What the host executes; returned with the action. Without it the option is shown and clicked, and never chosen
    by words."""


class NewOptions(Request):
    """The list that a host application shows, in the order of showing."""

    scope: Literal["chat", "widget", "dashboard", "workspace"] = Field(examples=["widget"])
    scope_instance_id: Key | None = Field(default=None, examples=["search-results"])
    """Which list of that scope, where the host has several."""
    scope_label: Annotated[Text, StringConstraints(max_length=100)] | None = Field(default=None, examples=["Notes"])
    """What users call the place: "in the notes, the second" means this list. Without it the scope's own names do."""
    options: Annotated[list[NewOption], Field(min_length=1, max_length=100)]
    excerpt: Annotated[Text, StringConstraints(max_length=4_000)] | None = None
    """Words that stand beside the list: evidence for what is asked about it."""

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        if len({option.id for option in self.options}) < len(self.options):
            raise ValueError("two options have the same id")
        return self

    def as_set(self) -> OptionSet:
        """The list as a value; its id is given when it is registered."""
        return OptionSet(
            id="",
            scope=Scope(self.scope),
            scope_instance_id=self.scope_instance_id,
            scope_label=self.scope_label or "",
            origin=SetOrigin.HOST,
            excerpt=self.excerpt or "",
            options=tuple(Option(**option.model_dump()) for option in self.options),
        )


class NewMessage(Request):
    """One message, with some text, an attachment or a link."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["text"], "properties": {"text": {"minLength": 1}}},
                {"required": ["attachments"], "properties": {"attachments": {"minItems": 1}}},
                {"required": ["links"], "properties": {"links": {"type": "array", "minItems": 1}}},
                {"required": ["selection"], "properties": {"selection": {"type": "object"}}},
            ]
        }
    )

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

    include_document_ids: Annotated[list[Key], Field(max_length=64)] = Field(default_factory=list[str])
    """Ask these documents only, beside what comes with the message; all of the thread's when left out."""

    selection: NewSelection | None = None
    """A click on an option that a turn, or the host application, showed."""

    @model_validator(mode="before")
    @classmethod
    def _without_empty_selection(cls, data: Any) -> Any:
        """An empty selection is none, so that clients that always send the field keep working."""
        given = cast("dict[str, object]", data) if isinstance(data, dict) else {}
        is_empty = given.get("selection") in ([], {})
        return {k: v for k, v in given.items() if k != "selection"} if is_empty else cast("object", data)


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


class ForkThread(Request):
    """Where a thread branches, and what is asked there instead."""

    turn_id: Key = Field(examples=["turn_01h9"])
    """The turn that is not taken along; those before it are."""
    text: Annotated[Text, StringConstraints(min_length=1), Field(json_schema_extra={"maxLength": 16_000})] | None = (
        Field(default=None, examples=["What is the copay of Plan Gold?"])
    )
    """What is asked in its place; nothing yet when left out."""


class NewFeedback(Request):
    """What the reader thinks of an answer."""

    rating: Rating = Field(examples=["down"])
    note: Annotated[Text, StringConstraints(max_length=4_000)] | None = Field(
        default=None, examples=["This is the fee of last year."]
    )


class TickAction(Request):
    """Whether the user has done what an answer told them to do."""

    done: bool = Field(default=True, examples=[True])


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
