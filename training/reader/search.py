"""The product's kind of search over one folder, in memory: words and meaning, with the question before."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from followthrough.adapters.document_reader.reader import Reader as DocumentReader
from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import Ranked, RankedPassage
from followthrough.ports.document_reader import Refused
from followthrough.ports.embedder import Tokens
from followthrough.rules.cutting.passages import cut_passages
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.retrieval.rank_signals import LATEST, in_conversation, in_turn, scaled
from followthrough.tuning import Tuning

TUNING = Tuning()


class Vectors:
    """Embeds texts once; what was embedded before is kept in a file."""

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._embedder = MiniLmEmbedder()
        self._known: dict[str, Any] = dict(np.load(kept)) if kept.exists() else {}
        self._by_token: dict[str, Tokens] = {}

    def of(self, texts: Sequence[str]) -> Any:
        """float32, shape (n_texts, 384), rows L2-normalised."""
        keys = [hashlib.sha256(text.encode()).hexdigest()[:24] for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            found = asyncio.run(self._embedder.embed_passages(list(new.values())))
            self._known |= dict(zip(new, found, strict=True))
        return np.stack([self._known[key] for key in keys])

    def tokens_of(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Each text token by token; the latest are remembered."""
        new = list(dict.fromkeys(text for text in texts if text not in self._by_token))
        self._by_token |= dict(zip(new, asyncio.run(self._embedder.embed_tokens(new)), strict=True))
        return [self._by_token[text] for text in texts]

    def keep(self) -> None:
        """Writes what is known, so that the next run starts from it."""
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._kept, **self._known)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text."""
        return self._embedder.count_tokens(texts)


class Folder:
    """The documents of a folder as passages that can be searched."""

    def __init__(self, docs: Path, vectors: Vectors, pack: Pack) -> None:
        self._vectors = vectors
        self._stems = Stems(pack)
        self.passages = list(_passages(docs, vectors))
        self._matrix = vectors.of([p.indexed_text for p in self.passages])
        counts = [Counter(self._words(p.indexed_text)) for p in self.passages]
        self._lengths = np.array([sum(c.values()) for c in counts], dtype=float)
        self._holders: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, count in enumerate(counts):
            for word, times in count.items():
                self._holders[word].append((place, times))

    def search(self, question: str, before: Sequence[str], most: int) -> list[RankedPassage]:
        """The best passages, best first, for the question after those before it (``rank_signals.heard``)."""
        vector = self.vector(question, before)
        lexical = self._by_words(question) + (0.4 * self._by_words(before[-1]) if before else 0.0)
        near = 0.3 * scaled(lexical) + 0.7 * scaled((self._matrix @ vector).astype(float))
        best = np.argsort(-near, kind="stable")[:most]
        return [
            RankedPassage(
                passage=self.passages[n], ranked=Ranked(passage_id=self.passages[n].id, score=float(near[n]))
            )
            for n in best
        ]

    def vector(self, question: str, before: Sequence[str]) -> Any:
        """The question in its conversation, as ``rank_signals.heard`` compares it."""
        alone = self._vectors.of([question])[0]
        if not before:
            return alone
        previous, pair = self._vectors.of([before[-1], f"{before[-1]}\n{question}"])
        if len(before) == 1:
            return in_turn(alone, previous, pair)
        return in_conversation(alone, pair, self._vectors.of(["\n".join((*before[-LATEST:], question))])[0])

    def _words(self, text: str) -> list[str]:
        return self._stems.of(keys_of(text))

    def _by_words(self, text: str) -> Any:
        """BM25 (Robertson 1994), k1 1.2, b .75; words of every second passage count nothing."""
        out, total = np.zeros(len(self.passages)), len(self.passages)
        for word in set(self._words(text)):
            holders = self._holders.get(word, [])
            if not holders or len(holders) * 2 > total:
                continue
            rarity = math.log(1 + (total - len(holders) + 0.5) / (len(holders) + 0.5))
            for place, times in holders:
                out[place] += (
                    rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * self._lengths[place] / self._lengths.mean()))
                )
        return out


def _passages(docs: Path, vectors: Vectors) -> list[Passage]:
    reader = DocumentReader(TUNING)
    found: list[Passage] = []
    for path in sorted(p for p in docs.rglob("*") if p.is_file()):
        parsed = asyncio.run(reader.read(path.read_bytes(), path.name))
        if isinstance(parsed, Refused):
            continue
        name = parsed.metadata.title or path.name
        cuts = cut_passages(parsed, title=name, count=vectors.count, window=256, tuning=TUNING)
        where = str(path.relative_to(docs))
        found += [
            Passage(
                id=PassageId(f"{where}#{n}"),
                document_id=DocumentId(where),
                document_name=name,
                collection="default",
                ordinal=n,
                text=cut.text,
                start=cut.start,
                end=cut.end,
                heading=cut.heading,
                context=cut.context,
            )
            for n, cut in enumerate(cuts)
        ]
    return found
