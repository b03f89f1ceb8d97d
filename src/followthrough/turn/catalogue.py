"""The titles of what a thread may search, for who asks what there is; every other turn costs nothing."""

from __future__ import annotations

from contextlib import suppress

from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.plan import Decided
from followthrough.domain.retrieval import EVERY_COLLECTION
from followthrough.errors import IndexUnavailable
from followthrough.rules.questions.catalogue import is_wanted, with_titles
from followthrough.turn.deps import Situation, TurnDeps


async def tell_titles(decided: Decided, situation: Situation, deps: TurnDeps) -> Decided:
    """What was decided; where the titles are wanted with them and a heading of each of the first few.

    Raises:
        StoreUnavailable: the catalogue did not answer.
    """
    if not is_wanted(decided):
        return decided
    documents = sorted(await _searched(situation, deps), key=lambda one: (one.title.casefold(), one.id))
    places: list[str] = []
    for document in documents[: deps.tuning.catalogue_places]:
        with suppress(IndexUnavailable):
            first = await deps.index.of_document(document.id, limit=1)
            places += [passage.heading[-1] for passage in first if passage.heading]
    titles = [one.title for one in documents]
    return with_titles(decided, titles, tuple(dict.fromkeys(places)), situation.pack.texts, deps.tuning)


async def _searched(situation: Situation, deps: TurnDeps) -> list[Document]:
    """The thread's own documents and those of its collection that are ready and not replaced by newer ones."""
    thread, most = situation.thread, deps.tuning.catalogue_read
    asked = None if thread.collection == EVERY_COLLECTION else thread.collection
    library = await deps.documents.list(collection=asked, status=DocumentStatus.READY, limit=most)
    own = await deps.documents.get_many(thread.document_ids)
    ready = [one for one in own.values() if one.status is DocumentStatus.READY]
    known = {one.id: one for one in (*ready, *library) if one.superseded_by is None}
    return list(known.values())[:most]
