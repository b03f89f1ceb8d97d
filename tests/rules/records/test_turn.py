"""What is written down of a turn agrees with what it did (R0-24, interface.md "Turn")."""

from __future__ import annotations

from datetime import UTC, datetime

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import (
    Citation,
    Decision,
    DialogState,
    Lane,
    Message,
    Reply,
    TurnClass,
    TurnStatus,
)
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.objective import OutwardStatus, SubObjective
from followthrough.domain.outcome import Found, Progress, Said
from followthrough.domain.plan import AnswerQuestion, Decided, SayText
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import Ranked, RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.records.turn import record_early_end, record_turn, turn_sources

PACK = load_pack("general")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MESSAGE = Message(turn_id=TurnId("t"), thread_id=ThreadId("thr"), index=1, text="a and b?", received_at=NOW)
GREETING = SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason="greeting"), say="greeting")
CITATION = Citation(
    n=1, document_id=DocumentId("d"), document_name="Guide", passage_id=PassageId("p1"), quote="words"
)


def question(*texts: str) -> AnswerQuestion:
    parts = tuple(SubObjective(id=SubObjectiveId(str(n)), text=text) for n, text in enumerate(texts))
    decision = Decision(lane=Lane.ANSWER, reason="new_question")
    planned = tuple(map(as_it_stands, parts))
    return AnswerQuestion(turn_class=TurnClass.NEW_QUESTION, decision=decision, summary="a and b", planned=planned)


def found(query: str, *scores: tuple[str, float]) -> Retrieval:
    passages = tuple(
        RankedPassage(
            passage=Passage(
                id=PassageId(name),
                document_id=DocumentId("d"),
                document_name="Guide",
                collection="default",
                ordinal=0,
                text="words",
                start=0,
                end=5,
                page=4,
            ),
            ranked=Ranked(passage_id=PassageId(name), score=score),
        )
        for name, score in scores
    )
    return Retrieval(query=query, passages=passages)


def test_searches_count_distinct_query_texts() -> None:
    outcome = Found(retrievals=(found("a"), found("b"), found("a")), answers=())
    record = record_turn(
        MESSAGE,
        Decided(plan=question("a", "b", "a")),
        outcome=outcome,
        progress=Progress(signal=RetrievalSignal.NONE),
        reply=Reply(text="nothing"),
        pack=PACK,
        now=NOW,
    )
    assert record.retrieval.searches == 2
    assert record.query.effective == ("a", "b")
    assert record.retrieval.signal is RetrievalSignal.NONE


def test_each_passage_is_a_source_once_with_its_best_score() -> None:
    sources = turn_sources((found("a", ("p1", 0.2), ("p2", 0.9)), found("b", ("p1", 0.9), ("p3", 0.1))))
    assert [(s.passage_id, s.score) for s in sources] == [("p1", 0.9), ("p2", 0.9), ("p3", 0.1)]
    assert sources[0].page == 4


def test_nothing_searched_is_nothing_found() -> None:
    record = record_early_end(MESSAGE, GREETING, TurnStatus.STOPPED, "so far", citations=(CITATION,), now=NOW)
    assert record.query.effective == ()
    assert record.retrieval.searches == 0


def test_report_33_a_stopped_turn_keeps_what_was_said_and_touches_no_objective() -> None:
    plan = question("a", "b")
    record = record_early_end(MESSAGE, plan, TurnStatus.STOPPED, "so far [1]", citations=(CITATION,), now=NOW)
    assert record.status is TurnStatus.STOPPED
    assert record.reply == Reply(text="so far [1]", citations=(CITATION,))
    assert record.objective is None
    assert record.objective_status is None
    assert record.decision.reason == "stopped_by_user"


def test_a_failed_turn_carries_its_code() -> None:
    record = record_early_end(MESSAGE, None, TurnStatus.FAILED, "sorry", now=NOW, error_code="index_unavailable")
    assert record.error_code == "index_unavailable"
    assert record.turn_class is TurnClass.NEW_QUESTION


def test_r0_24_only_a_resolved_objective_has_the_closure() -> None:
    for status, closed in ((OutwardStatus.RESOLVED, True), (OutwardStatus.NEED_INFO, False), (None, False)):
        record = record_turn(
            MESSAGE,
            Decided(plan=GREETING),
            outcome=Said(),
            progress=Progress(objective_status=status),
            reply=Reply(text="x", citations=(CITATION,) if closed else ()),
            pack=PACK,
            now=NOW,
        )
        assert (record.closure_message is not None) is closed
        assert record.dialog_state is (DialogState.ANSWER_PROVIDED if closed else DialogState.INITIAL)


def test_a_question_which_one_is_meant_waits_after_the_turn() -> None:
    plan = question("a?")
    waiting = OpenSlots(slots=(), question="Which?", original="a?", asked_at_turn=1, kind=Waits.UNDERSPECIFIED)
    outcome = Found(retrievals=(found("a?", ("p1", 0.5)),), answers=(), unclear=waiting)

    record = record_turn(MESSAGE, Decided(plan=plan), outcome, Progress(), Reply(text="Which?"), pack=PACK, now=NOW)

    assert record.open_slots == waiting
    assert record.dialog_state is DialogState.NEEDS_CLARIFICATION
    assert record.decision == Decision(lane=Lane.CLARIFICATION, reason="underspecified")
