"""Catalogue and index brought in step, after each was put back from a copy of its own moment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.passage_index import PassageIndex

_PAGE = 500
_LOST = "Its passages were not in the backup and its original was not kept; add it again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """What was out of step: documents to be read again, documents that can't be, documents that nobody knows."""

    queued: int
    lost: int
    removed: int


async def reconcile(documents: DocumentStore, index: PassageIndex) -> Reconciled:
    """Has documents read again whose passages are missing, and removes passages whose documents are.

    Raises:
        DependencyError: the store or the index does not answer; calling it again goes on.
    """
    unknown = await index.documents()
    queued = lost = 0
    after: DocumentId | None = None
    while page := await documents.every(after=after, limit=_PAGE):
        held = await index.counts([document.id for document in page])
        unknown -= {document.id for document in page}
        for document in page:
            if held.get(document.id, 0) == document.passages or document.status is DocumentStatus.QUEUED:
                continue
            can_be_read = await documents.upload(document.id) is not None
            await documents.put(_out_of_step(document, can_be_read=can_be_read))
            queued, lost = queued + can_be_read, lost + (not can_be_read)
        after = page[-1].id
    await index.delete_documents(sorted(unknown))
    return Reconciled(queued=queued, lost=lost, removed=len(unknown))


def _out_of_step(document: Document, *, can_be_read: bool) -> Document:
    """With the hash of what is pending set, the next ingest of its file reads it again as well."""
    pending = document.pending_hash or document.content_hash
    if can_be_read:
        return replace(document, status=DocumentStatus.QUEUED, pending_hash=pending)
    return replace(document, status=DocumentStatus.FAILED, pending_hash=pending, reason=_LOST)
