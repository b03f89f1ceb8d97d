"""The LanceDB folder or bucket: opened on first use, tables made with their search structures, handles kept.

Whoever finds a table without one of its search structures makes it, so a process killed in between leaves nothing
that the next one does not mend.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias, TypeVar

from followthrough.adapters.passage_index import lancedb_rows as rows
from followthrough.adapters.passage_index.lancedb_errors import retried
from followthrough.adapters.passage_index.lancedb_lean import import_lancedb
from followthrough.errors import IndexUnavailable
from followthrough.tuning import Tuning

Table: TypeAlias = Any  # an AsyncTable, whose Arrow parts are untyped
T = TypeVar("T")
_library: Any = import_lancedb()
_index: Any = _library.index
_BITMAP, _BTREE = _index.Bitmap(), _index.BTree()

_CELLS = "cells_of_"
_GROWTH = 4
_MARK = "~mark"  # a passage id that no passage has
_KEPT = timedelta(days=36_500)
_SCOPE_INDEXES: dict[str, Any] = dict.fromkeys(rows.SCOPE, _BITMAP)
_PASSAGE_INDEXES: dict[str, Any] = {
    # English stemming and stop words; positions are left out because a query is words, never a phrase.
    "indexed_text": _index.FTS(language="English", stem=True, remove_stop_words=True, with_position=False),
    "passage_id": _BTREE,
    "document_id": _BTREE,
    **_SCOPE_INDEXES,
}
_VECTOR_INDEXES: dict[str, Any] = {"passage_id": _BTREE, "document_id": _BTREE, **_SCOPE_INDEXES}


class Tables:
    """The tables of one index. Errors of the library pass through as they are.

    Args:
        location: a folder or an object-store URI.
        tuning: the table of numbers.
        storage_options: the store's options by the library's names; what is not given comes from the store's
            standard environment variables, such as ``AWS_ACCESS_KEY_ID`` and ``AWS_ENDPOINT_URL``.
    """

    def __init__(self, location: str, tuning: Tuning, storage_options: Mapping[str, str]) -> None:
        # the library can't follow a path that leads up
        self.location = location if "://" in location else os.path.realpath(location)
        self._tuning = tuning
        self._remote = "://" in location
        self._options = dict(storage_options)
        self._connection: Any = None
        self._open: dict[str, Table] = {}
        self._opening = asyncio.Lock()

    async def passages(self) -> Table:
        """The table of passages, made when there is none."""
        return await self._table(rows.PASSAGES, rows.passages_schema(), _PASSAGE_INDEXES)

    async def vectors(self, model_id: str) -> Table | None:
        """The model's table of vectors, None when there is none yet."""
        name = rows.vectors_table(model_id)
        if name in self._open or name in await self._names():
            return await self._table(name, None, _VECTOR_INDEXES)
        return None

    async def made_vectors(self, model_id: str, dim: int) -> Table:
        """The model's table of vectors, made when there is none."""
        return await self._table(rows.vectors_table(model_id), rows.vectors_schema(model_id, dim), _VECTOR_INDEXES)

    async def all_vectors(self) -> list[Table]:
        """The tables of vectors of every model, in order of their names."""
        names = [n for n in await self._names() if n.startswith(rows.VECTORS_PREFIX)]
        return [await self._table(name, None, _VECTOR_INDEXES) for name in names]

    async def write_anew(self, table: Table) -> None:
        """Writes the table's rows and search structures into new files; the old ones go when they are cleaned up.

        The library writes rows anew only when it joins parts of a table, so a row that comes and goes makes a part.
        """
        row = await table.query().limit(1).to_arrow()
        if row.num_rows:
            at = row.schema.get_field_index("passage_id")
            await self.committed(lambda: table.add(row.set_column(at, row.schema.field(at), [[_MARK]])))
            await self.committed(lambda: table.delete(f"passage_id = {rows.quoted(_MARK)}"))
            await self.committed(lambda: table.optimize(cleanup_older_than=_KEPT))
        indexes = _PASSAGE_INDEXES if table.name == rows.PASSAGES else _VECTOR_INDEXES
        for column, config in indexes.items():
            await self.committed(partial(table.create_index, column, config=config, replace=True))
        if table.name != rows.PASSAGES:
            await self.committed(lambda: gather_cells(table, from_rows=self._tuning.index_cells_from, again=True))

    def forget(self) -> None:
        """Drops the handles, so that the next call opens what is there then."""
        self._open.clear()
        self._connection = None

    async def _table(self, name: str, schema: Any, indexes: Mapping[str, Any]) -> Table:
        if (table := self._open.get(name)) is not None:
            return table
        async with self._opening:
            if (table := self._open.get(name)) is not None:
                return table
            connection = await self._connected()
            if name in await self._names():
                table = await connection.open_table(name)
            else:
                table = await connection.create_table(name, schema=schema, exist_ok=True)
            await self._check(table, name)
            await self._index(table, indexes)
            self._open[name] = table
            return table

    async def _connected(self) -> Any:
        if self._connection is None:
            # A folder is asked before every read whether it has changed (0.2 ms); asking a bucket each time would
            # cost a request.
            refresh_s = self._tuning.index_refresh_s if self._remote else 0.0
            self._connection = await _library.connect_async(
                self.location,
                read_consistency_interval=timedelta(seconds=refresh_s),
                storage_options=self._options or None,
                session=_library.Session(
                    index_cache_size_bytes=self._tuning.index_cache_mib * 2**20,
                    metadata_cache_size_bytes=self._tuning.index_metadata_cache_mib * 2**20,
                ),
            )
        return self._connection

    async def _names(self) -> list[str]:
        connection = await self._connected()
        names: list[str] = []
        page: str | None = None
        while True:
            answer = await connection.list_tables(page_token=page)
            names.extend(answer.tables)
            page = answer.page_token
            if not page:
                return sorted(names)

    async def _check(self, table: Table, name: str) -> None:
        """Refuses a table that something else, or another version of this program, has made."""
        metadata: Mapping[bytes, bytes] = (await table.schema()).metadata or {}
        version = metadata.get(rows.SCHEMA_KEY)
        if version == rows.SCHEMA_VERSION:
            return
        made_by = "another version of Followthrough" if version else "another program"
        raise IndexUnavailable(
            f"The passage index at {self.location} can't be used: its table {name} was made by {made_by}.",
            fix="Choose another FOLLOWTHROUGH_INDEX_URI, or delete it and ingest the documents again.",
        )

    async def _index(self, table: Table, indexes: Mapping[str, Any]) -> None:
        indexed = await _indexed(table)
        for column, config in indexes.items():
            if column not in indexed:
                await self.committed(partial(_ensure_index, table, column, config))

    async def committed(self, commit: Callable[[], Awaitable[T]]) -> T:
        """Runs a commit again while other writers win the race, as often as the tuning says."""
        attempts, backoff_ms = self._tuning.index_commit_attempts, self._tuning.index_commit_backoff_ms
        return await retried(commit, attempts=attempts, backoff_ms=backoff_ms)


async def _ensure_index(table: Table, column: str, config: Any) -> None:
    await table.checkout_latest()  # two that make a table at once: the second writes it over, empty as it was
    if column not in await _indexed(table):  # another process may have made it in the meantime
        await table.create_index(column, config=config)


async def _indexed(table: Table) -> set[str]:
    return {column for index in await table.list_indices() for column in index.columns}


async def unfolded_rows(table: Table) -> int:
    """How many rows are in no search structure yet."""
    return max((index.num_unindexed_rows or 0 for index in await table.list_indices()), default=0)


async def gather_cells(table: Table, *, from_rows: int, again: bool = False) -> None:
    """Gives a table of ``from_rows`` vectors or more its cells: vectors that lie together, kept in memory.

    The number of cells is fixed when they are made, so a table that has grown fourfold gets new ones. How many rows
    it had is in the index's name, where every process finds it.
    """
    count = await table.count_rows()
    made = {i.name: int(i.name.removeprefix(_CELLS)) for i in await table.list_indices() if i.name.startswith(_CELLS)}
    grown = count >= _GROWTH * max(made.values(), default=0)
    if count < from_rows or not (grown or (again and made)):
        return
    name = f"{_CELLS}{count}"
    await table.create_index("vector", config=_index.IvfFlat(distance_type="dot"), name=name)
    for old in made.keys() - {name}:
        await table.drop_index(old)
