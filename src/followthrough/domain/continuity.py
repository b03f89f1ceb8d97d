"""What a thread remembers of lists, choices and actions: one schema for both lanes (R4-20 to R4-22, 2.4).

Invariants: it is bounded; it is no part of any message; at most one set a scope is kept, and one set, or none, is
the active one that can be executed from without naming another scope.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

CONTINUITY_SCHEMA_VERSION = 1


class Scope(StrEnum):
    """Where a list is shown (requirements 2.8). ``none`` only where no set is active."""

    CHAT = "chat"
    """Options in the conversation itself: plans asked for, choices of a clarifier."""
    WIDGET = "widget"
    """The sources of the last answer."""
    DASHBOARD = "dashboard"
    """Recent questions."""
    WORKSPACE = "workspace"
    """Documents of the conversation and the library."""
    NONE = "none"


class SetOrigin(StrEnum):
    """Who made a set, which decides what its execution references mean."""

    HOST = "host"
    """The application around the assistant; its references are its own."""
    SLOTS = "slots"
    """Values for a slot that was asked for."""
    SOURCES = "sources"
    RECENTS = "recents"
    DOCUMENTS = "documents"
    PARTS = "parts"
    """Parts of the objective that are not answered."""
    CHOICES = "choices"
    """Texts that the user may have meant; choosing one says it."""


class ActionType(StrEnum):
    """What choosing an option does (requirements 2.8)."""

    SELECT = "select"
    OPEN = "open"
    USE = "use"
    RERUN = "rerun"
    RETRY = "retry"


class Provenance(StrEnum):
    """Who decided; what is not known is never ``deterministic``."""

    DETERMINISTIC = "deterministic"
    LLM_EXECUTED = "llm_executed"
    LLM_INFLUENCED = "llm_influenced"
    SAFE_CLARIFIER = "safe_clarifier"


class PendingClarifier(StrEnum):
    """The kind of question that waits for an answer (R4-22)."""

    NONE = "none"
    SELECTION_DISAMBIGUATION = "selection_disambiguation"
    SCOPE_DISAMBIGUATION = "scope_disambiguation"
    MISSING_SLOT = "missing_slot"
    CONFIRMATION = "confirmation"
    REPAIR = "repair"


class PauseReason(StrEnum):
    """Why a set that was left can come back: by a return cue after ``stop``; also at once after ``interrupt``."""

    STOP = "stop"
    INTERRUPT = "interrupt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing to choose.

    Attributes:
        id: what a click sends; unique within its set.
        label: what the user reads.
        sublabel: a second line under it.
        type: what kind of thing it is, as its maker calls it: "document".
        path: where it is, for options that share a label.
        owner: whose it is.
        execution_ref: what its maker executes; None makes it one to look at only.
        says: what choosing it asks, where that is more than its label.
    """

    id: str
    label: str
    sublabel: str = ""
    type: str = ""
    path: str = ""
    owner: str = ""
    execution_ref: str | None = None
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionSet:
    """What is offered to choose from, in the order of showing, which is that of ordinals.

    Attributes:
        id: of this showing; a list that is registered anew has another.
        options: never empty.
        scope: where it is shown.
        scope_instance_id: which list of that scope; None where there is only one.
        scope_label: what the user calls the place: "Notes"; empty where it has no name of its own.
        origin: who made it.
        excerpt: words that stand beside the list, as evidence for what is asked about it.
        turns_since_shown: turns whose reply did not show it, since the last that did.
        ui_only: its options are shown and clicked, and never executed from words.
        set_aside: options that were rejected: no words choose them, a click still does, where a host shows them.
    """

    id: str
    options: tuple[Option, ...]
    scope: Scope = Scope.CHAT
    scope_instance_id: str | None = None
    scope_label: str = ""
    origin: SetOrigin = SetOrigin.SLOTS
    excerpt: str = ""
    turns_since_shown: int = 0
    ui_only: bool = False
    set_aside: tuple[Option, ...] = ()

    def clicked(self, option_id: str) -> Option | None:
        """The option of that id, also where it was set aside; None where there is none."""
        return self.option(option_id) or next((o for o in self.set_aside if o.id == option_id), None)

    def option(self, option_id: str) -> Option | None:
        """The option of that id, None where there is none."""
        return next((o for o in self.options if o.id == option_id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A click: which option of which set."""

    option_set_id: str
    option_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What was executed: an option of the set, and who decided that."""

    type: ActionType
    option_id: str
    label: str
    scope: Scope
    option_set_id: str
    execution_ref: str | None
    provenance: Provenance
    origin: SetOrigin = SetOrigin.HOST


class Outcome(StrEnum):
    """What became of an action."""

    DONE = "done"
    FAILED = "failed"
    REJECTED = "rejected"
    """The user said that it was not meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceEntry:
    """One action of the past (R4-21).

    Attributes:
        type: what was done; ``answer`` for a question that was answered.
        target_ref: the option's id, or the objective's.
        label: what the user knows it by.
        source_scope: where the option stood.
        option_set_id: in which set; None for an answer.
        at: when.
        turn: in which turn.
        outcome: what became of it.
        reason: the rule that decided, as in decisions.
        execution_ref: as the option's.
    """

    type: str
    target_ref: str
    label: str
    source_scope: Scope
    option_set_id: str | None
    at: datetime
    turn: int
    outcome: Outcome = Outcome.DONE
    reason: str = ""
    execution_ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """A set that was left: by a stop, or because something else came between."""

    option_set: OptionSet
    reason: PauseReason
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """One unresolved choice, until it is resolved (C32).

    Attributes:
        id: stable for the whole of it: ``loop_cycle_id``.
        asked: guard keys for which a model was asked, successfully or not.
        order: ids of the candidates in the order they were shown.
        suggested: the id that was put first, None without one.
        offers: whether that one alone was asked about: "Do you mean ...?", which a yes answers.
        verb: what the message's verb does, None without one; a yes does that.
        explains: whether it asked for an explanation too.
    """

    id: str
    asked: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    suggested: str | None = None
    offers: bool = False
    verb: ActionType | None = None
    explains: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinuityState:
    """What both lanes remember of a thread.

    Attributes:
        sets: at most one a scope, the one shown last at the end.
        shown_set_id: the set that the last reply shows.
        active_option_set_id: the set that is executed from; None never equals None.
        pending: the kind of question about options that waits.
        pending_scopes: the scopes that it asks about; empty for every other question.
        paused: a set that can come back.
        last_resolved_action: None before the first, and after it was taken back.
        recent_actions: newest first, bounded.
        last_accepted_choice_id: the option that was executed last.
        recent_accepted_choice_ids: newest first, bounded.
        recent_rejected_choice_ids: newest first, bounded.
        question: as the user read it, where one is pending; empty without one.
        cycle: the unresolved choice, None without one.
        last_explanation: the beginning of what the assistant said last.
        explained_at_turn: when it said so.
    """

    schema_version: int = CONTINUITY_SCHEMA_VERSION
    sets: tuple[OptionSet, ...] = ()
    shown_set_id: str | None = None
    active_option_set_id: str | None = None
    pending: PendingClarifier = PendingClarifier.NONE
    pending_scopes: tuple[Scope, ...] = ()
    question: str = ""
    paused: Paused | None = None
    last_resolved_action: TraceEntry | None = None
    recent_actions: tuple[TraceEntry, ...] = ()
    last_accepted_choice_id: str | None = None
    recent_accepted_choice_ids: tuple[str, ...] = ()
    recent_rejected_choice_ids: tuple[str, ...] = ()
    cycle: Cycle | None = None
    last_explanation: str = ""
    explained_at_turn: int | None = None

    @property
    def active(self) -> OptionSet | None:
        """The set that is executed from."""
        return next((s for s in self.sets if s.id == self.active_option_set_id), None)

    @property
    def shown(self) -> OptionSet | None:
        """The list that the last reply shows; None where it shows none."""
        return next((s for s in self.sets if s.id == self.shown_set_id), None)

    @property
    def active_scope(self) -> Scope:
        """Where the active set is shown, ``none`` without one."""
        active = self.active
        return active.scope if active is not None else Scope.NONE

    def in_scope(self, scope: Scope) -> OptionSet | None:
        """The set that is shown there."""
        return next((s for s in self.sets if s.scope is scope), None)

    def set_of(self, option_set_id: str) -> OptionSet | None:
        """The set of that id that is still there."""
        return next((s for s in self.sets if s.id == option_set_id), None)


NO_CONTINUITY = ContinuityState()
