"""What goes wrong ends in one honest record: dead processes, a failing index, a failing store, our own faults."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest
from tests.turn.world import OWNER, QUICK, collect, ids, new_thread, say, without_times

from followthrough.domain.conversation import TurnStatus
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.events import Delta, Started
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import OutwardStatus
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.errors import StoreUnavailable
from followthrough.turn import pipeline
from followthrough.turn.pipeline import decide


async def test_report_36_a_turn_whose_process_died_is_completed_once_after_restart(world):
    dying = world.service()
    await dying.start()
    thread = await new_thread(dying)
    world.index.hold()
    message = await dying.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    before = await collect_so_far(dying, thread.id)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()  # as a killed process: nothing more is written
    await asyncio.sleep(0)
    world.clock.advance(QUICK.lease_s + 1)
    world.index.open.set()

    heir = world.service()
    await heir.start()
    record = await heir.result(thread.id, message.turn_id)
    assert record.status is TurnStatus.COMPLETED
    assert (await heir.thread(thread.id, OWNER)).version == 1
    after = await collect(heir, thread.id, after=before[-1].id)
    assert isinstance(after[0].body, Started)
    assert min(ids(after)) > max(ids(before))
    assert "".join(e.body.text for e in after if isinstance(e.body, Delta)) == record.reply.text
    await heir.aclose()


async def collect_so_far(service, thread_id):
    """The first two events of the newest turn, without waiting for more."""
    reading = service.events(thread_id)
    got = [await anext(reading), await anext(reading)]
    await reading.aclose()
    return got


async def test_a_live_workers_turn_is_not_taken_by_another(world, service):
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    other = world.service()
    await other.start()
    waiting = asyncio.create_task(other.result(thread.id, message.turn_id))
    for _ in range(20):
        await asyncio.sleep(0.01)
    assert len(world.index.searched) == 1
    world.index.open.set()
    assert without_times(await waiting) == without_times(await service.result(thread.id, message.turn_id))
    assert len(world.index.searched) == 1
    await other.aclose()


async def test_f38_an_index_failure_is_no_miss(world, service):
    thread = await new_thread(service)
    world.index.failing = True
    record = await say(service, thread, "What is the fee?")
    assert record.status is TurnStatus.COMPLETED
    assert record.retrieval.signal is RetrievalSignal.INFRA_ERROR
    assert record.objective is not None
    assert record.objective.attempts == 0
    assert record.objective_status is OutwardStatus.NEED_INFO


async def test_a_turn_that_breaks_ends_failed_with_an_honest_reply(world, service, monkeypatch):
    thread = await new_thread(service)

    async def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(world.index, "get", broken)
    record = await say(service, thread, "What is the fee?")
    assert record.status is TurnStatus.FAILED
    assert record.error_code == "internal"
    assert "secret" not in record.reply.text
    assert record.reply.text
    assert (await service.thread(thread.id, OWNER)).objectives == ()
    deltas = [e.body.text for e in await collect(service, thread.id, after=0) if isinstance(e.body, Delta)]
    assert "".join(deltas) == record.reply.text
    monkeypatch.undo()
    assert (await say(service, thread, "What is the fee?")).status is TurnStatus.COMPLETED


async def test_a_conversation_whose_pack_is_not_in_use_says_so(world, service):
    thread = await service.create_thread(owner=OWNER, collection="default", pack="general")
    general = world.packs.pop("general")
    world.packs["other"] = general
    sent = await service.submit(thread.id, "What is the copay?")
    record = await service.result(thread.id, sent.turn_id)
    assert (record.status, record.error_code) == (TurnStatus.FAILED, "configuration")
    assert record.reply.text == general.texts.pack_missing.format(name="general")


async def test_a_message_that_kills_its_worker_each_time_is_given_up(world):
    service = world.service()
    thread = await new_thread(service)
    accepted = await world.threads.accept(
        thread_id=thread.id,
        turn_id="turn-x",
        text="What is the fee?",
        received_at=world.clock.now(),
        client_message_id=None,
    )
    for _ in range(QUICK.max_attempts_per_turn):
        await world.threads.begin_attempt(accepted.turn_id)
        await world.threads.count_alone(accepted.turn_id, 1)
    await service.start()
    record = await service.result(thread.id, accepted.turn_id)
    assert record.status is TurnStatus.FAILED
    assert record.error_code == "too_many_attempts"
    await service.aclose()


class Refusing:
    """A commit that the store refuses until it is told to work again."""

    def __init__(self, commit) -> None:
        self.commit = commit
        self.refused = 0
        self.works_after = 0

    async def __call__(self, **values: object) -> object:
        if self.refused < self.works_after:
            self.refused += 1
            raise StoreUnavailable("The disk is full.")
        return await self.commit(**values)


async def test_a_store_that_is_away_for_a_moment_costs_nothing_but_time(world, service, monkeypatch):
    thread = await new_thread(service)
    refusing = Refusing(world.threads.commit)
    refusing.works_after = QUICK.save_tries - 1
    monkeypatch.setattr(world.threads, "commit", refusing)
    record = await say(service, thread, "What is the fee?")
    assert record.status is TurnStatus.COMPLETED
    assert refusing.refused == QUICK.save_tries - 1
    assert len(world.index.searched) == 1


async def test_a_store_that_stays_away_is_told_to_the_caller_and_the_turn_is_answered_later(
    world, service, monkeypatch
):
    thread = await new_thread(service)
    refusing = Refusing(world.threads.commit)
    refusing.works_after = QUICK.save_tries
    monkeypatch.setattr(world.threads, "commit", refusing)
    message = await service.submit(thread.id, "What is the fee?", client_message_id="m1")
    with pytest.raises(StoreUnavailable):
        await service.result(thread.id, message.turn_id)
    again = await service.submit(thread.id, "What is the fee?", client_message_id="m1")
    assert again.turn_id == message.turn_id
    record = await service.result(thread.id, message.turn_id)
    assert record.status is TurnStatus.COMPLETED
    assert (await service.thread(thread.id, OWNER)).version == 1


async def test_only_the_events_of_recent_turns_stay_in_memory(world, service, monkeypatch):
    monkeypatch.setattr("followthrough.turn.queue._KEPT_LOGS", 3)
    thread = await new_thread(service)
    turns = [(await say(service, thread, f"What is the fee, case {n}?")).message.turn_id for n in range(6)]
    kept = [service._queue.following(turn_id) is not None for turn_id in turns]
    assert kept == [False, False, False, True, True, True]
    assert service.unfinished == 0
    assert len(await collect(service, thread.id, after=0)) > 6 * 3


async def test_an_index_that_lost_its_passages_is_no_miss(world, service):
    thread = await new_thread(service)
    document = Document(
        id=DocumentId("doc-0"),
        collection="default",
        source="upload:fees.md",
        name="fees.md",
        media_type="text/markdown",
        content_hash="",
        size_bytes=1,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(),
        created_at=world.clock.now(),
        updated_at=world.clock.now(),
    )
    await world.documents.put(document)
    await world.index.delete_documents(["doc-0", "doc-1"])
    record = await say(service, thread, "What is the fee?")
    assert record.retrieval.signal is RetrievalSignal.INFRA_ERROR
    await world.documents.delete([document.id])
    record = await say(service, thread, "What is the fee for a visit?")
    assert record.retrieval.signal is RetrievalSignal.NONE


async def test_a_turn_that_takes_longer_than_a_turn_may_ends_once_and_says_so(world):
    service = world.service(replace(QUICK, turn_limit_s=0.05))
    await service.start()
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    record = await service.result(thread.id, message.turn_id)
    assert record.status is TurnStatus.FAILED
    assert record.error_code == "turn_too_long"
    assert record.reply.text == world.packs["general"].texts.turn_too_long
    deltas = [e.body.text for e in await collect(service, thread.id, after=0) if isinstance(e.body, Delta)]
    assert "".join(deltas) == record.reply.text
    assert (await world.threads.turn(thread.id, message.turn_id)).attempt == 1
    world.index.open.set()
    other = world.service()
    await other.start()  # nobody takes it up again
    assert (await say(other, thread, "What are the hours?")).status is TurnStatus.COMPLETED
    assert [turn.attempt for turn in await world.threads.turns(thread.id)] == [1, 1]
    await service.aclose()
    await other.aclose()


async def test_while_a_long_message_is_read_its_lease_is_kept_and_others_are_answered(world, monkeypatch):
    reading, read = threading.Event(), threading.Event()

    def slowly(situation, tuning):
        if situation.message.text.startswith("long"):
            reading.set()
            assert read.wait(30)
        return decide(situation, tuning)

    monkeypatch.setattr(pipeline, "decide", slowly)
    service = world.service()
    await service.start()
    thread, other = await new_thread(service), await new_thread(service)
    message = await service.submit(thread.id, "long " * QUICK.inline_max_chars)
    assert await asyncio.to_thread(reading.wait, 30)
    assert (await say(service, other, "What is the fee?")).status is TurnStatus.COMPLETED
    renewed, take = asyncio.Event(), world.threads.acquire

    async def acquire(thread_id, *args, **kwargs):
        held = await take(thread_id, *args, **kwargs)
        if thread_id == thread.id and held:
            renewed.set()
        return held

    monkeypatch.setattr(world.threads, "acquire", acquire)
    await renewed.wait()
    read.set()
    assert (await service.result(thread.id, message.turn_id)).status is TurnStatus.COMPLETED
    await service.aclose()


async def test_a_store_that_is_away_for_a_moment_ends_no_renewing_of_a_lease(world, service, monkeypatch):
    thread = await new_thread(service)
    world.index.hold()
    message = await service.submit(thread.id, "What is the fee?")
    await world.index.waiting.wait()
    take, failed, renewed = world.threads.acquire, asyncio.Event(), asyncio.Event()

    async def acquire(*args, **kwargs):
        if not failed.is_set():
            failed.set()
            raise StoreUnavailable("away")
        renewed.set()
        return await take(*args, **kwargs)

    monkeypatch.setattr(world.threads, "acquire", acquire)
    await renewed.wait()
    world.index.open.set()
    assert (await service.result(thread.id, message.turn_id)).status is TurnStatus.COMPLETED
