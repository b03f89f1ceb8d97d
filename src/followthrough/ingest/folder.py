"""Files and folders into a collection: looked up, read ahead, written in batches, embedded meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.errors import CallerError
from followthrough.ingest.identity import Incoming, document_id
from followthrough.ingest.indexing import Indexer, Prepared
from followthrough.ingest.progress import FileFailure, IngestProgress, IngestSummary, OnEvent
from followthrough.ingest.walk import SIDE_FILE_ENDINGS, Found, FoundFile, find_files
from followthrough.ingest.worker import IngestWorker
from followthrough.ports.document_reader import Refused
from followthrough.ports.document_store import DocumentStore
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata_yaml
from followthrough.tuning import Tuning

_PAGE = 1_000  # documents listed at once
_SIDE_FILE_MAX_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class _Looked:
    """What became of one file: a version to write, a refusal, or None for an unchanged one."""

    file: FoundFile
    result: Prepared | Refused | None


class FolderIngest:
    """One ingest of files and folders.

    Args:
        documents: the catalogue.
        indexer: reads and writes.
        worker: embeds meanwhile.
        delete: removes documents, for pruning.
        tuning: batch sizes.
    """

    def __init__(
        self,
        *,
        documents: DocumentStore,
        indexer: Indexer,
        worker: IngestWorker,
        delete: Callable[[Sequence[DocumentId]], Awaitable[None]],
        tuning: Tuning,
    ) -> None:
        self._documents = documents
        self._indexer = indexer
        self._worker = worker
        self._delete = delete
        self._tuning = tuning
        self._progress = IngestProgress()
        self._failures: list[FileFailure] = []
        self._changes: Counter[str] = Counter()
        self._on_event: OnEvent = _nobody

    async def run(
        self, paths: Sequence[Path], *, collection: str, prune: bool, embed: bool, on_event: OnEvent | None
    ) -> IngestSummary:
        """See ``Library.ingest_paths``."""
        self._on_event = on_event or _nobody
        found = await asyncio.to_thread(find_files, paths)
        for failure in found.failures:
            self._fail(failure)
        total = sum(file.size for file in found.files)
        self._move(files_total=len(found.files), bytes_total=total, embed_total=await self._unembedded(collection))
        stop_listening = self._worker.listen(self._embedded)
        already_running = self._worker.is_running
        try:
            if embed:
                await self._worker.start()
            await self._take_all(found.files, collection)
            removed = await self._prune(found, collection) if prune else 0
            if embed:
                await self._worker.run_until_idle()
            if self._progress.passages or removed:
                await self._indexer.fold()
        finally:
            stop_listening()
            if embed and not already_running:
                await self._worker.aclose()
        return IngestSummary(
            new=self._changes["new"],
            changed=self._changes["changed"],
            unchanged=self._changes["unchanged"],
            removed=removed,
            skipped=found.skipped,
            failures=tuple(self._failures),
            passages=self._progress.passages,
            bytes=total,
        )

    async def _take_all(self, files: Sequence[FoundFile], collection: str) -> None:
        batch: list[tuple[FoundFile, Prepared]] = []
        passages = 0
        async for looked in self._look_at(files, collection):
            match looked.result:
                case Prepared() as version:
                    batch.append((looked.file, version))
                    passages += len(version.passages)
                case Refused(code=code, reason=reason):
                    self._fail(FileFailure(path=looked.file.shown, code=code, reason=reason))
                    self._done([looked.file])
                case None:
                    self._changes["unchanged"] += 1
                    self._done([looked.file])
            if len(batch) >= self._tuning.ingest_batch_documents or passages >= self._tuning.ingest_batch_passages:
                await self._write(batch)
                batch, passages = [], 0
        await self._write(batch)

    async def _look_at(self, files: Sequence[FoundFile], collection: str) -> AsyncIterator[_Looked]:
        """What each file brings, in order, with a few files read ahead and one look-up for many."""
        ahead: deque[asyncio.Task[_Looked]] = deque()
        size = self._tuning.ingest_batch_documents
        try:
            for at in range(0, len(files), size):
                some = files[at : at + size]
                await self._indexer.want([document_id(collection, file.source) for file in some])
                known = await self._documents.by_source(collection, [file.source for file in some])
                known = await self._indexer.in_index(known)
                for file in some:
                    work = self._look_at_file(file, collection, known.get(file.source))
                    ahead.append(asyncio.create_task(work))
                    if len(ahead) > self._tuning.ingest_read_ahead:
                        yield await ahead.popleft()
            while ahead:
                yield await ahead.popleft()
        finally:
            for task in ahead:
                task.cancel()
            await asyncio.gather(*ahead, return_exceptions=True)

    async def _look_at_file(self, file: FoundFile, collection: str, previous: Document | None) -> _Looked:
        content = await asyncio.to_thread(_read, file, self._tuning.document_max_bytes)
        if isinstance(content, Refused):
            return _Looked(file, content)
        data, metadata = content
        incoming = Incoming(
            data=data,
            name=file.path.name,
            source=file.source,
            collection=collection,
            thread_id=None,
            metadata=metadata,
        )
        return _Looked(file, await self._indexer.prepare(incoming, previous))

    async def _write(self, batch: Sequence[tuple[FoundFile, Prepared]]) -> None:
        if not batch:
            return
        try:
            await self._indexer.write([version for _, version in batch])
        except CallerError as error:
            if len(batch) > 1:  # one of them holds a value that the store can't keep: the others go on
                for one in batch:
                    await self._write([one])
                return
            self._fail(FileFailure(path=batch[0][0].shown, code="unreadable", reason=error.what))
            self._done([batch[0][0]])
            return
        self._worker.wake()
        passages = sum(len(version.passages) for _, version in batch)
        self._changes.update(version.change for _, version in batch)
        self._move(passages=self._progress.passages + passages, embed_total=self._progress.embed_total + passages)
        self._done([file for file, _ in batch])

    async def _prune(self, found: Found, collection: str) -> int:
        """Removes the documents of the given folders whose file is gone; says how many."""
        there = {file.source for file in found.files}
        gone: list[DocumentId] = []
        for folder in found.folders:
            listed = self._listed(collection=collection, source_prefix=f"{folder}/")
            absent = [d async for d in listed if d.source not in there]
            gone += [d.id for d in absent if not _is_or_is_below(d.source, found.unseen)]
        gone = list(dict.fromkeys(gone))
        if gone:
            await self._delete(gone)
        return len(gone)

    async def _unembedded(self, collection: str) -> int:
        """Passages that an earlier ingest left without vectors."""
        unfinished = self._listed(collection=collection, status=DocumentStatus.INDEXING)
        return sum([document.passages - document.embedded async for document in unfinished])

    async def _listed(self, **filters: Any) -> AsyncIterator[Document]:
        """The documents that ``DocumentStore.list`` gives for these filters, page by page."""
        after: DocumentId | None = None
        while page := await self._documents.list(**filters, after=after, limit=_PAGE):
            after = page[-1].id
            for document in page:
                yield document

    def _embedded(self, passages: int) -> None:
        embedded = self._progress.embedded + passages
        self._move(embedded=embedded, embed_total=max(embedded, self._progress.embed_total))

    def _done(self, files: Sequence[FoundFile]) -> None:
        self._move(
            files_done=self._progress.files_done + len(files),
            bytes_done=self._progress.bytes_done + sum(file.size for file in files),
        )

    def _fail(self, failure: FileFailure) -> None:
        self._failures.append(failure)
        self._on_event(failure)

    def _move(self, **changes: int) -> None:
        self._progress = replace(self._progress, **changes)
        self._on_event(self._progress)


def _read(file: FoundFile, max_bytes: int) -> tuple[bytes, DocumentMetadata] | Refused:
    """The file's bytes and what its side file says of it."""
    if file.size > max_bytes:
        return Refused(code="too_large", reason=f"The file is larger than {max_bytes // 2**20} MiB; split it.")
    try:
        metadata = _side_file(file.path)
        return metadata if isinstance(metadata, Refused) else (file.path.read_bytes(), metadata)
    except OSError as error:
        reason = f"The file can't be read: {(error.strerror or 'unknown reason').lower()}."
        return Refused(code="unreadable", reason=reason)


def _side_file(path: Path) -> DocumentMetadata | Refused:
    """Metadata of ``fees.pdf`` from ``fees.pdf.meta.yaml``, else from ``fees.meta.yaml``."""
    candidates = [path.with_name(stem + ending) for stem in (path.name, path.stem) for ending in SIDE_FILE_ENDINGS]
    side = next((candidate for candidate in candidates if candidate.is_file()), None)
    if side is None:
        return DocumentMetadata()
    try:
        text = side.read_bytes()[:_SIDE_FILE_MAX_BYTES].decode("utf-8-sig")
    except UnicodeDecodeError:
        return Refused(code="bad_metadata", reason=f"Its side file {side.name} is not UTF-8; save it as UTF-8.")
    found = read_metadata_yaml(text)
    if isinstance(found, MetadataFault):
        return Refused(code="bad_metadata", reason=f"Its side file {side.name} can't be taken: {found.line}.")
    return found


def _is_or_is_below(source: str, paths: Sequence[Path]) -> bool:
    return any(source == str(path) or source.startswith(f"{path}/") for path in paths)


def _nobody(_event: object) -> None:
    """Takes events when nobody wants them."""
