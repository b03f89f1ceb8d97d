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
        known: it could not be read before and was not tried again (F39).
    """

    kind: GivenKind
    text: str = ""
    document_id: DocumentId | None = None
    name: str = ""
    refused: str | None = None
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a turn was given, and what came of it.

    Attributes:
        given: in the order: files, links, pasted text, words.
        for_parts: the parts that were tried with it.
        solved: those of them that it solved.
        waiting: documents of the thread, or chosen for the message, that came before it and are not read yet.
    """

    given: tuple[Given, ...]
    for_parts: tuple[SubObjectiveId, ...] = ()
    solved: tuple[SubObjectiveId, ...] = ()
    waiting: tuple[Given, ...] = ()

    @property
    def document_ids(self) -> tuple[DocumentId, ...]:
        """The documents among it, each once."""
        return tuple(dict.fromkeys(g.document_id for g in self.given if g.document_id is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """The user's word: ``kind`` is CODE for bare identifiers, else STATEMENT. ``codes`` are those in it.

    ``codes_alone``: it says nothing but them, as a guess or for sure.
    """

    kind: GivenKind
    text: str
    codes: tuple[str, ...] = ()
    codes_alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rephrased:
    """Other words.

    Attributes:
        text: the words.
        limits: they narrow what was asked, and are not the whole of it.
        corrects: they are heard to put right what was asked.
    """

    text: str
    limits: bool
    corrects: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What a message gives.

    Attributes:
        files: documents that came with it.
        links: addresses beside and within its text, in one form, each once.
        pasted: words of someone else in it; empty without.
        stated: a code, a fact or a guess about an open part.
        rephrased: other words for an open part.
        about: the open part that ``stated`` or ``rephrased`` speaks of.
        question: what the message asks beside it; empty where it asks nothing of its own.
        again: it asks to try once more what could not be read.
    """

    files: tuple[DocumentId, ...] = ()
    links: tuple[str, ...] = ()
    pasted: str = ""
    stated: Stated | None = None
    rephrased: Rephrased | None = None
    about: SubObjectiveId | None = None
    question: str = ""
    again: bool = False

    @property
    def documents(self) -> bool:
        """Whether something is given that is or becomes a document."""
        return bool(self.files or self.links or self.pasted)

    @property
    def anything(self) -> bool:
        """Whether anything is given."""
        return self.documents or self.stated is not None or self.rephrased is not None

    @property
    def kinds(self) -> tuple[GivenKind, ...]:
        """The kinds of what is given, each once."""
        kinds = (
            (GivenKind.FILE, bool(self.files)),
            (GivenKind.LINK, bool(self.links)),
            (GivenKind.TEXT, bool(self.pasted)),
        )
        found = [kind for kind, there in kinds if there]
        found += [self.stated.kind] if self.stated is not None else []
        found += [GivenKind.REPHRASE] if self.rephrased is not None else []
        return tuple(found)

    @property
    def is_information(self) -> bool:
        """Whether the message gives and asks nothing else."""
        return self.anything and not self.question


NOTHING_GIVEN = Offered()
