"""A process of its own that writes to a LanceDB index: `python lance_writer.py LOCATION NAME ROUNDS OWN SHARED`.

In each round it replaces OWN documents of its own and SHARED documents that every writer writes, gives them vectors,
and then says the round's number on standard output. Version N of a document has N % 4 + 1 passages.
"""

from __future__ import annotations

import asyncio
import sys

from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.testing.contracts.passage_samples import MODEL, passage, vector
from followthrough.tuning import Tuning

OFTEN = Tuning(index_unfolded_writes=4)


def version(document: str, writer: str, n: int) -> list[Passage]:
    """The passages of one version of a document."""
    return [
        passage(document, o, f"words of {writer}", id=PassageId(f"{document}|{writer}|{n}|{o}"))
        for o in range(n % 4 + 1)
    ]


async def write(location: str, writer: str, rounds: int, own: int, shared: int) -> None:
    """Runs the rounds."""
    index = LanceIndex(location, tuning=OFTEN)
    documents = [f"{writer}-{n}" for n in range(own)] + [f"shared-{n}" for n in range(shared)]
    for n in range(rounds):
        versions = {DocumentId(d): version(d, writer, n) for d in documents}
        await index.replace_documents(versions)
        await index.add_vectors(MODEL, {p.id: vector(1, p.ordinal) for some in versions.values() for p in some})
        print(n, flush=True)
    await index.aclose()


if __name__ == "__main__":
    location, writer, *numbers = sys.argv[1:]
    rounds, own, shared = map(int, numbers)
    asyncio.run(write(location, writer, rounds, own, shared))
