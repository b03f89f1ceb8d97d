"""The contract of ``SessionStore``, beside the ``ThreadStore`` whose commits are the truth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from followthrough.domain.clarification import ClarificationContext, LoopAnswer, LoopMode
from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.conversation import StoredTurn
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, ObjectiveId, PassageId, ThreadId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.records import TurnEnded
from followthrough.domain.session import Session
from followthrough.ports.session_store import SessionStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.contracts.thread_turns import T1, T2, send
from followthrough.testing.contracts.values import DIFFICULT, a_thread, a_turn, some_events

#: Gives both stores on the same data, once more each time, as another process would.
OpenSessionStores: TypeAlias = Callable[[], Awaitable[tuple[ThreadStore, SessionStore]]]


def a_passage() -> Passage:
    """What the loop's document says."""
    return Passage(
        id=PassageId("p-1"),
        document_id=DocumentId("d-1"),
        document_name="Guide",
        collection="default",
        ordinal=0,
        text=DIFFICULT,
        start=0,
        end=len(DIFFICULT),
        content_hash="hash",
        page=3,
        heading=("Errors", DIFFICULT),
    )


WAITING = ClarificationContext(
    mode=LoopMode.PAUSED,
    questions=("Which light?",),
    current_index=0,
    answers=(),
    original_query="another query",
    original_text=DIFFICULT,
    document_id=DocumentId("d-2"),
    document_name="Another guide",
    passages=(a_passage(),),
    objective_id=ObjectiveId("obj-2"),
    begun_at_turn=1,
    to_offer=True,
)
LOOP = ClarificationContext(
    mode=LoopMode.RUNNING,
    questions=("Which version?", "What do you see?", "Which version?"),
    current_index=1,
    answers=(LoopAnswer(question="Which version?", answer=DIFFICULT),),
    original_query="the query",
    original_text=DIFFICULT,
    document_id=DocumentId("d-1"),
    document_name="Guide",
    passages=(a_passage(),),
    objective_id=ObjectiveId("obj-1"),
    begun_at_turn=1,
    language="en",
    requires_handoff=True,
    paused=WAITING,
)
OFFERED = OpenSlots(
    slots=("payor",),
    question=DIFFICULT,
    original="the question",
    asked_at_turn=1,
    option_set=OptionSet(id="set-1", options=(Option(id="payor.molina", label=DIFFICULT),)),
)


async def run(threads: ThreadStore, sessions: SessionStore, number: int, before: Session | None) -> Session:
    """A run that leaves a loop and an option set open: it commits and writes the session back."""
    message = await send(threads, number)
    turn = replace(a_turn(message, objective="obj-1"), clarification=LOOP, open_slots=OFFERED)
    version = 0 if before is None else before.thread.version
    thread = await threads.commit(
        thread_id=T1, record=TurnEnded(turn=turn), expected_version=version, events=some_events(message)
    )
    earlier = () if before is None else before.turns
    session = Session(thread=thread, turns=(*earlier, StoredTurn(message=message, record=turn)))
    await sessions.save(session)
    return session


class SessionStoreContract:
    """A backend inherits this and gives the fixture ``open_stores``."""

    @pytest.fixture
    async def stores(self, open_stores: OpenSessionStores) -> tuple[ThreadStore, SessionStore]:
        """Both stores with the empty thread ``t-1``."""
        stores = await open_stores()
        await stores[0].create(a_thread("t-1"))
        return stores

    async def test_a_run_starts_from_what_the_run_before_left(
        self, stores: tuple[ThreadStore, SessionStore], open_stores: OpenSessionStores
    ) -> None:
        """The clarification, the option set and the last turns, to the letter, in any process (R3-7, R3-8)."""
        session = await run(*stores, 1, None)
        assert session.thread.clarification == LOOP
        _, elsewhere = await open_stores()
        for store in (stores[1], elsewhere):
            assert await store.load(T1, version=1) == session
            assert await store.load(T1) == session

    async def test_the_newest_run_counts(self, stores: tuple[ThreadStore, SessionStore]) -> None:
        """What an earlier one left is gone."""
        first = await run(*stores, 1, None)
        second = await run(*stores, 2, first)
        assert await stores[1].load(T1, version=2) == second
        assert [turn.message.index for turn in second.turns] == [1, 2]

    async def test_a_session_of_another_version_is_not_given(self, stores: tuple[ThreadStore, SessionStore]) -> None:
        """Neither an older nor a newer one."""
        session = await run(*stores, 1, None)
        for version in (0, 2, 11):
            assert await stores[1].load(T1, version=version) is None
        assert await stores[1].load(T1, version=1) == session

    async def test_what_is_not_there_is_none(self, stores: tuple[ThreadStore, SessionStore]) -> None:
        """So is what no store could hold; forgetting it is harmless."""
        for unknown in (T2, ThreadId(""), ThreadId("a\x00b"), ThreadId("\ud800"), ThreadId("x" * 10_000)):
            assert await stores[1].load(unknown) is None
            await stores[1].drop(unknown)

    async def test_a_deleted_thread_has_no_session(self, stores: tuple[ThreadStore, SessionStore]) -> None:
        """It goes with the thread."""
        await run(*stores, 1, None)
        await stores[0].delete(T1)
        await stores[1].drop(T1)
        assert await stores[1].load(T1) is None

    async def test_it_answers_and_closes_twice(self, stores: tuple[ThreadStore, SessionStore]) -> None:
        """Nothing is raised."""
        assert await stores[1].ping() is None
        await stores[1].aclose()
        await stores[1].aclose()
