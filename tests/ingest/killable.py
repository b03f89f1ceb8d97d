"""An ingest in a process of its own, on a real database and a real index, that says each step it has made.

Usage: ``python killable.py FOLDER DATA``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import upgrade
from followthrough.adapters.deletion_store.sql import SqlDeletionStore
from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.adapters.ids.ordered import OrderedIds
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.domain.ids import WorkerId
from followthrough.ingest.library import Library
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.fake_web import FakePageReader
from followthrough.tuning import Tuning

TUNING = Tuning(
    ingest_batch_documents=10, embed_batch_passages=8, embed_round_passages=40, embed_lease_s=1.0, ingest_poll_s=0.1
)


async def run(folder: Path, data: Path) -> dict[str, object]:
    """Ingests a folder and gives what is in the library then, by document."""
    database = open_database(f"sqlite:///{data / 'db.sqlite'}")
    await upgrade(database)
    documents, index = SqlDocumentStore(database), LanceIndex(str(data / "index"), tuning=TUNING)
    embedder = FakeEmbedder()
    library = Library(
        documents=documents,
        deletions=SqlDeletionStore(database),
        index=index,
        reader=Reader(TUNING),
        pages=FakePageReader(Reader(TUNING), {}),
        embedder=embedder,
        clock=SystemClock(),
        tuning=TUNING,
        worker=WorkerId(OrderedIds().new("w")),
    )
    await library.ingest_paths([folder], collection="c", on_event=lambda _: print("step", flush=True))
    found: dict[str, object] = {}
    for document in await documents.list(collection="c", limit=1_000):
        passages = await index.of_document(document.id)
        missing = await index.missing_vectors([document.id], embedder.model_id, limit=10)
        found[document.id] = {
            "status": document.status,
            "hash": document.content_hash,
            "pending": document.pending_hash,
            "embedded": document.embedded,
            "superseded_by": document.superseded_by,
            "passages": [(p.id, p.text) for p in passages],
            "without_vectors": len(missing),
        }
    found["count"] = await index.count()
    await index.aclose()
    await database.aclose()
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(Path(sys.argv[1]), Path(sys.argv[2])))), flush=True)
