"""Loop turns leave the objective as it is and spend nothing (C28); the end answers it, a stop ends it."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.loops import GUIDE, NOW, OBJECTIVE, PACK, PART, loop, message, thread
from tests.rules.said import TUNING

from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.objective import ObjectiveStatus, OutwardStatus, StuckReason, SubStatus
from followthrough.domain.outcome import Progress, Said
from followthrough.domain.plan import AskLoop, FinishLoop
from followthrough.rules.loop.clarified import answer_clarified
from followthrough.rules.loop.progress import loop_progress
from followthrough.rules.pursuit.ask import ask_for_help

THREAD = thread(None)
DECISION = Decision(lane=Lane.CLARIFICATION, reason="r")


def progressed(plan, outcome=None, objective=OBJECTIVE):
    context = plan.context
    return loop_progress(
        plan, outcome or Said(), thread(context, objective), turn=message("x", 4), now=NOW, tuning=TUNING
    )


def finished(*answers, objective=OBJECTIVE):
    plan = FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER, decision=DECISION, context=loop(*answers), parts=objective.subs
    )
    return progressed(plan, answer_clarified(plan.parts, plan.context, PACK, TUNING), objective)


def test_c28_a_question_changes_nothing():
    tried = replace(OBJECTIVE, attempts=2)
    plan = AskLoop(turn_class=TurnClass.LOOP_ANSWER, decision=DECISION, context=loop("12"))
    progress = progressed(plan, objective=tried)
    assert progress.objective == tried
    assert progress.objective_status is OutwardStatus.NEED_INFO
    assert progress.signal is None


def test_the_end_solves_the_objective_when_a_case_fits():
    progress = finished("12", "red", "room 4")
    assert progress.objective_status is OutwardStatus.RESOLVED
    (sub,) = progress.objective.subs
    assert sub.status is SubStatus.ANSWERED
    assert sub.evidence
    assert progress.objective.clarified_by == (GUIDE,)


def test_a_case_that_the_document_lacks_leaves_it_open():
    progress = finished("99", "red", "room 4")
    assert progress.objective_status is OutwardStatus.NEED_INFO
    (sub,) = progress.objective.subs
    assert sub.status in (SubStatus.PARTIAL, SubStatus.FAILED)
    assert sub.stuck_reason in (StuckReason.PARTIAL_ANSWER, StuckReason.NO_EVIDENCE)
    assert progress.objective.attempts == 0


def test_nothing_is_asked_of_the_user_when_a_person_comes():
    plan = FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER,
        decision=DECISION,
        context=loop("99", "red", "here", requires_handoff=True),
        parts=(PART,),
    )
    progress = progressed(plan, answer_clarified(plan.parts, plan.context, PACK, TUNING))
    assert ask_for_help(progress, THREAD, PACK, TUNING, turn=4, now=NOW).asks == ()
    assert ask_for_help(finished("99", "red", "here"), THREAD, PACK, TUNING, turn=4, now=NOW).asks != ()


def test_f22_a_part_that_was_answered_stays():
    done = replace(PART, status=SubStatus.ANSWERED, answer="As before.")
    progress = finished("12", "red", "room 4", objective=replace(OBJECTIVE, subs=(done,)))
    assert progress.objective.subs == (done,)


def test_an_objective_that_is_gone_is_none():
    context = replace(loop("12"), objective_id="obj-gone")
    plan = AskLoop(turn_class=TurnClass.LOOP_ANSWER, decision=DECISION, context=context)
    assert progressed(plan) == Progress()


def test_an_objective_that_ended_meanwhile_stays_ended():
    gone = replace(OBJECTIVE, status=ObjectiveStatus.ABANDONED)
    assert finished("12", "red", "here", objective=gone).objective.status is ObjectiveStatus.ABANDONED
