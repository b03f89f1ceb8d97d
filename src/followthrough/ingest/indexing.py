"""One version of a document on its way into the index.

``pending_hash`` is set before the index is written and cleared after, so that a process killed in between leaves a
document whose next ingest sees that it was not finished. The index is replaced in one step, so a reader finds the
old version or the new one at every moment.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Literal
from weakref import WeakValueDictionary

from followthrough.domain.deleting import Deletion, Thing
from followthrough.domain.documents import BlockKind, Document, DocumentStatus, ParsedDocument, Passage, PassageCut
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.errors import FollowthroughError
from followthrough.ingest.identity import Incoming, content_hash, make_passages
from followthrough.ports.clock import Clock
from followthrough.ports.deletion_store import DeletionStore
from followthrough.ports.document_reader import DocumentReader, Refused
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.rules.cutting.metadata import merge_metadata
from followthrough.rules.cutting.passages import cut_passages
from followthrough.rules.cutting.supersede import superseded_targets, superseding_document
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)

Change = Literal["new", "changed", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A version that is read and cut, but not written. ``previous`` is what the catalogue held of it."""

    document: Document
    passages: tuple[Passage, ...]
    previous: Document | None

    @property
    def change(self) -> Change:
        """Whether the document was there before."""
        return "new" if self.previous is None or not self.previous.content_hash else "changed"


class Indexer:
    """Reads, cuts and writes documents.

    Args:
        documents: the catalogue.
        deletions: what is being deleted.
        index: where passages go.
        reader: reads the formats.
        embedder: whose tokenizer measures passages.
        clock: says when.
        tuning: budgets and batch sizes.
    """

    def __init__(
        self,
        *,
        documents: DocumentStore,
        deletions: DeletionStore,
        index: PassageIndex,
        reader: DocumentReader,
        embedder: Embedder,
        clock: Clock,
        tuning: Tuning,
    ) -> None:
        self._documents = documents
        self._deletions = deletions
        self._index = index
        self._reader = reader
        self._embedder = embedder
        self._clock = clock
        self._tuning = tuning
        self._locks: WeakValueDictionary[DocumentId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, document_id: DocumentId) -> asyncio.Lock:
        """The lock that keeps two versions of one document apart in this process."""
        return self._locks.setdefault(document_id, asyncio.Lock())

    async def want(self, document_ids: Sequence[DocumentId]) -> None:
        """Says that these documents come again: a deletion of theirs that was cut off is not completed."""
        await self._deletions.withdraw([Deletion(thing=Thing.DOCUMENT, id=i) for i in document_ids])

    def hash_of(self, incoming: Incoming) -> str:
        """What ``Document.content_hash`` is once this version is in."""
        return content_hash(
            incoming, model_id=self._embedder.model_id, window=self._embedder.max_tokens, tuning=self._tuning
        )

    async def in_index(self, known: Mapping[str, Document]) -> dict[str, Document]:
        """The documents, those whose passages the index lacks marked as unfinished.

        An index that was deleted or put back from an old copy is so filled again by the next ingest.
        """
        held = await self._index.counts([d.id for d in known.values()]) if known else {}
        return {
            key: d if held.get(d.id, 0) == d.passages else replace(d, pending_hash=d.pending_hash or d.content_hash)
            for key, d in known.items()
        }

    async def prepare(self, incoming: Incoming, previous: Document | None) -> Prepared | Refused | None:
        """Reads and cuts a version; None when the catalogue has it already, which needs no reading."""
        digest = await asyncio.to_thread(self.hash_of, incoming)
        if previous is not None and previous.content_hash == digest and previous.pending_hash is None:
            return None
        try:
            return await self._read_and_cut(incoming, previous, digest)
        except FollowthroughError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours must cost this document only, not those after it
            _log.error("document.fault", extra={"document_id": incoming.document_id}, exc_info=error)
            return Refused(
                code="unreadable", reason=f"It could not be read ({type(error).__name__}); please report it."
            )

    async def _read_and_cut(self, incoming: Incoming, previous: Document | None, digest: str) -> Prepared | Refused:
        parsed = await self._reader.read(incoming.data, incoming.name)
        if isinstance(parsed, Refused):
            return parsed
        now = self._clock.now()
        document = Document(
            id=incoming.document_id,
            collection=incoming.collection,
            source=incoming.source,
            name=incoming.name,
            media_type=parsed.media_type,
            content_hash=digest,
            size_bytes=len(incoming.data),
            status=DocumentStatus.INDEXING,
            metadata=merge_metadata(incoming.metadata, parsed.metadata),
            created_at=now if previous is None else previous.created_at,
            updated_at=now,
            pages=parsed.pages,
            thread_id=incoming.thread_id,
            superseded_by=None if previous is None else previous.superseded_by,
        )
        passages = make_passages(document, await asyncio.to_thread(self._cut, parsed, document))
        return Prepared(document=replace(document, passages=len(passages)), passages=passages, previous=previous)

    async def write(self, versions: Sequence[Prepared]) -> None:
        """Writes versions of different documents together: found by full text when this returns."""
        if not versions:
            return
        await self._documents.put_many([_unfinished(version) for version in versions])
        await self._index.replace_documents({v.document.id: v.passages for v in versions})
        await self._documents.put_many([version.document for version in versions])
        changed = [d for v in versions for d in (v.document, v.previous) if d is not None]
        await self.link(changed)

    async def fold(self) -> None:
        """After many writes: makes the next searches as fast as they get."""
        await self._index.optimize()

    async def link(self, changed: Sequence[Document]) -> None:
        """Says of the changed documents, and of those they replace or replaced, what replaces them now."""
        scopes: dict[tuple[str, ThreadId | None], list[Document]] = {}
        for document in changed:
            scopes.setdefault((document.collection, document.thread_id), []).append(document)
        for (collection, thread_id), documents in scopes.items():
            newer = await self._documents.superseding(collection, thread_id)
            targets = {t for d in documents for t in superseded_targets(d)}
            sources = sorted(targets | ({d.source for d in documents} if newer else set()))
            if not sources:
                continue
            affected = dict(await self._documents.by_source(collection, sources, thread_id))
            named = await self._documents.get_many([DocumentId(t) for t in targets])
            affected |= {
                d.source: d for d in named.values() if (d.collection, d.thread_id) == (collection, thread_id)
            }
            found = {d.id: superseding_document(d, newer) for d in affected.values()}
            moved = {d.id: found[d.id] for d in affected.values() if d.superseded_by != found[d.id]}
            if moved:
                await self._documents.set_superseded(moved)

    def _cut(self, parsed: ParsedDocument, document: Document) -> tuple[PassageCut, ...]:
        return cut_passages(
            parsed,
            title=_context_title(parsed, document),
            count=self._embedder.count_tokens,
            window=self._embedder.max_tokens,
            tuning=self._tuning,
        )


def _unfinished(version: Prepared) -> Document:
    """What the catalogue says while the version is being written: the old version, or nothing found yet."""
    before = version.previous or replace(version.document, content_hash="", passages=0)
    return replace(before, pending_hash=version.document.content_hash)


def _context_title(parsed: ParsedDocument, document: Document) -> str:
    """The title for the passages' context; without one the name, unless the text opens with a title of its own."""
    if document.metadata.title:
        return document.metadata.title
    first = parsed.blocks[0] if parsed.blocks else None
    if first is not None and first.kind is BlockKind.HEADING and first.level == 1:
        return ""
    return re.sub(r"[_\-.]+", " ", PurePosixPath(document.name).stem)
