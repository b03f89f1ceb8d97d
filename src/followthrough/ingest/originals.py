"""The bytes of what was uploaded or fetched, kept beside what was read from them.

With them the index can be built again, after its loss or with another reader. Files that were ingested from a folder
lie there and are not kept twice. Invariant: all that is kept stays below the bound, what waits to be read apart.
"""

from __future__ import annotations

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
