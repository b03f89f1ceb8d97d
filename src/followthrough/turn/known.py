"""The slot values that a thread's pack and documents know, read once and again only when the documents change."""

from __future__ import annotations

from collections import OrderedDict

from followthrough.domain.conversation import Thread
from followthrough.domain.pack import Pack
from followthrough.ports.document_store import DocumentStore
from followthrough.rules.slots.gazetteer import Gazetteer

_KEPT = 64  # collections and threads with documents of their own


class KnownNames:
    """Keeps what is known by pack, collection and thread; the least recently used is forgotten."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._kept: OrderedDict[tuple[str, ...], tuple[str, Gazetteer]] = OrderedDict()

    async def of(self, thread: Thread, pack: Pack) -> Gazetteer:
        """What is known in the thread; a pack without slots costs nothing.

        Raises:
            StoreUnavailable: the catalogue did not answer.
        """
        if not pack.slots.slots:
            return Gazetteer(pack)
        own = thread.id if thread.document_ids else None
        key = (pack.name, thread.collection, own or "")
        stamp = await self._documents.names_stamp(thread.collection, own)
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            names = await self._documents.names(thread.collection, own)
            kept = (stamp, Gazetteer(pack, names))
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return kept[1]
