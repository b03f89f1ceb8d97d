"""What the user gives for an objective: a file, a link, pasted text, a code, a fact or other words for a question.

Its words are data like those of any document: they answer parts, they never change state, routing or tools.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.ids import DocumentId, SubObjectiveId


class GivenKind(StrEnum):
    """What was given. ``statement`` is the user's word for something, a guess among them; ``code`` a bare identifier.

    ``rephrase`` says an unsolved part in other words, or narrows it.
    """

    FILE = "file"
    LINK = "link"
    TEXT = "text"
    CODE = "code"
    STATEMENT = "statement"
    REPHRASE = "rephrase"


DOCUMENTS = frozenset((GivenKind.FILE, GivenKind.LINK, GivenKind.TEXT))
"""The kinds that become documents of the thread; the others are the user's word alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One thing that a message gave.

    Attributes:
        kind: what it is.
        text: the link, or the user's words in one line; empty for a file.
        document_id: the document of the thread that it is or became; None for words and for what was not read.
        name: how that document is called.
        refused: why it could not be read, a stable snake_case word; None where it was.
    """

    kind: GivenKind
    text: str = ""
    document_id: DocumentId | None = None
    name: str = ""
    refused: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a turn was given, and what came of it.

    Attributes:
        given: in the order: files, links, pasted text, words.
        for_parts: the parts that were tried with it.
        solved: those of them that it solved.
    """

    given: tuple[Given, ...]
    for_parts: tuple[SubObjectiveId, ...] = ()
    solved: tuple[SubObjectiveId, ...] = ()

    @property
    def document_ids(self) -> tuple[DocumentId, ...]:
        """The documents among it, each once."""
        return tuple(dict.fromkeys(g.document_id for g in self.given if g.document_id is not None))
