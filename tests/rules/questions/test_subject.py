"""What a message asks: the stopped question, the last one for another plan, or its own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import (
    Decision,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    StoredTurn,
    Thread,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.hearing import NOTHING_HEARD, Act, HeardActs, Spot
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots, SlotState
from followthrough.rules.hearing.classify import hear
from followthrough.rules.questions.subject import Subject, continue_original, subject_of
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.tuning import Tuning

PACK = load_pack("healthcare_payer")
KNOWN = Gazetteer(PACK)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def message(index: int, text: str) -> Message:
    return Message(turn_id=TurnId(f"t{index}"), thread_id=ThreadId("thr"), index=index, text=text, received_at=NOW)


def turn(index: int, text: str, *effective: str) -> StoredTurn:
    record = TurnRecord(
        message=message(index, text),
        status=TurnStatus.COMPLETED,
        turn_class=TurnClass.NEW_QUESTION,
        query=Query(message=text, effective=effective),
        retrieval=RetrievalSummary(),
        reply=Reply(text="x"),
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        ended_at=NOW,
    )
    return StoredTurn(message=record.message, record=record)


def subject(
    text: str, *turns: StoredTurn, payor: str = "Sunshine Health", acts: HeardActs = NOTHING_HEARD
) -> Subject:
    state = SlotState(slot="payor", values=(payor,), set_at_turn=1, used_at_turn=1)
    thread = Thread(
        id=ThreadId("thr"),
        owner=OwnerId("me"),
        collection="c",
        pack="p",
        created_at=NOW,
        updated_at=NOW,
        jurisdiction=Jurisdiction(slots=(state,)),
    )
    heard = hear(message(len(turns) + 1, text), thread, turns, known=KNOWN, pack=PACK, tuning=Tuning(), acts=acts)
    return subject_of(heard, turns, KNOWN, PACK)


ASKED = turn(1, "What is the appeal deadline at Sunshine?", "What is the appeal deadline at Sunshine?")


@pytest.mark.parametrize(
    ("text", "effective"),
    [
        ("how about Molina?", ("What is the appeal deadline at Molina?",)),
        ("I meant Molina, not Sunshine", ("What is the appeal deadline at Molina?",)),
        ("payor.molina", ("What is the appeal deadline at Molina?",)),
        ("how about Brightpath Health?", ("What is the appeal deadline at Brightpath Health?",)),
        (
            "compare with Molina",
            ("What is the appeal deadline at Sunshine?", "What is the appeal deadline at Molina?"),
        ),
    ],
)
def test_f14_a_value_alone_asks_the_last_question_for_it(text: str, effective: tuple[str, ...]) -> None:
    assert subject(text, ASKED).effective == effective


def test_r2_6_a_question_that_depends_on_a_settled_slot_relies_on_it() -> None:
    found = subject("What is the timely filing limit for corrected claims?", ASKED)

    assert found.followup.is_followup
    assert found.scope_alone


def test_report_11_a_question_that_names_a_code_is_left_as_it_is() -> None:
    assert not subject("Is CPT 12345 covered?", ASKED).followup.is_followup


def test_the_stopped_question_is_continued_with_the_conversation_before_it() -> None:
    waiting = OpenSlots(slots=("payor",), question="?", original="And the copay?", asked_at_turn=2)
    found = continue_original(waiting, (ASKED, turn(2, "And the copay?"), turn(3, "hm")), PACK, Tuning())

    assert found.text == "And the copay?"
    assert [one.message for one in found.history] == [ASKED.message.text]
    assert found.followup.is_followup


def test_what_only_tells_something_is_about_the_question_before_it() -> None:
    told = HeardActs(spot=Spot.AFTER_ANSWER, acts=((Act.STATEMENT, 0.9),))

    assert subject("that one was sent twice", ASKED, acts=told).about == ASKED.message.text
    assert subject("that one was sent twice", ASKED).about == ""
    assert subject("that one was sent twice", acts=told).about == ""
