"""Whether the product can take work: asked of the parts that a turn uses, by using them."""

from __future__ import annotations

from collections.abc import Callable

from followthrough.domain.documents import DocumentStatus
from followthrough.domain.retrieval import PassageFilter
from followthrough.errors import IndexUnavailable
from followthrough.turn.deps import TurnDeps


class Readiness:
    """Looks at database, disk, index and embedding model.

    Args:
        deps: what turns use.
        collection: where a search is tried.
        room: raises when the disk has no room for what is to be written.
    """

    def __init__(self, deps: TurnDeps, collection: str, room: Callable[[], None]) -> None:
        self._deps = deps
        self._collection = collection
        self._room = room

    async def check(self) -> None:
        """Returns when work can be taken.

        Raises:
            DependencyError: the part that fails first, with the reason.
        """
        deps = self._deps
        await deps.threads.ping()
        await deps.threads.abandoned(now=deps.clock.now(), limit=1)  # more than the version: pages of the tables
        self._room()
        counts = await deps.documents.count_by_status()
        known = sum(counts.get(status, 0) for status in (DocumentStatus.INDEXING, DocumentStatus.READY))
        if known and await deps.index.count() == 0:
            raise IndexUnavailable(
                f"The index is empty, and the catalogue has documents ({known}).",
                fix="Bring the index folder back, or ingest the documents again.",
            )
        for document in await deps.documents.list(status=DocumentStatus.READY, limit=1):
            await deps.index.of_document(document.id, limit=1)  # a search for what nothing has reads no passage
        await deps.index.search_text("ready", PassageFilter(collection=self._collection), 1)
        await deps.embedder.embed_queries(["ready"])
