"""Threads that branch from others: a message is asked in other words, and what was said before it stays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from followthrough.domain.conversation import Thread
from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.domain.records import TurnEnded
from followthrough.errors import NotFound
from followthrough.ports.clock import Clock
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.ids import IdSource
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.apply import apply
from followthrough.rules.records.branch import before, branched, there
from followthrough.turn.deps import Intake
from followthrough.turn.service import TurnService


class Branches:
    """Makes branches."""

    def __init__(
        self,
        turns: TurnService,
        threads: ThreadStore,
        documents: DocumentStore,
        intake: Intake,
        *,
        clock: Clock,
        ids: IdSource,
    ) -> None:
        self._turns = turns
        self._threads = threads
        self._documents = documents
        self._intake = intake
        self._clock = clock
        self._ids = ids

    async def fork(self, thread: Thread, turn_id: TurnId, *, text: str | None = None) -> Thread:
        """A new thread that begins with the turns before ``turn_id``; the other one stays as it is.

        Turns before it that are still being answered are waited for. The branch gets its own copy of the files that
        came before the turn or with it, as far as their bytes were kept.

        Args:
            thread: the thread that is branched from.
            turn_id: one of its turns.
            text: what is asked in its place; None asks nothing yet.

        Raises:
            NotFound: the thread has no such turn.
            TooLarge: the text is too long.
            StoreUnavailable: the branch was not kept.
        """
        stored = await self._threads.turn(thread.id, turn_id)
        if stored is None:
            raise NotFound("There is no turn with this id.", fix="Check the id.")
        index = stored.message.index
        for last in await self._threads.turns(thread.id, after_index=index - 2, limit=1):
            if last.message.index < index:
                await self._turns.result(thread.id, last.message.turn_id)
        now = self._clock.now()
        begun = Thread(
            id=ThreadId(self._ids.new("thr")),
            owner=thread.owner,
            collection=thread.collection,
            pack=thread.pack,
            language=thread.language,
            user_id=thread.user_id,
            created_at=now,
            updated_at=now,
        )
        past = tuple(before(await self._threads.records(thread.id), index))
        turns = (record.turn.message.turn_id for record in past if isinstance(record, TurnEnded))
        ids = {turn: TurnId(self._ids.new("turn")) for turn in turns}
        files = reduce(apply, past, begun).document_ids
        copies = await self._copies((*files, *stored.message.attachments), begun.id)
        history = branched(past, thread_id=begun.id, ids=ids, documents=copies)
        branch = await self._threads.create(begun, history)
        if text is not None:
            asked = stored.message
            await self._turns.submit(
                branch.id,
                text,
                attachments=[copies[one] for one in asked.attachments if one in copies],
                links=asked.links,
                include_document_ids=there(asked.include_document_ids, copies),
            )
        return branch

    async def _copies(self, wanted: Sequence[DocumentId], branch: ThreadId) -> dict[DocumentId, DocumentId]:
        """What the branch has of these documents: copies of a thread's own, the library's as they are."""
        copies: dict[DocumentId, DocumentId] = {}
        for document in (await self._documents.get_many(wanted)).values():
            if document.thread_id is None:
                copies[document.id] = document.id
                continue
            if (data := await self._documents.upload(document.id)) is None:
                continue
            kept = await self._intake.take_in(
                data=data,
                name=document.name,
                source=document.source,
                collection=document.collection,
                thread_id=branch,
                metadata=document.metadata,
            )
            if isinstance(kept, Document):
                copies[document.id] = kept.id
        return copies
