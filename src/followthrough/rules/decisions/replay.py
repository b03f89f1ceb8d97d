"""Whether a decision comes out otherwise when it is made again: what is compared, and what can't be.

What a model or the passages decided is not made again: of such a turn only what the rules said before is compared.
Where a model chose among options, that is that the rules could not.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.continuity import Scope
from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.ids import DecisionId, ThreadId
from followthrough.domain.model_calls import ModelTask
from followthrough.domain.plan import AnswerQuestion, Decided

_SAID_BY_A_MODEL = frozenset({ModelTask.REWRITE, ModelTask.PLAN})
_SAID_BY_PASSAGES = frozenset({"document_questions", "underspecified"})
_OF_THE_MOMENT = frozenset({Scope.DASHBOARD, Scope.WORKSPACE})
_COMPARED = ("turn_class", "lane", "reason", "queries", "winner_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What was decided, as far as it is compared. ``queries`` are compared and never shown: they are users' words."""

    turn_class: str
    lane: str
    reason: str
    queries: tuple[str, ...] = ()
    winner_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A decision that comes out otherwise; ``what`` names the fields of ``Ruling`` that differ, in its order."""

    decision: DecisionId
    thread: ThreadId
    index: int
    was: Ruling
    now: Ruling
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What making decisions again came to; ``skipped`` are those that can't be."""

    decided: int = 0
    skipped: int = 0
    changed: tuple[Change, ...] = ()


def can_replay(record: TurnRecord) -> bool:
    """Whether there is a decision of the rules to compare with, and what it was made on is still to be had.

    A turn that did not run to its end has none. Recent questions and documents are lists of their moment.
    """
    of_the_moment = record.routed is not None and record.routed.active_scope in _OF_THE_MOMENT
    return record.status is TurnStatus.COMPLETED and not record.imported and not of_the_moment


def was(record: TurnRecord) -> Ruling:
    """What was decided then."""
    return Ruling(
        turn_class=record.turn_class.value,
        lane=record.decision.lane.value,
        reason=record.decision.reason,
        queries=record.query.effective,
        winner_id=None if record.routed is None else record.routed.winner_id,
    )


def now(decided: Decided) -> Ruling:
    """What the rules decide."""
    plan = decided.plan
    return Ruling(
        turn_class=plan.turn_class.value,
        lane=plan.decision.lane.value,
        reason=plan.decision.reason,
        queries=plan.effective if isinstance(plan, AnswerQuestion) else (),
        winner_id=None if decided.routed is None else decided.routed.winner_id,
    )


def compare(decision: DecisionRecord, record: TurnRecord, decided: Decided) -> Change | None:
    """How the decision changes, None where it does not."""
    before, after = was(record), now(decided)
    compared = _compared(record, decided)
    what = tuple(name for name in _COMPARED if name in compared and getattr(before, name) != getattr(after, name))
    if not what:
        return None
    return Change(
        decision=decision.id,
        thread=decision.thread_id,
        index=decision.index,
        was=before,
        now=after,
        what=what,
    )


def _compared(record: TurnRecord, decided: Decided) -> frozenset[str]:
    """The fields of ``Ruling`` that the rules alone decided, in this turn, on what is still to be had."""
    if decided.routed is not None and decided.routed.active_scope in _OF_THE_MOMENT:
        return frozenset()  # a list of this moment: then there may have been another, or none
    if record.routed is not None and record.routed.model_calls and decided.unresolved is not None:
        return frozenset()
    left_out: set[str] = set()
    if record.decision.reason in _SAID_BY_PASSAGES:
        left_out |= {"lane", "reason"}
    if any(call.task in _SAID_BY_A_MODEL and call.failure is None for call in record.model_calls):
        left_out |= {"queries"}
    return frozenset(_COMPARED) - left_out
