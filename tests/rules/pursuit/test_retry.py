"""Trying again: by a whole utterance, by a yes to an offer, from recents (R0-25, C10, C11, C39, F35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import NOW, PACK, TUNING, message, objective, question, sub, thread

from followthrough.domain.conversation import PendingOffer, StoredTurn, TurnClass, TurnStatus
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.objective import Objective, ObjectiveStatus, SearchAngle, SubStatus
from followthrough.domain.plan import AnswerQuestion, SayText, TriesAgain
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.pursuit.retry import try_again
from followthrough.rules.records.turn import record_early_end

HEARING = Hearing(tuning=TUNING)
OPEN, DONE = sub("What is the fee?", tried=(SearchAngle.AS_ASKED,)), sub("When is it open?", SubStatus.ANSWERED)
PURSUED = objective(OPEN, DONE)


def past(text: str, of: Objective | None = None, *, status: TurnStatus = TurnStatus.COMPLETED) -> StoredTurn:
    said = message(text, index=1)
    record = record_early_end(said, question(text), TurnStatus.STOPPED, "", now=NOW)
    return StoredTurn(message=said, record=replace(record, status=status, objective=of))


def again(text: str, *objectives: Objective, turns: tuple[StoredTurn, ...] = ()) -> AnswerQuestion | SayText | None:
    return try_again(message(text), thread(*objectives), turns, PACK, HEARING)


@pytest.mark.parametrize(
    "text",
    ["try again", "Try again, please.", "retry", "once more", "can you try again?", "no, try again"],
)  # fmt: skip
def test_f35_what_asks_for_another_try_searches_the_open_parts(text: str) -> None:
    plan = again(text, PURSUED)

    assert isinstance(plan, AnswerQuestion)
    assert plan.turn_class is TurnClass.RETRY
    assert [p.text for p in plan.parts] == ["What is the fee?"]
    assert plan.aim == TriesAgain(objective_id=PURSUED.id)


@pytest.mark.parametrize(
    "text",
    ["should I try again with another payer?", "When can I try again?", "try again with form B2", "What if I retry?",
     "the page says “try again”", "how many times can I retry a claim", "again, what is the fee?", "try the portal"],
)  # fmt: skip
def test_f35_what_only_speaks_of_another_try_is_a_question(text: str) -> None:
    assert again(text, PURSUED) is None


def test_f35_another_try_is_heard_where_nothing_is_named_to_try_it_with() -> None:
    sure = Hearing(HeardActs(spot=Spot.AFTER_REFUSAL, acts=((Act.RETRY, 0.9),)), TUNING)
    assert isinstance(try_again(message("have another go"), thread(PURSUED), (), PACK, sure), AnswerQuestion)
    for text in ("look under cycling", "could it be retried?", "the page says “try again”"):
        assert try_again(message(text), thread(PURSUED), (), PACK, sure) is None


def test_c6_each_try_is_from_an_angle_that_is_new_and_never_refused() -> None:
    tried = objective(replace(OPEN, tried=tuple(SearchAngle)))
    angles = [
        [part.angle for part in p.planned]
        for p in (again("try again", PURSUED), again("try again", tried))
        if isinstance(p, AnswerQuestion)
    ]

    assert angles == [[SearchAngle.EXPANDED], [SearchAngle.AS_ASKED]]


def test_where_nothing_is_open_every_part_is_looked_up_once_more() -> None:
    plan = again("try again", objective(DONE, status=ObjectiveStatus.SOLVED))

    assert isinstance(plan, AnswerQuestion)
    assert [p.text for p in plan.parts] == ["When is it open?"]


def test_where_nothing_was_asked_there_is_nothing_to_try() -> None:
    plan = again("try again")

    assert isinstance(plan, SayText)
    assert (plan.say, plan.turn_class) == ("retry_nothing", TurnClass.RETRY)


@pytest.mark.parametrize("status", [TurnStatus.STOPPED, TurnStatus.FAILED])
def test_report_34_a_turn_that_broke_off_is_tried_again_as_it_was(status: TurnStatus) -> None:
    plan = again("try again", PURSUED, turns=(past("What is the parking fee?", status=status),))

    assert isinstance(plan, AnswerQuestion)
    assert [p.text for p in plan.parts] == ["What is the parking fee?"]
    assert plan.turn_class is TurnClass.RETRY


def test_c10_c39_a_yes_picks_up_what_was_offered_and_only_then() -> None:
    parked, solved = objective(OPEN, name="old"), objective(DONE, name="new", status=ObjectiveStatus.SOLVED)
    offering = replace(thread(parked, solved), pending_offer=PendingOffer(text="Shall I?", objective_id=parked.id))
    plan = try_again(message("yes, please"), offering, (), PACK, HEARING)

    assert isinstance(plan, AnswerQuestion)
    assert plan.aim == TriesAgain(objective_id=parked.id)
    assert again("yes", parked, solved) is None
    assert try_again(message("yes, but what is the fee for seniors?"), offering, (), PACK, HEARING) is None


def test_c11_a_question_from_recents_is_tried_as_a_copy_whatever_its_text() -> None:
    turn = past("What is the fee, and when is it open?", PURSUED)
    plan = try_again(
        message(turn.message.text, retry_of=turn.message.turn_id), thread(PURSUED), (turn,), PACK, HEARING
    )

    assert isinstance(plan, AnswerQuestion)
    assert plan.turn_class is TurnClass.RECENTS
    assert plan.aim == TriesAgain(objective_id=PURSUED.id, copies=True)
    assert [p.text for p in plan.parts] == ["What is the fee?"]
    assert [part.angle for part in plan.planned] == [SearchAngle.AS_ASKED]


def test_a_turn_without_an_objective_is_repeated_by_its_message() -> None:
    turn = past("What is the fee?")
    plan = try_again(message("What is the fee?", retry_of=turn.message.turn_id), thread(), (turn,), PACK, HEARING)

    assert isinstance(plan, AnswerQuestion)
    assert (plan.turn_class, plan.queries) == (TurnClass.RECENTS, ("What is the fee?",))
