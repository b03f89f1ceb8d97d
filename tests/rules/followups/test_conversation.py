"""The conversation before a message: imported, read from turns, and bounded (C38)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.rules import loops

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import (
    Citation,
    Decision,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    StoredTurn,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId, PassageId, ThreadId, TurnId
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.conversation import (
    asks_something,
    exchanges_of,
    import_history,
    imported_turns,
    window,
)
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")


@pytest.mark.parametrize("turn_class", [TurnClass.ACK, TurnClass.HUMAN_REQUEST])
def test_what_steers_the_search_is_no_topic(turn_class: TurnClass) -> None:
    asked, said = turn("What is the fee?", TurnStatus.COMPLETED, cited=False), "I don't have anything like that"
    steering = turn(said, TurnStatus.COMPLETED, cited=False, turn_class=turn_class)

    assert [e.message for e in exchanges_of((asked, steering), PACK)] == ["What is the fee?"]


def test_r0_15_what_the_user_ended_is_no_topic() -> None:
    asked = turn("What is the fee?", TurnStatus.COMPLETED, cited=False)
    ended = turn("forget it", TurnStatus.COMPLETED, cited=False, turn_class=TurnClass.END_PURSUIT)
    later = turn("Where is the garage?", TurnStatus.COMPLETED, cited=False)

    assert exchanges_of((asked, ended), PACK) == ()
    assert [e.message for e in exchanges_of((asked, ended, later), PACK)] == ["Where is the garage?"]


def test_c6_what_a_turn_searched_beside_its_own_question_is_no_topic() -> None:
    asked = turn("Is parking free?", TurnStatus.COMPLETED, cited=False)
    assert asked.record is not None
    query = Query(
        message="Is parking free?",
        effective=("Is parking free?", "What is the fee? (price, cost)"),
        meant=("Is parking free?",),
    )
    beside = replace(asked, record=replace(asked.record, query=query))

    assert [e.query for e in exchanges_of((beside,), PACK)] == ["Is parking free?"]


def test_c38_imported_messages_become_turns_without_evidence() -> None:
    messages = [
        {"role": "system", "content": "You are helpful."},
        {"role": "assistant", "content": "Hello!"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "Hello again!"},
        {"role": "user", "content": "What is the copay?"},
        {"role": "assistant", "content": "It is $5."},
        {"role": "assistant", "content": "On Plan Silver."},
        {"role": "user", "content": "thanks"},
        {"role": "assistant", "content": "You are welcome."},
    ]
    assert import_history(messages, PACK) == (
        Exchange(message="What is the copay?", reply="It is $5.\nOn Plan Silver."),
    )


def test_a_long_history_is_read_within_its_window() -> None:
    turns = tuple(Exchange(message=f"question {n}", reply=f"reply {n}") for n in range(500))
    near = window(turns, DEFAULT_TUNING)
    assert near[-1] == turns[-1]
    assert len(near) == DEFAULT_TUNING.history_max_turns
    assert [bool(turn.reply) for turn in near].count(True) == DEFAULT_TUNING.history_max_replies


def test_greetings_thanks_and_signs_ask_nothing() -> None:
    assert [asks_something(text, PACK) for text in ("hi", "thanks!", "🙂", "fax number")] == [
        False,
        False,
        False,
        True,
    ]


def turn(
    text: str,
    status: TurnStatus,
    *,
    cited: bool,
    origin: Origin = Origin.USER,
    turn_class: TurnClass = TurnClass.NEW_QUESTION,
) -> StoredTurn:
    message = Message(
        turn_id=TurnId("t"),
        thread_id=ThreadId("h"),
        index=1,
        text=text,
        received_at=datetime(2026, 1, 1, tzinfo=UTC),
        origin=origin,
    )
    citation = Citation(
        n=1,
        document_id=DocumentId("d"),
        document_name="Plan",
        passage_id=PassageId("p"),
        quote="The copay is $25.",
        url="https://plan.example/copay",
    )
    record = TurnRecord(
        message=message,
        status=status,
        turn_class=turn_class,
        query=Query(message=text, effective=("copay of Plan Silver",)),
        retrieval=RetrievalSummary(),
        reply=Reply(text="I could not find that.", citations=(citation,) if cited else ()),
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        ended_at=message.received_at,
    )
    return StoredTurn(message=message, record=record)


def test_a_reply_counts_by_what_it_cites() -> None:
    (found,) = exchanges_of([turn("copay?", TurnStatus.COMPLETED, cited=True)], PACK)
    assert found == Exchange(
        message="copay?",
        query="copay of Plan Silver",
        queries=("copay of Plan Silver",),
        reply="The copay is $25.",
        shown=found.shown,
        site_urls=("https://plan.example/copay",),
    )
    assert found.shown


def test_c15_a_question_that_found_nothing_stays_and_the_refusal_does_not() -> None:
    (found,) = exchanges_of([turn("copay?", TurnStatus.COMPLETED, cited=False)], PACK)
    assert (found.asked, found.reply) == ("copay of Plan Silver", "")


def test_report_33_a_stopped_turn_gives_its_question_and_no_evidence() -> None:
    (found,) = exchanges_of([turn("copay?", TurnStatus.STOPPED, cited=True)], PACK)
    assert (found.message, found.reply, found.site_urls) == ("copay?", "", ())


def test_a_greeting_is_no_turn_to_refer_to() -> None:
    assert exchanges_of([turn("hi", TurnStatus.COMPLETED, cited=False)], PACK) == ()


def test_imported_turns_are_understood_and_prove_nothing() -> None:
    """C38: turns from elsewhere give later messages their topic; they carry no evidence, options or asks."""
    messages = [
        {"role": "user", "content": "What is the copay of Plan Silver?"},
        {"role": "assistant", "content": "It is 25 dollars."},
        {"role": "user", "content": "thanks"},
        {"role": "user", "content": "And imaging?"},
    ]
    turns = imported_turns(messages, PACK, thread_id=ThreadId("t"), at=datetime(2026, 11, 28, tzinfo=UTC))
    assert [turn.message.index for turn in turns] == [1, 2]
    assert exchanges_of(turns, PACK) == import_history(messages, PACK)
    for turn in turns:
        assert turn.record is not None
        assert turn.record.imported
        assert (turn.record.reply.citations, turn.record.objective, turn.record.ask) == ((), None, None)


def test_what_a_person_said_belongs_to_what_was_asked_last() -> None:
    asked = turn("Where do I send the form?", TurnStatus.COMPLETED, cited=False, turn_class=TurnClass.RECORDED)
    person = turn("To the office in Tampa.", TurnStatus.COMPLETED, cited=False, origin=Origin.PERSON)
    note = turn("Form C-7 was sent.", TurnStatus.COMPLETED, cited=False, origin=Origin.NOTE)
    found, noted = exchanges_of([person, asked, person, note], PACK)
    assert found.message == "Where do I send the form?"
    assert found.reply == "To the office in Tampa."
    assert noted.message == "Form C-7 was sent."


def test_neither_the_request_for_a_person_nor_a_notice_is_a_topic() -> None:
    request = turn("agent", TurnStatus.COMPLETED, cited=False, turn_class=TurnClass.HUMAN_REQUEST)
    notice = turn("", TurnStatus.COMPLETED, cited=False, origin=Origin.SYSTEM)
    assert exchanges_of([request, notice], PACK) == ()


def test_loop_answers_are_nobodys_topic_and_the_end_belongs_to_its_question() -> None:
    def ended(
        index: int, text: str, record_of: tuple[TurnClass, Lane], *, query: str = "", quote: str = ""
    ) -> StoredTurn:
        message = Message(
            turn_id=TurnId(f"t{index}"), thread_id=ThreadId("x"), index=index, text=text, received_at=loops.NOW
        )
        cited = Citation(n=1, document_id=DocumentId("d"), document_name="D", passage_id=PassageId("p"), quote=quote)
        turn_class, lane = record_of
        return StoredTurn(
            message=message,
            record=TurnRecord(
                message=message,
                status=TurnStatus.COMPLETED,
                turn_class=turn_class,
                query=Query(message=text, effective=(query,) if query else ()),
                retrieval=RetrievalSummary(),
                reply=Reply(text="r", citations=(cited,) if quote else ()),
                decision=Decision(lane=lane, reason="r"),
                ended_at=loops.NOW,
                clarification=loops.loop("12"),
            ),
        )

    answer = (TurnClass.LOOP_ANSWER, Lane.CLARIFICATION)
    turns = (
        ended(1, loops.PART.text, (TurnClass.NEW_QUESTION, Lane.CLARIFICATION), query=loops.PART.text),
        ended(2, "12", answer),
        ended(3, "When is lunch?", (TurnClass.NEW_QUESTION, Lane.ANSWER), query="When is lunch?", quote="At noon."),
        ended(4, "hold on", (TurnClass.ACK, Lane.CHAT)),
        ended(5, "red", answer, quote="Replace it."),
    )
    assert [(e.message, e.reply) for e in exchanges_of(turns, PACK)] == [
        ("When is lunch?", "At noon."),
        (loops.PART.text, "Replace it."),
    ]


def test_report_15_what_was_said_before_another_topic_is_left_out() -> None:
    messages = [
        {"role": "user", "content": "What are the appeal rules?"},
        {"role": "assistant", "content": "An appeal must be filed within 60 days."},
        {"role": "user", "content": "new topic: parking"},
        {"role": "assistant", "content": "Parking is on level 2."},
        {"role": "user", "content": "Is it free?"},
    ]
    assert [turn.message for turn in import_history(messages, PACK)] == ["parking", "Is it free?"]
