"""The bytes of what was uploaded or fetched, kept beside what was read from them.

With them the index can be built again, after its loss or with another reader. Files that were ingested from a folder
lie there and are not kept twice. Invariant: all that is kept stays below the bound, what waits to be read apart.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId
from followthrough.ports.document_store import DocumentStore


class Originals:
    """Keeps originals while there is room.

    Args:
        documents: keeps the bytes.
        max_bytes: of all originals together; what is beyond it is read and not kept.
    """

    def __init__(self, documents: DocumentStore, max_bytes: int) -> None:
        self._documents = documents
        self._max_bytes = max_bytes

    async def keep(self, document_id: DocumentId, data: bytes) -> None:
        """Keeps the bytes in place of an older version's; without room those go as well: they are no longer it."""
        if await self._documents.kept_bytes(without=document_id) + len(data) <= self._max_bytes:
            await self._documents.put_upload(document_id, data)
        else:
            await self._documents.drop_upload(document_id)


async def original_of(
    documents: DocumentStore, document: Document, *, max_bytes: int, as_read: bool = False
) -> bytes | None:
    """The bytes of a document: those that were kept, else its file where it lies; None where neither is there.

    Args:
        documents: keeps the bytes of uploads.
        document: whose.
        max_bytes: a file that has grown beyond it is not read.
        as_read: only the version that was read; a file that was changed since gives None.
    """
    kept = await documents.upload(document.id)
    if kept is not None or not document.source.startswith("/"):
        return kept
    return await asyncio.to_thread(_lying, document, max_bytes, as_read)


def _lying(document: Document, max_bytes: int, as_read: bool) -> bytes | None:
    path = Path(document.source)
    try:
        now = path.stat()
        is_other = now.st_size != document.size_bytes or now.st_mtime > document.updated_at.timestamp()
        if now.st_size > max_bytes or (as_read and (is_other or path.resolve() != path)):
            return None
        return path.read_bytes()
    except OSError:
        return None
