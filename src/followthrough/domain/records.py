"""The kinds of change a thread can undergo. Each is stored with a version; `rules.records.apply` folds them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from followthrough.domain.continuity import OptionSet
from followthrough.domain.conversation import TurnRecord
from followthrough.domain.handoff import Holder
from followthrough.domain.ids import ActionId, DocumentId


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A turn was answered, stopped or failed."""

    turn: TurnRecord
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAttached:
    """A document was put into the thread's scope."""

    document_id: DocumentId
    at: datetime
    kind: Literal["document_attached"] = "document_attached"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDetached:
    """A document left the thread's scope because it was deleted."""

    document_id: DocumentId
    at: datetime
    kind: Literal["document_detached"] = "document_detached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The thread was given a title."""

    title: str
    at: datetime
    kind: Literal["renamed"] = "renamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """The thread was put to the top of the list, or taken from there."""

    pinned: bool
    at: datetime
    kind: Literal["pinned"] = "pinned"


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderChanged:
    """A person took the thread, or gave it back to the assistant."""

    holder: Holder
    at: datetime
    kind: Literal["holder_changed"] = "holder_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsRegistered:
    """A host application shows a list (requirements 2.4)."""

    option_set: OptionSet
    at: datetime
    kind: Literal["options_registered"] = "options_registered"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTicked:
    """The user ticked off what an answer told them to do, or took that back."""

    action_id: ActionId
    done: bool
    at: datetime
    kind: Literal["action_ticked"] = "action_ticked"


ThreadRecord: TypeAlias = (
    TurnEnded
    | DocumentAttached
    | DocumentDetached
    | Renamed
    | Pinned
    | HolderChanged
    | OptionsRegistered
    | ActionTicked
)
