"""What a turn is going to do: a closed union, matched once in ``turn.pipeline``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from followthrough.domain.clarification import ClarificationContext, LoopSay
from followthrough.domain.continuity import Action, ActionType, ContinuityState, OptionSet, TraceEntry
from followthrough.domain.conversation import Decision, TurnClass
from followthrough.domain.decisions import Ambiguity, EvidencePack, RoutedDecision
from followthrough.domain.given import NOTHING_GIVEN, GivenKind, Offered
from followthrough.domain.ids import DocumentId, ObjectiveId, PassageId, SubObjectiveId
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, OpenSlots
from followthrough.domain.objective import Ask, Objective, SubObjective
from followthrough.domain.outcome import Extract
from followthrough.domain.planned_part import PlannedPart
from followthrough.domain.resolution import Followup
from followthrough.domain.retrieval import NO_HISTORY, History
from followthrough.domain.saying import Saying

_ALONE = Followup(kind=None, why="no_history")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayText:
    """A text of the pack, filled with ``values``; ``nothing`` is an empty reply, ``person`` what a person says."""

    turn_class: TurnClass
    decision: Decision
    say: Saying
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSlots:
    """Ask for what the answer depends on, search nothing, spend no attempt (C5). ``unknown``: a name nobody knows."""

    turn_class: TurnClass
    decision: Decision
    open_slots: OpenSlots
    unknown: str | None = None


class Conclusion(StrEnum):
    """How an objective is concluded without a search."""

    USER_ENDED = "user_ended"
    NOTHING_TO_GIVE = "nothing_to_give"
    PART_DROPPED = "part_dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclude:
    """Conclude an objective, or some of its parts, and search nothing: as the user wants it (R0-14, R0-15, C3)."""

    turn_class: TurnClass
    decision: Decision
    how: Conclusion
    objective: Objective | None = None  # as it stood; None where a question of ours was all
    original: str = ""  # the message that was stopped
    dropped: tuple[SubObjective, ...] = ()  # the parts that are taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Begins:
    """A question of its own begins an objective (C10); ``asks``: of the one it follows up, not put again (C4)."""

    asks: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Continues:
    """A follow-up adds its parts to an objective of the thread (R0-11, C34)."""

    objective_id: ObjectiveId


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesGiven:
    """What the user gave is used for an objective; an ended one is re-opened as a copy (R0-14, F21)."""

    objective_id: ObjectiveId


@dataclass(frozen=True, slots=True, kw_only=True)
class TriesAgain:
    """An objective's open parts are tried once more; an ended one, or where ``copies`` says so, as a copy (C11)."""

    objective_id: ObjectiveId
    copies: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What of the answer is shown, where that is not all of it.

    Attributes:
        item: an item of the last answer, as it stood on the screen; empty where none is meant.
        passage_id: where it was cited.
        alone: nothing is asked of it but to show it.
        brief: the beginning alone is shown.
        again: it was shown before: nothing new is tried.
    """

    item: str = ""
    passage_id: PassageId | None = None
    alone: bool = False
    brief: bool = False
    again: bool = False


_NEW = Begins()
Aim: TypeAlias = Begins | Continues | UsesGiven | TriesAgain  # which objective the parts are searched for


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestion:
    """Search for each part and answer from what is found.

    Attributes:
        turn_class: what the message was taken for.
        decision: who decided and why.
        summary: the objective in one line.
        planned: the parts with how each is looked for, in the order of asking, never empty.
        history: what was said before, as far as the search looks at it.
        followup: whether and how the message hangs on the conversation.
        rewritten_by: "rules" when a query is not the words of its part, "model" when the parts are a model's.
        previous_document_ids: documents of the last answer that are searched too (R2-7).
        given: what the user gave with the message.
        aim: the objective that the parts are searched for.
        within: the documents that the answer is to rest on; empty for all.
        shown: what of the answer is shown; None for all of it.
        leaves: the question that is asked behind the answer, for parts that can't be searched without its slots.
    """

    turn_class: TurnClass
    decision: Decision
    summary: str
    planned: tuple[PlannedPart, ...]
    history: History = NO_HISTORY
    followup: Followup = _ALONE
    rewritten_by: Literal["none", "rules", "model"] = "none"
    previous_document_ids: tuple[DocumentId, ...] = ()
    given: tuple[GivenKind, ...] = ()
    aim: Aim = _NEW
    within: tuple[DocumentId, ...] = ()
    shown: Shown | None = None
    leaves: OpenSlots | None = None
    dropped: tuple[SubObjective, ...] = ()  # parts of the objective that the user takes back

    @property
    def parts(self) -> tuple[SubObjective, ...]:
        """What is asked, part by part."""
        return tuple(one.part for one in self.planned)

    @property
    def queries(self) -> tuple[str, ...]:
        """What each part means in the conversation."""
        return tuple(one.query for one in self.planned)

    @property
    def effective(self) -> tuple[str, ...]:
        """Every query that is searched for the parts, each once, a model's before the rules'."""
        return tuple(dict.fromkeys(text for one in self.planned for text in (one.proposed, one.sent) if text))

    @property
    def meant(self) -> tuple[str, ...]:
        """What the message itself asks, each query once."""
        return tuple(dict.fromkeys(one.query for one in self.planned if not one.is_again))

    @property
    def said(self) -> tuple[str, ...]:
        """The user's own words for the parts, and on them."""
        return tuple(text for one in self.planned for text in (one.spoken, one.stated) if text)

    @property
    def again(self) -> frozenset[SubObjectiveId]:
        """The parts of earlier messages that are tried once more."""
        return frozenset(one.part.id for one in self.planned if one.is_again)

    @property
    def stated(self) -> dict[SubObjectiveId, str]:
        """The user's word on the parts on which they gave it."""
        return {one.part.id: one.stated for one in self.planned if one.stated}

    @property
    def replaces(self) -> dict[SubObjectiveId, SubObjectiveId]:
        """The parts of the objective that the user put in other words, each with the new part."""
        return {one.replaces: one.part.id for one in self.planned if one.replaces is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLoop:
    """Ask the question of a document that waits; nothing is searched.

    Attributes:
        turn_class: what the message was taken for.
        decision: who decided and why.
        context: the loop as the turn leaves it.
        say: ``next`` after an answer, ``again`` after a courtesy, ``explain`` what it is for, ``resume`` a paused
            loop, ``changed`` after an earlier answer was changed, ``doubted`` after an answer that may mean the end,
            ``unfit`` after one that is none of the document's cases, ``unsettled`` after one that names several or
            is doubted: it is asked for once more; ``ahead`` after one to a later question.
        about: the cases that the document tells apart by the question.
        said: what the user said that is none of them.
        told: what the document says of the thing that is asked for.
        changed: the place of the earlier answer that was changed.
        noted: a question of the user's own that is kept for the loop's end.
    """

    turn_class: TurnClass
    decision: Decision
    context: ClarificationContext
    say: LoopSay = "next"
    about: tuple[str, ...] = ()
    told: tuple[Extract, ...] = ()
    changed: int | None = None
    said: str = ""
    noted: str = ""
    dropped: tuple[SubObjective, ...] = ()  # parts of its objective that the user takes back


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishLoop:
    """All questions are answered: answer the parts from the stored document; nothing is searched (R3-13, R3-14).

    ``context`` is the loop with all its answers; ``parts`` are those of its objective that are not answered yet.
    """

    turn_class: TurnClass
    decision: Decision
    context: ClarificationContext
    parts: tuple[SubObjective, ...]


ListText: TypeAlias = Literal[
    "choose_one",
    "choose_suggested",
    "choose_named",
    "choose_list",
    "choose_again",
    "choose_rest",
    "list_kept",
    "list_stop_confirm",
    "list_closed",
    "list_is_closed",
    "list_rejected",
    "list_shown",
    "list_empty_chat",
    "list_empty_widget",
    "list_empty_dashboard",
    "list_empty_workspace",
    "no_such_place",
    "tap_to_choose",
    "selection_replaced",
    "selection_gone",
    "nothing_done",
    "done_earlier",
]
"""What the product says about a list: names of the pack's ``lists``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferOptions:
    """Ask which option is meant, or say what became of a list; nothing is searched.

    Attributes:
        say: the pack's text; one of ``domain.texts.Texts``.
        option_set: what to choose from, in the order of showing; None shows nothing.
        values: what fills the text besides the options.
    """

    turn_class: TurnClass
    decision: Decision
    say: ListText
    option_set: OptionSet | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAction:
    """Execute an option that needs no search: a host's, or a document that is opened at its passage.

    Attributes:
        action: what is executed.
        why: the rule that decided, where the user asked for an explanation too; empty where not.
        document_id: the product's document that is opened; None for a host's option.
        passage_id: the passage to open it at; None opens its beginning.
        about: what stands beside the option, for the explanation.
    """

    turn_class: TurnClass
    decision: Decision
    action: Action
    why: str = ""
    document_id: DocumentId | None = None
    passage_id: PassageId | None = None
    about: str = ""


class SemanticIntent(StrEnum):
    """What the semantic lane explains (requirements 2.7)."""

    EXPLAIN_LAST_ACTION = "explain_last_action"
    REFLECTIVE_WHY_FOLLOWUP = "reflective_why_followup"
    SUMMARIZE_RECENT_ACTIVITY = "summarize_recent_activity"
    EXPLAIN_ENTITY_MEANING = "explain_entity_meaning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """Say what was done and why, from what is remembered; nothing is searched and nothing is executed.

    ``entries`` are what it is about, oldest first; ``about`` is evidence on a thing, quoted, or what was found for
    each entry, one a line. ``confirms``: the user asked whether it was done. ``told`` is a model's wording, checked.
    """

    turn_class: TurnClass
    decision: Decision
    intent: SemanticIntent
    entries: tuple[TraceEntry, ...] = ()
    about: str = ""
    confirms: bool = False
    told: str = ""


Plan: TypeAlias = (
    SayText | AskSlots | Conclude | AnswerQuestion | AskLoop | FinishLoop | OfferOptions | TakeAction | Recount
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A choice that the rules could not make, as a model may be asked about it.

    Attributes:
        text: the message, without its scope cue.
        pool: the candidates, in the order shown; frozen for the cycle.
        evidence: what the fingerprint is taken of.
        guard_key: of this input, this evidence and this cycle (C32).
        ambiguity: why there was no winner.
        aim_set_id: the set that the message was read against.
        verb: what the message's verb does; None without one.
        explains: the user asked for an explanation too.
    """

    text: str
    pool: OptionSet
    evidence: EvidencePack
    guard_key: str
    ambiguity: Ambiguity
    aim_set_id: str
    verb: ActionType | None = None
    explains: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What the turn will do, and the slots as it leaves them. ``offered`` is what the message gives.

    ``action`` is what is executed from a list, ``routed`` how that was decided, ``continuity`` what is remembered as
    the lanes leave it. ``unresolved``: ``plan`` asks back, and a model may know better. ``explains``: the user
    asked why as well.
    """

    plan: Plan
    jurisdiction: Jurisdiction = NOTHING_KNOWN
    open_slots: OpenSlots | None = None
    offered: Offered = NOTHING_GIVEN
    action: Action | None = None
    routed: RoutedDecision | None = None
    continuity: ContinuityState | None = None
    unresolved: Unresolved | None = None
    explains: bool = False
