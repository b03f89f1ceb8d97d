"""The contract of ``HandoffStore``, beside the ``ThreadStore`` that makes the hand-offs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from followthrough.domain.conversation import SessionStatus
from followthrough.domain.handoff import (
    AnsweredPart,
    Delivery,
    DeliveryState,
    Handoff,
    HandoffReason,
    HandoffSource,
    HandoffState,
    HandoffSummary,
    Holder,
    StoredHandoff,
)
from followthrough.domain.ids import DocumentId, HandoffId, OwnerId, PassageId, ThreadId, TurnId, WorkerId
from followthrough.domain.objective import SubStatus
from followthrough.domain.records import HolderChanged, TurnEnded
from followthrough.errors import VersionConflict
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.handoff.call import handoff_id
from followthrough.testing.contracts.values import DIFFICULT, NOON, a_thread, a_turn, moment

#: Gives both stores on the same data, once more each time, as another process would.
OpenHandoffStores: TypeAlias = Callable[[], Awaitable[tuple[ThreadStore, HandoffStore]]]

W1, W2 = WorkerId("w-1"), WorkerId("w-2")
ANN, BOB = OwnerId("ann"), OwnerId("bob")


def a_handoff(
    thread: ThreadId, turn: TurnId, *, owner: str = "ann", created: float = 0, told: bool = True
) -> StoredHandoff:
    """A hand-off as its turn makes it, waited for a minute."""
    handoff = Handoff(
        id=handoff_id(turn),
        thread_id=thread,
        turn_id=turn,
        owner=OwnerId(owner),
        reason=HandoffReason.DOCUMENT,
        created_at=moment(created),
        due_at=moment(created + 60),
        summary=HandoffSummary(
            objective=DIFFICULT,
            parts=(AnsweredPart(text="copay", status=SubStatus.ANSWERED, answer="$5"),),
            pairs=(("Which version?", DIFFICULT), ("Which version?", None)),
            sources=(
                HandoffSource(document_id=DocumentId("d"), document_name="Manual", passage_id=PassageId("p"), page=3),
            ),
        ),
    )
    waiting = Delivery(state=DeliveryState.WAITING, next_at=moment(created))
    return StoredHandoff(handoff=handoff, delivery=waiting if told else Delivery())


async def hand_over(
    threads: ThreadStore, name: str, *, owner: str = "ann", created: float = 0, told: bool = True
) -> StoredHandoff:
    """A new thread whose only turn hands over; returns what was kept."""
    await threads.create(a_thread(name, owner=owner))
    message = await threads.accept(
        thread_id=ThreadId(name), turn_id=TurnId(f"{name}/1"), text="agent", received_at=NOON, client_message_id=None
    )
    stored = a_handoff(message.thread_id, message.turn_id, owner=owner, created=created, told=told)
    turn = replace(a_turn(message), handoff=True, session_status=SessionStatus.ESCALATED)
    await threads.commit(thread_id=message.thread_id, record=TurnEnded(turn=turn), expected_version=0, handoff=stored)
    return stored


async def hold(threads: ThreadStore, name: str, holder: Holder, *, version: int, at: float) -> None:
    """A person takes the thread or gives it back."""
    record = HolderChanged(holder=holder, at=moment(at))
    await threads.commit(thread_id=ThreadId(name), record=record, expected_version=version)


class HandoffStoreContract:
    """A backend inherits this and gives the fixture ``open_stores``."""

    @pytest.fixture
    async def stores(self, open_stores: OpenHandoffStores) -> tuple[ThreadStore, HandoffStore]:
        """Both stores on empty data."""
        return await open_stores()

    async def test_a_handoff_is_kept_with_its_turn(self, open_stores: OpenHandoffStores) -> None:
        """Whole, for every process; an unknown id is none."""
        threads, handoffs = await open_stores()
        stored = await hand_over(threads, "t-1")
        _, elsewhere = await open_stores()
        for store in (handoffs, elsewhere):
            assert await store.get(stored.handoff.id) == stored
            assert await store.list() == [stored]
        for unknown in ("?", "", "a\x00b", "\ud800", "x" * 10_000):
            assert await handoffs.get(HandoffId(unknown)) is None
            assert await handoffs.list(owner=OwnerId(unknown)) == []
            assert await handoffs.list(thread_id=ThreadId(unknown)) == []
            assert await handoffs.list(before=HandoffId(unknown)) == []

    async def test_a_commit_that_is_refused_keeps_no_handoff(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """The outbox and the turn are one transaction."""
        threads, handoffs = stores
        await threads.create(a_thread("t-1"))
        message = await threads.accept(
            thread_id=ThreadId("t-1"), turn_id=TurnId("1"), text="agent", received_at=NOON, client_message_id=None
        )
        stored = a_handoff(message.thread_id, message.turn_id)
        turn = replace(a_turn(message), handoff=True, session_status=SessionStatus.ESCALATED)
        with pytest.raises(VersionConflict):
            await threads.commit(
                thread_id=message.thread_id, record=TurnEnded(turn=turn), expected_version=3, handoff=stored
            )
        assert await handoffs.list() == []

    async def test_handoffs_are_listed_newest_first(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """By owner, thread and state, in pages."""
        threads, handoffs = stores
        made = [await hand_over(threads, f"t-{n}", created=n % 3) for n in range(5)]
        other = await hand_over(threads, "t-9", owner="bob", created=9)
        newest = sorted(made, key=lambda s: (s.handoff.created_at, s.handoff.id), reverse=True)
        assert await handoffs.list() == [other, *newest]
        assert await handoffs.list(owner=ANN) == newest
        assert await handoffs.list(owner=BOB) == [other]
        assert await handoffs.list(owner=ANN, before=newest[1].handoff.id, limit=2) == newest[2:4]
        assert await handoffs.list(thread_id=ThreadId("t-3")) == [made[3]]
        assert await handoffs.list(states=[HandoffState.TAKEN]) == []
        assert len(await handoffs.list(states=[HandoffState.WAITING, HandoffState.TAKEN])) == 6

    async def test_a_handoff_is_taken_and_given_back(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """With the time of each."""
        threads, handoffs = stores
        stored = await hand_over(threads, "t-1")
        await hold(threads, "t-1", Holder.HUMAN, version=1, at=5)
        taken = replace(stored, state=HandoffState.TAKEN, taken_at=moment(5))
        assert await handoffs.get(stored.handoff.id) == taken
        await hold(threads, "t-1", Holder.ASSISTANT, version=2, at=9)
        returned = replace(taken, state=HandoffState.RETURNED, ended_at=moment(9))
        assert await handoffs.get(stored.handoff.id) == returned
        await hold(threads, "t-1", Holder.HUMAN, version=3, at=10)
        assert await handoffs.get(stored.handoff.id) == returned

    async def test_a_handoff_that_nobody_took_is_over(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """And overdue no more."""
        threads, handoffs = stores
        first, second = await hand_over(threads, "t-1", created=1), await hand_over(threads, "t-2")
        taken = await hand_over(threads, "t-3")
        await hold(threads, "t-3", Holder.HUMAN, version=1, at=5)
        assert await handoffs.overdue(now=moment(59.9)) == []
        assert await handoffs.overdue(now=moment(60)) == [second]
        assert await handoffs.overdue(now=moment(61)) == [second, first]
        assert await handoffs.overdue(now=moment(99), limit=1) == [second]
        await hold(threads, "t-2", Holder.ASSISTANT, version=1, at=62)
        assert await handoffs.overdue(now=moment(99)) == [first]
        over = replace(second, state=HandoffState.UNATTENDED, ended_at=moment(62))
        assert await handoffs.get(second.handoff.id) == over
        assert (await handoffs.list(thread_id=taken.handoff.thread_id))[0].state is HandoffState.TAKEN

    async def test_a_delivery_is_claimed_by_one_worker(self, open_stores: OpenHandoffStores) -> None:
        """From several processes at once; it is another's when the claim is over."""
        threads, handoffs = await open_stores()
        made = [await hand_over(threads, f"t-{n}", created=n) for n in range(6)]
        await hand_over(threads, "t-9", told=False)
        processes = [(await open_stores())[1] for _ in range(3)]
        claimed = await asyncio.gather(
            *(s.claim(WorkerId(f"w-{n}"), now=moment(9), until=moment(20)) for n, s in enumerate(processes))
        )
        assert sorted(s.handoff.id for some in claimed for s in some) == sorted(s.handoff.id for s in made)
        assert await handoffs.claim(W1, now=moment(19), until=moment(30)) == []
        assert await handoffs.claim(W1, now=moment(20), until=moment(30), limit=2) == made[:2]

    async def test_what_is_not_due_is_not_claimed(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """The one due first comes first."""
        threads, handoffs = stores
        late, early = await hand_over(threads, "t-1", created=8), await hand_over(threads, "t-2", created=2)
        assert await handoffs.claim(W1, now=moment(1), until=moment(3)) == []
        assert await handoffs.claim(W1, now=moment(9), until=moment(30)) == [early, late]

    async def test_a_settled_delivery_says_how_it_went(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """It is due again when it says so, and not settled by one who lost the claim."""
        threads, handoffs = stores
        made = await hand_over(threads, "t-1")
        one = made.handoff.id
        assert not await handoffs.settle(one, W1, Delivery())
        await handoffs.claim(W1, now=moment(1), until=moment(5))
        again = Delivery(state=DeliveryState.WAITING, attempts=1, next_at=moment(7), error="answered 500")
        assert not await handoffs.settle(one, W2, again)
        assert await handoffs.settle(one, W1, again)
        assert await handoffs.get(one) == replace(made, delivery=again)
        assert await handoffs.claim(W2, now=moment(6), until=moment(9)) == []
        assert await handoffs.claim(W2, now=moment(7), until=moment(9)) == [replace(made, delivery=again)]
        done = Delivery(state=DeliveryState.DELIVERED, attempts=2, delivered_at=moment(8))
        assert await handoffs.settle(one, W2, done)
        assert await handoffs.get(one) == replace(made, delivery=done)
        assert await handoffs.claim(W1, now=moment(99), until=moment(200)) == []

    async def test_what_was_given_up_is_retried(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """Nothing else is."""
        threads, handoffs = stores
        made = [await hand_over(threads, f"t-{n}") for n in range(3)]
        await handoffs.claim(W1, now=moment(1), until=moment(5))
        dead = Delivery(state=DeliveryState.DEAD, attempts=9, error="answered 404")
        await handoffs.settle(made[0].handoff.id, W1, dead)
        await handoffs.settle(made[1].handoff.id, W1, Delivery(state=DeliveryState.DELIVERED, attempts=1))
        assert await handoffs.claim(W1, now=moment(4), until=moment(9)) == []
        assert await handoffs.retry(now=moment(4)) == 1
        (again,) = await handoffs.claim(W2, now=moment(4), until=moment(9))
        assert again.handoff == made[0].handoff
        assert (again.delivery.state, again.delivery.attempts) == (DeliveryState.WAITING, 0)
        assert await handoffs.retry(now=moment(5)) == 0

    async def test_a_deleted_thread_takes_its_handoffs_along(self, stores: tuple[ThreadStore, HandoffStore]) -> None:
        """Others stay."""
        threads, handoffs = stores
        await hand_over(threads, "t-1")
        other = await hand_over(threads, "t-2")
        await threads.delete(ThreadId("t-1"))
        assert await handoffs.list() == [other]
