"""A thread's state is the fold of its records (conventions, "The page"; field reports 16, 17, 33)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from followthrough.domain.conversation import (
    Citation,
    Decision,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    SessionStatus,
    Thread,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.handoff import Holder
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, PassageId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus
from followthrough.domain.records import (
    DocumentAttached,
    DocumentDetached,
    HolderChanged,
    Renamed,
    ThreadRecord,
    TurnEnded,
)
from followthrough.domain.tools import Tool, ToolOutcome, ToolUse
from followthrough.rules.records.apply import apply

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
EMPTY = Thread(
    id=ThreadId("thr"),
    owner=OwnerId("me"),
    collection="default",
    pack="general",
    created_at=NOW,
    updated_at=NOW,
)


def goal(
    name: str = "o1", status: ObjectiveStatus = ObjectiveStatus.SOLVED, summary: str = "a question"
) -> Objective:
    return Objective(
        id=ObjectiveId(name),
        status=status,
        summary=summary,
        subs=(),
        origin_turn=TurnId("turn"),
        created_at=NOW,
        updated_at=NOW,
    )


def source(passage: str) -> TurnSource:
    return TurnSource(
        document_id=DocumentId("d"), document_name="Guide", passage_id=PassageId(passage), score=0.5, page=2
    )


def ended(
    index: int = 1,
    *,
    status: TurnStatus = TurnStatus.COMPLETED,
    objective: Objective | None = None,
    found: tuple[str, ...] = (),
    cited: tuple[str, ...] = (),
    attachments: tuple[str, ...] = (),
) -> TurnEnded:
    citations = tuple(
        Citation(
            n=n, document_id=DocumentId("d"), document_name="Guide", passage_id=PassageId(passage), quote="words"
        )
        for n, passage in enumerate(cited, 1)
    )
    message = Message(
        turn_id=TurnId(f"turn{index}"),
        thread_id=EMPTY.id,
        index=index,
        text="a question",
        received_at=NOW,
        attachments=tuple(map(DocumentId, attachments)),
    )
    turn = TurnRecord(
        message=message,
        status=status,
        turn_class=TurnClass.NEW_QUESTION,
        query=Query(message="a question"),
        retrieval=RetrievalSummary(passages=tuple(map(source, found))),
        reply=Reply(text="words", citations=citations),
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        ended_at=LATER,
        objective=objective,
    )
    return TurnEnded(turn=turn)


def test_a_completed_turn_makes_its_objective_the_active_one() -> None:
    after = apply(EMPTY, ended(objective=goal()))
    assert after.active_objective == goal()
    assert after.title == "a question"
    assert after.turns == 1
    assert after.updated_at == LATER


def test_c10_an_older_objective_stays_in_its_place() -> None:
    after = apply(apply(EMPTY, ended(1, objective=goal("o1"))), ended(2, objective=goal("o2", summary="another")))
    assert [o.id for o in after.objectives] == ["o1", "o2"]
    assert after.active_objective_id == "o2"
    assert after.title == "a question"


def test_r0_11_the_same_objective_is_replaced_not_added() -> None:
    first = apply(EMPTY, ended(1, objective=goal(status=ObjectiveStatus.ACTIVE)))
    after = apply(apply(first, ended(2, objective=goal("o2"))), ended(3, objective=goal("o1")))
    assert [o.id for o in after.objectives] == ["o1", "o2"]
    assert after.active_objective == goal("o1")


def test_r2_7_the_thread_remembers_the_sources_that_were_cited() -> None:
    after = apply(EMPTY, ended(objective=goal(), found=("p1", "p2", "p3"), cited=("p2",)))
    assert after.last_turn_sources == (source("p2"),)


def test_r2_7_a_turn_without_sources_leaves_the_last_ones() -> None:
    before = apply(EMPTY, ended(1, objective=goal(), found=("p1",), cited=("p1",)))
    assert apply(before, ended(2)).last_turn_sources == (source("p1"),)


def test_report_33_a_stopped_turn_is_remembered_and_never_used_as_evidence() -> None:
    for status in (TurnStatus.STOPPED, TurnStatus.FAILED):
        after = apply(
            EMPTY, ended(status=status, objective=goal(), found=("p1",), cited=("p1",), attachments=("d9",))
        )
        assert after.turns == 1
        assert after.objectives == ()
        assert after.last_turn_sources == ()
        assert after.title is None
        assert after.document_ids == ("d9",)


def test_report_16_an_attachment_stays_in_the_threads_scope() -> None:
    after = apply(apply(EMPTY, ended(1, attachments=("d1", "d2"))), ended(2, attachments=("d2", "d3")))
    assert after.document_ids == ("d1", "d2", "d3")


def test_documents_come_and_go() -> None:
    one = apply(EMPTY, DocumentAttached(document_id=DocumentId("d1"), at=NOW))
    two = apply(one, DocumentAttached(document_id=DocumentId("d2"), at=NOW))
    assert apply(two, DocumentAttached(document_id=DocumentId("d1"), at=NOW)).document_ids == ("d2", "d1")
    assert apply(two, DocumentDetached(document_id=DocumentId("d1"), at=LATER)).document_ids == ("d2",)
    assert apply(two, DocumentDetached(document_id=DocumentId("gone"), at=LATER)).document_ids == ("d1", "d2")


def test_a_given_title_is_kept_when_a_question_is_answered() -> None:
    named = apply(EMPTY, Renamed(title="Mine", at=NOW))
    assert apply(named, ended(objective=goal())).title == "Mine"


def test_a_person_takes_the_thread_and_gives_it_back() -> None:
    called = apply(
        EMPTY, TurnEnded(turn=replace(ended(1).turn, handoff=True, session_status=SessionStatus.ESCALATED))
    )
    assert (called.holder, called.session_status) == (Holder.ASSISTANT, SessionStatus.ESCALATED)
    assert called.handoff is not None
    taken = apply(called, HolderChanged(holder=Holder.HUMAN, at=LATER))
    assert (taken.holder, taken.handoff, taken.updated_at) == (Holder.HUMAN, called.handoff, LATER)
    back = apply(taken, HolderChanged(holder=Holder.ASSISTANT, at=LATER))
    assert (back.holder, back.session_status, back.handoff) == (Holder.ASSISTANT, SessionStatus.ACTIVE, None)


def test_a_turn_that_broke_off_leaves_the_session_as_it_was() -> None:
    called = apply(
        EMPTY, TurnEnded(turn=replace(ended(1).turn, handoff=True, session_status=SessionStatus.ESCALATED))
    )
    broken = apply(called, TurnEnded(turn=replace(ended(2).turn, status=TurnStatus.FAILED)))
    assert (broken.session_status, broken.handoff) == (SessionStatus.ESCALATED, called.handoff)


def test_f39_a_thread_remembers_calls_to_the_web_and_has_the_pages_that_were_read() -> None:
    search = ToolUse(
        tool=Tool.SEARCH, argument="fees", outcome=ToolOutcome.EMPTY, turn=1, part_id=SubObjectiveId("sub")
    )
    page = replace(search, tool=Tool.SCRAPE, outcome=ToolOutcome.OK, document_id=DocumentId("d9"))
    after = apply(EMPTY, TurnEnded(turn=replace(ended().turn, tools=(search, page))))
    assert after.tools == (search, page)
    assert "d9" in after.document_ids
    stopped = replace(ended(2).turn, status=TurnStatus.STOPPED, tools=(search,))
    assert apply(after, TurnEnded(turn=stopped)).tools == (search, page)


records = st.one_of(
    st.builds(
        ended,
        st.integers(1, 5),
        status=st.sampled_from([TurnStatus.COMPLETED, TurnStatus.STOPPED, TurnStatus.FAILED]),
        objective=st.none() | st.builds(goal, st.sampled_from(["o1", "o2"])),
        found=st.just(("p1", "p2")),
        cited=st.sampled_from([(), ("p1",), ("p2", "p1")]),
        attachments=st.lists(st.sampled_from(["d1", "d2"])).map(tuple),
    ),
    st.builds(DocumentAttached, document_id=st.sampled_from(["d1", "d2"]).map(DocumentId), at=st.just(NOW)),
    st.builds(DocumentDetached, document_id=st.sampled_from(["d1", "d2"]).map(DocumentId), at=st.just(NOW)),
    st.builds(Renamed, title=st.text(max_size=5), at=st.just(NOW)),
    st.builds(HolderChanged, holder=st.sampled_from(Holder), at=st.just(NOW)),
)


@given(st.lists(records, max_size=8))
@example([ended(attachments=("d1", "d1"))])
def test_apply_adds_exactly_one_version_and_keeps_what_identifies_the_thread(changes: list[ThreadRecord]) -> None:
    thread = EMPTY
    for number, change in enumerate(changes, 1):
        thread = apply(thread, change)
        assert thread.version == number
        assert len(set(thread.document_ids)) == len(thread.document_ids)
        assert len({o.id for o in thread.objectives}) == len(thread.objectives)
        assert thread.holder is Holder.ASSISTANT or thread.session_status is SessionStatus.ESCALATED
    kept = ("id", "owner", "collection", "pack", "created_at", "language", "user_id")
    assert [getattr(thread, name) for name in kept] == [getattr(EMPTY, name) for name in kept]
