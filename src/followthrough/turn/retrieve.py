"""Retrieve: what the library and the thread's own documents hold on each part of a question.

However many queries there are, they are embedded in one call, searched all at once, and their passages and
documents fetched in one call each. A failing embedder costs the search by meaning; a failing index fails the
retrieval, which is never read as "nothing found" (F38).

A first question is ranked by fusing two lists. One with a conversation before it is searched with more lists and
ranked by ``rules.retrieval.rank``. The evaluation of retrieval runs ``search_all``, so it measures this very code.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from followthrough.domain.documents import Document, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import NO_HISTORY, History, Hit, PassageFilter, Ranked, Retrieval
from followthrough.errors import EmbedderUnavailable, IndexUnavailable
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder, Vectors
from followthrough.ports.passage_index import PassageIndex
from followthrough.rules.retrieval.fuse import Lists, choose, fuse, shortlist, supplement
from followthrough.rules.retrieval.rank import Ranker, lists_of, rank
from followthrough.rules.retrieval.rank_signals import Candidates, Wording, heard, question_vectors, wording
from followthrough.rules.retrieval.rank_weights import SHIPPED
from followthrough.tuning import Tuning
from followthrough.turn.off_loop import run_beside

_log = logging.getLogger(__name__)

T = TypeVar("T")
U = TypeVar("U")
_HitLists: TypeAlias = dict[tuple[int, str], tuple[Hit, ...]]  # by filter and text
_MeaningLists: TypeAlias = dict[tuple[int, str, str], tuple[Hit, ...]]  # by filter, query and signal
_SEARCHED = ("question", "conversation", "previous")  # the signals of meaning whose nearest are looked up


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What the index answered to one query.

    Attributes:
        lists: the lists of the query alone.
        ranking: the passages, best first: by their conversation, or the lists fused.
        extra: the ranking of the included documents' passages.
        words: the texts that were searched.
        signals: the question's vectors by signal of meaning; empty when only words were searched.
        found: every candidate with what is known of it.
        heard: how near each candidate is to the question in its conversation; empty without one.
    """

    lists: Lists
    ranking: tuple[Ranked, ...]
    extra: tuple[Ranked, ...]
    words: Wording
    signals: Mapping[str, Vectors]
    found: Candidates
    heard: Mapping[PassageId, float] = field(default_factory=dict[PassageId, float])

    @property
    def by_conversation(self) -> bool:
        """Whether a conversation was compared to rank them."""
        return self.words.has_history and bool(self.signals)


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
    raw: Mapping[str, str] | None = None,
    history: History = NO_HISTORY,
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
        raw: the user's own words of each query that differs from them; they are searched too.
        history: what was said before; empty for a first question and for a new topic.
        index: the passages.
        embedder: makes the queries' vectors.
        documents: says which documents are superseded or not embedded yet.
        tuning: the table of numbers.

    Raises:
        StoreUnavailable: the catalogue did not answer.
    """
    if not (distinct := tuple(dict.fromkeys(queries))):
        return ()
    try:
        found = await search_all(
            distinct,
            where=where,
            included=_included(where, include_document_ids),
            raw=raw,
            history=history,
            index=index,
            embedder=embedder,
            tuning=tuning,
        )
        passages = await _fetch(found.values(), index, tuning)
        catalogue = await _catalogue(passages, documents)
    except IndexUnavailable as error:
        _log.warning("retrieval_failed", extra={"code": error.code})
        return tuple(Retrieval(query=query, failed=True) for query in queries)
    chosen = {
        query: Retrieval(
            query=query,
            searched=searched.words.to_search(),
            passages=choose(
                searched.lists,
                searched.ranking,
                searched.extra,
                heard=searched.heard,
                passages=passages,
                documents=catalogue,
                include_document_ids=include_document_ids,
                tuning=tuning,
            ),
            by_words_only=not searched.signals,
        )
        for query, searched in found.items()
    }
    return tuple(chosen[query] for query in queries)


async def search_all(
    queries: tuple[str, ...],
    *,
    where: PassageFilter,
    included: PassageFilter | None = None,
    raw: Mapping[str, str] | None = None,
    history: History = NO_HISTORY,
    index: PassageIndex,
    embedder: Embedder,
    tuning: Tuning,
    ranker: Ranker = SHIPPED,
) -> dict[str, Searched]:
    """Searches the index for each query and ranks what it holds; arguments as for ``retrieve_all``.

    Args:
        queries: what to search for, each once.
        where: which passages may be found.
        included: ``where`` narrowed to documents that are to be heard; None when there are none.
        raw: the user's own words of each query that differs from them.
        history: what was said before.
        index: the passages.
        embedder: makes the queries' vectors.
        tuning: the table of numbers.
        ranker: ranks what a conversation found.

    Raises:
        IndexUnavailable: the index did not answer to one of them.
    """
    words = {q: wording(q, (raw or {}).get(q, q), history, tuning) for q in queries}
    search = _Search(index=index, embedder=embedder, tuning=tuning, ranker=ranker)
    return await search.run(words, (where,) if included is None else (where, included))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """The calls to the index and the embedder."""

    index: PassageIndex
    embedder: Embedder
    tuning: Tuning
    ranker: Ranker

    async def run(self, words: Mapping[str, Wording], filters: tuple[PassageFilter, ...]) -> dict[str, Searched]:
        """Everything the index holds on these queries; the second filter is that of the included documents."""
        lexical, (signals, dense) = await _both(self._by_words(words, filters), self._by_meaning(words, filters))
        found = {q: self._candidates(asked, lexical, dense) for q, asked in words.items()}
        found = await self._with_vectors(words, found, signals)
        return await run_beside(self._ranked, words, found, lexical, signals, dense, is_wider=len(filters) > 1)

    def _ranked(
        self,
        words: Mapping[str, Wording],
        found: Mapping[str, Candidates],
        lexical: _HitLists,
        signals: Mapping[str, Mapping[str, Vectors]],
        dense: _MeaningLists,
        *,
        is_wider: bool,
    ) -> dict[str, Searched]:
        """What was found for each query in its order, ``is_wider`` with that of the included documents."""
        searched: dict[str, Searched] = {}
        for q, asked in words.items():
            lists, extra, near = lists_of(asked, found[q]), (), {}
            if asked.has_history and signals:
                ranking = rank(asked, signals[q], found[q], ranker=self.ranker, tuning=self.tuning)
                near = heard(asked, signals[q], found[q], ids) if (ids := found[q].ids) else {}
            else:
                ranking = fuse(lists, self.tuning)
            if is_wider:
                included = Lists(lexical=lexical[1, q], dense=dense.get((1, q, "question"), ()))
                extra = supplement(included, lists, self.tuning)
            searched[q] = Searched(
                lists=lists,
                ranking=ranking,
                extra=extra,
                words=asked,
                signals=signals.get(q, {}),
                found=found[q],
                heard=near,
            )
        return searched

    def _candidates(self, asked: Wording, lexical: _HitLists, dense: _MeaningLists) -> Candidates:
        """What the main filter let through."""
        return Candidates(
            words={text: lexical[0, text] for text in asked.to_search()},
            meaning={name: dense[0, asked.query, name] for name in _SEARCHED if (0, asked.query, name) in dense},
            vectors={},
        )

    async def _with_vectors(
        self, words: Mapping[str, Wording], found: dict[str, Candidates], signals: Mapping[str, Mapping[str, Vectors]]
    ) -> dict[str, Candidates]:
        """The candidates with their vectors, where a conversation needs them to be compared."""
        wanted = [q for q, asked in words.items() if asked.has_history and q in signals]
        ids = tuple(dict.fromkeys(i for q in wanted for i in found[q].ids))
        vectors = await self.index.vectors(self.embedder.model_id, ids) if ids else {}
        return {q: replace(some, vectors=vectors) if q in wanted else some for q, some in found.items()}

    async def _by_words(self, words: Mapping[str, Wording], filters: tuple[PassageFilter, ...]) -> _HitLists:
        """The main filter gets every text, the included documents only the query itself."""
        keys = {(0, text): self._limit(asked) for asked in words.values() for text in asked.to_search()}
        keys |= {(f, q): self.tuning.candidates for f in range(1, len(filters)) for q in words}
        hits = await _at_once([self.index.search_text(q, filters[f], limit) for (f, q), limit in keys.items()])
        return {key: tuple(some) for key, some in zip(keys, hits, strict=True)}

    async def _by_meaning(
        self, words: Mapping[str, Wording], filters: tuple[PassageFilter, ...]
    ) -> tuple[dict[str, dict[str, Vectors]], _MeaningLists]:
        """The questions' vectors by signal, and what is nearest to them; both empty without an embedder."""
        texts = tuple(dict.fromkeys(text for asked in words.values() for text in asked.to_embed()))
        try:
            rows = await self.embedder.embed_queries(texts)
        except EmbedderUnavailable as error:
            _log.warning("retrieval_by_words_only", extra={"code": error.code})
            return {}, {}
        by_text: dict[str, Vectors] = dict(zip(texts, rows, strict=True))
        signals = {q: question_vectors(asked, by_text) for q, asked in words.items()}
        keys = {
            (0, q, name): self.tuning.previous_candidates if name == "previous" else self._limit(asked)
            for q, asked in words.items()
            for name in (_SEARCHED if asked.has_history else _SEARCHED[:1])
            if name in signals[q]
        }
        keys |= {(f, q, "question"): self.tuning.candidates for f in range(1, len(filters)) for q in words}
        model = self.embedder.model_id
        each = {key: (key[0], signals[key[1]][key[2]].tobytes(), limit) for key, limit in keys.items()}
        once = {(f, vector, limit): signals[q][s] for ((f, q, s), (_, vector, limit)) in each.items()}
        hits = await _at_once(
            [self.index.search_vectors(model, row, filters[f], limit) for (f, _, limit), row in once.items()]
        )
        found = dict(
            zip(once, map(tuple, hits), strict=True)
        )  # parts of a message have the question before in common
        return signals, {key: found[same] for key, same in each.items()}

    def _limit(self, asked: Wording) -> int:
        return self.tuning.history_candidates if asked.has_history else self.tuning.candidates


async def _both(one: Coroutine[Any, Any, T], other: Coroutine[Any, Any, U]) -> tuple[T, U]:
    """Both results; the first failure cancels the other call and is raised as itself."""
    try:
        async with asyncio.TaskGroup() as group:
            first, second = group.create_task(one), group.create_task(other)
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return first.result(), second.result()


async def _at_once(calls: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """The calls' results in order. The first failure cancels the others and is raised as itself."""
    if len(calls) == 1:
        return [await calls[0]]
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


async def _fetch(found: Iterable[Searched], index: PassageIndex, tuning: Tuning) -> dict[PassageId, Passage]:
    """The passages of every shortlist."""
    wanted = chain.from_iterable(
        shortlist(one.ranking, one.extra, one.lists, tuning, heard=one.heard) for one in found
    )
    ids = tuple(dict.fromkeys(wanted))
    return await index.get(ids) if ids else {}


async def _catalogue(passages: Mapping[PassageId, Passage], documents: DocumentStore) -> dict[DocumentId, Document]:
    ids = tuple(dict.fromkeys(p.document_id for p in passages.values()))
    return await documents.get_many(ids) if ids else {}
