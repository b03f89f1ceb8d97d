"""A person is called once, after the answer; the assistant is silent while one has the thread (reports 29, 30)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.clarification import ClarificationContext, LoopMode
from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.conversation import (
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
    TurnStatus,
)
from followthrough.domain.given import NOTHING_GIVEN
from followthrough.domain.handoff import Holder, OpenHandoff, Origin
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.ids import DocumentId, HandoffId, ObjectiveId, OwnerId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.outcome import Progress, Said
from followthrough.domain.plan import Decided, SayText
from followthrough.rules.handoff.call import (
    attended,
    call_beside,
    change_holder,
    hand_over,
    handoff_id,
    human_request,
    open_after,
    told_by_person,
    with_wait,
)
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.replies.compose import compose

NOW = datetime(2026, 7, 1, tzinfo=UTC)
PACK = load_pack("general")
FOOTER = "Connecting you to an agent..."


def thread(**changes: object) -> Thread:
    plain = Thread(
        id=ThreadId("t"), owner=OwnerId("o"), collection="c", pack="general", created_at=NOW, updated_at=NOW
    )
    return replace(plain, **changes)  # pyright: ignore[reportArgumentType] - a test gives what the field takes


WAITING = thread(session_status=SessionStatus.ESCALATED, handoff=OpenHandoff(id=HandoffId("hnd_1"), since=NOW))
WITH_PERSON = replace(WAITING, holder=Holder.HUMAN)


def message(text: str, origin: Origin = Origin.USER) -> Message:
    return Message(turn_id=TurnId("1"), thread_id=ThreadId("t"), index=3, text=text, received_at=NOW, origin=origin)


def loop(mode: LoopMode, *, requires: bool = True, done: bool = False) -> ClarificationContext:
    return ClarificationContext(
        mode=mode,
        questions=("Which version?", "Are you an agent or a member?"),
        current_index=1,
        answers=(),
        original_query="q",
        original_text="q",
        document_id=DocumentId("d"),
        document_name="Guide",
        passages=(),
        objective_id=ObjectiveId("o"),
        begun_at_turn=1,
        requires_handoff=requires,
        handoff_done=done,
    )


def record(reason: str = "loop_done", **changes: object) -> TurnRecord:
    plain = TurnRecord(
        message=message("12"),
        status=TurnStatus.COMPLETED,
        turn_class=TurnClass.LOOP_ANSWER,
        query=Query(message="12"),
        retrieval=RetrievalSummary(),
        reply=Reply(text="Reset it."),
        decision=Decision(lane=Lane.CLARIFICATION, reason=reason),
        ended_at=NOW,
    )
    return replace(plain, **changes)  # pyright: ignore[reportArgumentType] - a test gives what the field takes


def test_a_request_hands_over_with_the_footer_beside_the_text() -> None:
    said = human_request(message("talk to a person"), thread(), PACK)
    assert said is not None
    assert said.turn_class is TurnClass.HUMAN_REQUEST
    handed = hand_over(record(said.decision.reason), thread(), PACK)
    assert (handed.handoff, handed.session_status) == (True, SessionStatus.ESCALATED)
    assert handed.reply == Reply(text="Reset it.", footer=FOOTER)


def test_a_second_request_while_one_waits_calls_nobody_again() -> None:
    said = human_request(message("agent"), WAITING, PACK)
    assert said is not None
    assert said.say == "handoff_waiting"
    again = hand_over(record(said.decision.reason), WAITING, PACK)
    assert (again.handoff, again.session_status, again.reply.footer) == (False, SessionStatus.ESCALATED, None)


def test_the_word_of_a_pending_question_is_its_answer() -> None:
    running = thread(clarification=loop(LoopMode.RUNNING))
    assert human_request(message("agent"), running, PACK) is None
    assert human_request(message("talk to an agent"), running, PACK) is not None
    assert human_request(message("agent"), thread(clarification=loop(LoopMode.PAUSED)), PACK) is not None
    offered = OptionSet(id="s", options=(Option(id="x", label="Agent"), Option(id="y", label="Member")))
    asked = OpenSlots(slots=("role",), question="Who?", original="q", asked_at_turn=1, option_set=offered)
    assert human_request(message("agent"), thread(open_slots=asked), PACK) is None
    assert human_request(message("representative"), thread(open_slots=asked), PACK) is not None


def test_the_answer_that_ends_a_loop_hands_over_once() -> None:
    ended = record(clarification=loop(LoopMode.DONE))
    handed = hand_over(ended, thread(), PACK)
    assert (handed.handoff, handed.reply.text, handed.reply.footer) == (True, "Reset it.", FOOTER)
    assert handed.clarification is not None
    assert handed.clarification.handoff_done
    later = hand_over(record("new_question", clarification=handed.clarification), thread(), PACK)
    assert (later.handoff, later.reply.footer) == (False, None)


@pytest.mark.parametrize(
    "ended",
    [
        record(clarification=loop(LoopMode.RUNNING)),
        record(clarification=loop(LoopMode.CLOSED)),
        record(clarification=loop(LoopMode.DONE, requires=False)),
        record(clarification=loop(LoopMode.DONE), status=TurnStatus.STOPPED),
        record(),
    ],
    ids=["running", "closed", "wants nobody", "stopped", "no loop"],
)
def test_nothing_else_hands_over(ended: TurnRecord) -> None:
    assert hand_over(ended, thread(), PACK) == ended


def test_an_escalated_thread_stays_so_and_is_not_handed_over_again() -> None:
    ended = hand_over(record(clarification=loop(LoopMode.DONE)), WAITING, PACK)
    assert (ended.handoff, ended.session_status) == (False, SessionStatus.ESCALATED)
    assert open_after(ended, WAITING.handoff) == WAITING.handoff


@pytest.mark.parametrize("text", ["hi", "", "🙂", "What is the copay?", "agent", "stop"])
def test_whatever_is_said_to_a_person_is_recorded(text: str) -> None:
    said = attended(message(text), WITH_PERSON)
    assert said is not None
    assert (said.turn_class, said.say) == (TurnClass.RECORDED, "nothing")
    assert attended(message(text), WAITING) is None


def test_the_words_of_the_person_reach_the_user_and_a_note_does_not() -> None:
    spoken = attended(message("I sent the form.", Origin.PERSON), WITH_PERSON)
    assert spoken is not None
    assert (spoken.turn_class, spoken.say, spoken.values) == (TurnClass.RECORDED, "person", ("I sent the form.",))
    noted = attended(message("They were upset.", Origin.NOTE), WITH_PERSON)
    assert noted is not None
    assert (noted.turn_class, noted.say, noted.values) == (TurnClass.RECORDED, "nothing", ())


def test_when_nobody_came_the_user_is_told_and_the_thread_returns() -> None:
    told = attended(message("", Origin.SYSTEM), WAITING)
    assert told is not None
    assert told.say == "handoff_nobody"
    ended = hand_over(record(told.decision.reason), WAITING, PACK)
    assert (ended.handoff, ended.session_status) == (False, SessionStatus.ACTIVE)
    assert open_after(ended, WAITING.handoff) is None


@pytest.mark.parametrize("state", [WITH_PERSON, thread()], ids=["a person came", "it was over"])
def test_a_notice_that_comes_too_late_says_nothing(state: Thread) -> None:
    told = attended(message("", Origin.SYSTEM), state)
    assert told is not None
    assert told.say == "nothing"


def test_taking_and_giving_back() -> None:
    asked = OpenSlots(slots=("role",), question="Who?", original="q", asked_at_turn=1)
    taken = change_holder(replace(WAITING, open_slots=asked, clarification=loop(LoopMode.RUNNING)), Holder.HUMAN)
    assert (taken.holder, taken.session_status) == (Holder.HUMAN, SessionStatus.ESCALATED)
    assert taken.open_slots is None
    assert taken.clarification is not None
    assert taken.clarification.mode is LoopMode.PAUSED
    back = change_holder(taken, Holder.ASSISTANT)
    assert (back.holder, back.session_status, back.handoff) == (Holder.ASSISTANT, SessionStatus.ACTIVE, None)
    assert back.clarification == replace(taken.clarification, to_offer=True)


def test_a_handoff_has_the_id_of_its_turn_however_often_it_is_worked_on() -> None:
    first, second = (hand_over(record("human_request"), thread(), PACK) for _ in range(2))
    opened = open_after(first, None)
    assert opened == open_after(second, None) == OpenHandoff(id=handoff_id(TurnId("1")), since=NOW)


def test_a_call_for_a_person_says_how_long_one_is_waited_for() -> None:
    asked = human_request(message("agent"), thread(), PACK)
    assert asked is not None
    decided = with_wait(Decided(plan=asked), 15.0)
    assert "15 min" in compose(decided.plan, Said(), Progress(), PACK).text
    waiting = human_request(message("agent"), WAITING, PACK)
    assert waiting is not None
    assert with_wait(Decided(plan=waiting), 15.0).plan == waiting


@pytest.mark.parametrize("origin", [Origin.PERSON, Origin.NOTE])
def test_what_a_person_said_or_noted_is_kept_for_later_questions(origin: Origin) -> None:
    said = "The new phone has the inventory number 7731."
    assert told_by_person(message(said, origin), PACK).pasted == said
    assert told_by_person(message("thanks", origin), PACK) == NOTHING_GIVEN
    assert told_by_person(message(said), PACK) == NOTHING_GIVEN


def test_without_anybody_who_is_told_no_person_is_promised() -> None:
    asked = human_request(message("agent"), thread(), PACK)
    again = human_request(message("agent"), WAITING, PACK)
    assert asked is not None
    assert again is not None
    for plan in (asked, again):
        decided = with_wait(Decided(plan=plan), 15.0, told=False)
        assert isinstance(decided.plan, SayText)
        assert (decided.plan.say, decided.plan.values) == ("handoff_noted", ())
    handed = hand_over(record(asked.decision.reason), thread(), PACK, told=False)
    assert (handed.handoff, handed.reply.footer) == (True, PACK.texts.handoff_left)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (
            "When is it open? I want a person.",
            (("I want a person.", "When is it open?"), ("When is it open?", "I want a person.")),
        ),
        ("When is it open?", ()),
        ("I am here. I want a person.", ()),
        ("When is it open? " * 6, ()),
    ],
)
def test_a_call_may_stand_beside_a_question(text: str, cut: tuple[tuple[str, str], ...]) -> None:
    assert call_beside(text, PACK) == tuple((call, left) for call, left in cut if left.endswith("?"))


def test_a_call_beside_a_question_comes_after_its_answer() -> None:
    called = hand_over(record("answer"), thread(), PACK, calls=True)
    assert (called.handoff, called.reply.footer) == (True, FOOTER)


# What is denied calls nobody (C21)

CALLS = HeardActs(spot=Spot.AFTER_ANSWER, acts=((Act.WANTS_PERSON, 1.0),))
DENIED = replace(CALLS, denies_call=True)


@pytest.mark.parametrize("text", ["no agent", "no human please"])
def test_c21_a_set_phrase_that_is_denied_calls_nobody(text: str) -> None:
    declined, called = (human_request(message(one), thread(), PACK) for one in (text, text.replace("no", "no,")))
    assert declined is not None
    assert called is not None
    assert (declined.say, called.say) == ("handoff_declined", "handoff_asked")


def test_c21_what_sounds_like_a_call_and_denies_it_is_told_that_nobody_is_called() -> None:
    declined = human_request(message("i don't want an agent"), thread(), PACK, Hearing(DENIED))
    assert declined is not None
    assert (declined.say, declined.turn_class) == ("handoff_declined", TurnClass.ACK)
    called = human_request(message("i want an agent"), thread(), PACK, Hearing(CALLS))
    assert called is not None
    assert called.say == "handoff_asked"


def test_c21_a_question_beside_a_denied_call_is_a_question() -> None:
    text = "i don't want an agent, what does a rack cost?"
    assert human_request(message(text), thread(), PACK, Hearing(DENIED)) is None
