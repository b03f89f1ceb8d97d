"""Retrieve: what the library and the thread's own documents hold on each part of a question.

However many queries there are, they are embedded in one call, searched all at once, and their passages and
documents fetched in one call each. A failing embedder costs the search by meaning; a failing index fails the
retrieval, which is never read as "nothing found" (F38).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from followthrough.domain.documents import Document, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter, Ranked, Retrieval
from followthrough.errors import EmbedderUnavailable, IndexUnavailable
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder, Vectors
from followthrough.ports.passage_index import PassageIndex
from followthrough.rules.fuse import Lists, choose, fuse, shortlist, supplement
from followthrough.tuning import Tuning

_log = logging.getLogger(__name__)

T = TypeVar("T")
_HitLists: TypeAlias = dict[tuple[int, str], tuple[Hit, ...]]  # by filter and query


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """By query its lists, their ranking and the ranking of included documents; and the passages fetched for all."""

    main: Mapping[str, Lists]
    ranking: Mapping[str, tuple[Ranked, ...]]
    extra: Mapping[str, tuple[Ranked, ...]]
    passages: Mapping[PassageId, Passage]
    by_words_only: bool


async def retrieve(
    query: str,
    *,
    where: PassageFilter,
    include_document_ids: tuple[DocumentId, ...] = (),
    index: PassageIndex,
    embedder: Embedder,
    documents: DocumentStore,
    tuning: Tuning,
) -> Retrieval:
    """``retrieve_all`` for one query."""
    (retrieval,) = await retrieve_all(
        (query,),
        where=where,
        include_document_ids=include_document_ids,
        index=index,
        embedder=embedder,
        documents=documents,
        tuning=tuning,
    )
    return retrieval


async def retrieve_all(
    queries: Sequence[str],
    *,
    where: PassageFilter,
    include_document_ids: tuple[DocumentId, ...] = (),
    index: PassageIndex,
    embedder: Embedder,
    documents: DocumentStore,
    tuning: Tuning,
) -> tuple[Retrieval, ...]:
    """The best passages for each query, in the queries' order.

    Args:
        queries: what to search for; the same text twice is searched once.
        where: which passages may be found.
        include_document_ids: documents to be heard even where others rank higher, within ``where`` (R2-8).
        index: the passages.
        embedder: makes the queries' vectors.
        documents: says which documents are superseded or not embedded yet.
        tuning: the table of numbers.

    Raises:
        StoreUnavailable: the catalogue did not answer.
    """
    distinct = tuple(dict.fromkeys(queries))
    if not distinct:
        return ()
    search = _Search(index=index, embedder=embedder, tuning=tuning)
    try:
        found = await search.run(distinct, where, _included(where, include_document_ids))
    except IndexUnavailable as error:
        _log.warning("retrieval_failed", extra={"code": error.code})
        return tuple(Retrieval(query=query, failed=True) for query in queries)
    catalogue = await _catalogue(found.passages, documents)
    chosen = {
        query: Retrieval(
            query=query,
            passages=choose(
                found.main[query],
                found.ranking[query],
                found.extra[query],
                passages=found.passages,
                documents=catalogue,
                include_document_ids=include_document_ids,
                tuning=tuning,
            ),
            by_words_only=found.by_words_only,
        )
        for query in distinct
    }
    return tuple(chosen[query] for query in queries)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """The calls to the index and the embedder."""

    index: PassageIndex
    embedder: Embedder
    tuning: Tuning

    async def run(self, queries: tuple[str, ...], where: PassageFilter, included: PassageFilter | None) -> _Found:
        """Everything the index holds on these queries.

        Raises:
            IndexUnavailable: the index did not answer to one of them.
        """
        filters = (where,) if included is None else (where, included)
        lexical, dense = await _at_once([self._by_words(queries, filters), self._by_meaning(queries, filters)])
        lists = [
            {q: Lists(lexical=lexical[f, q], dense=dense.get((f, q), ())) for q in queries}
            for f in range(len(filters))
        ]
        main = lists[0]
        ranking = {q: fuse(main[q], self.tuning) for q in queries}
        extra = {q: supplement(lists[1][q], main[q], self.tuning) if included else () for q in queries}
        wanted = dict.fromkeys(
            passage_id for q in queries for passage_id in shortlist(ranking[q], extra[q], main[q], self.tuning)
        )
        passages = await self.index.get(tuple(wanted)) if wanted else {}
        return _Found(main=main, ranking=ranking, extra=extra, passages=passages, by_words_only=not dense)

    async def _by_words(self, queries: tuple[str, ...], filters: tuple[PassageFilter, ...]) -> _HitLists:
        keys = [(f, q) for f in range(len(filters)) for q in queries]
        limit = self.tuning.candidates
        hits = await _at_once([self.index.search_text(q, filters[f], limit) for f, q in keys])
        return {key: tuple(found) for key, found in zip(keys, hits, strict=True)}

    async def _by_meaning(self, queries: tuple[str, ...], filters: tuple[PassageFilter, ...]) -> _HitLists:
        """Empty when the embedder does not answer."""
        try:
            vectors = await self.embedder.embed_queries(queries)
        except EmbedderUnavailable as error:
            _log.warning("retrieval_by_words_only", extra={"code": error.code})
            return {}
        by_query: dict[str, Vectors] = dict(zip(queries, vectors, strict=True))
        keys = [(f, q) for f in range(len(filters)) for q in queries]
        model, limit = self.embedder.model_id, self.tuning.candidates
        hits = await _at_once([self.index.search_vectors(model, by_query[q], filters[f], limit) for f, q in keys])
        return {key: tuple(found) for key, found in zip(keys, hits, strict=True)}


async def _at_once(calls: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """The calls' results in order. The first failure cancels the others and is raised as itself."""
    tasks: list[asyncio.Task[T]] = []
    try:
        async with asyncio.TaskGroup() as group:
            tasks.extend(group.create_task(call) for call in calls)
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]


def _included(where: PassageFilter, document_ids: tuple[DocumentId, ...]) -> PassageFilter | None:
    """``where`` narrowed to the included documents; None when there is nothing to include."""
    allowed = where.document_ids
    wanted = tuple(d for d in dict.fromkeys(document_ids) if allowed is None or d in allowed)
    return replace(where, document_ids=wanted) if wanted else None


async def _catalogue(passages: Mapping[PassageId, Passage], documents: DocumentStore) -> dict[DocumentId, Document]:
    ids = tuple(dict.fromkeys(p.document_id for p in passages.values()))
    return await documents.get_many(ids) if ids else {}
