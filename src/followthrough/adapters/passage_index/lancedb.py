"""The passage index on LanceDB: a folder, or object storage with nothing but the URI changed.

Full text lies in one table, the vectors of each embedding model in a table of their own. Invariants: a document is
replaced by one commit on the table of passages, so a reader finds the old passages or the new ones; vectors follow
after it, and a vector whose passage is gone is gone when the call returns. New rows are searched one by one until
they are folded into the search structures, which happens by itself every so many writes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from itertools import chain, groupby
from typing import Any

from followthrough.adapters.passage_index import lancedb_copying as copying
from followthrough.adapters.passage_index import lancedb_rows as rows
from followthrough.adapters.passage_index.lancedb_errors import translated
from followthrough.adapters.passage_index.lancedb_lean import import_lancedb
from followthrough.adapters.passage_index.lancedb_reading import (
    batches,
    by_id,
    column_of,
    passages_of,
    rows_of,
    vectors_of,
)
from followthrough.adapters.passage_index.lancedb_recent import AtOnce, Recent
from followthrough.adapters.passage_index.lancedb_tables import Table, Tables, gather_cells, unfolded_rows
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.errors import IndexUnavailable
from followthrough.ports.embedder import Vectors
from followthrough.tuning import DEFAULT_TUNING, Tuning

_log = logging.getLogger(__name__)
_query: Any = import_lancedb().query

_AT_ONCE = timedelta(milliseconds=1)
_SPARE = 16  # rows beyond the limit, so that equal scores at the cut are ordered by id and not by chance
_KEPT_VECTORS, _KEPT_PASSAGES = 4_096, 1_024  # 7 and 4 MB
_SCOPED = ("passage_id", *rows.SCOPE)


class LanceIndex:
    """A ``PassageIndex`` on LanceDB. Opens nothing before its first call.

    Args:
        location: a folder (made when missing) or an object-store URI such as ``s3://bucket/path``.
        tuning: the table of numbers.
        storage_options: options of the object store by LanceDB's names, ``aws_endpoint`` for example; what is
            not given comes from the standard environment variables (``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL``,
            ``AWS_ALLOW_HTTP``...).
    """

    def __init__(
        self, location: str, *, tuning: Tuning = DEFAULT_TUNING, storage_options: Mapping[str, str] | None = None
    ) -> None:
        self._location = location
        self._tuning = tuning
        self._tables = Tables(location, tuning, storage_options or {})
        self._writer = asyncio.Lock()
        self._readers = asyncio.Semaphore(tuning.index_reads_at_once)
        self._unfolded: dict[str, tuple[int, int]] = {}  # writes and rows since the last optimize, by table
        self._folding: asyncio.Task[None] | None = None
        self._closed = False
        self._vectors: Recent[PassageId, Vectors] = Recent(_KEPT_VECTORS)
        self._passages: Recent[PassageId, Passage] = Recent(_KEPT_PASSAGES)
        self._by_meaning = AtOnce(self._search_all)

    async def replace_document(self, document_id: DocumentId, passages: Sequence[Passage]) -> None:
        """See ``PassageIndex.replace_document``."""
        await self.replace_documents({document_id: passages})

    async def replace_documents(self, documents: Mapping[DocumentId, Sequence[Passage]]) -> None:
        """See ``PassageIndex.replace_documents``."""
        if not documents:
            return
        new = rows.passage_rows(chain.from_iterable(documents.values()))
        condition = rows.one_of("document_id", documents)
        async with self._writing():
            table = await self._tables.passages()
            await self._tables.committed(
                lambda: (
                    table.merge_insert(rows.PASSAGE_KEY)
                    .when_matched_update_all()
                    .when_not_matched_insert_all()
                    .when_not_matched_by_source_delete(condition)
                    .execute(new)
                )
            )
            for vectors in await self._tables.all_vectors():
                await self._follow(vectors, condition, {row["passage_id"]: row for row in _scopes(new)})
            await self._wrote(table, new.num_rows)

    async def delete_documents(self, document_ids: Sequence[DocumentId]) -> None:
        """See ``PassageIndex.delete_documents``."""
        for some in batches(dict.fromkeys(document_ids)):
            await self.replace_documents(dict.fromkeys(some, ()))

    async def add_vectors(self, model_id: str, vectors: Mapping[PassageId, Vectors]) -> None:
        """See ``PassageIndex.add_vectors``."""
        if not vectors:
            return
        async with self._writing():
            passages = await self._tables.passages()
            columns = ["passage_id", "document_id", *rows.SCOPE]
            scopes = await by_id(passages, vectors, columns)
            if not scopes:
                return
            new = rows.vector_rows(model_id, scopes, vectors)
            table = await self._tables.made_vectors(model_id, len(next(iter(vectors.values()))))
            await self._tables.committed(
                lambda: (
                    table.merge_insert(rows.VECTOR_KEY)
                    .when_matched_update_all()
                    .when_not_matched_insert_all()
                    .execute(new)
                )
            )
            await self._wrote(table, new.num_rows)

    async def without_vectors(self, document_id: DocumentId, model_id: str) -> list[Passage]:
        """See ``PassageIndex.without_vectors``."""
        return await self.missing_vectors([document_id], model_id, limit=None)

    async def missing_vectors(
        self, document_ids: Sequence[DocumentId], model_id: str, *, limit: int | None
    ) -> list[Passage]:
        """See ``PassageIndex.missing_vectors``; a ``limit`` of None means all."""
        if not document_ids:
            return []
        condition = rows.one_of("document_id", document_ids)
        async with self._reading():
            table = await self._tables.passages()
            there = await rows_of(table, condition, ["document_id", "ordinal", "passage_id"])
            vectors = await self._tables.vectors(model_id)
            known: set[str] = set()
            if vectors is not None:
                known.update(row["passage_id"] for row in await rows_of(vectors, condition, ["passage_id"]))
            missing = sorted(
                (r["document_id"], r["ordinal"], r["passage_id"]) for r in there if r["passage_id"] not in known
            )
            wanted = [passage_id for _, _, passage_id in missing[:limit]]
            found = await by_id(table, wanted)
        return sorted(map(rows.to_passage, found), key=lambda p: (p.document_id, p.ordinal))

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        """See ``PassageIndex.search_text``."""
        words = rows.speakable(query)
        if not words.strip() or where.document_ids == ():
            return []
        async with self._reading():
            table = await self._tables.passages()
            matching = _query.MatchQuery(words, "indexed_text")
            search = table.query().nearest_to_text(matching).where(rows.within(where))
            found = await search.select(["passage_id", "_score"]).limit(limit + _SPARE).to_arrow()
            return rows.to_hits(found, found["_score"].to_pylist(), limit)

    async def search_vectors(self, model_id: str, query: Vectors, where: PassageFilter, limit: int) -> list[Hit]:
        """See ``PassageIndex.search_vectors``."""
        if where.document_ids == ():
            return []
        return await self._by_meaning.ask((model_id, where), (query, limit))

    async def vectors(self, model_id: str, passage_ids: Sequence[PassageId]) -> dict[PassageId, Vectors]:
        """See ``PassageIndex.vectors``."""
        async with self._reading():
            table = await self._tables.vectors(model_id)
            if table is None:
                return {}
            return await self._vectors.read(table, passage_ids, partial(vectors_of, table))

    async def get(self, passage_ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        """See ``PassageIndex.get``."""
        async with self._reading():
            table = await self._tables.passages()
            passages = await self._passages.read(table, passage_ids, partial(passages_of, table))
        return {i: passages[i] for i in passage_ids if i in passages}

    async def of_document(
        self, document_id: DocumentId, *, first: int = 0, limit: int | None = None
    ) -> list[Passage]:
        """See ``PassageIndex.of_document``."""
        condition = f"document_id = {rows.quoted(document_id)} AND ordinal >= {first}"
        if limit is not None:
            condition += f" AND ordinal < {first + limit}"
        async with self._reading():
            found = await rows_of(await self._tables.passages(), condition)
        return sorted(map(rows.to_passage, found), key=lambda p: p.ordinal)

    async def counts(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, int]:
        """See ``PassageIndex.counts``."""
        if not document_ids:
            return {}
        async with self._reading():
            condition = rows.one_of("document_id", document_ids)
            found = await rows_of(await self._tables.passages(), condition, ["document_id"])
        return dict(Counter(row["document_id"] for row in found))

    async def optimize(self) -> None:
        """See ``PassageIndex.optimize``. Also removes vectors whose passages a killed process left without."""
        async with self._writing():
            passages = await self._tables.passages()
            vectors = await self._tables.all_vectors()
            for table in vectors:
                await self._sweep(table, passages)
            for table in (passages, *vectors):
                await self._fold(table)

    async def scrub(self, *, wait_s: float) -> None:
        """See ``PassageIndex.scrub``."""
        async with self._writing():
            passages = await self._tables.passages()
            vectors = await self._tables.all_vectors()
            for table in vectors:
                await self._sweep(table, passages)
            for table in (passages, *vectors):
                await self._tables.write_anew(table)
        await asyncio.sleep(wait_s)
        async with self._writing():
            for table in (passages, *vectors):
                await self._tables.committed(lambda table=table: table.optimize(cleanup_older_than=_AT_ONCE))

    async def dump(self, folder: str) -> dict[str, int]:
        """Writes every table into another folder; returns how many rows there are of each."""
        with translated(self._location):
            return await copying.dump(self._tables, folder, self._tuning)

    async def load(self, folder: str) -> dict[str, int]:
        """Puts what ``dump`` wrote in the place of what is there; returns how many rows there are of each table."""
        async with self._writing():
            found = await copying.load(self._tables, folder, self._tuning)
        await self.optimize()
        return found

    async def documents(self) -> set[DocumentId]:
        """See ``PassageIndex.documents``."""
        async with self._reading():
            return {DocumentId(i) for i in await column_of(await self._tables.passages(), "document_id")}

    async def content_hashes(self) -> set[str]:
        """See ``PassageIndex.content_hashes``."""
        async with self._reading():
            return set(await column_of(await self._tables.passages(), "content_hash"))

    async def count(self) -> int:
        """See ``PassageIndex.count``."""
        async with self._reading():
            return await (await self._tables.passages()).count_rows()

    async def aclose(self) -> None:
        """See ``PassageIndex.aclose``. Folding that runs gets a moment to end; giving it up loses nothing."""
        self._closed = True
        if self._folding is not None:
            await asyncio.wait({self._folding}, timeout=self._tuning.shutdown_grace_s)
            self._folding.cancel()
            await asyncio.gather(self._folding, return_exceptions=True)
            self._folding = None
        self._tables.forget()

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[None]:
        """Bounds a read in time and translates its errors; after one, the next call opens the tables afresh.

        Few run at once, and what waits for others is not measured: its own time begins with it.
        """
        self._require_open()
        try:
            with translated(self._location):
                async with self._readers, asyncio.timeout(self._tuning.index_read_timeout_s):
                    yield
        except IndexUnavailable:
            self._tables.forget()
            raise

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[None]:
        """One write at a time in this process; others are met by the library's commit check."""
        self._require_open()
        try:
            with translated(self._location):
                async with self._writer:
                    yield
        except IndexUnavailable:
            self._tables.forget()
            raise

    def _require_open(self) -> None:
        if self._closed:
            raise IndexUnavailable("The passage index has been closed.", fix="Open it again.")

    async def _search_all(
        self, key: tuple[str, PassageFilter], asked: Sequence[tuple[Vectors, int]]
    ) -> list[list[Hit]]:
        """The hits of each vector, up to its own limit."""
        model_id, where = key
        async with self._reading():
            table = await self._tables.vectors(model_id)
            if table is None:
                return [[] for _ in asked]
            most = max(limit for _, limit in asked)
            found = await self._nearest(table, [query for query, _ in asked], where, most, every=False)
            is_large = await table.count_rows() >= self._tuning.index_cells_from
            hits: list[list[Hit]] = []
            for place, (query, limit) in enumerate(asked):
                if is_large and found[place].num_rows < limit:
                    # The nearest cells hold too few that the filter lets through; those that it does are few.
                    found[place : place + 1] = await self._nearest(table, [query], where, limit, every=True)
                scores = (1.0 - distance for distance in found[place]["_distance"].to_pylist())
                hits.append(rows.to_hits(found[place], scores, limit))
            return hits

    async def _nearest(
        self, table: Table, queries: list[Vectors], where: PassageFilter, limit: int, *, every: bool
    ) -> list[Any]:
        search = table.query().nearest_to(queries).distance_type("dot").where(rows.within(where))
        search = search.bypass_vector_index() if every else search.nprobes(self._tuning.index_cells_searched)
        found = await search.select(["passage_id", "_distance"]).limit(limit + _SPARE).to_arrow()
        return rows.by_query(found, len(queries))

    async def _follow(self, vectors: Table, condition: str, scopes: Mapping[str, rows.Row]) -> None:
        """Makes a table of vectors agree with passages that were replaced.

        Args:
            vectors: the table.
            condition: which documents were replaced.
            scopes: their passages' filter columns now, by passage id.
        """
        before = await rows_of(vectors, condition, ["passage_id", *rows.SCOPE])
        await self._remove(vectors, [row["passage_id"] for row in before if row["passage_id"] not in scopes])
        moved = [scopes[row["passage_id"]] for row in before if scopes.get(row["passage_id"], row) != row]
        for _, same in groupby(sorted(moved, key=rows.is_scope), key=rows.is_scope):
            some = list(same)
            values = {name: "NULL" if some[0][name] is None else rows.quoted(some[0][name]) for name in rows.SCOPE}
            for ids in batches(row["passage_id"] for row in some):
                chosen = rows.one_of("passage_id", ids)
                await self._tables.committed(
                    lambda chosen=chosen, values=values: vectors.update(where=chosen, updates_sql=values)
                )

    async def _remove(self, vectors: Table, passage_ids: Sequence[str]) -> None:
        for ids in batches(passage_ids):
            chosen = rows.one_of("passage_id", ids)
            await self._tables.committed(lambda chosen=chosen: vectors.delete(chosen))

    async def _sweep(self, vectors: Table, passages: Table) -> None:
        """Removes vectors without a passage. They are listed first: what is added meanwhile is not touched."""
        with_vector = await column_of(vectors, "passage_id")
        there = set(await column_of(passages, "passage_id"))
        await self._remove(vectors, [i for i in with_vector if i not in there])

    async def _fold(self, table: Table) -> None:
        keep = timedelta(seconds=self._tuning.index_keep_versions_s)
        await self._tables.committed(lambda: table.optimize(cleanup_older_than=keep))
        if table.name != rows.PASSAGES:
            await self._tables.committed(lambda: gather_cells(table, from_rows=self._tuning.index_cells_from))
        self._unfolded[table.name] = (0, 0)

    async def _wrote(self, table: Table, added: int) -> None:
        """Counts a write, and has the table folded in the background when enough have come together."""
        if table.name not in self._unfolded:  # what an earlier process left counts too
            self._unfolded[table.name] = (0, await unfolded_rows(table) - added)
        writes, unfolded = self._unfolded[table.name]
        writes, unfolded = writes + 1, unfolded + added
        self._unfolded[table.name] = (writes, unfolded)
        due = writes >= self._tuning.index_unfolded_writes or unfolded >= self._most_unfolded(
            await table.count_rows()
        )
        if due and (self._folding is None or self._folding.done()):
            self._folding = asyncio.create_task(self._fold_later(table.name), name="followthrough-index-fold")

    def _most_unfolded(self, rows: int) -> int:
        """How many new rows a table may have: a quarter, in a large one so many, in a huge one a thirty-second."""
        return max(min(max(rows // 4, 100), self._tuning.index_unfolded_rows), rows // 32)

    async def _fold_later(self, name: str) -> None:
        """Folds one table. Failing costs speed and no result, so it is logged and tried again after more writes."""
        try:
            with translated(self._location):
                async with self._writer:
                    passages = await self._tables.passages()
                    for table in (passages, *await self._tables.all_vectors()):
                        if table.name == name:
                            await self._fold(table)
        except IndexUnavailable as error:
            self._unfolded[name] = (0, 0)
            _log.warning("index_fold_failed", extra={"code": error.code, "reason": error.what})


def _scopes(passages: Any) -> list[rows.Row]:
    return passages.select(_SCOPED).to_pylist()
