"""The searchable passages: full text at once, vectors when they are ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.ports.embedder import Vectors


class PassageIndex(Protocol):
    """Passages of all collections.

    Every method raises ``IndexUnavailable`` when the index does not answer, and nothing else on purpose.
    Lists are ordered by score, highest first, ties by passage id.
    """

    async def replace_document(self, document_id: DocumentId, passages: Sequence[Passage]) -> None:
        """Makes ``passages`` the document's only passages, in one step.

        At every moment a reader finds either all the old passages or all the new ones. Vectors of passages that
        are gone go too; a passage id that stays keeps its vector. The new ones are found by full text when this
        returns. An empty ``passages`` removes the document.
        """
        ...

    async def replace_documents(self, documents: Mapping[DocumentId, Sequence[Passage]]) -> None:
        """``replace_document`` for several documents, all in the one step; cheaper than one call each.

        Every passage given for a document belongs to it. Passage ids are unique over the whole index.
        """
        ...

    async def delete_documents(self, document_ids: Sequence[DocumentId]) -> None:
        """Removes the documents' passages and vectors; unknown ids are ignored."""
        ...

    async def add_vectors(self, model_id: str, vectors: Mapping[PassageId, Vectors]) -> None:
        """Gives passages their vectors (each float32, shape (dim,), L2-normalised).

        Ids that are no longer in the index are ignored; a second vector for one id replaces the first.
        """
        ...

    async def without_vectors(self, document_id: DocumentId, model_id: str) -> list[Passage]:
        """The document's passages that have no vector of this model yet, in reading order."""
        ...

    async def missing_vectors(
        self, document_ids: Sequence[DocumentId], model_id: str, *, limit: int
    ) -> list[Passage]:
        """``without_vectors`` for several documents in one look-up: at most ``limit``, by document id, then order."""
        ...

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        """Full-text search (BM25 over stemmed English words) of context and text.

        A query without a searchable word, or an index without passages, gives an empty list. The query is plain
        words: no character of it is an operator.
        """
        ...

    async def search_vectors(self, model_id: str, query: Vectors, where: PassageFilter, limit: int) -> list[Hit]:
        """Nearest vectors of this model; ``score`` is the cosine similarity. ``query`` has shape (dim,)."""
        ...

    async def vectors(self, model_id: str, passage_ids: Sequence[PassageId]) -> dict[PassageId, Vectors]:
        """The vectors of these passages (each float32, shape (dim,)); ids without one are left out."""
        ...

    async def get(self, passage_ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        """The passages with these ids; unknown ids are left out."""
        ...

    async def of_document(
        self, document_id: DocumentId, *, first: int = 0, limit: int | None = None
    ) -> list[Passage]:
        """The document's passages from ordinal ``first`` on, in reading order, at most ``limit``."""
        ...

    async def counts(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, int]:
        """How many passages of each document there are; documents without any are left out."""
        ...

    async def optimize(self) -> None:
        """Folds recent writes into the search structures, so that later searches are faster.

        What is found stays the same; full-text scores may move a little, as word statistics catch up.
        """
        ...

    async def scrub(self, *, wait_s: float) -> None:
        """Writes the index anew, so that no file of it has a word of what was removed, while others read and write.

        Args:
            wait_s: how long reads that have begun may take; older files go after it.
        """
        ...

    async def documents(self) -> set[DocumentId]:
        """The ids of the documents that have passages."""
        ...

    async def content_hashes(self) -> set[str]:
        """The content hashes of all passages."""
        ...

    async def count(self) -> int:
        """How many passages there are."""
        ...

    async def aclose(self) -> None:
        """Closes the index; calling it twice is harmless."""
        ...
