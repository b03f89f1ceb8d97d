"""Turns run once, in order, whoever listens (architecture rules 1 and 2; field reports 31 to 37)."""

from __future__ import annotations

import asyncio

import pytest
from tests.turn.world import FEE, OWNER, QUICK, collect, ids, new_thread, say

from followthrough.domain.conversation import TurnStatus
from followthrough.domain.events import Delta, Ended, Started, kind_of
from followthrough.domain.ids import OwnerId
from followthrough.domain.objective import ObjectiveStatus, OutwardStatus, SubStatus
from followthrough.errors import InvalidInput, NotFound, TooLarge
from followthrough.rules.records.apply import apply


async def test_an_answer_is_cited_and_saved(world, service):
    """R0-9, R0-35, R0-40, R1-1: objective and sources are saved with the thread and are there when it is loaded."""
    thread = await new_thread(service)
    record = await say(service, thread, "What is the fee for a copy of the record?")
    assert record.status is TurnStatus.COMPLETED
    assert "12 dollars" in record.reply.text
    assert record.reply.citations[0].quote in FEE
    saved = await service.thread(thread.id, OWNER)
    assert saved.version == 1
    assert saved.active_objective == record.objective
    assert record.objective_status is OutwardStatus.RESOLVED
    assert [s.passage_id for s in saved.last_turn_sources] == ["doc-0-0"]


async def test_report_31_two_messages_at_once_are_both_answered_in_order(service):
    thread = await new_thread(service)
    first, second = await asyncio.gather(
        say(service, thread, "What is the fee for a copy of the record?"),
        say(service, thread, "When is the service desk open?"),
    )
    assert (first.message.index, second.message.index) == (1, 2)
    assert "12 dollars" in first.reply.text
    assert "weekdays" in second.reply.text


async def test_report_32_four_fast_messages_are_four_turns_first_in_first_out(world, service):
    thread = await new_thread(service)
    world.index.hold()
    asked = [f"What is the fee, case {n}?" for n in range(4)]
    messages = [await service.submit(thread.id, text) for text in asked]
    world.index.open.set()
    records = [await service.result(thread.id, m.turn_id) for m in messages]
    assert [r.message.index for r in records] == [1, 2, 3, 4]
    assert [r.ended_at for r in records] == sorted(r.ended_at for r in records)
    assert all(r.query.effective[0].startswith(text) for r, text in zip(records, asked, strict=True))
    assert [text for text in dict.fromkeys(world.index.searched) if text in asked] == asked


async def test_report_37_the_same_client_message_id_is_one_turn(world, service):
    thread = await new_thread(service)
    first = await say(service, thread, "What is the fee?", client_message_id="m1")
    again = await say(service, thread, "What is the fee?", client_message_id="m1")
    assert again == first
    assert len(world.index.searched) == 1
    assert (await service.thread(thread.id, OWNER)).version == 1


async def test_a_turn_completes_when_its_reader_has_gone(world, service):
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    reading = asyncio.create_task(collect(service, thread.id))
    await world.index.waiting.wait()
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    world.index.open.set()
    assert (await service.result(thread.id, message.turn_id)).status is TurnStatus.COMPLETED


async def test_the_deltas_joined_are_the_reply_and_one_event_ends_the_stream(service):
    thread = await new_thread(service)
    record = await say(service, thread, "What is the fee and when is the service desk open?")
    events = await collect(service, thread.id, after=0)
    bodies = [e.body for e in events]
    assert "".join(b.text for b in bodies if isinstance(b, Delta)) == record.reply.text
    assert sum(isinstance(b, Ended) for b in bodies) == 1
    assert isinstance(bodies[0], Started)
    assert isinstance(bodies[-1], Ended)
    assert bodies[-1].record == record
    assert tuple(c for b in bodies if isinstance(b, Delta) for c in b.citations) == record.reply.citations


async def test_report_35_a_dropped_stream_is_replayed_without_gap_or_duplicate(world, service):
    thread = await new_thread(service)
    await say(service, thread, "What is the fee?")
    await say(service, thread, "When is the service desk open?")
    whole = await collect(service, thread.id, after=0)
    assert ids(whole) == sorted(set(ids(whole)))
    for place, event in enumerate(whole):
        assert await collect(service, thread.id, after=event.id) == whole[place + 1 :]


async def test_a_stream_is_replayed_by_a_service_that_did_not_run_the_turn(world, service):
    thread = await new_thread(service)
    await say(service, thread, "What is the fee?")
    live = await collect(service, thread.id, after=0)
    other = world.service()
    assert await collect(other, thread.id, after=0) == live


async def test_a_reader_follows_a_running_turn_from_its_last_event(world, service):
    thread = await new_thread(service)
    world.index.hold()
    await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    reading = asyncio.create_task(collect(service, thread.id))
    await asyncio.sleep(0)
    world.index.open.set()
    live = await reading
    assert [kind_of(e.body).value for e in live][:3] == ["started", "planned", "sources"]
    assert isinstance(live[-1].body, Ended)


async def test_report_33_stop_keeps_what_was_said_and_marks_it(world, service):
    thread = await new_thread(service)
    seen: list[str] = []

    async def press_stop_at_the_second_delta(event) -> None:
        if isinstance(event.body, Delta):
            seen.append(event.body.text)
            if len(seen) == 2:
                await service.stop(thread.id)

    message = await service.submit(
        thread.id, "What is the fee? When is the service desk open?", observe=press_stop_at_the_second_delta
    )
    record = await service.result(thread.id, message.turn_id)
    assert record.status is TurnStatus.STOPPED
    assert record.reply.text == "".join(seen)
    assert record.objective is None
    saved = await service.thread(thread.id, OWNER)
    assert saved.last_turn_sources == ()
    assert saved.objectives == ()
    events = await collect(service, thread.id, after=0)
    assert kind_of(events[-1].body).value == "stopped"
    for citation in record.reply.citations:
        assert f"[{citation.n}]" in record.reply.text


async def test_stop_with_nothing_running_changes_nothing(service):
    thread = await new_thread(service)
    assert await service.stop(thread.id) is None
    record = await say(service, thread, "What is the fee?")
    assert await service.stop(thread.id) is None
    assert (await service.thread(thread.id, OWNER)).version == 1
    assert record.status is TurnStatus.COMPLETED


async def test_stop_ends_only_the_turn_that_is_being_answered(world, service):
    thread = await new_thread(service)
    world.index.hold()
    first = await service.submit(thread.id, "What is the fee?")
    second = await service.submit(thread.id, "When is the service desk open?")
    await world.index.waiting.wait()
    stopped = await service.stop(thread.id)
    world.index.open.set()
    assert stopped is not None
    assert stopped.message.turn_id == first.turn_id
    assert stopped.status is TurnStatus.STOPPED
    assert (await service.result(thread.id, second.turn_id)).status is TurnStatus.COMPLETED


async def test_a_stop_pressed_at_another_worker_is_seen(world, service):
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    other = world.service()
    stopping = asyncio.create_task(other.stop(thread.id))
    record = await service.result(thread.id, message.turn_id)
    assert record.status is TurnStatus.STOPPED
    assert await stopping == record
    await other.aclose()


async def test_another_owners_thread_is_not_found(service):
    thread = await new_thread(service)
    with pytest.raises(NotFound):
        await service.thread(thread.id, OwnerId("bob"))


async def test_an_empty_or_endless_message_is_refused_and_not_kept(world, service):
    thread = await new_thread(service)
    with pytest.raises(InvalidInput):
        await service.submit(thread.id, "")
    with pytest.raises(TooLarge):
        await service.submit(thread.id, "x" * (QUICK.message_max_chars + 1))
    assert await world.threads.turns(thread.id) == []


async def test_a_deleted_thread_ends_its_running_turn_and_is_gone(world, service):
    thread = await new_thread(service)
    world.index.hold()
    await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    await service.delete(thread.id)
    world.index.open.set()
    with pytest.raises(NotFound):
        await service.thread(thread.id, OWNER)


async def test_renames_and_attachments_go_through_the_queue_and_fold(world, service):
    thread = await new_thread(service)
    await asyncio.gather(
        say(service, thread, "What is the fee?"),
        service.rename(thread.id, "Fees"),
        service.attach(thread.id, "doc-9"),
    )
    saved = await service.thread(thread.id, OWNER)
    assert saved.version == 3
    assert saved.title == "Fees"
    assert saved.document_ids == ("doc-9",)
    folded = thread
    for record in await world.threads.records(thread.id):
        folded = apply(folded, record)
    assert folded == saved


async def test_a_thread_remembers_its_pack_by_name_whatever_it_was_asked_for_by(world):
    service = world.service()
    service._deps.packs["/some/folder"] = service._deps.packs["general"]
    thread = await service.create_thread(owner=OWNER, collection="default", pack="/some/folder")
    assert thread.pack == "general"
    with pytest.raises(InvalidInput, match="no pack"):
        await service.create_thread(owner=OWNER, collection="default", pack="unknown")


async def test_r0_34_each_turn_ends_with_a_line_of_states_and_numbers(world, service, caplog):
    caplog.set_level("INFO", logger="followthrough.turn.queue")
    thread = await new_thread(service)
    await say(service, thread, "Who paints the secret llamas?")
    (line,) = [r for r in caplog.records if r.getMessage() == "turn.ended"]
    assert (line.objective_status, line.asked, line.stuck_reason) == ("need_info", True, "no_evidence")
    assert (line.parts_failed, line.attempts) == (1, 1)
    assert "llamas" not in str(vars(line))


async def test_r0_6_r0_8_an_objective_says_when_it_was_made_what_was_asked_and_how_its_parts_stand(world, service):
    thread = await new_thread(service)
    await say(service, thread, "What is the fee for a copy of the record, and who repairs bicycles?")
    saved = (await service.thread(thread.id, OWNER)).active_objective
    assert saved is not None
    assert saved.created_at <= saved.updated_at
    assert saved.summary
    assert saved.attempts == 1
    assert saved.status is ObjectiveStatus.ACTIVE
    assert [sub.status for sub in saved.subs] == [SubStatus.ANSWERED, SubStatus.FAILED]
    assert len({sub.id for sub in saved.subs}) == len(saved.subs)
    assert saved.last_user_ask is not None
    assert [ask.sub_id for ask in saved.asks] == [saved.subs[1].id]
