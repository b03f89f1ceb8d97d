"""The contract of ``ChatStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest

from followthrough.domain.conversation import Message
from followthrough.domain.ids import ThreadId, TurnId, WorkerId
from followthrough.domain.records import TurnEnded
from followthrough.errors import InvalidInput, NotFound
from followthrough.ports.chat_store import ChatStore, Exchange, ExchangeState
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.contracts.values import DIFFICULT, a_thread, a_turn, moment

RECEIVED, TAKEN, DONE = ExchangeState.RECEIVED, ExchangeState.TAKEN, ExchangeState.DONE
BOT = "telegram:1"


@dataclass(frozen=True)
class Stores:
    """A chat store and the threads that its chats talk to, on the same data."""

    chats: ChatStore
    threads: ThreadStore


OpenStores: TypeAlias = Callable[[], Awaitable[Stores]]


def an_exchange(key: str, *, address: str = "7", at: float = 0, sequence: int = 0, channel: str = BOT) -> Exchange:
    """A message that was just received."""
    return Exchange(
        channel=channel, key=key, address=address, sequence=sequence, received_at=moment(at), payload='{"text": "a"}'
    )


class ChatStoreContract:
    """A backend inherits this and gives ``open_stores``: a factory of stores on the same data."""

    @pytest.fixture
    async def stores(self, open_stores: OpenStores) -> Stores:
        """One pair of stores, with the threads ``t-1`` and ``t-2``."""
        stores = await open_stores()
        for name in ("t-1", "t-2"):
            await stores.threads.create(a_thread(name))
        return stores

    async def test_a_chat_talks_to_the_thread_it_was_linked_to_last(
        self, stores: Stores, open_stores: OpenStores
    ) -> None:
        assert await stores.chats.thread_of(BOT, "7") is None
        for name in ("t-1", "t-2"):
            await stores.chats.link(BOT, "7", ThreadId(name))
        other = await open_stores()
        assert await other.chats.thread_of(BOT, "7") == "t-2"
        assert await other.chats.thread_of(BOT, "7/5") is None
        assert await other.chats.thread_of("telegram:2", "7") is None

    async def test_a_chat_is_linked_to_threads_that_are_there_only(self, stores: Stores) -> None:
        for unknown in ("t-9", "\x00"):
            with pytest.raises(NotFound):
                await stores.chats.link(BOT, "7", ThreadId(unknown))

    async def test_a_deleted_thread_takes_along_what_hangs_on_it(self, stores: Stores) -> None:
        chats = stores.chats
        await chats.link(BOT, "7", ThreadId("t-1"))
        await chats.receive([an_exchange("m:1"), an_exchange("m:2")])
        await chats.put(replace(an_exchange("m:1"), thread_id=ThreadId("t-1"), state=DONE))
        await stores.threads.delete(ThreadId("t-1"))
        assert await chats.thread_of(BOT, "7") is None
        assert await chats.get(BOT, "m:1") is None
        assert await chats.get(BOT, "m:2") == an_exchange("m:2")

    async def test_turns_that_ended_are_unseen_until_they_are_seen_to(
        self, stores: Stores, open_stores: OpenStores
    ) -> None:
        chats, other = stores.chats, (await open_stores()).chats
        for thread in ("t-1", "t-2"):
            await chats.link(BOT, "7", ThreadId(thread))
            await _end_turn(stores, thread, 1)
        await _end_turn(stores, "t-1", 2)
        await _accept(stores, "t-1", 3)
        first, second, third = await other.unseen(BOT)
        assert [(u.address, u.thread_id, u.turn_id, u.index) for u in (first, second, third)] == [
            ("7", "t-1", "t-1/1", 1),
            ("7", "t-1", "t-1/2", 2),
            ("7", "t-2", "t-2/1", 1),
        ]
        assert await other.unseen(BOT, limit=1) == [first]
        assert await other.unseen("telegram:2") == []
        shown = replace(an_exchange("t:1"), state=TAKEN, thread_id=ThreadId("t-1"), turn_id=TurnId("t-1/2"))
        await chats.see(BOT, second, shown)
        await other.see(BOT, second, replace(shown, key="t:2"))
        await other.see(BOT, first, replace(shown, key="t:3"))
        assert await other.unseen(BOT) == [third]
        assert await other.get(BOT, "t:1") == shown
        assert await other.get(BOT, "t:2") is await other.get(BOT, "t:3") is None
        await chats.see(BOT, third, None)
        assert await other.unseen(BOT) == []
        await chats.link(BOT, "7", ThreadId("t-1"))
        assert await other.unseen(BOT) == []

    async def test_what_is_known_is_received_once(self, stores: Stores, open_stores: OpenStores) -> None:
        first, second, third = (an_exchange(f"m:{n}", sequence=n) for n in (1, 2, 3))
        assert await stores.chats.receive([first, second]) == [first, second]
        other = (await open_stores()).chats
        assert await other.receive([replace(second, payload="{}"), third, third]) == [third]
        assert await stores.chats.get(BOT, "m:2") == second
        assert await stores.chats.receive([]) == []

    async def test_the_same_key_in_another_channel_is_another_message(self, stores: Stores) -> None:
        other = an_exchange("m:1", channel="telegram:2")
        await stores.chats.receive([an_exchange("m:1")])
        assert await stores.chats.receive([other]) == [other]
        assert await stores.chats.waiting("telegram:3") == []

    async def test_an_exchange_comes_back_whole(self, stores: Stores, open_stores: OpenStores) -> None:
        await stores.chats.receive([an_exchange("m:1", sequence=2**53)])
        full = replace(
            an_exchange("m:1", sequence=2**53),
            state=TAKEN,
            payload=None,
            thread_id=ThreadId("t-1"),
            turn_id=TurnId("turn-1"),
            notices=(DIFFICULT, "two"),
            sent=(11, 2**40),
        )
        await stores.chats.put(full)
        assert await (await open_stores()).chats.get(BOT, "m:1") == full

    async def test_putting_what_is_not_there_changes_nothing(self, stores: Stores) -> None:
        for key in ("m:1", "\x00"):
            await stores.chats.put(an_exchange(key))
        assert await stores.chats.get(BOT, "m:1") is None
        assert await stores.chats.get(BOT, "\x00") is None

    async def test_keys_that_no_database_keeps_are_refused(self, stores: Stores) -> None:
        for wrong in (an_exchange("\x00"), an_exchange("m:1", address="\ud800"), an_exchange("x" * 513)):
            with pytest.raises(InvalidInput):
                await stores.chats.receive([wrong])

    async def test_the_oldest_of_a_state_is_next(self, stores: Stores) -> None:
        late, early, twin = (
            an_exchange("m:3", at=5, sequence=1),
            an_exchange("m:2", at=1, sequence=9),
            an_exchange("m:1", at=1, sequence=10),
        )
        await stores.chats.receive([late, twin, early, an_exchange("m:0", address="8")])
        assert await stores.chats.next(BOT, "7", RECEIVED) == early
        assert await stores.chats.next(BOT, "7", TAKEN) is None
        assert await stores.chats.received(BOT, "7", limit=9) == [early, twin, late]
        assert await stores.chats.received(BOT, "7", limit=2) == [early, twin]
        assert await stores.chats.received(BOT, "\x00", limit=2) == []
        await stores.chats.put(replace(early, state=TAKEN), replace(twin, state=DONE), an_exchange("unknown"))
        assert await stores.chats.received(BOT, "7", limit=9) == [late]
        assert await stores.chats.next(BOT, "7", RECEIVED) == late
        assert await stores.chats.next(BOT, "7", TAKEN) == replace(early, state=TAKEN)
        assert await stores.chats.next(BOT, "\x00", TAKEN) is None

    async def test_chats_wait_while_something_is_not_done(self, stores: Stores) -> None:
        await stores.chats.receive(
            [an_exchange("m:1", address="8", at=3), an_exchange("m:2", at=1), an_exchange("m:3", at=9)]
        )
        assert await stores.chats.waiting(BOT) == ["7", "8"]
        assert await stores.chats.waiting(BOT, limit=1) == ["7"]
        await stores.chats.put(replace(an_exchange("m:2", at=1), state=DONE))
        assert await stores.chats.waiting(BOT) == ["8", "7"]
        await stores.chats.put(replace(an_exchange("m:3", at=9), state=DONE))
        assert await stores.chats.waiting(BOT) == ["8"]

    async def test_a_chat_with_a_new_address_keeps_thread_and_messages(self, stores: Stores) -> None:
        chats = stores.chats
        await chats.link(BOT, "7", ThreadId("t-1"))
        await chats.receive([an_exchange("m:1"), an_exchange("m:2", address="8")])
        await chats.move(BOT, "7", "7")
        assert await chats.thread_of(BOT, "7") == "t-1"
        await chats.move(BOT, "7", "-1007")
        assert await chats.thread_of(BOT, "7") is None
        assert await chats.thread_of(BOT, "-1007") == "t-1"
        assert await chats.waiting(BOT) == ["-1007", "8"]
        await chats.link(BOT, "9", ThreadId("t-2"))
        await chats.move(BOT, "9", "-1007")
        assert await chats.thread_of(BOT, "-1007") == "t-1"
        assert await chats.thread_of(BOT, "9") is None

    async def test_buttons_are_answered_by_whoever_asks_first(self, stores: Stores, open_stores: OpenStores) -> None:
        await stores.chats.receive([an_exchange("m:1")])
        other = (await open_stores()).chats
        assert await stores.chats.choose(BOT, "m:1", "c:1") == "c:1"
        assert await other.choose(BOT, "m:1", "c:2") == "c:1"
        await stores.chats.put(replace(an_exchange("m:1"), state=DONE))
        assert await other.choose(BOT, "m:1", "c:1") == "c:1"
        for unknown in ("m:9", "\x00"):
            assert await other.choose(BOT, unknown, "c:1") is None

    async def test_one_worker_serves_a_channel(self, stores: Stores, open_stores: OpenStores) -> None:
        one, two = WorkerId("w-1"), WorkerId("w-2")
        other = (await open_stores()).chats
        assert await stores.chats.acquire(BOT, one, now=moment(0), until=moment(6))
        assert not await other.acquire(BOT, two, now=moment(1), until=moment(7))
        assert await other.acquire("telegram:2", two, now=moment(1), until=moment(7))
        assert await stores.chats.acquire(BOT, one, now=moment(2), until=moment(8))
        assert not await other.acquire(BOT, two, now=moment(7), until=moment(13))
        assert await other.acquire(BOT, two, now=moment(8), until=moment(14))
        assert not await stores.chats.acquire(BOT, one, now=moment(9), until=moment(15))

    async def test_a_lease_given_back_is_free_at_once(self, stores: Stores, open_stores: OpenStores) -> None:
        one, two = WorkerId("w-1"), WorkerId("w-2")
        other = (await open_stores()).chats
        assert await stores.chats.acquire(BOT, one, now=moment(0), until=moment(6))
        await other.release(BOT, two)
        assert not await other.acquire(BOT, two, now=moment(1), until=moment(7))
        await stores.chats.release(BOT, one)
        assert await other.acquire(BOT, two, now=moment(1), until=moment(7))


async def _accept(stores: Stores, thread: str, index: int) -> Message:
    return await stores.threads.accept(
        thread_id=ThreadId(thread),
        turn_id=TurnId(f"{thread}/{index}"),
        text="a",
        received_at=moment(index),
        client_message_id=None,
    )


async def _end_turn(stores: Stores, thread: str, index: int) -> None:
    message = await _accept(stores, thread, index)
    record = TurnEnded(turn=a_turn(message, objective=None))
    await stores.threads.commit(thread_id=ThreadId(thread), record=record, expected_version=index - 1)
