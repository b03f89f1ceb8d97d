"""Threads with objectives, made in a line each, for tests of the rules of pursuit."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.ids import ObjectiveId, OwnerId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import (
    Angle,
    Ask,
    Objective,
    ObjectiveStatus,
    SearchAngle,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.domain.plan import AnswerQuestion, Begins, Continues, TriesAgain, UsesGiven
from followthrough.domain.planned_part import as_it_stands
from followthrough.rules.questions.plan import sub_objective
from followthrough.tuning import Tuning

PACK = load_pack("general")
TUNING = Tuning()
NOW = datetime(2026, 1, 2, tzinfo=UTC)
BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
SLOTS = OpenSlots(slots=("payor",), question="Which plan?", original="What is the copay?", asked_at_turn=1)


def message(text: str, index: int = 2, retry_of: str | None = None) -> Message:
    return Message(
        turn_id=TurnId(f"t{index}"),
        thread_id=ThreadId("thr"),
        index=index,
        text=text,
        received_at=NOW,
        retry_of=None if retry_of is None else TurnId(retry_of),
    )


def sub(text: str, status: SubStatus = SubStatus.FAILED, *, tried: tuple[SearchAngle, ...] = ()) -> SubObjective:
    stuck = StuckReason.NO_EVIDENCE if status in (SubStatus.FAILED, SubStatus.PARTIAL) else None
    found = replace(sub_objective(text), status=status, stuck_reason=stuck, last_tried_turn=1, tried=tried)
    return replace(found, effective=text, answer="It is so." if status is SubStatus.ANSWERED else None)


def objective(
    *subs: SubObjective, status: ObjectiveStatus = ObjectiveStatus.ACTIVE, name: str = "o1", asked: int = 0
) -> Objective:
    """An objective; ``asked`` is the index of the turn that asked for its first part."""
    ask = Ask(
        turn=asked,
        sub_id=subs[0].id,
        stuck_reason=StuckReason.NO_EVIDENCE,
        angle=Angle.DOCUMENT,
        text="Have you ...?",
    )
    return Objective(
        id=ObjectiveId(name),
        status=status,
        summary=subs[0].text,
        subs=subs,
        origin_turn=TurnId("t1"),
        created_at=BEFORE,
        updated_at=BEFORE,
        attempts=1,
        asks=(ask,) if asked else (),
    )


def thread(*objectives: Objective, slots: OpenSlots | None = None) -> Thread:
    """A thread whose last objective is the active one."""
    return Thread(
        id=ThreadId("thr"),
        owner=OwnerId("me"),
        collection="c",
        pack="general",
        created_at=BEFORE,
        updated_at=BEFORE,
        turns=1,
        objectives=objectives,
        active_objective_id=objectives[-1].id if objectives else None,
        open_slots=slots,
    )


def question(*texts: str, aim: Begins | Continues | UsesGiven | TriesAgain | None = None) -> AnswerQuestion:
    return AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary=texts[0],
        planned=tuple(as_it_stands(sub_objective(text)) for text in texts),
        aim=aim or Begins(),
    )
