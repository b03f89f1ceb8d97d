"""Threads and documents that are to go: at once for everybody who looks, within a time for the files.

Invariant: a removal that was asked for is completed, by whichever process is there when the one that began it is not.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import suppress
from typing import Protocol

from followthrough.domain.deleting import Deletion, Thing
from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.errors import NotFound
from followthrough.ports.deletion_store import DeletionStore
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.passage_index import PassageIndex
from followthrough.turn.service import TurnService

_PAGE = 200


class Documents(Protocol):
    """Takes documents out of the library; the library does."""

    def delete(self, document_ids: Sequence[DocumentId]) -> Awaitable[None]:
        """Removes documents with all that hangs on them; unknown ids are ignored."""
        ...


class Files(Protocol):
    """The files of the database; the database is it."""

    def scrub(self, *, thoroughly: bool = False) -> Awaitable[None]:
        """Makes what was deleted leave them."""
        ...


class Removals:
    """Removes, completes what was cut off, and has files written anew.

    Args:
        turns: threads and their turns.
        library: documents.
        documents: the catalogue.
        deletions: what is being deleted.
        index: the passages, in files.
        files: those of the database; None for one in memory.
    """

    def __init__(
        self,
        turns: TurnService,
        library: Documents,
        *,
        documents: DocumentStore,
        deletions: DeletionStore,
        index: PassageIndex,
        files: Files | None,
    ) -> None:
        self._turns = turns
        self._library = library
        self._documents = documents
        self._deletions = deletions
        self._index = index
        self._files = files

    async def thread(self, thread_id: ThreadId) -> None:
        """Removes a thread with its turns and its own documents; an unknown id is ignored."""
        deletion = Deletion(thing=Thing.THREAD, id=thread_id)
        await self._deletions.ask([deletion])
        async for own in self._of_thread(thread_id):
            await self._library.delete([document.id for document in own])
        with suppress(NotFound):  # it went in the meantime
            await self._turns.delete(thread_id)
        await self._deletions.finish([deletion])

    async def complete(self) -> int:
        """Does what processes that are gone had begun; returns how much there was.

        Raises:
            DependencyError: the database or the index does not answer; it is done at the next call.
        """
        done = 0
        while cut_off := await self._deletions.asked(limit=_PAGE):
            done += len(cut_off)
            await self._library.delete([DocumentId(d.id) for d in cut_off if d.thing is Thing.DOCUMENT])
            for deletion in cut_off:
                if deletion.thing is Thing.THREAD:
                    await self.thread(ThreadId(deletion.id))
        return done

    async def scrub(self, *, wait_s: float, thoroughly: bool = False) -> int:
        """Has the files that may have words of what was removed written anew; returns how many things those were.

        Args:
            wait_s: how long reads that have begun may take.
            thoroughly: also where nothing is known to have been removed.

        Raises:
            DependencyError: a file could not be written now; it is done at the next call.
        """
        gone = await self._deletions.finished()
        if thoroughly or any(d.thing is Thing.DOCUMENT for d in gone):
            await self._documents.keep_vectors(await self._index.content_hashes())
            await self._index.scrub(wait_s=wait_s)
        if self._files is not None and (thoroughly or gone):
            await self._files.scrub(thoroughly=thoroughly)
        await self._deletions.clear(gone)
        return len(gone)

    async def _of_thread(self, thread_id: ThreadId) -> AsyncIterator[list[Document]]:
        while page := await self._documents.list(thread_id=thread_id, limit=_PAGE):
            yield page
