"""What makes a document and a passage the same again: their ids and hashes.

Ids come from what a document is (collection, thread, source) and what a passage says, not from when it was added.
So two processes that ingest one folder, or one that was killed and begins again, write the same rows and double
nothing; and a passage that a new version of its document still has keeps its id and with it its vector.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from followthrough.domain.documents import Document, DocumentMetadata, Passage, PassageCut
from followthrough.domain.ids import DocumentId, PassageId, ThreadId
from followthrough.rules.cutting.passages import CUTTER_VERSION
from followthrough.tuning import Tuning

READING_VERSION = 9
"""Raised whenever the readers would give another text or other blocks for the same bytes."""

_ID_DIGITS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A document as it comes in. ``metadata`` is what was said of it from outside (the API, a side file)."""

    data: bytes
    name: str
    source: str
    collection: str
    thread_id: ThreadId | None
    metadata: DocumentMetadata

    @property
    def document_id(self) -> DocumentId:
        """The id of the document that it is a version of."""
        return document_id(self.collection, self.source, self.thread_id)


def document_id(collection: str, source: str, thread_id: ThreadId | None = None) -> DocumentId:
    """The id of the document with this identity."""
    return DocumentId(f"doc_{_digest(collection, thread_id or '', source)[:_ID_DIGITS]}")


def content_hash(incoming: Incoming, *, model_id: str, window: int, tuning: Tuning) -> str:
    """sha256 over everything that the document's passages and vectors depend on."""
    depends_on = {
        "name": incoming.name,
        "metadata": asdict(incoming.metadata),
        "versions": [READING_VERSION, CUTTER_VERSION],
        "budget": [tuning.passage_max_tokens, tuning.passage_min_tokens, tuning.context_max_tokens, window],
        "model": model_id,
    }
    digest = hashlib.sha256(json.dumps(depends_on, sort_keys=True, default=str).encode())
    digest.update(hashlib.sha256(incoming.data).digest())
    return digest.hexdigest()


def make_passages(document: Document, cuts: Sequence[PassageCut]) -> tuple[Passage, ...]:
    """The document's passages. Equal texts in one document are told apart by counting them in reading order."""
    seen: Counter[str] = Counter()
    metadata = document.metadata
    passages: list[Passage] = []
    for ordinal, cut in enumerate(cuts):
        said = _digest(cut.context, cut.text)
        seen[said] += 1
        name = _digest(document.id, said, str(seen[said]))
        passages.append(
            Passage(
                id=PassageId(f"psg_{name[:_ID_DIGITS]}"),
                document_id=document.id,
                document_name=document.title,
                collection=document.collection,
                ordinal=ordinal,
                text=cut.text,
                start=cut.start,
                end=cut.end,
                heading=cut.heading,
                page=cut.page,
                context=cut.context,
                content_hash=said,
                language=metadata.language,
                effective_date=metadata.effective_date,
                url=metadata.source_url or _web_address(document.source),
                thread_id=document.thread_id,
            )
        )
    return tuple(passages)


def _web_address(source: str) -> str | None:
    return source if source.lower().startswith(("http://", "https://")) else None


def _digest(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)}:".encode())
        digest.update(part.encode("utf-8", errors="surrogatepass"))
    return digest.hexdigest()
