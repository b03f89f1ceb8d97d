"""How passages and vectors lie in LanceDB tables: schemas, rows, and filters in its SQL.

A passage's place in the table is (document, ordinal), declared as the primary key. So two writers of one document
always touch the same first row, and the library makes one of them start over instead of keeping both versions.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs] - it ships no types

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, ThreadId
from followthrough.domain.retrieval import EVERY_COLLECTION, Hit, PassageFilter
from followthrough.ports.embedder import Vectors

arrow: Any = pa

SCHEMA_VERSION = b"1"
SCHEMA_KEY = b"followthrough.schema"
MODEL_KEY = b"followthrough.model"
PASSAGES = "passages"
PASSAGE_KEY = ("document_id", "ordinal")
VECTORS_PREFIX = "vectors_"
VECTOR_KEY = ("passage_id",)
SCOPE = ("collection", "thread_id", "language")  # what filters look at besides ids; both kinds of table have it
_PRIMARY_KEY = {b"lance-schema:unenforced-primary-key": b"true"}

Row = Mapping[str, Any]


def _column(name: str, kind: Any, *, key: bool = False, required: bool = False) -> Any:
    return arrow.field(name, kind, nullable=not (key or required), metadata=_PRIMARY_KEY if key else None)


def passages_schema() -> Any:
    """The table of passages. ``text`` is what follows ``context`` in ``indexed_text``."""
    return arrow.schema(
        [
            _column("document_id", arrow.string(), key=True),
            _column("ordinal", arrow.int32(), key=True),
            _column("passage_id", arrow.string(), required=True),
            _column("document_name", arrow.string(), required=True),
            _column("collection", arrow.string(), required=True),
            _column("thread_id", arrow.string()),
            _column("language", arrow.string()),
            _column("indexed_text", arrow.string(), required=True),
            _column("context", arrow.string(), required=True),
            _column("heading", arrow.list_(arrow.string()), required=True),
            _column("page", arrow.int32()),
            _column("first_char", arrow.int64(), required=True),
            _column("end_char", arrow.int64(), required=True),
            _column("content_hash", arrow.string(), required=True),
            _column("effective_date", arrow.date32()),
            _column("url", arrow.string()),
        ],
        metadata={SCHEMA_KEY: SCHEMA_VERSION},
    )


def vectors_schema(model_id: str, dim: int) -> Any:
    """The table of one model's vectors."""
    return arrow.schema(
        [
            _column("passage_id", arrow.string(), key=True),
            _column("document_id", arrow.string(), required=True),
            _column("collection", arrow.string(), required=True),
            _column("thread_id", arrow.string()),
            _column("language", arrow.string()),
            _column("vector", arrow.list_(arrow.float32(), dim), required=True),
        ],
        metadata={SCHEMA_KEY: SCHEMA_VERSION, MODEL_KEY: model_id.encode()},
    )


def vectors_table(model_id: str) -> str:
    """The name of a model's table: legible, and never the same for two models."""
    legible = re.sub(r"[^a-z0-9]+", "_", model_id.lower()).strip("_")[:40]
    return f"{VECTORS_PREFIX}{legible}_{hashlib.sha256(model_id.encode()).hexdigest()[:8]}"


def passage_rows(passages: Iterable[Passage]) -> Any:
    """Passages as an Arrow table."""
    rows = [
        {
            "document_id": p.document_id,
            "ordinal": p.ordinal,
            "passage_id": p.id,
            "document_name": p.document_name,
            "collection": p.collection,
            "thread_id": p.thread_id,
            "language": p.language,
            "indexed_text": p.indexed_text,
            "context": p.context,
            "heading": list(p.heading),
            "page": p.page,
            "first_char": p.start,
            "end_char": p.end,
            "content_hash": p.content_hash,
            "effective_date": p.effective_date,
            "url": p.url,
        }
        for p in passages
    ]
    return arrow.Table.from_pylist(rows, schema=passages_schema())


def to_passage(row: Row) -> Passage:
    """A row of the table of passages as a value."""
    context: str = row["context"]
    indexed: str = row["indexed_text"]
    return Passage(
        id=PassageId(row["passage_id"]),
        document_id=DocumentId(row["document_id"]),
        document_name=row["document_name"],
        collection=row["collection"],
        ordinal=row["ordinal"],
        text=indexed[len(context) + 1 :] if context else indexed,
        start=row["first_char"],
        end=row["end_char"],
        heading=tuple(row["heading"]),
        page=row["page"],
        context=context,
        content_hash=row["content_hash"],
        language=row["language"],
        effective_date=row["effective_date"],
        url=row["url"],
        thread_id=None if row["thread_id"] is None else ThreadId(row["thread_id"]),
    )


def vector_rows(model_id: str, scopes: Sequence[Row], vectors: Mapping[PassageId, Vectors]) -> Any:
    """The vectors of the passages in ``scopes`` (id, document and filter columns) as an Arrow table.

    ``scopes`` must not be empty.
    """
    matrix = np.stack([np.asarray(vectors[PassageId(row["passage_id"])], dtype=np.float32) for row in scopes])
    schema = vectors_schema(model_id, matrix.shape[1])
    columns = [arrow.array([row[name] for row in scopes], schema.field(name).type) for name in schema.names[:-1]]
    columns.append(arrow.FixedSizeListArray.from_arrays(arrow.array(matrix.ravel()), matrix.shape[1]))
    return arrow.Table.from_arrays(columns, schema=schema)


def to_hits(table: Any, scores: Iterable[float], limit: int) -> list[Hit]:
    """Rows with a ``passage_id`` as hits, best first, ties by id, at most ``limit``."""
    ids: list[str] = table["passage_id"].to_pylist()
    best = sorted(zip((-float(score) for score in scores), ids, strict=True))[:limit]
    return [Hit(passage_id=PassageId(i), score=-below) for below, i in best]


def to_vectors(table: Any) -> dict[PassageId, Vectors]:
    """Rows with a ``passage_id`` and its ``vector`` as vectors by id."""
    ids: list[str] = table["passage_id"].to_pylist()
    column = table["vector"].combine_chunks()
    matrix = column.flatten().to_numpy(zero_copy_only=False).reshape(len(ids), -1) if ids else ()
    return {PassageId(i): np.array(vector) for i, vector in zip(ids, matrix, strict=True)}  # none keeps all others


def by_query(table: Any, count: int) -> list[Any]:
    """The rows of each of ``count`` queries that were searched for in one call."""
    if count == 1:
        return [table]
    query = table["query_index"].to_numpy()
    return [table.filter(arrow.array(query == place)) for place in range(count)]


def speakable(text: str) -> str:
    """The text with lone surrogates (half characters, which no table can hold) replaced."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def quoted(value: str) -> str:
    """The value as a string of the library's SQL, whatever characters it has."""
    return "'" + speakable(value).replace("'", "''") + "'"


def one_of(column: str, values: Iterable[str]) -> str:
    """The condition that a column has one of these values."""
    return f"{column} IN ({', '.join(quoted(v) for v in values)})" if (values := tuple(values)) else "false"


def within(where: PassageFilter) -> str:
    """The filter as a condition."""
    library = "" if where.collection == EVERY_COLLECTION else f"collection = {quoted(where.collection)} AND "
    scope = f"({library}thread_id IS NULL)"
    if where.thread_id is not None:
        scope = f"({scope} OR thread_id = {quoted(where.thread_id)})"
    conditions = [scope]
    if where.document_ids is not None:
        conditions.append(one_of("document_id", where.document_ids))
    if where.language is not None:
        conditions.append(f"(language = {quoted(where.language)} OR language IS NULL)")
    return " AND ".join(conditions)


def is_scope(row: Row) -> str:
    """The condition that a row has the same filter columns as ``row``."""
    parts = (f"{name} IS NULL" if row[name] is None else f"{name} = {quoted(row[name])}" for name in SCOPE)
    return " AND ".join(parts)
