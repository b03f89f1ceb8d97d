"""A library on memory parts, with a clock that tests move and an embedder that counts its work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from followthrough.adapters.document_reader.reader import Reader
from followthrough.domain.documents import Document, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, ThreadId, WorkerId
from followthrough.domain.retrieval import PassageFilter
from followthrough.domain.web import PageRefusal
from followthrough.ingest.library import Added, Library
from followthrough.ports.embedder import Vectors
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.fake_web import FakePageReader
from followthrough.testing.manual_clock import ManualClock
from followthrough.testing.memory_deletions import MemoryDeletions
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_index import MemoryIndex
from followthrough.tuning import Tuning

READY, INDEXING = DocumentStatus.READY, DocumentStatus.INDEXING
QUEUED, FAILED = DocumentStatus.QUEUED, DocumentStatus.FAILED
TUNING = Tuning(embed_batch_passages=4, embed_round_passages=16, ingest_batch_documents=3, ingest_poll_s=0.05)


class World:
    """The parts of a library; further workers may share the stores.

    Args:
        tuning: batch sizes and times.
        shares: another world whose stores, index and clock this one works on, as another process would.
        worker: the name among the workers.
    """

    def __init__(self, *, tuning: Tuning = TUNING, shares: World | None = None, worker: str = "w-1") -> None:
        self.clock = shares.clock if shares else ManualClock()
        self.documents = shares.documents if shares else MemoryDocuments()
        self.deletions = shares.deletions if shares else MemoryDeletions()
        self.index = shares.index if shares else MemoryIndex()
        self.embedder = FakeEmbedder()
        self.web: dict[str, str | bytes | PageRefusal] = shares.web if shares else {}
        self.pages = FakePageReader(Reader(tuning), self.web)
        self.library = Library(
            documents=self.documents,
            deletions=self.deletions,
            index=self.index,
            reader=Reader(tuning),
            pages=self.pages,
            embedder=self.embedder,
            clock=self.clock,
            tuning=tuning,
            worker=WorkerId(worker),
        )

    async def add(self, name: str, text: str, **more: Any) -> Added:
        added = await self.library.add(data=text.encode(), name=name, source=f"/docs/{name}", collection="c", **more)
        assert isinstance(added, Added), added
        return added

    async def enqueue(self, name: str, text: str | bytes) -> Document:
        data = text if isinstance(text, bytes) else text.encode()
        return await self.library.enqueue(data=data, name=name, source=f"/docs/{name}", collection="c")

    async def now(self, document: Document) -> Document:
        found = await self.documents.get(document.id)
        assert found is not None
        return found

    async def named(self, name: str) -> Document:
        return (await self.documents.by_source("c", [f"/docs/{name}"]))[f"/docs/{name}"]

    async def found(self, query: str, *, thread_id: ThreadId | None = None) -> list[str]:
        """The texts that full text finds, best first."""
        hits = await self.index.search_text(query, PassageFilter(collection="c", thread_id=thread_id), 10)
        passages = await self.index.get([hit.passage_id for hit in hits])
        return [passages[hit.passage_id].text for hit in hits]

    async def passages(self, document: Document) -> list[Passage]:
        return await self.index.of_document(document.id)


def counted(part: object) -> Counter[str]:
    """Counts the calls of every public method of a part from now on."""
    calls: Counter[str] = Counter()

    def wrap(name: str, method: Any) -> Any:
        async def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return await method(*args, **kwargs)

        return call

    for name in dir(part):
        method = getattr(part, name)
        if not name.startswith("_") and callable(method):
            setattr(part, name, wrap(name, method))
    return calls


def sections(*texts: str) -> str:
    """A markdown text in which each given text is a passage of its own."""
    return "\n\n".join(f"## Part {place}\n\n{text}" for place, text in enumerate(texts))


class WatchedDocuments(MemoryDocuments):
    """Says at every write to the catalogue what a reader would find at that moment."""

    def __init__(self, index: MemoryIndex, query: str) -> None:
        super().__init__()
        self._index = index
        self._query = query
        self.seen: list[int] = []

    async def put_many(self, documents: Sequence[Document]) -> None:
        self.seen.append(len(await self._index.search_text(self._query, PassageFilter(collection="c"), 10)))
        await super().put_many(documents)


class VectorLog:
    """Which passages were given vectors, in order, over all workers of an index."""

    def __init__(self, index: MemoryIndex) -> None:
        self.given: list[str] = []
        original = index.add_vectors

        async def add_vectors(model_id: str, vectors: Mapping[Any, Vectors]) -> None:
            self.given += vectors
            await original(model_id, vectors)

        index.add_vectors = add_vectors  # type: ignore[method-assign] - a log in front of the method


def ids(documents: Sequence[Document]) -> list[DocumentId]:
    return [d.id for d in documents]
