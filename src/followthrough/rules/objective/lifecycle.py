"""The life of an objective: document 000's lifecycle as a table, and what each event makes of one (R0-10 to R0-16).

Invariants: an objective changes its status only by a row of ``LIFECYCLE``; an ended one (abandoned, incomplete) never
comes back to life itself: a copy of it does (C11, F21).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.ids import ObjectiveId, SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, SearchAngle, SubObjective, SubStatus
from followthrough.domain.plan import AnswerQuestion, Begins, Continues, TriesAgain, UsesGiven
from followthrough.rules.objective.status import objective_status
from followthrough.tuning import Tuning


class Event(StrEnum):
    """What happens to an objective."""

    FOLLOW_UP = "follow_up"
    """A follow-up adds its parts to it (R0-11, C34)."""
    INFO_GIVEN = "info_given"
    """The user gave something for it (R0-14)."""
    TRIED_AGAIN = "tried_again"
    """The user wants its unsolved parts tried once more (R0-25)."""
    ALL_ANSWERED = "all_answered"
    """A turn leaves every part answered (R0-12)."""
    LEFT_OPEN = "left_open"
    """A turn leaves a part partial, failed or not searched (R0-13)."""
    CAP_REACHED = "cap_reached"
    """It was tried in vain as often as is allowed (R0-16)."""
    NOTHING_TO_GIVE = "nothing_to_give"
    """The user has nothing to give for what is open (C3)."""
    USER_ENDED = "user_ended"
    """The user ended the search (R0-15)."""


_ACTIVE, _SOLVED, _ABANDONED, _BLOCKED, _INCOMPLETE = ObjectiveStatus

LIFECYCLE: dict[tuple[ObjectiveStatus, Event], ObjectiveStatus] = {
    (_ACTIVE, Event.FOLLOW_UP): _ACTIVE,
    (_SOLVED, Event.FOLLOW_UP): _ACTIVE,
    (_BLOCKED, Event.FOLLOW_UP): _ACTIVE,
    (_ACTIVE, Event.INFO_GIVEN): _ACTIVE,
    (_SOLVED, Event.INFO_GIVEN): _ACTIVE,
    (_BLOCKED, Event.INFO_GIVEN): _ACTIVE,
    (_ACTIVE, Event.TRIED_AGAIN): _ACTIVE,
    (_SOLVED, Event.TRIED_AGAIN): _ACTIVE,
    (_BLOCKED, Event.TRIED_AGAIN): _ACTIVE,
    (_ACTIVE, Event.ALL_ANSWERED): _SOLVED,
    (_ACTIVE, Event.LEFT_OPEN): _ACTIVE,
    (_ACTIVE, Event.CAP_REACHED): _INCOMPLETE,
    (_ACTIVE, Event.NOTHING_TO_GIVE): _BLOCKED,
    (_ACTIVE, Event.USER_ENDED): _ABANDONED,
    (_BLOCKED, Event.USER_ENDED): _ABANDONED,
}
"""Which event changes which status into which. What is not here does not happen: a copy begins in its place."""

COPIED = frozenset((_ABANDONED, _INCOMPLETE))
"""Ended objectives: what happens to one of them happens to a copy."""

ACCEPTED = "offer_accepted"
"""Why a question is asked that an answer offered: the user said yes."""

OPEN = frozenset((SubStatus.PENDING, SubStatus.PARTIAL, SubStatus.FAILED, SubStatus.BLOCKED))


def happens(objective: Objective, event: Event) -> Objective:
    """The objective after the event.

    Raises:
        KeyError: nothing of the kind can happen to one of this status.
    """
    return replace(objective, status=LIFECYCLE[objective.status, event])


def opened(plan: AnswerQuestion, thread: Thread, turn: Message, *, now: datetime, new_id: ObjectiveId) -> Objective:
    """The objective that the plan's parts are searched for: a new one, one of the thread's, or a copy of one.

    Args:
        plan: what is searched, and for which objective.
        thread: its objectives.
        turn: the message.
        now: when the turn ends.
        new_id: the id of a new one.
    """
    match plan.aim:
        case Begins(asks=asks):
            return Objective(
                id=new_id,
                status=ObjectiveStatus.ACTIVE,
                summary=plan.summary,
                subs=(),
                origin_turn=turn.turn_id,
                created_at=now,
                updated_at=now,
                asks=asks,
            )
        case Continues(objective_id=known):
            objective = happens(_of(thread, known), Event.FOLLOW_UP)
            return objective if objective.subs else replace(objective, summary=plan.summary)  # all was taken back
        case UsesGiven(objective_id=known):
            objective = _of(thread, known)
            if objective.status in COPIED:
                objective = copied(objective, turn, now=now, new_id=new_id, reopens=True)
            objective = renamed(happens(objective, Event.INFO_GIVEN), plan.replaces)
            given_turns = (*objective.given_turns, turn.index)
            return replace(objective, given_turns=given_turns, subs=tuple(_with_news(sub) for sub in objective.subs))
        case TriesAgain(objective_id=known, copies=copies):
            objective = _of(thread, known)
            if copies or objective.status in COPIED:
                return copied(objective, turn, now=now, new_id=new_id, is_chosen=copies)
            left = tuple(sub for sub in objective.subs if sub not in plan.dropped)
            return replace(happens(objective, Event.TRIED_AGAIN), subs=left)


def _of(thread: Thread, objective_id: ObjectiveId) -> Objective:
    return next(o for o in thread.objectives if o.id == objective_id)


def copied(
    objective: Objective,
    turn: Message,
    *,
    now: datetime,
    new_id: ObjectiveId,
    reopens: bool = False,
    is_chosen: bool = False,
) -> Objective:
    """A fresh start on an objective (C11): answered parts kept, the others pending, nothing tried.

    ``reopens`` says that new information brought it back, not the wish to try again (F21). What was asked of the user
    stays asked (C4), but where it ``is_chosen`` from the past ones: there what was asked is out of sight.
    """
    return Objective(
        id=new_id,
        status=ObjectiveStatus.ACTIVE,
        summary=objective.summary,
        subs=tuple(_afresh(sub) for sub in objective.subs),
        origin_turn=turn.turn_id,
        created_at=now,
        updated_at=now,
        asks=() if is_chosen else objective.asks,
        last_user_ask=None if is_chosen else objective.last_user_ask,
        retry_of=None if reopens else objective.id,
        reopened_from=objective.id if reopens else None,
    )


def _with_news(sub: SubObjective) -> SubObjective:
    """An open part after the user gave something: no search for it has been made in this (C6)."""
    if sub.status is SubStatus.ANSWERED:
        return sub
    return replace(sub, tried=tuple(angle for angle in sub.tried if angle is SearchAngle.WEB))


def renamed(objective: Objective, ids: Mapping[SubObjectiveId, SubObjectiveId]) -> Objective:
    """The objective with parts under the ids of their other words; what was asked of the user stays asked (C4)."""
    return replace(
        objective,
        subs=tuple(replace(sub, id=ids.get(sub.id, sub.id)) for sub in objective.subs),
        asks=tuple(replace(ask, sub_id=ids.get(ask.sub_id, ask.sub_id)) for ask in objective.asks),
    )


def _afresh(sub: SubObjective) -> SubObjective:
    if sub.status is SubStatus.ANSWERED:
        return sub
    return SubObjective(id=sub.id, text=sub.text, context=sub.context, effective=sub.effective, name=sub.name)


def settled(objective: Objective, subs: tuple[SubObjective, ...], *, searched: bool, tuning: Tuning) -> Objective:
    """The objective after a turn that worked on it: solved, still open, or tried often enough (C8).

    Args:
        objective: as the turn opened it.
        subs: its parts as the turn leaves them.
        searched: whether a search was made that counts: it did not fail, and did not answer a follow-up.
        tuning: the table of numbers.
    """
    objective = replace(objective, subs=subs)
    match objective_status(tuple(sub.status for sub in subs)):
        case ObjectiveStatus.SOLVED:
            return replace(happens(objective, Event.ALL_ANSWERED), attempts=0)
        case ObjectiveStatus.BLOCKED:
            return happens(objective, Event.NOTHING_TO_GIVE)
        case _:
            pass
    in_vain = searched and any(sub.status in (SubStatus.FAILED, SubStatus.PARTIAL) for sub in subs)
    objective = replace(objective, attempts=objective.attempts + in_vain)
    reached = in_vain and objective.attempts >= tuning.max_attempts
    return happens(objective, Event.CAP_REACHED if reached else Event.LEFT_OPEN)


def ended(objective: Objective, *, now: datetime) -> Objective:
    """The objective after the user ended the search."""
    return replace(happens(objective, Event.USER_ENDED), updated_at=now)


def given_up(objective: Objective, *, now: datetime) -> Objective:
    """The objective after the user said that they have nothing to give: every open part is blocked (C3)."""
    subs = tuple(replace(sub, status=SubStatus.BLOCKED) if sub.status in OPEN else sub for sub in objective.subs)
    return replace(happens(objective, Event.NOTHING_TO_GIVE), subs=subs, updated_at=now)


def without(objective: Objective, dropped: Collection[SubObjective], *, now: datetime, tuning: Tuning) -> Objective:
    """The objective without parts that the user took back: solved where that leaves nothing open (R0-33)."""
    left = tuple(sub for sub in objective.subs if sub not in dropped)
    if objective.status is ObjectiveStatus.ACTIVE:
        objective = settled(objective, left, searched=False, tuning=tuning)
    return replace(objective, subs=left, updated_at=now)
