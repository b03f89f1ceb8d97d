"""Document 000's lifecycle: each row of the table, and what is not in it (R0-10 to R0-16, C3, C8, C11, C34, F21)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from tests.rules.pursuing import NOW, TUNING, message, objective, question, sub, thread

from followthrough.domain.ids import ObjectiveId
from followthrough.domain.objective import ObjectiveStatus, SearchAngle, SubStatus
from followthrough.domain.plan import Continues, TriesAgain, UsesGiven
from followthrough.rules.objective.lifecycle import (
    COPIED,
    LIFECYCLE,
    Event,
    copied,
    ended,
    given_up,
    happens,
    opened,
    settled,
)

ACTIVE, SOLVED, ABANDONED, BLOCKED, INCOMPLETE = ObjectiveStatus
NEW = ObjectiveId("new")
A, B = sub("What is the fee?"), sub("What are the hours?", SubStatus.ANSWERED)

ROWS = [
    (ACTIVE, Event.FOLLOW_UP, ACTIVE), (SOLVED, Event.FOLLOW_UP, ACTIVE), (BLOCKED, Event.FOLLOW_UP, ACTIVE),
    (ACTIVE, Event.INFO_GIVEN, ACTIVE), (SOLVED, Event.INFO_GIVEN, ACTIVE), (BLOCKED, Event.INFO_GIVEN, ACTIVE),
    (ACTIVE, Event.TRIED_AGAIN, ACTIVE), (SOLVED, Event.TRIED_AGAIN, ACTIVE), (BLOCKED, Event.TRIED_AGAIN, ACTIVE),
    (ACTIVE, Event.ALL_ANSWERED, SOLVED), (ACTIVE, Event.LEFT_OPEN, ACTIVE), (ACTIVE, Event.CAP_REACHED, INCOMPLETE),
    (ACTIVE, Event.NOTHING_TO_GIVE, BLOCKED), (ACTIVE, Event.USER_ENDED, ABANDONED),
    (BLOCKED, Event.USER_ENDED, ABANDONED),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "after"), ROWS)
def test_each_row_of_the_lifecycle(before: ObjectiveStatus, event: Event, after: ObjectiveStatus) -> None:
    assert happens(objective(A, status=before), event).status is after


def test_the_table_has_these_rows_and_no_other() -> None:
    """R0-7, R0-36: one table says what becomes of an objective."""
    assert {(before, event): after for before, event, after in ROWS} == LIFECYCLE
    for status, event in product(ObjectiveStatus, Event):
        if (status, event) not in LIFECYCLE:
            with pytest.raises(KeyError):
                happens(objective(A, status=status), event)


def test_r0_10_a_new_question_begins_an_objective() -> None:
    made = opened(question("What is the fee?"), thread(objective(A)), message("x"), now=NOW, new_id=NEW)

    assert (made.id, made.status, made.subs, made.attempts) == (NEW, ACTIVE, (), 0)
    assert (made.summary, made.origin_turn, made.created_at) == ("What is the fee?", "t2", NOW)


@pytest.mark.parametrize("status", [ACTIVE, SOLVED, BLOCKED])
def test_c34_a_follow_up_joins_the_same_objective_which_is_active_again(status: ObjectiveStatus) -> None:
    known = objective(A, B, status=status)
    plan = question("and on weekends?", aim=Continues(objective_id=known.id))
    again = opened(plan, thread(known), message("x"), now=NOW, new_id=NEW)

    assert (again.id, again.status, again.subs) == (known.id, ACTIVE, known.subs)


@pytest.mark.parametrize("status", list(ObjectiveStatus))
def test_r0_25_trying_again_keeps_a_living_objective_and_copies_an_ended_one(status: ObjectiveStatus) -> None:
    known = objective(A, B, status=status, asked=1)
    made = opened(
        question("x", aim=TriesAgain(objective_id=known.id)), thread(known), message("x"), now=NOW, new_id=NEW
    )

    assert made.status is ACTIVE
    if status in COPIED:
        assert (made.id, made.retry_of, made.attempts, made.asks) == (NEW, known.id, 0, known.asks)
    else:
        assert (made.id, made.retry_of, made.attempts) == (known.id, None, 1)


def test_c11_chosen_from_recents_even_a_living_one_is_copied() -> None:
    known = objective(replace(A, tried=(SearchAngle.AS_ASKED,)), B, asked=1)
    plan = question("x", aim=TriesAgain(objective_id=known.id, copies=True))
    made = opened(plan, thread(known), message("x"), now=NOW, new_id=NEW)

    assert (made.id, made.retry_of, made.reopened_from, made.attempts, made.asks) == (NEW, known.id, None, 0, ())
    assert [s.status for s in made.subs] == [SubStatus.PENDING, SubStatus.ANSWERED]
    assert [s.id for s in made.subs] == [s.id for s in known.subs]
    assert (made.subs[0].tried, made.subs[0].stuck_reason) == ((), None)
    assert made.subs[1] == B


@pytest.mark.parametrize("status", [ABANDONED, INCOMPLETE])
def test_f21_information_for_an_ended_objective_re_opens_it_as_a_copy(status: ObjectiveStatus) -> None:
    known = objective(A, B, status=status)
    made = opened(
        question("x", aim=UsesGiven(objective_id=known.id)), thread(known), message("x"), now=NOW, new_id=NEW
    )

    assert (made.id, made.reopened_from, made.retry_of, made.status) == (NEW, known.id, None, ACTIVE)
    assert made.given_turns == (2,)


def test_r0_14_information_is_written_down_and_makes_every_search_new() -> None:
    known = objective(replace(A, tried=(SearchAngle.AS_ASKED, SearchAngle.WEB)))
    made = opened(
        question("x", aim=UsesGiven(objective_id=known.id)), thread(known), message("x"), now=NOW, new_id=NEW
    )

    assert (made.id, made.given_turns, made.subs[0].tried) == (known.id, (2,), (SearchAngle.WEB,))


def test_r0_12_all_parts_answered_solves_it_and_forgets_the_attempts() -> None:
    made = settled(objective(A), (B,), searched=True, tuning=TUNING)

    assert (made.status, made.attempts) == (SOLVED, 0)


@pytest.mark.parametrize(("before", "status", "attempts"), [(0, ACTIVE, 1), (2, ACTIVE, 3), (3, INCOMPLETE, 4)])
def test_r0_16_the_attempt_that_reaches_the_cap_makes_it_incomplete(
    before: int, status: ObjectiveStatus, attempts: int
) -> None:
    made = settled(replace(objective(A), attempts=before), (A, B), searched=True, tuning=TUNING)

    assert (made.status, made.attempts) == (status, attempts)


def test_c8_f38_a_search_that_failed_is_no_attempt() -> None:
    made = settled(replace(objective(A), attempts=3), (A,), searched=False, tuning=TUNING)

    assert (made.status, made.attempts) == (ACTIVE, 3)


def test_r0_15_the_user_ends_it() -> None:
    made = ended(objective(A, B), now=NOW)

    assert (made.status, made.updated_at, made.subs) == (ABANDONED, NOW, (A, B))


def test_c3_nothing_to_give_blocks_every_open_part() -> None:
    made = given_up(objective(A, B), now=NOW)

    assert made.status is BLOCKED
    assert [s.status for s in made.subs] == [SubStatus.BLOCKED, SubStatus.ANSWERED]


def test_a_copy_knows_whether_it_was_wished_or_informed() -> None:
    known = objective(A)

    assert copied(known, message("x"), now=NOW, new_id=NEW).retry_of == known.id
    assert copied(known, message("x"), now=NOW, new_id=NEW, reopens=True).reopened_from == known.id
