"""Threads, their turns and their records: the only truth about a conversation.

A message is durable when ``accept`` returns. A turn's record, the thread's new state and the turn's events are
written by ``commit`` in one transaction with a version check. A lease says which worker has a thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from followthrough.domain.continuity import Selection
from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnRecord
from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.handoff import Origin, StoredHandoff
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.model_calls import ModelUse
from followthrough.domain.records import ThreadRecord
from followthrough.domain.thread_list import ListedThread, Place, ThreadMark, ThreadWish


class ThreadStore(Protocol):
    """Storage of threads. Every method may raise ``StoreUnavailable``."""

    async def create(self, thread: Thread, history: Sequence[ThreadRecord] = ()) -> Thread:
        """Stores a new thread at version 0 with these records folded into it, all of it or nothing.

        The turns of the history have ended: their messages name this thread, with indexes from 1 without a gap.

        Returns:
            The thread as it stands then.

        Raises:
            VersionConflict: a thread with this id, or a turn of the history, exists.
            InvalidInput: a key or text that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def get(self, thread_id: ThreadId) -> Thread | None:
        """The thread's state, None when there is none."""
        ...

    async def list(self, owner: OwnerId, *, before: ThreadId | None = None, limit: int = 50) -> list[Thread]:
        """The owner's threads, newest first (by creation, ties by id, highest first), those older than ``before``."""
        ...

    async def browse(
        self, owner: OwnerId, wish: ThreadWish, *, before: Place | None = None, limit: int = 50
    ) -> Sequence[ListedThread]:
        """The owner's threads as they are wished for, newest first, ties by id, highest first.

        Only those that stand behind the place ``before``: the time that the list is ordered by, and an id.
        """
        ...

    async def marks(self, owner: OwnerId, *, limit: int) -> Sequence[ThreadMark]:
        """How far the owner's threads are, those with the newest messages first."""
        ...

    async def marks_of(self, thread_ids: Sequence[ThreadId]) -> Sequence[ThreadMark]:
        """How far these threads are, by id; one that is not there is left out."""
        ...

    async def delete(self, thread_id: ThreadId) -> None:
        """Deletes the thread with its turns, records and lease; an unknown id is ignored."""
        ...

    async def citing(self, document_id: DocumentId) -> list[ThreadId]:
        """Threads in whose turns a document is named, by id: what they say may be its words."""
        ...

    async def idle(self, *, before: datetime, limit: int = 100) -> list[ThreadId]:
        """Threads that were created before this moment and got no message since, oldest first, ties by id.

        One with a message that is still to be answered is none of them.
        """
        ...

    async def accept(
        self,
        *,
        thread_id: ThreadId,
        turn_id: TurnId,
        text: str,
        received_at: datetime,
        client_message_id: str | None,
        attachments: Sequence[DocumentId] = (),
        origin: Origin = Origin.USER,
        links: Sequence[str] = (),
        retry_of: TurnId | None = None,
        selection: Selection | None = None,
        include_document_ids: Sequence[DocumentId] = (),
    ) -> Message:
        """Makes a message durable and gives it the thread's next turn index.

        A known ``client_message_id`` of this thread returns the message accepted first, whatever its text.

        Raises:
            NotFound: no such thread.
            InvalidInput: a key or text that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def turn(self, thread_id: ThreadId, turn_id: TurnId) -> StoredTurn | None:
        """One turn of the thread with its events, None when there is none."""
        ...

    async def turns(self, thread_id: ThreadId, *, after_index: int = 0, limit: int = 50) -> list[StoredTurn]:
        """The thread's turns with an index above ``after_index``, oldest first, with their events."""
        ...

    async def next_pending(self, thread_id: ThreadId) -> StoredTurn | None:
        """The oldest accepted turn that has not ended, with its thread's version; None when all have."""
        ...

    async def begin_attempt(self, turn_id: TurnId) -> int:
        """Counts one more attempt at the turn, durably; returns the new count, from 1."""
        ...

    async def count_alone(self, turn_id: TurnId, by: int) -> int:
        """Adds to how often the turn was cut off while no other ran beside it, durably; returns the new count."""
        ...

    async def commit(
        self,
        *,
        thread_id: ThreadId,
        record: ThreadRecord,
        expected_version: int,
        events: Sequence[tuple[int, str, str]] = (),
        handoff: StoredHandoff | None = None,
        decision: DecisionRecord | None = None,
    ) -> Thread:
        """Folds ``record`` into the thread, in one transaction; returns the new state, one version higher.

        For a ``TurnEnded`` the turn ends too, with its ``events`` (id, kind, body as JSON). ``handoff`` is kept with
        it, and the thread's open hand-off moves as ``rules.handoff.summary.state_after`` says. ``decision`` is kept
        with it, and the decisions that it takes back are marked as wrong unless they are already.

        Raises:
            NotFound: the thread is gone.
            VersionConflict: the thread is not at ``expected_version``, or the turn has ended already. Nothing
                was written.
            InvalidInput: the record has a text that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def records(self, thread_id: ThreadId) -> list[ThreadRecord]:
        """All records of the thread in order of version; folding them over the created thread gives its state."""
        ...

    async def ended(
        self, *, since: datetime, until: datetime, after: tuple[datetime, TurnId] | None = None, limit: int = 500
    ) -> list[TurnRecord]:
        """Turns of all threads that have ended and whose message was received from ``since`` to before ``until``.

        Oldest message first, ties by turn id; only those beyond ``after`` (a message's time and its turn's id).
        """
        ...

    async def past(self, owner: OwnerId, *, before: TurnId | None = None, limit: int = 50) -> list[TurnRecord]:
        """Turns of the owner's threads that have ended, newest message first, ties by turn id, highest first.

        Only those older than the turn ``before``; none when there is no such turn.
        """
        ...

    async def model_use(self, day: date) -> ModelUse:
        """What language models were used for by turns that ended on this day (UTC), of deleted threads too."""
        ...

    async def acquire(self, thread_id: ThreadId, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """Takes or extends the lease on a thread; False while another worker's lease is not over.

        Every process sees it at once; a power cut may take it back, for no worker outlives one.
        """
        ...

    async def release(self, thread_id: ThreadId, worker: WorkerId) -> None:
        """Gives the lease back; not holding it is harmless."""
        ...

    async def abandoned(self, *, now: datetime, limit: int = 100) -> list[ThreadId]:
        """Threads with an accepted turn that has not ended and no lease that is still running, oldest first."""
        ...

    async def request_stop(self, thread_id: ThreadId, turn_id: TurnId) -> None:
        """Notes that this turn is to be stopped, for the worker that has it (``StoredTurn.stop_requested``)."""
        ...

    async def stops_requested(self, turn_ids: Sequence[TurnId]) -> set[TurnId]:
        """Those of the turns for which a stop was requested."""
        ...

    async def ping(self) -> None:
        """Reads the schema version.

        Raises:
            SchemaOutdated: the schema is not the one this version needs.
        """
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
