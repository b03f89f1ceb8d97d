"""What a turn is going to do: a closed union, matched once in ``turn.pipeline``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from followthrough.domain.conversation import Decision, TurnClass
from followthrough.domain.given import NOTHING_GIVEN, GivenKind, Offered
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, OpenSlots
from followthrough.domain.objective import SubObjective
from followthrough.domain.resolution import Followup
from followthrough.domain.retrieval import NO_HISTORY, History

_ALONE = Followup(kind=None, why="no_history")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayText:
    """Answer with a text of the pack and search nothing. ``say`` names the pack's text, ``values`` fill it.

    ``nothing`` gives an empty reply, ``person`` what a person says to the user.
    """

    turn_class: TurnClass
    decision: Decision
    say: Literal[
        "empty",
        "greeting",
        "thanks",
        "acknowledged",
        "slot_noted",
        "material_noted",
        "nothing",
        "person",
        "handoff_asked",
        "handoff_waiting",
        "handoff_nobody",
    ]
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSlots:
    """Ask for what the answer depends on, search nothing, spend no attempt (C5). ``unknown``: a name nobody knows."""

    turn_class: TurnClass
    decision: Decision
    open_slots: OpenSlots
    unknown: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestion:
    """Search for each part and answer from what is found.

    Attributes:
        turn_class: what the message was taken for.
        decision: who decided and why.
        summary: the objective in one line.
        parts: in the order of asking, never empty.
        queries: what is searched for each part, in the parts' order.
        spoken: the user's own words for each part; searched beside ``queries`` where they differ.
        history: what was said before, as far as the search looks at it.
        followup: whether and how the message hangs on the conversation.
        rewritten_by: "rules" when a query is not the words of its part.
        previous_document_ids: documents of the last answer that are searched too (R2-7).
        given: what the user gave with the message.
        stated: the user's word on a part, by its id: it is looked for, and is no more than their word (F19).
        replaces: ids of parts of the objective that the user put in other words, each with that of the new part.
    """

    turn_class: TurnClass
    decision: Decision
    summary: str
    parts: tuple[SubObjective, ...]
    queries: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    history: History = NO_HISTORY
    followup: Followup = _ALONE
    rewritten_by: Literal["none", "rules"] = "none"
    previous_document_ids: tuple[DocumentId, ...] = ()
    given: tuple[GivenKind, ...] = ()
    stated: tuple[tuple[SubObjectiveId, str], ...] = ()
    replaces: tuple[tuple[SubObjectiveId, SubObjectiveId], ...] = ()


Plan: TypeAlias = SayText | AskSlots | AnswerQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What the turn will do, and the slots as it leaves them. ``offered`` is what the message gives."""

    plan: Plan
    jurisdiction: Jurisdiction = NOTHING_KNOWN
    open_slots: OpenSlots | None = None
    offered: Offered = NOTHING_GIVEN
