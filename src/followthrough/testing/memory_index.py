"""Passages in memory, for tests and throw-away systems: BM25 over stemmed English words, and exact cosine.

Nothing here awaits, so every method is one step to other tasks, as a commit is on disk.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import Stemmer

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, PassageFilter, reaches
from followthrough.errors import IndexUnavailable
from followthrough.ports.embedder import Vectors

_K1 = 1.2
_B = 0.75
_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = re.compile(
    r"an?|and|are|as|at|be|but|by|for|if|in|into|is|it|no|not|of|on|or|such|that|the|their|then|there|these|they"
    r"|this|to|was|will|with"
)
_stemmers: Any = Stemmer  # it ships no types
_english = _stemmers.Stemmer("english")


class MemoryIndex:
    """A ``PassageIndex`` that forgets everything with the process."""

    def __init__(self) -> None:
        self._documents: dict[DocumentId, tuple[Passage, ...]] = {}
        self._passages: dict[PassageId, Passage] = {}
        self._counts: dict[PassageId, Counter[str]] = {}
        self._holders: defaultdict[str, set[PassageId]] = defaultdict(set)
        self._words = 0
        self._vectors: defaultdict[str, dict[PassageId, Vectors]] = defaultdict(dict)
        self._closed = False

    async def replace_document(self, document_id: DocumentId, passages: Sequence[Passage]) -> None:
        """See ``PassageIndex.replace_document``."""
        await self.replace_documents({document_id: passages})

    async def replace_documents(self, documents: Mapping[DocumentId, Sequence[Passage]]) -> None:
        """See ``PassageIndex.replace_documents``."""
        self._require_open()
        before: list[PassageId] = []
        for document_id, passages in documents.items():
            for passage in self._documents.pop(document_id, ()):
                self._forget(passage)
                before.append(passage.id)
            if passages:
                self._documents[document_id] = tuple(sorted(passages, key=lambda p: p.ordinal))
            for passage in passages:
                self._learn(passage)
        gone = [i for i in before if i not in self._passages]
        for vectors in self._vectors.values():
            for passage_id in gone:
                vectors.pop(passage_id, None)

    async def delete_documents(self, document_ids: Sequence[DocumentId]) -> None:
        """See ``PassageIndex.delete_documents``."""
        await self.replace_documents(dict.fromkeys(document_ids, ()))

    async def add_vectors(self, model_id: str, vectors: Mapping[PassageId, Vectors]) -> None:
        """See ``PassageIndex.add_vectors``."""
        self._require_open()
        known = {i: np.array(v, dtype=np.float32) for i, v in vectors.items() if i in self._passages}
        self._vectors[model_id] |= known

    async def without_vectors(self, document_id: DocumentId, model_id: str) -> list[Passage]:
        """See ``PassageIndex.without_vectors``."""
        self._require_open()
        return [p for p in self._documents.get(document_id, ()) if p.id not in self._vectors[model_id]]

    async def missing_vectors(
        self, document_ids: Sequence[DocumentId], model_id: str, *, limit: int
    ) -> list[Passage]:
        """See ``PassageIndex.missing_vectors``."""
        missing = [p for d in sorted(set(document_ids)) for p in await self.without_vectors(d, model_id)]
        return missing[:limit]

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        """See ``PassageIndex.search_text``."""
        self._require_open()
        scores: defaultdict[PassageId, float] = defaultdict(float)
        for word, times in Counter(_stems(query)).items():
            holders = self._holders.get(word, set[PassageId]())
            rarity = math.log(1 + (len(self._passages) - len(holders) + 0.5) / (len(holders) + 0.5))
            for passage_id in holders:
                scores[passage_id] += times * rarity * self._weight(passage_id, word)
        return _best(((i, s) for i, s in scores.items() if _allows(where, self._passages[i])), limit)

    async def search_vectors(self, model_id: str, query: Vectors, where: PassageFilter, limit: int) -> list[Hit]:
        """See ``PassageIndex.search_vectors``."""
        self._require_open()
        allowed = {i: v for i, v in self._vectors[model_id].items() if _allows(where, self._passages[i])}
        if not allowed:
            return []
        scores = np.stack(list(allowed.values())) @ query
        return _best(zip(allowed, map(float, scores), strict=True), limit)

    async def vectors(self, model_id: str, passage_ids: Sequence[PassageId]) -> dict[PassageId, Vectors]:
        """See ``PassageIndex.vectors``."""
        self._require_open()
        return {i: self._vectors[model_id][i] for i in passage_ids if i in self._vectors[model_id]}

    async def get(self, passage_ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        """See ``PassageIndex.get``."""
        self._require_open()
        return {i: self._passages[i] for i in passage_ids if i in self._passages}

    async def of_document(
        self, document_id: DocumentId, *, first: int = 0, limit: int | None = None
    ) -> list[Passage]:
        """See ``PassageIndex.of_document``."""
        self._require_open()
        following = [p for p in self._documents.get(document_id, ()) if p.ordinal >= first]
        return following if limit is None else [p for p in following if p.ordinal < first + limit]

    async def counts(self, document_ids: Sequence[DocumentId]) -> dict[DocumentId, int]:
        """See ``PassageIndex.counts``."""
        self._require_open()
        return {d: len(self._documents[d]) for d in document_ids if self._documents.get(d)}

    async def optimize(self) -> None:
        """See ``PassageIndex.optimize``: there is nothing to fold."""
        self._require_open()

    async def scrub(self, *, wait_s: float) -> None:
        """See ``PassageIndex.scrub``: there is no file."""

    async def documents(self) -> set[DocumentId]:
        """See ``PassageIndex.documents``."""
        return set(self._documents)

    async def content_hashes(self) -> set[str]:
        """See ``PassageIndex.content_hashes``."""
        return {passage.content_hash for passage in self._passages.values()}

    async def count(self) -> int:
        """See ``PassageIndex.count``."""
        self._require_open()
        return len(self._passages)

    async def aclose(self) -> None:
        """See ``PassageIndex.aclose``."""
        self._closed = True

    def _require_open(self) -> None:
        if self._closed:
            raise IndexUnavailable("The passage index has been closed.", fix="Open it again.")

    def _learn(self, passage: Passage) -> None:
        counts = Counter(_stems(passage.indexed_text))
        self._passages[passage.id] = passage
        self._counts[passage.id] = counts
        self._words += counts.total()
        for word in counts:
            self._holders[word].add(passage.id)

    def _forget(self, passage: Passage) -> None:
        counts = self._counts.pop(passage.id)
        del self._passages[passage.id]
        self._words -= counts.total()
        for word in counts:
            self._holders[word].discard(passage.id)

    def _weight(self, passage_id: PassageId, word: str) -> float:
        counts = self._counts[passage_id]
        average = self._words / len(self._passages)
        length = 1 - _B + _B * counts.total() / average
        return counts[word] * (_K1 + 1) / (counts[word] + _K1 * length)


def _stems(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return _english.stemWords([w for w in _WORD.findall(plain) if not _STOP_WORDS.fullmatch(w)])


def _allows(where: PassageFilter, passage: Passage) -> bool:
    if passage.thread_id is None:
        in_scope = reaches(where.collection, passage.collection)
    else:
        in_scope = passage.thread_id == where.thread_id
    in_documents = where.document_ids is None or passage.document_id in where.document_ids
    in_language = where.language is None or passage.language in (where.language, None)
    return in_scope and in_documents and in_language


def _best(scores: Iterable[tuple[PassageId, float]], limit: int) -> list[Hit]:
    hits = [Hit(passage_id=passage_id, score=score) for passage_id, score in scores if math.isfinite(score)]
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[:limit]
