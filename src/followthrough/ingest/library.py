"""The library: documents in and out, for the shared collections and for single threads."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from followthrough.domain.deleting import Deletion, Thing
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, PassageId, ThreadId, WorkerId
from followthrough.domain.laid_out import PageImage
from followthrough.errors import InvalidInput
from followthrough.ingest.folder import FolderIngest
from followthrough.ingest.identity import Incoming
from followthrough.ingest.indexing import Change, Indexer
from followthrough.ingest.originals import Originals, original_of
from followthrough.ingest.progress import IngestSummary, OnEvent
from followthrough.ingest.reindex import OnDocument, Reindex, Reindexed
from followthrough.ingest.worker import IngestWorker
from followthrough.ports.clock import Clock
from followthrough.ports.deletion_store import DeletionStore
from followthrough.ports.document_reader import DocumentReader, Refused
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.web import PageReader
from followthrough.rules.cutting.storable import is_key
from followthrough.rules.language.links import normalise_link
from followthrough.tuning import Tuning

_LINK = "link:"  # what is pending is not known before it is fetched, so its hash is the time of asking
_NAME_MAX_CHARS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A document that is in the library now, and whether it was before."""

    document: Document
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageInPlace:
    """A passage with those around it in its document, in reading order."""

    passage: Passage
    before: tuple[Passage, ...]
    after: tuple[Passage, ...]


class Library:
    """Documents in and out.

    Args:
        documents: the catalogue.
        deletions: what is being deleted.
        index: the passages.
        reader: reads the formats.
        pages: fetches what is given as a link.
        embedder: measures passages and makes their vectors.
        clock: says when.
        tuning: budgets, batch sizes and times.
        worker: this process's name among all workers.
    """

    def __init__(
        self,
        *,
        documents: DocumentStore,
        deletions: DeletionStore,
        index: PassageIndex,
        reader: DocumentReader,
        pages: PageReader,
        embedder: Embedder,
        clock: Clock,
        tuning: Tuning,
        worker: WorkerId,
    ) -> None:
        self._documents = documents
        self._deletions = deletions
        self._originals = Originals(documents, tuning.originals_max_bytes)
        self._reader = reader
        self._index = index
        self._clock = clock
        self._tuning = tuning
        self._indexer = Indexer(
            documents=documents,
            deletions=deletions,
            index=index,
            reader=reader,
            embedder=embedder,
            clock=clock,
            tuning=tuning,
        )
        self._worker = IngestWorker(
            indexer=self._indexer,
            pages=pages,
            documents=documents,
            originals=self._originals,
            index=index,
            embedder=embedder,
            clock=clock,
            tuning=tuning,
            worker=worker,
        )

    async def start(self) -> None:
        """Begins to index queued documents and to embed passages in the background."""
        await self._worker.start()

    async def aclose(self) -> None:
        """Stops the background work; what is not done waits for the next start."""
        await self._worker.aclose()

    async def run_until_idle(self) -> None:
        """Works until no document is queued or without vectors.

        Raises:
            DependencyError: the store, the index or the embedder fails; what is done is kept.
        """
        await self._worker.run_until_idle()

    async def add(
        self,
        *,
        data: bytes,
        name: str,
        source: str,
        collection: str,
        thread_id: ThreadId | None = None,
        metadata: DocumentMetadata | None = None,
    ) -> Added | Refused:
        """Reads and indexes a document: found by full text when this returns, by meaning a little later.

        The document with this collection, thread and source is replaced; an unchanged one costs one look-up. A
        version that is refused leaves the one before it as it is.

        Args:
            data: the whole file.
            name: its file name.
            source: its resolved path or URL, or ``upload:<name>``.
            collection: where it belongs.
            thread_id: the one thread that may find it; None for the shared library.
            metadata: what is said of it from outside; it wins over what the file says.

        Raises:
            InvalidInput: a name or id that can't be stored.
            DependencyError: the store, the index or the tokenizer fails.
        """
        incoming = Incoming(
            data=data,
            name=name,
            source=source,
            collection=collection,
            thread_id=thread_id,
            metadata=metadata or DocumentMetadata(),
        )
        async with self._indexer.lock(incoming.document_id):
            previous = await self._previous(incoming)
            prepared = await self._indexer.prepare(incoming, previous)
            if isinstance(prepared, Refused):
                return prepared
            if prepared is None and previous is not None:
                return Added(document=previous, change="unchanged")
            assert prepared is not None  # noqa: S101 - None means unchanged, which needs a previous version
            await self._originals.keep(incoming.document_id, data)
            await self._indexer.write([prepared])
        self._worker.wake()
        return Added(document=prepared.document, change=prepared.change)

    async def take_in(
        self,
        *,
        data: bytes,
        name: str,
        source: str,
        collection: str,
        thread_id: ThreadId | None = None,
        metadata: DocumentMetadata | None = None,
    ) -> Document | Refused:
        """``add``, for callers who don't ask whether the document was there before."""
        added = await self.add(
            data=data, name=name, source=source, collection=collection, thread_id=thread_id, metadata=metadata
        )
        return added if isinstance(added, Refused) else added.document

    async def enqueue(
        self,
        *,
        data: bytes,
        name: str,
        source: str,
        collection: str,
        thread_id: ThreadId | None = None,
        metadata: DocumentMetadata | None = None,
    ) -> Document:
        """Keeps a document's bytes durably and leaves reading them to the background; arguments as for ``add``.

        The version before it stays found until the new one is indexed. When it can't be read, its status becomes
        ``failed`` with the reason.

        Raises:
            InvalidInput: a name or id that can't be stored.
            StoreUnavailable: the bytes were not kept.
        """
        incoming = Incoming(
            data=data,
            name=name,
            source=source,
            collection=collection,
            thread_id=thread_id,
            metadata=metadata or DocumentMetadata(),
        )
        digest = await asyncio.to_thread(self._indexer.hash_of, incoming)
        async with self._indexer.lock(incoming.document_id):
            previous = await self._previous(incoming)
            if previous is not None and _is_there(previous, digest):
                return previous
            document = self._queued(incoming, previous, digest)
            await self._documents.put_upload(document.id, data)
            await self._documents.put(document)
        self._worker.wake()
        return document

    async def add_link(
        self,
        *,
        url: str,
        collection: str,
        thread_id: ThreadId | None = None,
        metadata: DocumentMetadata | None = None,
    ) -> Document:
        """Leaves fetching and reading a page to the background; the same link again fetches it anew.

        The document is known by the link in its one form (``rules.language.links``). What was read before stays found
        until the new version is indexed. When the page can't be read, its status becomes ``failed`` with the reason.

        Raises:
            InvalidInput: it is no address of a web page, or one that is too long to be a document's name.
            StoreUnavailable: the link was not kept.
        """
        link = normalise_link(url)
        if link is None or not is_key(link):
            raise InvalidInput(
                "The link is no web address (http or https, without a password, of at most 512 characters).",
                fix="Correct it, or add the page as a file.",
                field="url",
            )
        incoming = Incoming(
            data=b"",
            name=link.partition("//")[2].rstrip("/")[:_NAME_MAX_CHARS],
            source=link,
            collection=collection,
            thread_id=thread_id,
            metadata=metadata or DocumentMetadata(),
        )
        async with self._indexer.lock(incoming.document_id):
            previous = await self._previous(incoming)
            if previous is not None and _waits_for_its_page(previous):
                return previous
            document = self._queued(incoming, previous, f"{_LINK}{self._clock.now().isoformat()}")
            await self._documents.drop_upload(document.id)
            await self._documents.put(document)
        self._worker.wake()
        return document

    async def delete(self, document_ids: Sequence[DocumentId]) -> None:
        """Removes documents with all that hangs on them; unknown ids are ignored.

        Once it is asked for it is done, by the next process if this one is killed. Files have the words for a while
        longer (``Tuning.deleted_gone_s``).
        """
        deletions = [Deletion(thing=Thing.DOCUMENT, id=document_id) for document_id in document_ids]
        await self._deletions.ask(deletions)
        gone = list((await self._documents.get_many(document_ids)).values())
        await self._documents.delete(document_ids)  # first, so that whoever asks is told that it is not there
        await self._index.delete_documents(document_ids)
        await self._indexer.link(gone)
        await self._deletions.finish(deletions)

    async def passage_with_neighbours(self, passage_id: PassageId, around: int = 2) -> PassageInPlace | None:
        """The passage with up to ``around`` passages before and after it; None when there is no such passage."""
        passage = (await self._index.get([passage_id])).get(passage_id)
        if passage is None:
            return None
        first = max(0, passage.ordinal - around)
        count = passage.ordinal - first + 1 + around
        found = await self._index.of_document(passage.document_id, first=first, limit=count)
        return PassageInPlace(
            passage=passage,
            before=tuple(p for p in found if p.ordinal < passage.ordinal),
            after=tuple(p for p in found if p.ordinal > passage.ordinal),
        )

    async def original(self, document: Document) -> bytes | None:
        """The bytes that it was read from; None where they were not kept and its file is gone or another one."""
        return await original_of(self._documents, document, max_bytes=self._tuning.document_max_bytes, as_read=True)

    async def page(self, data: bytes, number: int, *, width_px: int, mark: str = "") -> PageImage | Refused:
        """A page of a PDF as it looks; see ``ports.document_reader``."""
        return await self._reader.page(data, number, width_px=width_px, mark=mark)

    async def ingest_paths(
        self,
        paths: Sequence[Path],
        *,
        collection: str,
        prune: bool = False,
        embed: bool = True,
        on_event: OnEvent | None = None,
    ) -> IngestSummary:
        """Takes files and folders into a collection; again costs next to nothing.

        Args:
            paths: files and folders, folders with everything below them.
            collection: where they belong.
            prune: whether documents from the given folders whose file is gone are removed.
            embed: whether to return only when all passages have their vectors.
            on_event: told of progress and of each file that is not taken.

        Raises:
            DependencyError: the store, the index or the embedder fails; what is done is kept, and going on later
                is the same call again.
        """
        folders = FolderIngest(
            documents=self._documents,
            indexer=self._indexer,
            worker=self._worker,
            delete=self.delete,
            tuning=self._tuning,
        )
        return await folders.run(paths, collection=collection, prune=prune, embed=embed, on_event=on_event)

    async def reindex(self, on_document: OnDocument) -> Reindexed:
        """Builds the index again from the originals while it serves; see ``ingest.reindex``.

        Raises:
            DependencyError: the store, the index or the embedder fails; what is done is kept.
        """
        done = await Reindex(self._documents, self._index, self._indexer, self._tuning).run(on_document)
        await self.run_until_idle()
        return done

    async def _previous(self, incoming: Incoming) -> Document | None:
        await self._indexer.want([incoming.document_id])
        found = await self._documents.by_source(incoming.collection, [incoming.source], incoming.thread_id)
        return (await self._indexer.in_index(found)).get(incoming.source)

    def _queued(self, incoming: Incoming, previous: Document | None, digest: str) -> Document:
        now = self._clock.now()
        fresh = Document(
            id=incoming.document_id,
            collection=incoming.collection,
            source=incoming.source,
            name=incoming.name,
            media_type="application/octet-stream",
            content_hash="",
            size_bytes=len(incoming.data),
            status=DocumentStatus.QUEUED,
            metadata=incoming.metadata,
            created_at=now,
            updated_at=now,
            thread_id=incoming.thread_id,
            pending_hash=digest,
        )
        if previous is None:
            return fresh
        return replace(
            previous,
            name=incoming.name,
            size_bytes=len(incoming.data),
            status=DocumentStatus.QUEUED,
            metadata=incoming.metadata,
            updated_at=now,
            pending_hash=digest,
            reason=None,
        )


def _waits_for_its_page(document: Document) -> bool:
    return document.status is DocumentStatus.QUEUED and (document.pending_hash or "").startswith(_LINK)


def _is_there(document: Document, digest: str) -> bool:
    """Whether this very version is in the library already, or waits in the queue."""
    if document.status is DocumentStatus.QUEUED:
        return document.pending_hash == digest
    return document.content_hash == digest and document.pending_hash is None
