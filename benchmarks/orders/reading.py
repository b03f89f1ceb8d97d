"""A document's passages as the units that answers are made of."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, ParsedDocument
from followthrough.domain.ids import DocumentId
from followthrough.domain.pack import Pack
from followthrough.ingest.identity import make_passages
from followthrough.ports.document_reader import DocumentReader
from followthrough.rules.cutting.passages import cut_passages
from followthrough.rules.evidence.units import units_of
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import DEFAULT_TUNING


async def read_units(data: bytes, name: str, *, reader: DocumentReader, pack: Pack) -> list[list[str]]:
    """The units of each passage that the product cuts the file into; none where it cannot be read."""
    read = await reader.read(data, name)
    if not isinstance(read, ParsedDocument):
        return []
    cuts = cut_passages(read, title=name, count=_count, window=256, tuning=DEFAULT_TUNING)
    passages = make_passages(_document(name), cuts)
    return [[passage.text[unit.start : unit.end] for unit in units_of(passage, pack)] for passage in passages]


def _count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def _document(name: str) -> Document:
    now = ManualClock().now()
    return Document(
        id=DocumentId("doc"),
        collection="default",
        source=name,
        name=name,
        media_type="",
        content_hash="",
        size_bytes=0,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(),
        created_at=now,
        updated_at=now,
    )
