"""Passages and vectors for the contract of the passage index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.ports.embedder import Vectors
from followthrough.ports.passage_index import PassageIndex

MODEL = "model-a"
SHELF = PassageFilter(collection="shelf")


def passage(document: str, ordinal: int, text: str, **fields: Any) -> Passage:
    """A passage of ``document`` on the shelf; ``fields`` replace what the defaults say."""
    start = ordinal * 1_000
    made = Passage(
        id=PassageId(f"{document}/{ordinal}"),
        document_id=DocumentId(document),
        document_name=f"{document}.md",
        collection="shelf",
        ordinal=ordinal,
        text=text,
        start=start,
        end=start + len(text),
        content_hash=f"hash of {document}/{ordinal}",
    )
    return replace(made, **fields)


def vector(*values: float) -> Vectors:
    """A vector of length one in that direction."""
    direction = np.array(values, dtype=np.float32)
    return direction / np.float32(np.linalg.norm(direction))


def ids(found: Sequence[Hit] | Sequence[Passage]) -> list[str]:
    """The passage ids, in order."""
    return [hit.passage_id if isinstance(hit, Hit) else hit.id for hit in found]


async def put(index: PassageIndex, *passages: Passage) -> None:
    """Replaces the documents of these passages by them."""
    documents: dict[DocumentId, list[Passage]] = {}
    for one in passages:
        documents.setdefault(one.document_id, []).append(one)
    await index.replace_documents(documents)
