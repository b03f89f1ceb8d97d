"""A scripted conversation as a value, and the one table that says which of its keys this version has.

To switch a key on, change its line in ``KEYS``; the rest of the format is parsed already.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from followthrough.domain.documents import DocumentMetadata
from followthrough.evals.conversations.expectations import Expectation
from followthrough.evals.conversations.nodes import Json

HERE: Final = True
LATER: Final = False

#: (where, key): whether this version has the feature. A key that is not listed is unknown.
KEYS: Final[dict[tuple[str, str], bool]] = {
    ("the conversation", "name"): HERE,
    ("the conversation", "pack"): HERE,
    ("the conversation", "settings"): HERE,
    ("the conversation", "documents"): HERE,
    ("the conversation", "corpus"): HERE,
    ("the conversation", "model"): HERE,
    ("the conversation", "web"): HERE,
    ("the conversation", "options"): HERE,
    ("the conversation", "turns"): HERE,
    ("a turn", "user"): HERE,
    ("a turn", "wait"): HERE,
    ("a turn", "together"): HERE,
    ("a turn", "stop"): HERE,
    ("a turn", "stop_after"): HERE,
    ("a turn", "attach"): HERE,
    ("a turn", "links"): HERE,
    ("a turn", "retry"): HERE,
    ("a turn", "select"): HERE,
    ("a turn", "expect"): HERE,
    ("a document", "name"): HERE,
    ("a document", "metadata"): HERE,
    ("a document", "text"): HERE,
    ("an attachment", "name"): HERE,
    ("an attachment", "text"): HERE,
    ("a model reply", "task"): HERE,
    ("a model reply", "reply"): HERE,
    ("a model reply", "error"): HERE,
    ("web", "pages"): HERE,
    ("web", "search"): HERE,
    ("options", "scope"): HERE,
    ("options", "scope_instance_id"): HERE,
    ("options", "scope_label"): HERE,
    ("options", "options"): HERE,
    ("options", "excerpt"): HERE,
    ("an option", "id"): HERE,
    ("an option", "label"): HERE,
    ("an option", "sublabel"): HERE,
    ("an option", "type"): HERE,
    ("an option", "path"): HERE,
    ("an option", "owner"): HERE,
    ("an option", "execution_ref"): HERE,
}

MODEL_TASKS: Final = (
    "plan",
    "rewrite",
    "answer",
    "judge",
    "clarify_need",
    "select",
    "explain",
    "translate",
    "summary",
)
MODEL_ERRORS: Final = ("timeout", "rate_limited", "transport_error")
SCOPES: Final = ("chat", "widget", "dashboard", "workspace")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDocument:
    """A document written in the script; ``metadata`` is what an upload would carry."""

    name: str
    text: str
    metadata: DocumentMetadata | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that the user puts into the thread."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What the scripted model says, or how it fails, the next time it is asked for ``task``."""

    task: str
    reply: Json = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedWeb:
    """A web of a few pages: (url, text) and (query, urls)."""

    pages: tuple[tuple[str, str], ...] = ()
    search: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedOption:
    """One option that a host shows; ``details`` are its other fields, as given."""

    id: str
    label: str
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedOptions:
    """An option set that a host registers before the first turn."""

    scope: str
    options: tuple[ScriptedOption, ...]
    scope_instance_id: str | None = None
    scope_label: str = ""
    excerpt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """The user sends a message.

    Attributes:
        text: the words; empty when the message is its attachments or links only.
        stop_after: press stop when this many deltas have come; None lets the turn end by itself.
    """

    text: str
    attach: tuple[Attachment, ...] = ()
    links: tuple[str, ...] = ()
    stop_after: int | None = None
    expect: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Messages sent at the same moment; ``expect`` belongs to them in order, one for each."""

    texts: tuple[str, ...]
    expect: tuple[tuple[Expectation, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Time passes."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PressStop:
    """Stop is pressed between turns; ``expect`` looks at the last turn as it then stands."""

    expect: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """The user clicks an option."""

    option_id: str
    stop_after: int | None = None
    expect: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """A past turn is tried again; ``turn`` is its number in the file, from 1."""

    turn: int
    stop_after: int | None = None
    expect: tuple[Expectation, ...] = ()


Step: TypeAlias = Say | Together | Wait | PressStop | Select | Retry


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A conversation that can be played.

    Attributes:
        name: what it shows.
        file: where it was read.
        steps: in order, never empty.
        pack: domain pack; None takes the default.
        settings: (setting, value) as written.
        documents: the library of its own; empty with ``corpus``.
        corpus: a folder of files, resolved; None without.
    """

    name: str
    file: Path
    steps: tuple[Step, ...]
    pack: str | None = None
    settings: tuple[tuple[str, Json], ...] = ()
    documents: tuple[GivenDocument, ...] = ()
    corpus: Path | None = None
    model: tuple[ModelReply, ...] = ()
    web: ScriptedWeb | None = None
    options: ScriptedOptions | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A file that can't be played: the line at fault and one plain line of reason."""

    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"
