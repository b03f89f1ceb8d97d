"""What is kept of how a turn was decided, so that decisions can be checked and counted (R4-26, R4-27, R4-30).

Invariant: the user's words are in it only where ``words`` is set, and then without what identifies a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.continuity import ActionType, Provenance, Scope
from followthrough.domain.conversation import Lane, TurnClass, TurnStatus
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.ids import DecisionId, OwnerId, ThreadId, TurnId
from followthrough.domain.model_calls import ModelCall
from followthrough.domain.rollout import ALL_OFF, Flags


class Wrong(StrEnum):
    """How it came out that a decision was wrong."""

    REJECTED = "rejected"
    """The user said that what was done was not meant."""
    CORRECTED = "corrected"
    """The user said what was meant instead."""
    UNDONE = "undone"
    """The user took it back."""
    OPERATOR = "operator"
    """An operator marked it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What was executed. Its label is left out: it may be the user's own words."""

    type: ActionType
    option_id: str
    option_set_id: str
    scope: Scope
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """An action of an earlier turn of the thread that this turn shows to have been wrong."""

    turn: int
    how: Wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRecord:
    """How one turn was decided.

    Attributes:
        id: the turn's own id: a turn has one decision.
        index: the turn's place in its thread, from 1.
        at: when the turn ended.
        routed: gates, candidates, fingerprints and budgets; None where no lane looked at the message.
        asked: the kind of question that the turn put to the user, as in ``clarification.kind``; None where it put
            none.
        acted: what was executed; None where nothing was.
        takes_back: what it shows to have been wrong.
        flags: what held in the thread.
        rules: which version of the rules decided.
        model_calls: every try of a model, with tokens and cost.
        latency_ms: the whole turn; None where it was stopped or failed.
        effective: how many queries were searched for.
        previous_documents: how many documents of the last answer a follow-up searched too, or would have in shadow.
        words: the user's message; None unless a setting keeps it.
        chars: characters of the message.
        is_users: a user wrote the message to the assistant; others are left out of rates.
    """

    id: DecisionId
    turn_id: TurnId
    thread_id: ThreadId
    owner: OwnerId
    index: int
    at: datetime
    lane: Lane
    reason: str
    turn_class: TurnClass
    status: TurnStatus
    routed: RoutedDecision | None = None
    asked: str | None = None
    acted: Acted | None = None
    takes_back: tuple[TakenBack, ...] = ()
    flags: Flags = ALL_OFF
    rules: str = ""
    model_calls: tuple[ModelCall, ...] = ()
    latency_ms: float | None = None
    effective: int = 0
    previous_documents: int = 0
    words: str | None = None
    chars: int = 0
    is_users: bool = True

    @property
    def cost_usd(self) -> float | None:
        """What its model calls cost; None where a price is not known."""
        costs = [call.cost_usd for call in self.model_calls]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDecision:
    """A decision as it is kept, with what came out later."""

    decision: DecisionRecord
    wrong: Wrong | None = None
    wrong_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Under what decisions are made: flags, the version of the rules, and whether words are kept."""

    flags: Flags = ALL_OFF
    rules: str = ""
    keep_words: bool = False
