"""The contract of ``FeedbackStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from followthrough.domain.feedback import Feedback, Rating
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.errors import InvalidInput, NotFound
from followthrough.ports.feedback_store import FeedbackStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.contracts.values import DIFFICULT, a_thread, moment

OpenFeedbackStore: TypeAlias = Callable[[], Awaitable[tuple[ThreadStore, FeedbackStore]]]
T1 = ThreadId("t-1")


def a_verdict(
    number: int,
    *,
    turn: str = "1",
    by: str = "ann",
    rating: Rating = Rating.UP,
    note: str | None = None,
    thread: str = T1,
) -> Feedback:
    """A verdict given so many seconds after noon."""
    return Feedback(
        thread_id=ThreadId(thread),
        turn_id=TurnId(turn),
        by=OwnerId(by),
        rating=rating,
        note=note,
        at=moment(number),
    )


class FeedbackStoreContract:
    """Subclass it with a fixture ``open_store`` that gives a factory of stores on the same data, empty at first."""

    async def test_a_verdict_is_read_back_whole(self, open_store: OpenFeedbackStore) -> None:
        """By whoever opens the data next."""
        threads, store = await open_store()
        await threads.create(a_thread("t-1"))
        kept = a_verdict(1, rating=Rating.DOWN, note=DIFFICULT)
        await store.put(kept)
        assert await (await open_store())[1].of_thread(T1) == [kept]

    async def test_the_last_verdict_of_a_reader_counts(self, open_store: OpenFeedbackStore) -> None:
        """One a turn and reader; others keep theirs."""
        threads, store = await open_store()
        await threads.create(a_thread("t-1"))
        other, last = a_verdict(2, by="bob"), a_verdict(3, rating=Rating.DOWN)
        for verdict in (a_verdict(1, note="good"), other, last):
            await store.put(verdict)
        assert await store.of_thread(T1) == [other, last]

    async def test_a_period_has_what_was_given_in_it(self, open_store: OpenFeedbackStore) -> None:
        """Of all threads; its end is out of it."""
        threads, store = await open_store()
        for name in ("t-1", "t-2"):
            await threads.create(a_thread(name))
        verdicts = [a_verdict(n, turn=str(n), thread="t-2" if n % 2 else "t-1") for n in range(1, 6)]
        for verdict in reversed(verdicts):
            await store.put(verdict)
        assert await store.between(since=moment(2), until=moment(5)) == verdicts[1:4]

    async def test_it_goes_with_its_thread(self, open_store: OpenFeedbackStore) -> None:
        """A thread that is deleted leaves nothing behind, and one that never was takes nothing."""
        threads, store = await open_store()
        await threads.create(a_thread("t-1"))
        await store.put(a_verdict(1))
        await threads.delete(T1)
        assert await store.of_thread(T1) == []
        for unknown in (T1, "x" * 600, "a\x00b"):
            with pytest.raises(NotFound):
                await store.put(a_verdict(2, thread=unknown))
        assert await store.between(since=moment(0), until=moment(9)) == []

    async def test_half_a_character_is_refused(self, open_store: OpenFeedbackStore) -> None:
        """It is the caller's error."""
        threads, store = await open_store()
        await threads.create(a_thread("t-1"))
        with pytest.raises(InvalidInput):
            await store.put(a_verdict(1, note="\ud800"))
