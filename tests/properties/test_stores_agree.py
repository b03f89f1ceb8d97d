"""Whatever is done to a thread store, in whatever order, memory and SQLite answer alike."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate
from followthrough.adapters.decision_store.sql import SqlDecisionStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.conversation import TurnStatus
from followthrough.domain.decision_record import DecisionRecord, TakenBack, Wrong
from followthrough.domain.ids import DecisionId, DocumentId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.records import DocumentAttached, DocumentDetached, Renamed, ThreadRecord, TurnEnded
from followthrough.errors import FollowthroughError
from followthrough.ports.decision_store import DecisionStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.contracts.decision_store import a_decision
from followthrough.testing.contracts.values import a_message, a_thread, a_turn, moment, some_events
from followthrough.testing.memory_decisions import MemoryDecisions
from followthrough.testing.memory_threads import MemoryThreads

threads = st.sampled_from([ThreadId("t-1"), ThreadId("t-2"), ThreadId("T-3")])
workers = st.sampled_from([WorkerId("w-1"), WorkerId("w-2")])
owners = st.sampled_from(["ann", "bob"])
seconds = st.integers(0, 20)
turn_numbers = st.integers(1, 8)
client_ids = st.sampled_from([None, None, "c-1", "c-2"])
versions = st.sampled_from([0, 0, 0, -1, 1])
endings = st.sampled_from([s for s in TurnStatus if s is not TurnStatus.ACCEPTED])
texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=20)


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        asyncio.run(migrate(f"sqlite:///{file}"))
        return file.read_bytes()


class StoresAgree(RuleBasedStateMachine):
    """Does each thing to both stores and compares what they say."""

    @initialize()
    def open_both(self) -> None:
        """Both are empty."""
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp(prefix="agree-"))
        file = self.folder / "x.sqlite"
        file.write_bytes(_empty_database())
        memory, database = MemoryThreads(), open_database(f"sqlite:///{file}", synchronous="NORMAL")
        self.stores: list[ThreadStore] = [memory, SqlThreadStore(database)]
        self.decisions: list[DecisionStore] = [MemoryDecisions(memory), SqlDecisionStore(database)]
        self.turns = 0

    def both(self, call: Callable[[ThreadStore], Awaitable[Any]]) -> Any:
        """What both stores answer, which is the same."""

        async def answer(store: ThreadStore) -> Any:
            try:
                return await call(store)
            except FollowthroughError as error:
                return type(error)

        memory, sqlite = (self.runner.run(answer(store)) for store in self.stores)
        assert memory == sqlite
        return memory

    @rule(thread=threads, owner=owners, created=seconds)
    def create(self, thread: ThreadId, owner: str, created: int) -> None:
        """A new thread, or a taken id."""
        self.both(lambda store: store.create(a_thread(thread, owner=owner, created=created)))

    @rule(thread=threads)
    def delete(self, thread: ThreadId) -> None:
        """A thread goes."""
        self.both(lambda store: store.delete(thread))

    @rule(thread=threads, text=texts, client_id=client_ids, received=seconds)
    def accept(self, thread: ThreadId, text: str, client_id: str | None, received: int) -> None:
        """A message comes in."""
        self.turns += 1
        turn = TurnId(f"turn-{self.turns}")
        self.both(
            lambda store: store.accept(
                thread_id=thread,
                turn_id=turn,
                text=text,
                received_at=moment(received),
                client_message_id=client_id,
                attachments=(DocumentId("d-1"),) if received % 2 else (),
            )
        )

    @rule(number=turn_numbers)
    def begin_attempt(self, number: int) -> None:
        """Work on a turn, known or not, begins."""
        self.both(lambda store: store.begin_attempt(TurnId(f"turn-{number}")))

    @rule(
        thread=threads,
        off=versions,
        status=st.sampled_from([s for s in TurnStatus if s is not TurnStatus.ACCEPTED]),
        back=st.sets(st.integers(1, 4), max_size=2),
    )
    def end_oldest(self, thread: ThreadId, off: int, status: TurnStatus, back: set[int]) -> None:
        """The oldest pending turn ends, mostly at the right version, and may take earlier actions back."""
        pending = self.both(lambda store: store.next_pending(thread))
        message = pending.message if pending else a_message(thread, "turn-0", 1)
        taken = tuple(TakenBack(turn=turn, how=Wrong.REJECTED) for turn in sorted(back))
        decision = replace(
            a_decision(thread, message.index, at=message.index % 3),
            id=DecisionId(message.turn_id),
            turn_id=message.turn_id,
            takes_back=taken,
        )
        ended = TurnEnded(turn=a_turn(message, status=status, objective=f"o-{message.index % 2}"))
        self.commit(thread, off, ended, decision)

    @rule(thread=threads, off=versions, title=texts, at=seconds)
    def rename(self, thread: ThreadId, off: int, title: str, at: int) -> None:
        """A title."""
        self.commit(thread, off, Renamed(title=title, at=moment(at)))

    @rule(thread=threads, off=versions, document=st.sampled_from(["d-1", "d-2"]), goes=st.booleans())
    def attach_or_detach(self, thread: ThreadId, off: int, document: str, goes: bool) -> None:
        """A document comes or goes."""
        kind = DocumentDetached if goes else DocumentAttached
        self.commit(thread, off, kind(document_id=DocumentId(document), at=moment(3)))

    def commit(
        self, thread: ThreadId, off: int, record: ThreadRecord, decision: DecisionRecord | None = None
    ) -> None:
        """Commits to both."""
        state = self.both(lambda store: store.get(thread))
        version = (state.version if state else 0) + off
        events = some_events(record.turn.message) if isinstance(record, TurnEnded) else ()
        self.both(
            lambda store: store.commit(
                thread_id=thread, record=record, expected_version=version, events=events, decision=decision
            )
        )

    @rule(thread=threads, worker=workers, now=seconds, lasts=st.integers(1, 5))
    def acquire(self, thread: ThreadId, worker: WorkerId, now: int, lasts: int) -> None:
        """A worker wants a thread."""
        self.both(lambda store: store.acquire(thread, worker, now=moment(now), until=moment(now + lasts)))

    @rule(thread=threads, worker=workers)
    def release(self, thread: ThreadId, worker: WorkerId) -> None:
        """A worker gives a thread back."""
        self.both(lambda store: store.release(thread, worker))

    @rule(thread=threads, number=turn_numbers)
    def request_stop(self, thread: ThreadId, number: int) -> None:
        """A stop is pressed."""
        self.both(lambda store: store.request_stop(thread, TurnId(f"turn-{number}")))
        self.both(lambda store: store.stops_requested([TurnId(f"turn-{number}")]))

    @rule(owner=owners, before=st.none() | threads, limit=st.integers(1, 3))
    def list_threads(self, owner: str, before: ThreadId | None, limit: int) -> None:
        """An owner looks."""
        self.both(lambda store: store.list(OwnerId(owner), before=before, limit=limit))

    @rule(now=seconds, limit=st.integers(1, 3))
    def sweep(self, now: int, limit: int) -> None:
        """A worker looks for what is left."""
        self.both(lambda store: store.abandoned(now=moment(now), limit=limit))

    @rule(thread=threads, after=st.integers(0, 3), limit=st.integers(1, 3), number=turn_numbers)
    def read_turns(self, thread: ThreadId, after: int, limit: int, number: int) -> None:
        """A page of turns, and one of them."""
        self.both(lambda store: store.turns(thread, after_index=after, limit=limit))
        self.both(lambda store: store.turn(thread, TurnId(f"turn-{number}")))

    @rule(number=turn_numbers, is_wrong=st.booleans())
    def mark(self, number: int, is_wrong: bool) -> None:
        """An operator says that a decision was wrong, or that it was not."""
        how = Wrong.OPERATOR if is_wrong else None
        answers = [
            self.runner.run(store.mark(DecisionId(f"turn-{number}"), how, at=moment(number)))
            for store in self.decisions
        ]
        assert answers[0] == answers[1]

    @invariant()
    def decisions_are_the_same(self) -> None:
        """With what came out of them, after every step."""
        memory, sqlite = (self.runner.run(store.list(limit=500)) for store in self.decisions)
        assert memory == sqlite

    @invariant()
    def threads_are_the_same(self) -> None:
        """State and records, after every step."""
        for name in ("t-1", "t-2", "T-3"):
            self.both(lambda store, name=name: store.get(ThreadId(name)))
            self.both(lambda store, name=name: store.records(ThreadId(name)))

    def teardown(self) -> None:
        """Leaves no file."""
        for store in getattr(self, "stores", []):
            self.runner.run(store.aclose())
        if hasattr(self, "runner"):
            self.runner.close()
            shutil.rmtree(self.folder)


TestStoresAgree = StoresAgree.TestCase
TestStoresAgree.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
