"""Evidence decides status (R0-12, R0-13, R0-31, C7, C8, F1, F22, F38)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.rules.said import PACK, TUNING, part, passage

from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.ids import ObjectiveId, OwnerId, PassageId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.objective import Objective, ObjectiveStatus, OutwardStatus, Source, StuckReason, SubStatus
from followthrough.domain.outcome import Extract, ExtractKind, Found, PartAnswer, Progress, Said
from followthrough.domain.plan import Aim, AnswerQuestion, Begins, Continues, SayText, Shown
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.pursuit.evaluate import evaluate

NOW = datetime(2026, 1, 2, tzinfo=UTC)
BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
THREAD = Thread(
    id=ThreadId("thr"), owner=OwnerId("me"), collection="c", pack="general", created_at=BEFORE, updated_at=BEFORE
)
TURN = Message(turn_id=TurnId("t3"), thread_id=THREAD.id, index=3, text="a and b?", received_at=NOW)
OBJECTIVE = ObjectiveId("obj")


def question(*ids: str, aim: Aim = Begins(), again: tuple[str, ...] = ()) -> AnswerQuestion:  # noqa: B008 - frozen
    return AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary="a and b?",
        planned=tuple(replace(as_it_stands(part(f"{i}?", part_id=i)), is_again=i in again) for i in ids),
        aim=aim,
    )


def answered(part_id: str, kind: str) -> PartAnswer:
    """A part's answer: "full", "some", "none" or "error"."""
    found = passage(f"{part_id} is so.")
    extract = Extract(
        text=found.text,
        passage=found,
        quote=found.text,
        start=found.start,
        end=found.end,
        kind=ExtractKind.SENTENCE,
    )
    signals = {
        "full": RetrievalSignal.HIGH,
        "some": RetrievalSignal.LOW,
        "none": RetrievalSignal.NONE,
        "error": RetrievalSignal.INFRA_ERROR,
    }
    return PartAnswer(
        part_id=part(part_id, part_id=part_id).id,
        extracts=(extract,) if kind in ("full", "some") else (),
        coverage=1.0 if kind == "full" else 0.5 if kind == "some" else 0.0,
        missing=("b",) if kind == "some" else (),
        complete=kind == "full",
        signal=signals[kind],
    )


def judged(thread: Thread = THREAD, **kinds: str) -> Progress:
    found = Found(
        retrievals=tuple(Retrieval(query=i, failed=kind == "error") for i, kind in kinds.items()),
        answers=tuple(answered(i, kind) for i, kind in kinds.items()),
    )
    aim = Continues(objective_id=OBJECTIVE) if thread.active_objective_id else Begins()
    return evaluate(
        question(*kinds, aim=aim), found, thread, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING
    )


def of(progress: Progress) -> Objective:
    assert progress.objective is not None
    return progress.objective


def test_c8_what_is_only_told_again_is_no_attempt() -> None:
    plan = question("a")
    found = Found(retrievals=(Retrieval(query="a"),), answers=(answered("a", "some"),))

    def attempts(plan: AnswerQuestion) -> int:
        told = evaluate(plan, found, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)
        return of(told).attempts

    assert attempts(plan) == 1
    assert attempts(replace(plan, shown=Shown(again=True))) == 0


def test_f1_a_turn_without_a_question_has_no_objective() -> None:
    hello = SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason="greeting"), say="greeting")

    assert (
        evaluate(hello, Said(), THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)
        == Progress()
    )


def test_r0_10_a_new_question_creates_an_objective_from_its_plan() -> None:
    objective = of(judged(a="full", b="none"))

    assert (objective.id, objective.summary, objective.origin_turn) == (OBJECTIVE, "a and b?", TURN.turn_id)
    assert (objective.created_at, objective.updated_at) == (NOW, NOW)
    assert [sub.text for sub in objective.subs] == ["a?", "b?"]


def test_r0_12_all_parts_answered_solves_the_objective() -> None:
    progress = judged(a="full", b="full")

    assert of(progress).status is ObjectiveStatus.SOLVED
    assert progress.objective_status is OutwardStatus.RESOLVED
    assert of(progress).attempts == 0
    assert progress.signal is RetrievalSignal.HIGH


@pytest.mark.parametrize(
    ("kind", "status", "reason", "source"),
    [
        ("full", SubStatus.ANSWERED, None, Source.RAG),
        ("some", SubStatus.PARTIAL, StuckReason.PARTIAL_ANSWER, Source.RAG),
        ("none", SubStatus.FAILED, StuckReason.NO_EVIDENCE, None),
        ("error", SubStatus.PENDING, None, None),
    ],
)
def test_c7_a_part_stands_as_its_evidence_says(
    kind: str, status: SubStatus, reason: StuckReason | None, source: Source | None
) -> None:
    """R0-37: parts are judged by what was resolved."""
    (sub,) = of(judged(a=kind)).subs

    assert (sub.status, sub.stuck_reason, sub.source) == (status, reason, source)
    assert sub.last_tried_turn == (None if kind == "error" else TURN.index)
    assert sub.evidence == ((PassageId("Guide#1"),) if source else ())
    assert sub.answer == ("a is so." if source else None)


@pytest.mark.parametrize("kinds", [("full", "some"), ("full", "none"), ("some", "none"), ("none", "none")])
def test_r0_13_a_part_without_full_evidence_leaves_the_objective_active(kinds: tuple[str, str]) -> None:
    progress = judged(a=kinds[0], b=kinds[1])

    assert of(progress).status is ObjectiveStatus.ACTIVE
    assert progress.objective_status is OutwardStatus.NEED_INFO
    assert of(progress).attempts == 1


@pytest.mark.parametrize(
    ("kinds", "again", "attempts"),
    [
        ({"b": "full", "d": "full"}, (), 3),
        ({"b": "full"}, (), 3),
        ({"b": "full", "a": "none"}, ("a",), 3),
        ({"b": "full", "c": "full", "a": "some"}, ("a",), 3),
        ({"b": "some"}, (), 3),
        ({"b": "full", "c": "none"}, (), 4),
        ({"a": "none"}, ("a",), 4),
        ({"b": "error"}, (), 3),
    ],
)
def test_c8_a_follow_up_with_its_answer_is_no_attempt_in_vain(
    kinds: dict[str, str], again: tuple[str, ...], attempts: int
) -> None:
    before = replace(of(judged(a="none")), attempts=3)
    thread = replace(THREAD, objectives=(before,), active_objective_id=before.id)
    found = Found(
        retrievals=tuple(Retrieval(query=i) for i in kinds), answers=tuple(answered(i, k) for i, k in kinds.items())
    )
    plan = question(*kinds, aim=Continues(objective_id=before.id), again=again)
    progress = evaluate(plan, found, thread, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)

    assert of(progress).attempts == attempts
    assert of(progress).status is (ObjectiveStatus.INCOMPLETE if attempts == 4 else ObjectiveStatus.ACTIVE)


def test_c8_an_open_part_that_was_looked_for_again_beside_an_answer_is_an_attempt_below_the_cap() -> None:
    before = of(judged(a="none"))
    thread = replace(THREAD, objectives=(before,), active_objective_id=before.id)
    kinds = {"b": "full", "a": "none"}
    found = Found(
        retrievals=tuple(Retrieval(query=i) for i in kinds), answers=tuple(answered(i, k) for i, k in kinds.items())
    )
    plan = question(*kinds, aim=Continues(objective_id=before.id), again=("a",))
    progress = evaluate(plan, found, thread, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)

    assert of(progress).attempts == 2


def test_r0_31_an_answer_that_calls_itself_complete_without_a_source_is_none() -> None:
    boast = replace(answered("a", "none"), complete=True, signal=RetrievalSignal.HIGH)
    found = Found(retrievals=(Retrieval(query="a"),), answers=(boast,))
    progress = evaluate(
        question("a"), found, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING
    )

    assert of(progress).subs[0].status is SubStatus.FAILED


def test_c8_f38_a_failed_search_spends_no_attempt_and_is_no_miss() -> None:
    progress = judged(a="error", b="error")

    assert progress.signal is RetrievalSignal.INFRA_ERROR
    assert [sub.status for sub in of(progress).subs] == [SubStatus.PENDING, SubStatus.PENDING]
    assert of(progress).attempts == 0
    assert progress.objective_status is OutwardStatus.NEED_INFO


@pytest.mark.parametrize(("kinds", "attempts"), [(("full", "error"), 0), (("none", "error"), 1)])
def test_c8_only_a_part_that_was_searched_spends_an_attempt(kinds: tuple[str, str], attempts: int) -> None:
    assert of(judged(a=kinds[0], b=kinds[1])).attempts == attempts


@pytest.mark.parametrize(
    ("kinds", "signal"),
    [
        (("full", "full"), RetrievalSignal.HIGH),
        (("none", "none"), RetrievalSignal.NONE),
        (("full", "none"), RetrievalSignal.LOW),
        (("some", "some"), RetrievalSignal.LOW),
        (("full", "error"), RetrievalSignal.LOW),
    ],
)
def test_the_turn_has_one_signal(kinds: tuple[str, str], signal: RetrievalSignal) -> None:
    assert judged(a=kinds[0], b=kinds[1]).signal is signal


def stored(**kinds: str) -> Thread:
    before = of(judged(**kinds))
    kept = replace(before, created_at=BEFORE, updated_at=BEFORE, origin_turn=TurnId("t1"), summary="the first words")
    return replace(THREAD, objectives=(kept,), active_objective_id=OBJECTIVE)


def test_r0_11_an_objective_of_the_thread_is_carried_on() -> None:
    objective = of(judged(stored(a="none"), b="full"))

    assert [(sub.text, sub.status) for sub in objective.subs] == [
        ("a?", SubStatus.FAILED),
        ("b?", SubStatus.ANSWERED),
    ]
    assert (objective.created_at, objective.updated_at) == (BEFORE, NOW)
    assert (objective.origin_turn, objective.summary) == (TurnId("t1"), "the first words")


def test_f22_an_answered_part_stays_answered() -> None:
    objective = of(judged(stored(a="full"), a="none"))

    assert objective.subs[0].status is SubStatus.ANSWERED
    assert objective.subs[0].answer == "a is so."


def test_c8_attempts_add_up_and_return_to_none_when_all_is_answered() -> None:
    assert of(judged(stored(a="none"), a="none")).attempts == 2
    assert of(judged(stored(a="none"), a="full")).attempts == 0


def test_an_objective_of_another_id_is_left_alone() -> None:
    thread = stored(a="none")
    progress = evaluate(
        question("b"),
        Found(retrievals=(Retrieval(query="b"),), answers=(answered("b", "full"),)),
        thread,
        turn=TURN,
        now=NOW,
        objective_id=ObjectiveId("new"),
        pack=PACK,
        tuning=TUNING,
    )

    assert [sub.text for sub in of(progress).subs] == ["b?"]


def test_a_question_which_one_is_meant_spends_no_attempt_and_begins_no_objective() -> None:
    waiting = OpenSlots(slots=(), question="Which?", original="a?", asked_at_turn=3, kind=Waits.UNDERSPECIFIED)
    found = Found(retrievals=(Retrieval(query="a?"),), answers=(answered("a", "none"),), unclear=waiting)

    progress = evaluate(
        question("a"), found, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING
    )

    assert progress == Progress(signal=RetrievalSignal.NONE)


@pytest.mark.parametrize(("likely", "reason"), [(True, None), (False, StuckReason.PARTIAL_ANSWER)])
def test_c4_what_more_likely_answers_than_not_is_open_and_waits_for_nothing(
    likely: bool, reason: StuckReason | None
) -> None:
    found = Found(retrievals=(Retrieval(query="a"),), answers=(replace(answered("a", "some"), likely=likely),))
    progress = evaluate(
        question("a"), found, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING
    )

    assert of(progress).subs[0].status is SubStatus.PARTIAL
    assert of(progress).subs[0].stuck_reason is reason


def test_c8_what_was_shown_before_makes_no_success_of_a_turn_that_finds_nothing() -> None:
    assert of(judged(stored(a="some"), a="none")).attempts == 2
