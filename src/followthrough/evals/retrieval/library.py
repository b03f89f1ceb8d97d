"""A corpus as an index of its own, kept on disk: the first run embeds it, later ones open it.

A row is a passage; one that is longer than the embedder's window is cut there, and every piece counts as the row.
The folder is named by the corpus' content and by how it is cut, so nothing stale is ever opened; a run that was
interrupted goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import PassageFilter
from followthrough.evals.retrieval.dataset import Corpus, Row
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex

OpenIndex: TypeAlias = Callable[[Path], PassageIndex]
Told: TypeAlias = Callable[[str, int, int], None]

EVERYTHING = PassageFilter(collection="corpus")
_CUT = "1"  # raised when rows are cut differently
_ROWS_A_WRITE = 2_000
_ROWS_A_ROUND = 256
_ALL = 1_000_000
_MARK = "#"
_WORD = re.compile(r"\s*\S+|\s+$")


def row_of(passage_id: PassageId) -> str:
    """The row that a passage is of."""
    return passage_id.rpartition(_MARK)[0]


async def open_library(
    corpus: Corpus, *, folder: Path, open_index: OpenIndex, embedder: Embedder, told: Told
) -> PassageIndex:
    """The corpus, searchable by words and by meaning.

    Args:
        corpus: the rows.
        folder: where indexes are kept; the corpus gets a folder in it.
        open_index: opens the index in a folder.
        embedder: makes the vectors that are missing.
        told: told what is done, how much of it, and of how much.

    Raises:
        DependencyError: the index or the embedder failed; what was done is kept.
    """
    place = folder / f"{corpus.digest[:16]}-{_CUT}"
    await asyncio.to_thread(place.mkdir, parents=True, exist_ok=True)
    index = open_index(place / "index")
    await _once(place / "written", lambda: _write(corpus, index, embedder, told))
    await _once(place / f"embedded-{embedder.model_id}", lambda: _embed(corpus, index, embedder, told))
    return index


async def _once(done: Path, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Does the work unless the file says that it was done."""
    if await asyncio.to_thread(done.exists):
        return
    await work()
    await asyncio.to_thread(done.touch)


async def _write(corpus: Corpus, index: PassageIndex, embedder: Embedder, told: Told) -> None:
    for done, some in _batches(corpus.rows, _ROWS_A_WRITE):
        told("rows written", done, len(corpus.rows))
        cut = await asyncio.to_thread(_cut_all, some, embedder)
        await index.replace_documents(cut)
    await index.optimize()


async def _embed(corpus: Corpus, index: PassageIndex, embedder: Embedder, told: Told) -> None:
    for done, some in _batches(corpus.rows, _ROWS_A_ROUND):
        told("rows embedded", done, len(corpus.rows))
        missing = await index.missing_vectors([DocumentId(r.id) for r in some], embedder.model_id, limit=_ALL)
        if missing:
            vectors = await embedder.embed_passages([passage.indexed_text for passage in missing])
            await index.add_vectors(
                embedder.model_id, dict(zip((passage.id for passage in missing), vectors, strict=True))
            )
    await index.optimize()


def _cut_all(rows: Sequence[Row], embedder: Embedder) -> dict[DocumentId, list[Passage]]:
    """The passages of each row. A text is cut before the word that would not fit into the window any more."""
    titles = ["" if row.text.startswith(row.title) else row.title for row in rows]
    texts = [f"{title}\n{row.text}" if title else row.text for row, title in zip(rows, titles, strict=True)]
    room = embedder.max_tokens - 2
    lengths = embedder.count_tokens(texts)
    cut: dict[DocumentId, list[Passage]] = {}
    for row, text, length in zip(rows, texts, lengths, strict=True):
        pieces = [text] if length <= room else _pieces(text, room, embedder)
        cut[DocumentId(row.id)] = [_passage(row, n, piece) for n, piece in enumerate(pieces)]
    return cut


def _pieces(text: str, room: int, embedder: Embedder) -> list[str]:
    """Consecutive pieces of at most ``room`` tokens; a single longer word stays whole."""
    words = _WORD.findall(text)
    pieces: list[str] = []
    current, used = "", 0
    for word, tokens in zip(words, embedder.count_tokens(words), strict=True):
        if current and used + tokens > room:
            pieces.append(current)
            current, used = "", 0
        current, used = current + word, used + tokens
    return [*pieces, current] if current else pieces


def _passage(row: Row, number: int, text: str) -> Passage:
    return Passage(
        id=PassageId(f"{row.id}{_MARK}{number}"),
        document_id=DocumentId(row.id),
        document_name=row.title or row.id,
        collection=EVERYTHING.collection,
        ordinal=number,
        text=text,
        start=0,
        end=len(text),
    )


def _batches(rows: Sequence[Row], size: int) -> Iterator[tuple[int, Sequence[Row]]]:
    """Slices of the rows, each with how many come before it."""
    for start in range(0, len(rows), size):
        yield start, rows[start : start + size]
