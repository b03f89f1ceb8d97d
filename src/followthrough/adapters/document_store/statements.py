"""The SQL of the document store, built once: SQLAlchemy then finds each statement's text in its cache."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    Integer,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)

from followthrough.adapters.database.access import Insert
from followthrough.adapters.database.tables import KEY, UtcTime, documents, uploads, vectors
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.domain.retrieval import EVERY_COLLECTION

_c = documents.c

DOCUMENT: BindParameter[str] = bindparam("document", type_=KEY)
MANY: BindParameter[str] = bindparam("many", type_=KEY, expanding=True)
MODEL: BindParameter[str] = bindparam("model", type_=KEY)
HOLDER: BindParameter[str] = bindparam("holder", type_=KEY)
HELD_UNTIL: BindParameter[datetime] = bindparam("held_until", type_=UtcTime)
NOW: BindParameter[datetime] = bindparam("now", type_=UtcTime)
LIMIT: BindParameter[int] = bindparam("at_most", type_=Integer)

#: Columns that say which worker has a document; writing the document leaves them alone.
_CLAIM = ("claim_worker", "claim_until")
#: Columns that are there to find documents by, and say nothing that the others don't.
_LOOK_UP = ("identity", "supersedes")

_columns = [column for column in _c if column.name not in (*_CLAIM, *_LOOK_UP)]
_documents = select(*_columns)

ONE = _documents.where(_c.id == DOCUMENT)
BY_ID = _documents.where(_c.id.in_(MANY))
BY_IDENTITY = _documents.where(_c.identity.in_(MANY))
COLLECTION: BindParameter[str] = bindparam("of_collection", type_=KEY)
THREAD: BindParameter[str | None] = bindparam("of_thread", type_=KEY)
_in_collection = or_(_c.collection == COLLECTION, COLLECTION == EVERY_COLLECTION)
_in_reach = (or_(and_(_c.thread_id.is_(None), _in_collection), _c.thread_id == THREAD),)
NAMES_STAMP = select(func.count(), func.max(_c.updated_at)).where(*_in_reach)
NAMES = select(_c.metadata).where(*_in_reach).distinct()
COUNTS = select(_c.status, func.count()).group_by(_c.status)

ADVANCE = (
    update(documents)
    .where(
        _c.id == DOCUMENT,
        _c.content_hash == bindparam("of_content", type_=Text),
        _c.pending_hash.is_not_distinct_from(bindparam("of_pending", type_=Text)),
    )
    .values(
        embedded=bindparam("new_embedded"),
        status=bindparam("new_status"),
        reason=bindparam("new_reason"),
        updated_at=bindparam("at"),
    )
)
SET_SUPERSEDED = update(documents).where(_c.id == DOCUMENT).values(superseded_by=bindparam("newer"))
UNSUPERSEDE = update(documents).where(_c.superseded_by.in_(MANY)).values(superseded_by=None)
EVERY = _documents.where(_c.id > bindparam("beyond", type_=KEY)).order_by(_c.id).limit(LIMIT)
DELETE = delete(documents).where(_c.id.in_(MANY))

_claimable = (
    select(_c.id)
    .where(
        _c.status == bindparam("in_status", type_=Text),
        or_(_c.claim_worker.is_(None), _c.claim_worker == HOLDER, _c.claim_until <= NOW),
    )
    .order_by(_c.created_at, _c.id)
    .limit(LIMIT)
    .with_for_update(skip_locked=True)  # on PostgreSQL two claims at once take different documents
)
CLAIM = (
    update(documents)
    .where(_c.id.in_(_claimable))
    .values(claim_worker=HOLDER, claim_until=HELD_UNTIL)
    .returning(*_columns)
)
RELEASE = update(documents).where(_c.claim_worker == HOLDER).values(claim_worker=None, claim_until=None)

UPLOAD = select(uploads.c.data).where(uploads.c.document_id == DOCUMENT)
DROP_UPLOADS = delete(uploads).where(uploads.c.document_id.in_(MANY))

KEPT_BYTES = (
    select(func.sum(_c.size_bytes))
    .join_from(uploads, documents, uploads.c.document_id == _c.id)
    .where(_c.status != DocumentStatus.QUEUED.value, _c.id != DOCUMENT)
)

CACHED = select(vectors.c.content_hash).distinct()
DROP_VECTORS = delete(vectors).where(vectors.c.content_hash.in_(MANY))
VECTORS = select(vectors.c.content_hash, vectors.c.vector).where(
    vectors.c.model_id == MODEL, vectors.c.content_hash.in_(MANY)
)


def put(new: Callable[[Table], Insert]) -> Insert:
    """Writes a document, over an older one of the same id."""
    statement = new(documents)
    kept = {"id", *_CLAIM}
    return statement.on_conflict_do_update(
        index_elements=[_c.id],
        set_={column.name: statement.excluded[column.name] for column in _c if column.name not in kept},
    )


def put_upload(new: Callable[[Table], Insert]) -> Insert:
    """Keeps bytes, over older ones of the same document."""
    statement = new(uploads)
    return statement.on_conflict_do_update(
        index_elements=[uploads.c.document_id], set_={"data": statement.excluded.data}
    )


def add_vector(new: Callable[[Table], Insert]) -> Insert:
    """Keeps a vector unless there is one."""
    return new(vectors).on_conflict_do_nothing()


def listing(
    *,
    collection: str | None,
    thread_id: ThreadId | None,
    status: DocumentStatus | None,
    source_prefix: str | None,
    after: DocumentId | None,
    limit: int,
) -> Select[*tuple[object, ...]]:
    """The documents of the library, or of one thread, that fit; by id."""
    statement = _scope(thread_id).limit(limit)
    if collection is not None:
        statement = statement.where(_c.collection == collection)
    if status is not None:
        statement = statement.where(_c.status == status.value)
    if source_prefix:  # not LIKE: SQLite's passes over the case of letters
        statement = statement.where(func.substr(_c.source, 1, len(source_prefix)) == source_prefix)
    if after is not None:
        statement = statement.where(_c.id > after)
    return statement


def superseding(collection: str, thread_id: ThreadId | None) -> Select[*tuple[object, ...]]:
    """The documents of the library, or of one thread, that supersede something; by id."""
    return _scope(thread_id).where(_c.collection == collection, _c.supersedes)


def _scope(thread_id: ThreadId | None) -> Select[*tuple[object, ...]]:
    return _documents.where(_c.thread_id.is_not_distinct_from(thread_id)).order_by(_c.id)
