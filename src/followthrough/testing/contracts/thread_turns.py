"""The contract of ``ThreadStore``: threads and their turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from followthrough.domain.continuity import Option, OptionSet, Scope, Selection, SetOrigin
from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnStatus
from followthrough.domain.handoff import Holder
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.records import (
    DocumentAttached,
    DocumentDetached,
    HolderChanged,
    OptionsRegistered,
    Renamed,
    ThreadRecord,
    TurnEnded,
)
from followthrough.errors import InvalidInput, NotFound, VersionConflict
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.apply import apply
from followthrough.testing.contracts.values import (
    DIFFICULT,
    NOON,
    a_thread,
    a_turn,
    moment,
    some_events,
)

OpenThreadStore: TypeAlias = Callable[[], Awaitable[ThreadStore]]

T1, T2 = ThreadId("t-1"), ThreadId("t-2")
ANN, BOB = OwnerId("ann"), OwnerId("bob")
W1, W2 = WorkerId("w-1"), WorkerId("w-2")

SHOWN = OptionSet(
    id="set-1", scope=Scope.WIDGET, origin=SetOrigin.HOST, options=(Option(id=DIFFICULT, label=DIFFICULT),)
)


async def send(store: ThreadStore, number: int, thread: ThreadId = T1, key: str | None = None) -> Message:
    """Accepts message ``number``; its turn is ``<thread>/<number>``, received so many seconds after ``NOON``."""
    return await store.accept(
        thread_id=thread,
        turn_id=TurnId(f"{thread}/{number}"),
        text=f"{number}: {DIFFICULT}",
        received_at=moment(number),
        client_message_id=key,
        attachments=(DocumentId("d-1"), DocumentId("d-2")),
        links=("https://example.org/a", "https://example.org/b"),
        include_document_ids=(DocumentId("d-3"),),
    )


async def end(
    store: ThreadStore, message: Message, version: int, status: TurnStatus = TurnStatus.COMPLETED
) -> tuple[TurnEnded, Thread]:
    """Ends the turn of a message; returns the record and the new state."""
    record = TurnEnded(turn=a_turn(message, status=status, objective=f"obj-{message.index}"))
    after = await store.commit(
        thread_id=message.thread_id, record=record, expected_version=version, events=some_events(message)
    )
    return record, after


class ThreadsContract:
    """Creating, reading, listing and deleting threads."""

    @pytest.fixture
    async def store(self, open_store: OpenThreadStore) -> ThreadStore:
        """One store on empty data."""
        return await open_store()

    async def test_a_created_thread_is_read_back_whole(self, store: ThreadStore) -> None:
        """Every field survives."""
        thread = a_thread("t-1", title=DIFFICULT)
        await store.create(thread)
        assert await store.get(T1) == thread

    async def test_an_unknown_id_is_none_or_empty(self, store: ThreadStore) -> None:
        """So is an id that no database could hold."""
        for unknown in (T1, ThreadId(""), ThreadId("a\x00b"), ThreadId("\ud800"), ThreadId("x" * 10_000)):
            assert await store.get(unknown) is None
            assert await store.turn(unknown, TurnId("1")) is None
            assert await store.turns(unknown) == []
            assert await store.records(unknown) == []
            assert await store.next_pending(unknown) is None
            assert await store.list(OwnerId(unknown)) == []
            assert await store.list(ANN, before=unknown) == []
            assert await store.stops_requested([TurnId(unknown)]) == set()
            assert not await store.acquire(unknown, W1, now=NOON, until=moment(5))
            await store.delete(unknown)
            await store.release(unknown, W1)
            await store.request_stop(unknown, TurnId(unknown))

    async def test_an_id_is_taken_once(self, store: ThreadStore) -> None:
        """The first thread stays as it was."""
        await store.create(a_thread("t-1", title="first"))
        with pytest.raises(VersionConflict):
            await store.create(a_thread("t-1", title="second"))
        assert await store.get(T1) == a_thread("t-1", title="first")

    @pytest.mark.parametrize("bad", ["a\x00b", "\ud800", "x" * 513])
    async def test_what_no_database_can_keep_is_refused(self, store: ThreadStore, bad: str) -> None:
        """It is the caller's error, and nothing is written."""
        with pytest.raises(InvalidInput):
            await store.create(a_thread(bad))
        with pytest.raises(InvalidInput):
            await store.create(a_thread("t-1", owner=bad))
        assert await store.list(ANN) == []

    async def test_half_a_character_in_free_text_is_refused(self, store: ThreadStore) -> None:
        """NUL is kept, a lone surrogate can't be."""
        with pytest.raises(InvalidInput):
            await store.create(a_thread("t-1", title="\ud800"))
        assert await store.get(T1) is None

    async def test_threads_are_listed_newest_first_by_owner(self, store: ThreadStore) -> None:
        """Ties by id, highest first; pages follow on without gap or double."""
        times = {"t-1": 5.0, "t-2": 1.0, "t-3": 5.0, "t-4": 9.0, "T-5": 5.0}
        for name, created in times.items():
            await store.create(a_thread(name, created=created))
        await store.create(a_thread("t-6", owner="bob", created=7))
        order = ["t-4", "t-3", "t-1", "T-5", "t-2"]
        assert [t.id for t in await store.list(ANN)] == order
        assert [t.id for t in await store.list(BOB)] == ["t-6"]
        assert [t.id for t in await store.list(ANN, limit=2)] == order[:2]
        for place, name in enumerate(order):
            older = await store.list(ANN, before=ThreadId(name), limit=2)
            assert [t.id for t in older] == order[place + 1 : place + 3]

    async def test_delete_takes_everything_of_the_thread_and_nothing_else(self, store: ThreadStore) -> None:
        """A thread made again under the same id starts from nothing."""
        for thread in (T1, T2):
            await store.create(a_thread(thread))
            await end(store, await send(store, 1, thread), 0)
            await send(store, 2, thread)
            assert await store.acquire(thread, W1, now=NOON, until=moment(60))
        other = await store.get(T2), await store.turns(T2), await store.records(T2)
        await store.delete(T1)
        assert await store.get(T1) is None
        assert await store.turns(T1) == []
        assert await store.records(T1) == []
        assert await store.turn(T1, TurnId("t-1/1")) is None
        assert await store.abandoned(now=moment(99)) == [T2]
        assert (await store.get(T2), await store.turns(T2), await store.records(T2)) == other
        await store.create(a_thread("t-1"))
        assert await store.acquire(T1, W2, now=NOON, until=moment(5))
        assert (await send(store, 1)).index == 1

    async def test_the_schema_is_current(self, store: ThreadStore) -> None:
        """``ping`` is quiet."""
        await store.ping()

    async def test_closing_twice_is_harmless(self, store: ThreadStore) -> None:
        """Nothing is raised."""
        await store.aclose()
        await store.aclose()


class TurnsContract:
    """Accepting messages and committing records."""

    @pytest.fixture
    async def talk(self, open_store: OpenThreadStore) -> ThreadStore:
        """One store with an empty thread ``t-1``."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        return store

    async def test_a_message_is_durable_before_work_starts(
        self, talk: ThreadStore, open_store: OpenThreadStore
    ) -> None:
        """Another process finds it pending, word for word."""
        message = await send(talk, 1)
        assert (message.index, message.text, message.received_at) == (1, f"1: {DIFFICULT}", moment(1))
        assert message.attachments == ("d-1", "d-2")
        assert message.links == ("https://example.org/a", "https://example.org/b")
        other = await open_store()
        assert await other.next_pending(T1) == StoredTurn(message=message)
        assert await other.turn(T1, message.turn_id) == StoredTurn(message=message)

    async def test_a_message_to_no_thread_is_refused(self, talk: ThreadStore) -> None:
        """Nothing is kept of it."""
        for unknown in (T2, ThreadId("\x00")):
            with pytest.raises(NotFound):
                await talk.accept(
                    thread_id=unknown, turn_id=TurnId("1"), text="hello", received_at=NOON, client_message_id=None
                )
        await talk.create(a_thread("t-2"))
        assert await talk.next_pending(T2) is None

    async def test_half_a_character_in_a_message_is_refused(self, talk: ThreadStore) -> None:
        """A message that could not be read back is not accepted."""
        for text, key in (("\ud800", None), ("fine", "a\x00b"), ("fine", "x" * 513)):
            with pytest.raises(InvalidInput):
                await talk.accept(
                    thread_id=T1, turn_id=TurnId("1"), text=text, received_at=NOON, client_message_id=key
                )
        assert (await send(talk, 1)).index == 1

    async def test_the_same_client_message_id_gives_the_same_turn(self, talk: ThreadStore) -> None:
        """Whatever its text; it takes no index, and other threads don't know it."""
        first = await send(talk, 1, key="k")
        assert await send(talk, 2, key="k") == first
        await end(talk, first, 0)
        assert await send(talk, 3, key="k") == first
        assert (await send(talk, 4, key="other")).index == 2
        assert (await send(talk, 5)).index == 3
        await talk.create(a_thread("t-2"))
        assert (await send(talk, 6, T2, key="k")).index == 1

    async def test_messages_sent_at_once_get_consecutive_indexes(self, open_store: OpenThreadStore) -> None:
        """From two processes as from one."""
        stores = [await open_store(), await open_store()]
        await stores[0].create(a_thread("t-1"))
        messages = await asyncio.gather(*(send(stores[n % 2], n) for n in range(24)))
        assert sorted(m.index for m in messages) == list(range(1, 25))
        turns = await stores[0].turns(T1)
        assert [t.message for t in turns] == sorted(messages, key=lambda m: m.index)

    async def test_one_client_message_id_sent_at_once_is_one_turn(self, open_store: OpenThreadStore) -> None:
        """From two processes as from one; no index is lost by it."""
        stores = [await open_store(), await open_store()]
        await stores[0].create(a_thread("t-1"))
        messages = await asyncio.gather(*(send(stores[n % 2], n, key=f"k{n % 3}") for n in range(12)))
        assert len({m.turn_id for m in messages}) == 3
        assert sorted({m.index for m in messages}) == [1, 2, 3]
        assert len(await stores[1].turns(T1)) == 3

    async def test_a_committed_turn_is_read_back_whole(self, talk: ThreadStore) -> None:
        """Record, events, attempts and the thread's new state."""
        message = await send(talk, 1)
        assert await talk.begin_attempt(message.turn_id) == 1
        assert await talk.begin_attempt(message.turn_id) == 2
        assert [await talk.count_alone(message.turn_id, by) for by in (1, 1, -1, 0)] == [1, 2, 1, 1]
        record, after = await end(talk, message, 0)
        stored = await talk.turn(T1, message.turn_id)
        assert stored == StoredTurn(message=message, record=record.turn, attempt=2, events=some_events(message))
        assert await talk.get(T1) == after
        assert await talk.records(T1) == [record]

    async def test_the_stored_state_is_the_fold_of_the_records(self, talk: ThreadStore) -> None:
        """Every kind of record, through ``commit`` and through ``apply``."""
        created = await talk.get(T1)
        assert created is not None
        given: list[ThreadRecord] = []

        async def commit(record: ThreadRecord) -> None:
            given.append(record)
            after = await talk.commit(thread_id=T1, record=record, expected_version=len(given) - 1)
            assert after.version == len(given)

        for number, status in enumerate((TurnStatus.COMPLETED, TurnStatus.STOPPED, TurnStatus.FAILED), start=1):
            message = await send(talk, number)
            await commit(TurnEnded(turn=a_turn(message, status=status, objective=f"obj-{number}")))
        await commit(DocumentAttached(document_id=DocumentId("d-9"), at=moment(50)))
        await commit(Renamed(title=DIFFICULT, at=moment(51)))
        await commit(DocumentDetached(document_id=DocumentId("d-1"), at=moment(52)))
        for holder in (Holder.HUMAN, Holder.ASSISTANT):
            await commit(HolderChanged(holder=holder, at=moment(53)))
        await commit(OptionsRegistered(option_set=SHOWN, at=moment(54)))
        folded = created
        for record in await talk.records(T1):
            folded = apply(folded, record)
        assert await talk.records(T1) == given
        assert await talk.get(T1) == folded

    async def test_a_commit_on_an_old_version_writes_nothing(self, talk: ThreadStore) -> None:
        """Neither record nor state nor turn."""
        message = await send(talk, 1)
        await talk.commit(thread_id=T1, record=Renamed(title="a", at=moment(1)), expected_version=0)
        before = await talk.get(T1), await talk.records(T1), await talk.turns(T1)
        for version in (0, 2):
            with pytest.raises(VersionConflict):
                await end(talk, message, version)
        assert (await talk.get(T1), await talk.records(T1), await talk.turns(T1)) == before

    async def test_a_turn_ends_once(self, talk: ThreadStore) -> None:
        """A second ending, and one of a turn that is not there, change nothing."""
        message = await send(talk, 1)
        _, after = await end(talk, message, 0)
        before = await talk.records(T1), await talk.turns(T1)
        for turn in (message, Message(turn_id=TurnId("?"), thread_id=T1, index=9, text="", received_at=NOON)):
            with pytest.raises(VersionConflict):
                await end(talk, turn, after.version)
        assert await talk.get(T1) == after
        assert (await talk.records(T1), await talk.turns(T1)) == before

    async def test_a_record_that_can_not_be_kept_writes_nothing(self, talk: ThreadStore) -> None:
        """Half a character in a title."""
        before = await talk.get(T1)
        with pytest.raises(InvalidInput):
            await talk.commit(thread_id=T1, record=Renamed(title="\ud800", at=NOON), expected_version=0)
        assert await talk.get(T1) == before
        assert await talk.records(T1) == []

    async def test_a_commit_to_a_deleted_thread_is_refused(self, talk: ThreadStore) -> None:
        """The thread does not come back."""
        message = await send(talk, 1)
        await talk.delete(T1)
        for thread in (T1, ThreadId("\x00")):
            with pytest.raises(NotFound):
                await talk.commit(thread_id=thread, record=Renamed(title="a", at=NOON), expected_version=0)
        with pytest.raises(NotFound):
            await end(talk, message, 0)
        assert await talk.get(T1) is None

    async def test_of_commits_at_once_one_wins(self, open_store: OpenThreadStore) -> None:
        """From two processes as from one."""
        stores = [await open_store(), await open_store()]
        await stores[0].create(a_thread("t-1"))
        message = await send(stores[0], 1)
        results = await asyncio.gather(*(end(stores[n % 2], message, 0) for n in range(6)), return_exceptions=True)
        assert sum(isinstance(r, tuple) for r in results) == 1
        assert sum(isinstance(r, VersionConflict) for r in results) == 5
        assert len(await stores[1].records(T1)) == 1

    async def test_turns_are_listed_oldest_first(self, talk: ThreadStore) -> None:
        """Ended and pending alike, in pages."""
        messages = [await send(talk, n) for n in range(1, 13)]
        await end(talk, messages[0], 0)
        turns = await talk.turns(T1)
        assert [t.message.index for t in turns] == list(range(1, 13))
        assert [t.record is not None for t in turns] == [True, *[False] * 11]
        assert turns[0].events == some_events(messages[0])
        assert await talk.turns(T1, after_index=9, limit=2) == turns[9:11]
        assert await talk.turns(T1, after_index=12) == []

    async def test_an_owners_past_turns_come_newest_first(self, talk: ThreadStore) -> None:
        """Of all their threads, without those that are pending, and nobody else's; page by page."""
        await talk.create(a_thread("t-2"))
        await talk.create(a_thread("t-3", owner="somebody-else"))
        ended: list[TurnEnded] = []
        for number in range(1, 4):
            for thread in (T2, T1, ThreadId("t-3")):
                message = await send(talk, number, thread)
                ended.append((await end(talk, message, number - 1))[0])
        await send(talk, 4)
        mine = [e.turn for e in ended if e.turn.message.thread_id != "t-3"]
        expected = sorted(mine, key=lambda r: (r.message.received_at, r.message.turn_id), reverse=True)
        assert await talk.past(OwnerId("ann"), limit=50) == expected
        assert await talk.past(OwnerId("ann"), limit=2) == expected[:2]
        assert await talk.past(OwnerId("ann"), before=expected[1].message.turn_id, limit=50) == expected[2:]
        assert await talk.past(OwnerId("ann"), before=TurnId("nobody's")) == []
        assert await talk.past(OwnerId("new")) == []

    async def test_a_message_keeps_the_turn_that_it_repeats(self, talk: ThreadStore) -> None:
        """So that trying again survives a crash."""
        message = await talk.accept(
            thread_id=T1,
            turn_id=TurnId("again"),
            text="a?",
            received_at=NOON,
            client_message_id=None,
            retry_of=TurnId("first"),
        )
        assert message.retry_of == "first"
        stored = await talk.turn(T1, TurnId("again"))
        assert stored is not None
        assert stored.message == message

    async def test_a_message_keeps_the_option_that_was_clicked(self, talk: ThreadStore) -> None:
        """So that a click survives a crash."""
        clicked = Selection(option_set_id="set-1", option_id=DIFFICULT)
        message = await talk.accept(
            thread_id=T1,
            turn_id=TurnId("click"),
            text="",
            received_at=NOON,
            client_message_id=None,
            selection=clicked,
        )
        stored = await talk.turn(T1, TurnId("click"))
        assert stored is not None
        assert (message.selection, stored.message) == (clicked, message)

    async def test_ended_turns_of_a_period_come_oldest_first(self, talk: ThreadStore) -> None:
        """Of all threads, without those that are pending, from the first moment up to and without the last."""
        await talk.create(a_thread("t-2"))
        ended: list[TurnEnded] = []
        for number in range(1, 5):
            for thread in (T2, T1):
                message = await send(talk, number, thread)
                ended.append((await end(talk, message, number - 1))[0])
        await send(talk, 5)
        expected = sorted((e.turn for e in ended), key=lambda r: (r.message.received_at, r.message.turn_id))
        assert await talk.ended(since=moment(0), until=moment(9)) == expected
        assert await talk.ended(since=moment(2), until=moment(4)) == expected[2:6]
        assert await talk.ended(since=moment(6), until=moment(9)) == []
        first = await talk.ended(since=moment(0), until=moment(9), limit=3)
        place = (first[-1].message.received_at, first[-1].message.turn_id)
        assert first + await talk.ended(since=moment(0), until=moment(9), after=place) == expected
