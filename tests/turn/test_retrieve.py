"""Retrieve: all parts at once, in few calls, and honest about what failed (F38)."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter, Retrieval
from followthrough.errors import EmbedderUnavailable, IndexUnavailable, StoreUnavailable
from followthrough.ports.embedder import Vectors
from followthrough.testing.contracts.passage_samples import SHELF, passage
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_index import MemoryIndex
from followthrough.tuning import DEFAULT_TUNING
from followthrough.turn.retrieve import retrieve, retrieve_all

NOW = datetime(2026, 11, 1, tzinfo=UTC)


class CountingIndex(MemoryIndex):
    """Counts what is asked of it; ``failing`` names the method that fails."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.failing = ""
        self.held = asyncio.Event()
        self.cancelled = False

    def _called(self, name: str) -> None:
        self.calls[name] += 1
        if name == self.failing:
            raise IndexUnavailable("The passage index does not answer.")

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        self._called("search_text")
        if self.failing == "search_vectors":
            try:
                await self.held.wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise
        return await super().search_text(query, where, limit)

    async def search_vectors(self, model_id: str, query: Vectors, where: PassageFilter, limit: int) -> list[Hit]:
        self._called("search_vectors")
        return await super().search_vectors(model_id, query, where, limit)

    async def get(self, passage_ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        self._called("get")
        return await super().get(passage_ids)


class CountingEmbedder(FakeEmbedder):
    """Counts calls for queries, and can be away."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[tuple[str, ...]] = []
        self.away = False

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.queries.append(tuple(texts))
        if self.away:
            raise EmbedderUnavailable("The embedding model can't be loaded.")
        return await super().embed_queries(texts)


class CountingDocuments(MemoryDocuments):
    """Counts look-ups, and can be away."""

    def __init__(self) -> None:
        super().__init__()
        self.lookups = 0
        self.away = False

    async def get_many(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, Document]:
        self.lookups += 1
        if self.away:
            raise StoreUnavailable("The database does not answer.")
        return await super().get_many(document_ids)


class Library:
    """An index, an embedder and a catalogue, filled with one passage a document."""

    def __init__(self) -> None:
        self.index, self.embedder, self.documents = CountingIndex(), CountingEmbedder(), CountingDocuments()

    async def add(
        self, name: str, text: str, *, status: DocumentStatus = DocumentStatus.READY, superseded_by: str | None = None
    ) -> None:
        one = passage(name, 0, text)
        await self.index.replace_document(one.document_id, [one])
        if status is DocumentStatus.READY:
            (vector,) = await self.embedder.embed_passages([text])
            await self.index.add_vectors(self.embedder.model_id, {one.id: vector})
        self.embedder.queries.clear()
        await self.documents.put(
            Document(
                id=one.document_id,
                collection="shelf",
                source=name,
                name=name,
                media_type="text/plain",
                content_hash=name,
                size_bytes=1,
                status=status,
                metadata=DocumentMetadata(),
                created_at=NOW,
                updated_at=NOW,
                superseded_by=None if superseded_by is None else DocumentId(superseded_by),
            )
        )

    async def ask(
        self, *queries: str, include: tuple[str, ...] = (), where: PassageFilter = SHELF, places: int = 8
    ) -> tuple[Retrieval, ...]:
        return await retrieve_all(
            queries,
            where=where,
            include_document_ids=tuple(DocumentId(d) for d in include),
            index=self.index,
            embedder=self.embedder,
            documents=self.documents,
            tuning=replace(DEFAULT_TUNING, passages_per_part=places, heard_places=1),
        )


@pytest.fixture
async def library() -> Library:
    library = Library()
    await library.add("appeals", "An appeal must be filed within 60 days of the denial.")
    await library.add("fees", "The fee for code H0036 is 42 dollars.")
    await library.add("copay", "The copay for a specialist visit is 30 dollars.")
    return library


def found(retrieval: Retrieval) -> list[str]:
    return [p.passage.document_id for p in retrieval.passages]


async def test_each_part_gets_its_own_passages_in_the_order_asked(library: Library) -> None:
    fee, appeal = await library.ask("fee for code H0036", "when must an appeal be filed")
    assert (fee.query, found(fee)[0]) == ("fee for code H0036", "fees")
    assert (appeal.query, found(appeal)[0]) == ("when must an appeal be filed", "appeals")
    assert fee.passages[0].passage.text.startswith("The fee")


async def test_one_query_is_asked_the_same_way(library: Library) -> None:
    alone = await retrieve(
        "copay",
        where=SHELF,
        index=library.index,
        embedder=library.embedder,
        documents=library.documents,
        tuning=DEFAULT_TUNING,
    )
    assert (alone,) == await library.ask("copay")


async def test_every_rank_is_explained_by_words_and_meaning(library: Library) -> None:
    (retrieval,) = await library.ask("specialist copay")
    best = retrieval.passages[0].ranked
    assert (best.lexical, best.lexical_rank, best.dense_rank) == (1.0, 1, 1)
    assert best.dense_raw is not None
    assert 0 < best.dense_raw <= 1


async def test_many_parts_are_embedded_and_fetched_in_one_call_each(library: Library) -> None:
    queries = ("fee", "appeal", "copay", "fee")
    retrievals = await library.ask(*queries, include=("copay",))
    assert [r.query for r in retrievals] == list(queries)
    assert retrievals[0] == retrievals[3]
    assert library.embedder.queries == [("fee", "appeal", "copay")]
    assert library.index.calls["get"] == library.documents.lookups == 1
    assert library.index.calls["search_text"] == library.index.calls["search_vectors"] == 3 * 2


async def test_without_parts_nothing_is_asked(library: Library) -> None:
    assert await library.ask() == ()
    assert not library.index.calls
    assert library.embedder.queries == []


async def test_nothing_found_is_no_failure(library: Library) -> None:
    (retrieval,) = await library.ask("anything", where=PassageFilter(collection="empty"))
    assert retrieval == Retrieval(query="anything", searched=("anything",))
    assert library.index.calls["get"] == library.documents.lookups == 0


async def test_without_the_embedder_the_words_serve_and_it_is_noted(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    library.embedder.away = True
    with caplog.at_level(logging.WARNING, "followthrough"):
        (retrieval,) = await library.ask("appeal denial")
    assert found(retrieval) == ["appeals"]
    assert retrieval.by_words_only
    assert not retrieval.failed
    assert retrieval.passages[0].ranked.dense is None
    (record,) = caplog.records
    assert (record.getMessage(), record.code) == ("retrieval_by_words_only", "embedder_unavailable")
    assert "appeal" not in str(vars(record))


@pytest.mark.parametrize("method", ["search_text", "search_vectors", "get"])
async def test_an_index_that_does_not_answer_fails_the_retrieval_and_is_no_miss(
    library: Library, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    library.index.failing = method
    with caplog.at_level(logging.WARNING, "followthrough"):
        retrievals = await library.ask("fee", "appeal")
    assert retrievals == (Retrieval(query="fee", failed=True), Retrieval(query="appeal", failed=True))
    assert [(r.getMessage(), r.code) for r in caplog.records] == [("retrieval_failed", "index_unavailable")]


async def test_a_failing_search_ends_the_ones_beside_it(library: Library) -> None:
    library.index.failing = "search_vectors"
    await library.ask("fee")
    assert library.index.cancelled


async def test_a_catalogue_that_does_not_answer_is_the_turns_failure(library: Library) -> None:
    library.documents.away = True
    with pytest.raises(StoreUnavailable):
        await library.ask("fee")


async def test_a_superseded_document_is_marked(library: Library) -> None:
    await library.add("old", "The old fee was 40 dollars.", superseded_by="fees")
    (retrieval,) = await library.ask("fee")
    marks = {p.passage.document_id: p.superseded for p in retrieval.passages}
    assert marks["old"]
    assert not marks["fees"]


async def test_a_document_is_found_first_by_its_words_before_its_vectors_exist(library: Library) -> None:
    await library.add("new", "Telehealth visits need a referral.", status=DocumentStatus.INDEXING)
    (retrieval,) = await library.ask("telehealth referral fee copay visit")
    assert found(retrieval)[0] == "new"
    assert retrieval.passages[0].ranked.dense is None


async def test_included_documents_are_heard_where_others_rank_higher(library: Library) -> None:
    for n in range(6):
        await library.add(f"more-{n}", f"The fee schedule number {n} lists a fee.")
    (without,) = await library.ask("fee schedule", places=4)
    assert "appeals" not in found(without)
    (with_it,) = await library.ask("fee schedule", include=("appeals",), places=4)
    assert found(with_it) == [*found(without)[:3], "appeals"]
    assert [p.ranked.included for p in with_it.passages] == [False, False, False, True]


async def test_included_documents_stay_within_the_filter(library: Library) -> None:
    elsewhere = passage("secret", 0, "The secret fee.", collection="attic")
    await library.index.replace_document(elsewhere.document_id, [elsewhere])
    (retrieval,) = await library.ask("fee", include=("secret",))
    assert "secret" not in found(retrieval)
    only = replace(SHELF, document_ids=(DocumentId("copay"),))
    (retrieval,) = await library.ask("fee", include=("fees",), where=only)
    assert found(retrieval) == ["copay"]
