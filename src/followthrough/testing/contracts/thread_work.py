"""The contract of ``ThreadStore``: what is to be done next, by whom, and what was asked to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from followthrough.domain.conversation import Message, StoredTurn
from followthrough.domain.ids import DocumentId, ThreadId, TurnId, WorkerId
from followthrough.domain.model_calls import NOTHING_USED
from followthrough.domain.records import TurnEnded
from followthrough.errors import NotFound
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.model_use import added, use_of
from followthrough.testing.contracts.thread_turns import T1, T2, OpenThreadStore, end, send
from followthrough.testing.contracts.values import NOON, a_thread, a_turn, moment

W1, W2 = WorkerId("w-1"), WorkerId("w-2")


class WorkContract:
    """What is to be done next, by whom, and what was asked to stop."""

    @pytest.fixture
    async def work(self, open_store: OpenThreadStore) -> ThreadStore:
        """One store with the empty threads ``t-1`` and ``t-2``."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        await store.create(a_thread("t-2"))
        return store

    async def test_pending_turns_come_in_order(self, work: ThreadStore) -> None:
        """The oldest first; a turn that has ended is pending no more."""
        messages = [await send(work, n) for n in (3, 1, 2)]
        for version, message in enumerate(messages):
            assert await _pending(work) == message
            await end(work, message, version)
        assert await work.next_pending(T1) is None

    async def test_the_use_of_models_is_added_up_by_day(self, work: ThreadStore, open_store: OpenThreadStore) -> None:
        """In UTC, over threads and processes, and what a deleted thread used stays used."""
        evening = moment(0).replace(hour=23, minute=59)
        records: list[TurnEnded] = []
        for n, (thread, at) in enumerate([(T1, evening), (T2, evening), (T1, evening + timedelta(minutes=2))]):
            store = await open_store()
            sent = await work.accept(
                thread_id=thread,
                turn_id=TurnId(f"u-{n}"),
                text="a",
                received_at=at,
                client_message_id=None,
            )
            known = await store.get(thread)
            assert known is not None
            records.append(TurnEnded(turn=replace(a_turn(sent), ended_at=at)))
            once = use_of(records[-1].turn.model_calls)
            after = await store.commit(thread_id=thread, record=records[-1], expected_version=known.version)
            assert after.model_use == added(known.model_use, once)
        await work.delete(T2)
        once = use_of(records[-1].turn.model_calls)
        assert once.calls == 2
        assert await work.model_use(evening.date()) == added(once, once)
        assert await work.model_use(evening.date() + timedelta(days=1)) == once
        assert await work.model_use(evening.date() - timedelta(days=1)) == NOTHING_USED

    async def test_idle_threads_got_no_message_for_long(self, work: ThreadStore) -> None:
        """The oldest first; one that is young, was spoken in lately or waits for an answer is none."""
        for name, created in (("t-3", 7), ("t-4", 3), ("t-5", 1)):
            await work.create(replace(a_thread(name), created_at=moment(created)))
        await end(work, await send(work, 9, T1), 0)
        await end(work, await send(work, 4, T2), 0)
        await send(work, 4, ThreadId("t-5"))
        assert await work.idle(before=moment(5)) == ["t-2", "t-4"]
        assert await work.idle(before=moment(5), limit=1) == ["t-2"]
        assert await work.idle(before=moment(10)) == ["t-1", "t-2", "t-4", "t-3"]
        assert await work.idle(before=moment(0)) == []

    async def test_threads_that_speak_of_a_document_are_known(self, work: ThreadStore) -> None:
        """By id; another document's id in part is not it."""
        first, second = await send(work, 1, T1), await send(work, 2, T2)
        for message in (first, second):
            await end(work, message, 0)
        named = {r.document_id for r in a_turn(first).retrieval.passages}
        assert named
        for document_id in named:
            assert await work.citing(document_id) == [T1, T2]
            assert await work.citing(DocumentId(document_id[:-1])) == []

    async def test_attempts_at_no_turn_are_refused(self, work: ThreadStore) -> None:
        """There is nothing to count."""
        for unknown in ("?", "\x00"):
            with pytest.raises(NotFound):
                await work.begin_attempt(TurnId(unknown))
            with pytest.raises(NotFound):
                await work.count_alone(TurnId(unknown), 1)

    async def test_a_stop_is_noted_for_its_turn_only(self, work: ThreadStore, open_store: OpenThreadStore) -> None:
        """And seen by every process; one for a turn of another thread, or that has ended, is passed over."""
        first, second = await send(work, 1), await send(work, 2)
        other = await open_store()
        await other.request_stop(T2, first.turn_id)
        assert await work.stops_requested([first.turn_id]) == set()
        await other.request_stop(T1, first.turn_id)
        assert await work.stops_requested([first.turn_id, second.turn_id]) == {first.turn_id}
        pending = await work.next_pending(T1)
        assert pending == StoredTurn(message=first, stop_requested=True)
        await end(work, first, 0)
        await end(work, second, 1)
        await other.request_stop(T1, second.turn_id)
        assert await work.stops_requested([second.turn_id]) == set()

    async def test_a_lease_is_one_workers_until_it_is_over(self, work: ThreadStore) -> None:
        """It is extended by its worker, and taken by another when it is over or given back."""
        assert await work.acquire(T1, W1, now=moment(0), until=moment(5))
        assert not await work.acquire(T1, W2, now=moment(4.999), until=moment(9))
        assert await work.acquire(T2, W2, now=moment(0), until=moment(5))
        assert await work.acquire(T1, W1, now=moment(4), until=moment(8))
        assert not await work.acquire(T1, W2, now=moment(6), until=moment(9))
        await work.release(T1, W2)
        assert not await work.acquire(T1, W2, now=moment(7), until=moment(9))
        await work.release(T1, W1)
        assert await work.acquire(T1, W2, now=moment(7), until=moment(9))
        assert await work.acquire(T1, W1, now=moment(9), until=moment(12))
        await work.release(T1, W2)
        assert not await work.acquire(T1, W2, now=moment(11), until=moment(15))

    async def test_of_workers_at_once_one_gets_the_lease(self, open_store: OpenThreadStore) -> None:
        """From two processes as from one."""
        stores = [await open_store(), await open_store()]
        await stores[0].create(a_thread("t-1"))
        got = await asyncio.gather(
            *(stores[n % 2].acquire(T1, WorkerId(f"w-{n}"), now=NOON, until=moment(5)) for n in range(8))
        )
        assert sum(got) == 1

    async def test_abandoned_threads_have_work_and_no_live_lease(self, work: ThreadStore) -> None:
        """Oldest message first; a live worker's thread is never among them."""
        for name in ("t-3", "t-4"):
            await work.create(a_thread(name))
        await end(work, await send(work, 9, ThreadId("t-3")), 0)
        await send(work, 5, T1)
        await send(work, 1, T2)
        await send(work, 3, ThreadId("t-4"))
        assert await _abandoned(work, 10) == ["t-2", "t-4", "t-1"]
        assert await work.acquire(T2, W1, now=moment(10), until=moment(20))
        assert await _abandoned(work, 10) == ["t-4", "t-1"]
        assert await work.abandoned(now=moment(10), limit=1) == ["t-4"]
        assert await _abandoned(work, 19.999) == ["t-4", "t-1"]
        assert await _abandoned(work, 20) == ["t-2", "t-4", "t-1"]


async def _pending(store: ThreadStore) -> Message | None:
    stored = await store.next_pending(T1)
    return stored.message if stored else None


async def _abandoned(store: ThreadStore, seconds: float) -> Sequence[ThreadId]:
    return await store.abandoned(now=moment(seconds))
