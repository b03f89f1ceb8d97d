"""The end of a search by the user: at any time, at once, final; else an acknowledgement (C14, C35, R0-15, R0-22)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import PACK, SLOTS, message, objective, sub, thread

from followthrough.domain.conversation import Lane, Thread, TurnClass
from followthrough.domain.objective import ObjectiveStatus, SubStatus
from followthrough.domain.plan import AnswerQuestion, Conclude, Conclusion, SayText
from followthrough.rules.pursuit.ending import ending, resuming

STUCK = objective(sub("What is the fee?"))
SOLVED = objective(sub("What is the fee?", SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED)


@pytest.mark.parametrize("status", [ObjectiveStatus.ACTIVE, ObjectiveStatus.BLOCKED])
def test_r0_15_an_end_phrase_ends_what_is_unsolved(status: ObjectiveStatus) -> None:
    unsolved = replace(STUCK, status=status)
    plan = ending(message("Never mind, thanks."), thread(unsolved), PACK)

    assert isinstance(plan, Conclude)
    assert (plan.turn_class, plan.decision.lane) == (TurnClass.END_PURSUIT, Lane.INTERRUPT)
    assert (plan.how, plan.objective) == (Conclusion.USER_ENDED, unsolved)


def test_report_28_a_question_of_ours_ends_at_once() -> None:
    plan = ending(message("cancel"), thread(slots=SLOTS), PACK)

    assert isinstance(plan, Conclude)
    assert (plan.objective, plan.original) == (None, "What is the copay?")


@pytest.mark.parametrize("text", ["never mind", "that's all, thanks", "quit", "stop"])
@pytest.mark.parametrize(
    "status", [ObjectiveStatus.SOLVED, ObjectiveStatus.ABANDONED, ObjectiveStatus.INCOMPLETE], ids=str
)
def test_c14_with_nothing_unsolved_it_is_an_acknowledgement(text: str, status: ObjectiveStatus) -> None:
    for before in (thread(replace(SOLVED, status=status)), thread()):
        plan = ending(message(text), before, PACK)
        assert plan is None or (isinstance(plan, SayText) and plan.turn_class is TurnClass.ACK)


@pytest.mark.parametrize("text", ["How do I cancel?", "no more than 30 days?", "what is stop-loss", "thanks", "no"])
def test_f3_anything_else_ends_nothing(text: str) -> None:
    assert ending(message(text), thread(STUCK), PACK) is None


@pytest.mark.parametrize("text", ["continue", "resume", "please continue", "back to my question"])
@pytest.mark.parametrize(
    "before", [thread(), thread(SOLVED), thread(replace(STUCK, status=ObjectiveStatus.ABANDONED))]
)
def test_c35_with_nothing_left_to_go_on_with_that_is_said_and_nothing_searched(text: str, before: Thread) -> None:
    plan = resuming(message(text), before, PACK)
    assert isinstance(plan, SayText)
    assert plan.say == "resume_nothing"


@pytest.mark.parametrize("text", ["continue treatment?", "how do I resume a download", "go on holiday", "next page"])
def test_c35_anything_else_is_no_wish_to_go_on(text: str) -> None:
    assert resuming(message(text), thread(SOLVED), PACK) is None


def test_c35_what_is_unsolved_is_tried_once_more() -> None:
    plan = resuming(message("continue"), thread(STUCK), PACK)
    assert isinstance(plan, AnswerQuestion)
    assert plan.turn_class is TurnClass.RETRY
    assert resuming(message("continue"), thread(STUCK, slots=SLOTS), PACK) is None
