"""Documents, the blocks a reader finds in them, and the passages they are cut into.

Invariant: ``ParsedDocument.text[span.start:span.end]`` is the text that a span speaks of, so a citation can
always show its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from followthrough.domain.ids import DocumentId, PassageId, ThreadId

LINK_MARK = "⇢"
"""Before an item of a list that is a link to another document and nothing else: it leads on, and answers nothing."""

CODE_INDENT = "    "
"""What each line of code begins with in a document's text: nothing else that stands by itself does."""

HEAD_MARK = "\N{EM SPACE}"
"""White space behind the row of a table that names the columns, in a document's text: nobody has to guess."""


class BlockKind(StrEnum):
    """What a reader found at one place of a document."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CODE = "code"


class DocumentStatus(StrEnum):
    """How far a document has come: found by full text from ``indexing`` on, by meaning from ``ready`` on."""

    QUEUED = "queued"
    INDEXING = "indexing"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A structural unit of a parsed document.

    Attributes:
        kind: what it is.
        start: first character in ``ParsedDocument.text``.
        end: one past its last character.
        level: heading level from 1; list nesting from 1; 0 elsewhere.
        page: page number from 1; None where the format has no pages.
        table_header: for a table row, the header cells joined as ``a | b``; empty elsewhere.
        outside: where what a label unfolds has ended, the level from which headings above hold no longer; else 0.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    page: int | None = None
    table_header: str = ""
    outside: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentMetadata:
    """What a document says of itself (interface.md, "Documents and their metadata").

    ``extra`` keeps unknown keys as given, values as JSON text, sorted by key.
    ``payor`` and ``state`` are tuples because a document may speak for several.
    """

    title: str | None = None
    effective_date: date | None = None
    payor: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    program: str | None = None
    language: str | None = None
    source_url: str | None = None
    clarifying_questions: tuple[str, ...] = ()
    requires_handoff: bool = False
    supersedes: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """A document as read: one text, its blocks in reading order (non-overlapping), its own metadata.

    ``pages`` is the number of pages, None where the format has none.
    """

    text: str
    blocks: tuple[Block, ...]
    media_type: str
    metadata: DocumentMetadata = field(default_factory=DocumentMetadata)
    pages: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageCut:
    """A piece of a document before it has an identity: text, place and heading path.

    Attributes:
        text: the words of the passage, equal to the document's text from ``start`` to ``end``.
        start: first character in the document's text.
        end: one past the last character.
        heading: titles from the outermost to the innermost heading above it, outermost first.
        page: page of its first character, from 1; None where there are no pages.
        context: words the index sees beside the text (document title, headings, table header), never quoted.
    """

    text: str
    start: int
    end: int
    heading: tuple[str, ...] = ()
    page: int | None = None
    context: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of an indexed document.

    ``ordinal`` counts passages of one document from 0 in reading order. ``thread_id`` is set where the document
    belongs to one thread only. ``content_hash`` is over what is embedded (context and text).
    """

    id: PassageId
    document_id: DocumentId
    document_name: str
    collection: str
    ordinal: int
    text: str
    start: int
    end: int
    heading: tuple[str, ...] = ()
    page: int | None = None
    context: str = ""
    content_hash: str = ""
    language: str | None = None
    effective_date: date | None = None
    url: str | None = None
    thread_id: ThreadId | None = None

    @property
    def indexed_text(self) -> str:
        """What search and the embedder see: the context line, then the text."""
        return f"{self.context}\n{self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document of the library or of one thread, as the catalogue keeps it.

    ``source`` is the resolved path or URL, or ``upload:<name>``; with ``collection`` (and ``thread_id``) it is
    the document's identity. ``content_hash`` is sha256 over the bytes, its metadata and what cutting depends on
    (cutter version, budget, tokenizer), so "unchanged" means that indexing again would give the same passages.
    ``pending_hash`` is set while a newer version is being written: an interrupted ingest sees it and resumes.
    """

    id: DocumentId
    collection: str
    source: str
    name: str
    media_type: str
    content_hash: str
    size_bytes: int
    status: DocumentStatus
    metadata: DocumentMetadata
    created_at: datetime
    updated_at: datetime
    passages: int = 0
    embedded: int = 0
    pages: int | None = None
    reason: str | None = None
    thread_id: ThreadId | None = None
    superseded_by: DocumentId | None = None
    pending_hash: str | None = None

    @property
    def is_web_page(self) -> bool:
        """Whether it was read from the web, where its ``source`` is."""
        return self.source.startswith(("http://", "https://"))

    @property
    def title(self) -> str:
        """The document's title, else the name it was given."""
        return self.metadata.title or self.name
