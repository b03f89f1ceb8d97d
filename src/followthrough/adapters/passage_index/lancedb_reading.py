"""Reading a table by conditions: rows, a column, and passages and vectors by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

from followthrough.adapters.passage_index import lancedb_rows as rows
from followthrough.adapters.passage_index.lancedb_tables import Table
from followthrough.domain.documents import Passage
from followthrough.domain.ids import PassageId
from followthrough.ports.embedder import Vectors

T = TypeVar("T")

_IDS_A_QUERY = 1_000  # a condition with more ids is slower to parse than two queries are


def batches(values: Iterable[T]) -> list[list[T]]:
    """The values in lists that are short enough for a condition each."""
    everything = list(values)
    return [everything[i : i + _IDS_A_QUERY] for i in range(0, len(everything), _IDS_A_QUERY)]


async def rows_of(table: Table, condition: str, columns: Sequence[str] | None = None) -> list[rows.Row]:
    """The rows for which the condition holds; None means all columns."""
    query = table.query().where(condition)
    if columns is not None:
        query = query.select(list(columns))
    return (await query.to_arrow()).to_pylist()


async def column_of(table: Table, name: str) -> list[str]:
    """One column of every row."""
    return (await table.query().select([name]).to_arrow())[name].to_pylist()


async def by_id(
    table: Table, passage_ids: Iterable[PassageId | str], columns: Sequence[str] | None = None
) -> list[rows.Row]:
    """The rows of these passages, in any order."""
    found = [await rows_of(table, rows.one_of("passage_id", some), columns) for some in batches(passage_ids)]
    return list(chain.from_iterable(found))


async def passages_of(table: Table, passage_ids: list[PassageId]) -> dict[PassageId, Passage]:
    """Those of the passages that the table has."""
    return {p.id: p for p in map(rows.to_passage, await by_id(table, passage_ids))}


async def vectors_of(table: Table, passage_ids: list[PassageId]) -> dict[PassageId, Vectors]:
    """Those of the passages' vectors that the table has."""
    found: dict[PassageId, Vectors] = {}
    for some in batches(passage_ids):
        query = table.query().where(rows.one_of("passage_id", some)).select(["passage_id", "vector"])
        found |= rows.to_vectors(await query.to_arrow())
    return found
