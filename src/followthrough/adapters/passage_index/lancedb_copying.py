"""The tables of an index in a folder of their own, and back, while others read and write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from followthrough.adapters.passage_index import lancedb_rows as rows
from followthrough.adapters.passage_index.lancedb_tables import Table, Tables
from followthrough.tuning import Tuning


async def dump(tables: Tables, folder: str, tuning: Tuning) -> dict[str, int]:
    """Writes the rows of every table into the folder; returns how many there are of each."""
    copy = Tables(folder, tuning, {})
    found: dict[str, int] = {}
    for table in (await tables.passages(), *await tables.all_vectors()):
        found[table.name] = await _add_all(table, await _like(copy, table), copy)
    copy.forget()
    return found


async def load(tables: Tables, folder: str, tuning: Tuning) -> dict[str, int]:
    """Puts the rows of the folder's tables in the place of those that are there; returns how many of each."""
    copy = Tables(folder, tuning, {})
    for table in (await tables.passages(), *await tables.all_vectors()):
        await tables.committed(lambda table=table: table.delete("true"))
    found: dict[str, int] = {}
    for table in (await copy.passages(), *await copy.all_vectors()):
        found[table.name] = await _add_all(table, await _like(tables, table), tables)
    copy.forget()
    return found


async def _like(tables: Tables, table: Table) -> Table:
    """The table of the same name, made when there is none."""
    if table.name == rows.PASSAGES:
        return await tables.passages()
    schema = await table.schema()
    dim: int = schema.field("vector").type.list_size
    return await tables.made_vectors(schema.metadata[rows.MODEL_KEY].decode(), dim)


async def _add_all(source: Table, target: Table, tables: Tables) -> int:
    found = 0
    async for batch in _batches(source):
        some = rows.arrow.Table.from_batches([batch])
        await tables.committed(lambda some=some: target.add(some))
        found += some.num_rows
    return found


async def _batches(table: Table) -> AsyncIterator[Any]:
    """The rows as they are now, whatever is written meanwhile."""
    reader = await table.query().to_batches(max_batch_length=4_096)
    async for batch in reader:
        yield batch
