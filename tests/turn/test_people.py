"""A person takes a thread, speaks in it and gives it back; or nobody comes (issue 5, "Hand-off"; report 29)."""

from __future__ import annotations

import asyncio

import pytest
from tests.turn.world import World, collect, new_thread, say

from followthrough.domain.conversation import SessionStatus, TurnClass, TurnRecord
from followthrough.domain.events import Ended
from followthrough.domain.handoff import HandoffState, Holder, Origin
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.errors import InvalidInput, NotFound, TooLarge
from followthrough.turn.people import People
from followthrough.turn.service import TurnService


@pytest.fixture
def people(service: TurnService, world: World) -> People:
    return People(service, world.threads)


async def spoken(service: TurnService, people: People, thread_id: ThreadId, text: str) -> TurnRecord:
    message = await people.speak(thread_id, text)
    return await service.result(thread_id, message.turn_id)


async def test_report_29_the_assistant_is_silent_while_a_person_has_the_thread(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    called = await say(service, thread, "talk to a person")
    assert (called.turn_class, called.handoff) == (TurnClass.HUMAN_REQUEST, True)
    taken = await people.take(thread.id)
    assert (taken.holder, taken.session_status) == (Holder.HUMAN, SessionStatus.ESCALATED)
    for text in ("hi", "What is the fee for a copy of the record?", "stop", "🙂"):
        record = await say(service, thread, text)
        assert (record.turn_class, record.reply.text, record.reply.footer) == (TurnClass.RECORDED, "", None)
        assert (record.handoff, record.session_status) == (False, SessionStatus.ESCALATED)
        assert record.objective is None
    assert world.index.searched == []


async def test_what_a_person_says_reaches_the_user_as_a_turn(service: TurnService, people: People) -> None:
    thread = await new_thread(service)
    await people.take(thread.id)
    await say(service, thread, "Where do I send it?")
    record = await spoken(service, people, thread.id, "To Tampa, see [1].")
    assert (record.turn_class, record.message.origin) == (TurnClass.RECORDED, Origin.PERSON)
    assert record.reply.text == "To Tampa, see \\[1\\]."
    events = await collect(service, thread.id, after=0)
    told = [e.body.record.reply.text for e in events if isinstance(e.body, Ended)]
    assert told == ["", "To Tampa, see \\[1\\]."]


async def test_only_the_person_who_has_the_thread_speaks_in_it(service: TurnService, people: People) -> None:
    thread = await new_thread(service)
    with pytest.raises(InvalidInput):
        await people.speak(thread.id, "hello")
    await people.take(thread.id)
    with pytest.raises(InvalidInput):
        await people.speak(thread.id, "")
    with pytest.raises(TooLarge):
        await people.speak(thread.id, "x" * 16_001)
    await people.give_back(thread.id)
    with pytest.raises(InvalidInput):
        await people.speak(thread.id, "hello")


async def test_giving_back_tells_the_assistant_what_happened(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    await people.take(thread.id)
    back = await people.give_back(thread.id, note="They want a copy of the record.")
    assert (back.holder, back.session_status) == (Holder.ASSISTANT, SessionStatus.ACTIVE)
    turns = await world.threads.turns(thread.id)
    assert [(t.message.origin, t.record and t.record.reply.text) for t in turns] == [(Origin.NOTE, "")]
    record = await say(service, thread, "What is the fee for it?")
    assert record.query.is_followup
    assert "record" in " ".join(record.query.effective)
    assert record.retrieval.signal is not RetrievalSignal.NONE
    assert "12 dollars" in record.reply.text


async def test_taking_and_giving_back_twice_changes_nothing_more(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    assert (await people.give_back(thread.id)).version == 0
    first, second = await people.take(thread.id), await people.take(thread.id)
    assert first == second
    await people.give_back(thread.id, note="all done", client_message_id="n")
    await people.give_back(thread.id, note="all done", client_message_id="n")
    assert len(await world.threads.turns(thread.id)) == 1
    with pytest.raises(NotFound):
        await people.take(ThreadId("nowhere"))


async def test_a_person_takes_the_thread_after_what_was_asked_before(
    world: World, service: TurnService, people: People
) -> None:
    """Through the thread's own queue: the running turn ends first, what comes later is the person's."""
    thread = await new_thread(service)
    world.index.hold()
    asked = await service.submit(thread.id, "What is the fee for a copy?")
    await world.index.waiting.wait()
    taking = asyncio.create_task(people.take(thread.id))
    await asyncio.sleep(0)
    world.index.open.set()
    answered = await service.result(thread.id, asked.turn_id)
    await taking
    later = await say(service, thread, "and the hours?")
    assert answered.turn_class is TurnClass.NEW_QUESTION
    assert later.turn_class is TurnClass.RECORDED


async def test_a_call_can_be_taken_back(world: World, service: TurnService, people: People) -> None:
    thread = await new_thread(service)
    called = await say(service, thread, "agent")
    back = await people.give_back(thread.id)
    assert (back.session_status, back.handoff) == (SessionStatus.ACTIVE, None)
    (stored,) = await world.handoffs.list()
    assert (stored.handoff.turn_id, stored.state) == (called.message.turn_id, HandoffState.UNATTENDED)


async def test_when_nobody_comes_the_user_is_told_once_and_the_thread_returns(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    await say(service, thread, "agent")
    (stored,) = await world.handoffs.list()
    await asyncio.gather(*(people.nobody_came(stored) for _ in range(3)))
    turns = await world.threads.turns(thread.id)
    told = await service.result(thread.id, turns[1].message.turn_id)
    assert len(turns) == 2
    assert (told.message.origin, told.turn_class, told.decision.reason) == (
        Origin.SYSTEM,
        TurnClass.HUMAN_REQUEST,
        "nobody_came",
    )
    assert told.reply.text == world.packs["general"].texts.handoff_nobody
    assert (told.handoff, told.session_status, told.reply.footer) == (False, SessionStatus.ACTIVE, None)
    after = await world.threads.get(thread.id)
    assert after is not None
    assert (after.session_status, after.holder, after.handoff) == (SessionStatus.ACTIVE, Holder.ASSISTANT, None)
    assert [s.state for s in await world.handoffs.list()] == [HandoffState.UNATTENDED]
    again = await say(service, thread, "agent")
    assert again.handoff


async def test_a_notice_that_comes_after_the_person_says_nothing(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    await say(service, thread, "agent")
    (stored,) = await world.handoffs.list()
    await people.take(thread.id)
    await people.nobody_came(stored)
    (_, notice) = await world.threads.turns(thread.id)
    told = await service.result(thread.id, notice.message.turn_id)
    assert (told.turn_class, told.reply.text) == (TurnClass.RECORDED, "")
    assert (await people.take(thread.id)).holder is Holder.HUMAN


async def test_a_message_under_the_notices_own_id_does_not_keep_the_thread(
    world: World, service: TurnService, people: People
) -> None:
    thread = await new_thread(service)
    called = await say(service, thread, "agent")
    (stored,) = await world.handoffs.list()
    await say(service, thread, "hi", client_message_id=f"{stored.handoff.id}:nobody")
    await people.nobody_came(stored)
    after = await world.threads.get(thread.id)
    assert after is not None
    assert after.session_status is SessionStatus.ACTIVE
    assert called.message.turn_id == TurnId(stored.handoff.turn_id)
