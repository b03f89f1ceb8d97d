"""Which turns are past questions, and where they stand now (R0-25, C11)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.pursuing import NOW, message, objective, question, sub, thread

from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.ids import ObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, OutwardStatus, SubStatus
from followthrough.rules.records.recents import past_questions
from followthrough.rules.records.turn import record_early_end


def record(of: Objective | None, index: int) -> TurnRecord:
    made = record_early_end(message("x", index), question("x"), TurnStatus.STOPPED, "", now=NOW)
    return replace(made, status=TurnStatus.COMPLETED, objective=of)


FEE = replace(objective(sub("What is the fee?"), name="fee"), origin_turn=TurnId("t1"))
HOURS = replace(
    objective(sub("When is it open?", SubStatus.ANSWERED), name="hours", status=ObjectiveStatus.SOLVED),
    origin_turn=TurnId("t3"),
)
KNOWN = {ThreadId("thr"): thread(FEE, HOURS)}


def test_a_question_is_the_turn_that_began_its_objective_with_the_status_of_now() -> None:
    earlier = replace(FEE, status=ObjectiveStatus.SOLVED)
    found = past_questions([record(HOURS, 3), record(FEE, 2), record(earlier, 1)], KNOWN)

    assert [(q.question, q.turn_id, q.status) for q in found] == [
        ("When is it open?", "t3", OutwardStatus.RESOLVED),
        ("What is the fee?", "t1", OutwardStatus.NEED_INFO),
    ]


def test_a_turn_without_an_objective_or_of_a_lost_thread_is_none() -> None:
    assert past_questions([record(None, 5)], KNOWN) == []
    assert past_questions([record(FEE, 1)], {}) == []


def test_c11_a_question_that_was_tried_again_is_listed_once_as_its_newest_try() -> None:
    for copy in (
        replace(FEE, id=ObjectiveId("new"), retry_of=FEE.id, origin_turn=TurnId("t4")),
        replace(FEE, id=ObjectiveId("new"), reopened_from=FEE.id, origin_turn=TurnId("t4")),
    ):
        known = {ThreadId("thr"): thread(FEE, copy)}
        found = past_questions([record(copy, 4), record(FEE, 1)], known)
        assert [q.turn_id for q in found] == ["t4"]
