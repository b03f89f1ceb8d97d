"""Documents and passages as callers see them."""

from __future__ import annotations

import json
from datetime import date

from pydantic import JsonValue

from followthrough.channels.wire.schema import Answer, Time
from followthrough.domain import documents as domain
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.laid_out import PageImage


class WireMetadata(Answer):
    """What a document says of itself."""

    title: str | None
    effective_date: date | None
    payor: list[str]
    state: list[str]
    program: str | None
    language: str | None
    source_url: str | None
    clarifying_questions: list[str]
    requires_handoff: bool
    supersedes: list[str]
    extra: dict[str, JsonValue]
    """Keys that this product gives no meaning to, as they were given."""


class WireDocument(Answer):
    """A document of the shared library or of one thread."""

    document_id: str
    name: str
    """The file name it was given with."""
    title: str
    """Its title, else its name."""
    status: DocumentStatus
    """Found by words from `indexing` on, by meaning from `ready` on."""
    reason: str | None
    """Why it failed; null otherwise."""
    collection: str
    thread_id: str | None
    """The thread it belongs to; null in the shared library."""
    url: str | None
    """The address it was read from; null for files and texts."""
    media_type: str
    size_bytes: int
    pages: int | None
    passages: int
    embedded: int
    """How many of its passages are found by meaning so far."""
    superseded_by: str | None
    """The newer document that replaces it."""
    metadata: WireMetadata
    created_at: Time
    updated_at: Time


class DocumentPage(Answer):
    """Documents in the order of their ids."""

    documents: list[WireDocument]
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


class WirePassage(Answer):
    """A piece of a document."""

    passage_id: str
    document_id: str
    document_name: str
    ordinal: int
    """Its place among the document's passages, from 0."""
    text: str
    page: int | None
    heading: list[str]
    """Headings above it, outermost first."""
    start: int
    """First character in the document's text."""
    end: int
    """One past its last character."""
    url: str | None


class PassageInPlace(WirePassage):
    """A passage with what stands around it, for reading in place."""

    before: list[WirePassage]
    """The passages before it, in reading order."""
    after: list[WirePassage]
    """The passages after it, in reading order."""


class WireLine(Answer):
    """Words on a page, with their place as shares of the page's width and height."""

    text: str
    left: float
    top: float
    width: float
    height: float


class WirePage(Answer):
    """A page with its words."""

    width: float
    """In points."""
    height: float
    lines: list[WireLine]
    """In the order in which the page draws them."""


def page(value: PageImage) -> WirePage:
    """A page on the wire, without its image."""
    lines = [
        WireLine(text=line.text, left=left, top=top, width=width, height=height)
        for line in value.lines
        for left, top, width, height in (line.box,)
    ]
    return WirePage(width=value.width, height=value.height, lines=lines)


def document(value: domain.Document) -> WireDocument:
    """A document on the wire. Where its file lies on the server is not for callers."""
    return WireDocument(
        document_id=value.id,
        name=value.name,
        title=value.title,
        status=value.status,
        reason=value.reason,
        collection=value.collection,
        thread_id=value.thread_id,
        url=value.source if value.is_web_page else None,
        media_type=value.media_type,
        size_bytes=value.size_bytes,
        pages=value.pages,
        passages=value.passages,
        embedded=value.embedded,
        superseded_by=value.superseded_by,
        metadata=metadata(value.metadata),
        created_at=value.created_at,
        updated_at=value.updated_at,
    )


def metadata(value: domain.DocumentMetadata) -> WireMetadata:
    """A document's metadata on the wire."""
    return WireMetadata(
        title=value.title,
        effective_date=value.effective_date,
        payor=list(value.payor),
        state=list(value.state),
        program=value.program,
        language=value.language,
        source_url=value.source_url,
        clarifying_questions=list(value.clarifying_questions),
        requires_handoff=value.requires_handoff,
        supersedes=list(value.supersedes),
        extra={key: json.loads(text) for key, text in value.extra},
    )


def passage(value: domain.Passage) -> WirePassage:
    """A passage on the wire."""
    return WirePassage(
        passage_id=value.id,
        document_id=value.document_id,
        document_name=value.document_name,
        ordinal=value.ordinal,
        text=value.text,
        page=value.page,
        heading=list(value.heading),
        start=value.start,
        end=value.end,
        url=value.url,
    )
