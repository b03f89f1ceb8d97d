"""Two lists of the index become one ranking, and the ranking becomes the passages that an answer reads.

Scores of full text and of vectors don't compare, so each list is scaled to 0..1 over its best
``tuning.candidates`` before the two are weighted. Invariants: no passage stands twice, the order in which an index
returned its rows doesn't matter, ties go by passage id, and every rank says what brought it there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from followthrough.domain.documents import Document, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, Ranked, RankedPassage, Retrieval
from followthrough.rules.cutting.metadata import expiry_of, scope_of
from followthrough.tuning import Tuning

_NOTHING_HEARD: Mapping[PassageId, float] = {}
_SHORTLIST_FACTOR = 3  # how much more is looked at than is read: repeats and passages that are gone drop out


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """What the index found for one query, in any order: by words, and by meaning (empty without vectors)."""

    lexical: tuple[Hit, ...] = ()
    dense: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class _List:
    """One list, best first, with the scale that its best ``tuning.candidates`` span."""

    places: Mapping[PassageId, tuple[int, float]]
    low: float
    high: float

    def scaled(self, score: float) -> float:
        """The score on the list's scale: 1 for its best, 0 for its last, below 0 for what is not in it."""
        if self.high > self.low:
            return (score - self.low) / (self.high - self.low)
        return 1.0 if score >= self.high else 0.0


def fuse(lists: Lists, tuning: Tuning, *, words_only: Collection[PassageId] = ()) -> tuple[Ranked, ...]:
    """One ranking of both lists, best first, ties by passage id.

    A list that is empty has no say: the other one's scale is the score. The same holds for single passages in
    ``words_only``, which can't be in the dense list because they have no vector yet.
    """
    lexical, dense = _best_first(lists.lexical, tuning), _best_first(lists.dense, tuning)
    ranked = (
        _rank(passage_id, lexical, dense, tuning, words_only=passage_id in words_only)
        for passage_id in lexical.places.keys() | dense.places.keys()
    )
    return tuple(sorted(ranked, key=_order))


def supplement(included: Lists, main: Lists, tuning: Tuning) -> tuple[Ranked, ...]:
    """The ranking of the included documents' passages on the scale of the main lists, best first (R2-8).

    A score below the main lists counts as 0, but still decides the order here. A main list that is empty has no
    scale; the included documents' own list gives it.
    """
    own_lexical, own_dense = _best_first(included.lexical, tuning), _best_first(included.dense, tuning)
    lexical = _best_first(main.lexical, tuning) if main.lexical else own_lexical
    dense = _best_first(main.dense, tuning) if main.dense else own_dense
    rows: list[tuple[float, Ranked]] = []
    for passage_id in own_lexical.places.keys() | own_dense.places.keys():
        by_words, by_meaning = own_lexical.places.get(passage_id), own_dense.places.get(passage_id)
        words = None if by_words is None else lexical.scaled(by_words[1])
        meaning = None if by_meaning is None else dense.scaled(by_meaning[1])
        kinds = {"lexical": bool(own_lexical.places), "dense": bool(own_dense.places)}
        ranked = Ranked(
            passage_id=passage_id,
            score=_weighted(_clip(words), _clip(meaning), tuning, **kinds),
            lexical=_clip(words),
            dense=_clip(meaning),
            dense_raw=None if by_meaning is None else by_meaning[1],
            included=True,
        )
        rows.append((_weighted(words, meaning, tuning, **kinds), ranked))
    return tuple(ranked for _, ranked in sorted(rows, key=lambda row: (-row[0], row[1].passage_id)))


def shortlist(
    ranking: Sequence[Ranked],
    extra: Sequence[Ranked],
    lists: Lists,
    tuning: Tuning,
    *,
    heard: Mapping[PassageId, float] = _NOTHING_HEARD,
) -> tuple[PassageId, ...]:
    """The passages worth fetching: the best of the ranking, of the words alone, and of the included documents.

    With a conversation also those that are nearest to the question in it (``heard``).
    """
    places = tuning.passages_per_part
    by_words = _best_first(lists.lexical, tuning).places
    chosen = chain(
        (r.passage_id for r in ranking[: places * _SHORTLIST_FACTOR]),
        tuple(by_words)[:places],
        (r.passage_id for r in extra[: tuning.included_places * _SHORTLIST_FACTOR]),
        _nearest(heard, tuning),
    )
    return tuple(dict.fromkeys(chosen))


def choose(
    lists: Lists,
    ranking: Sequence[Ranked],
    extra: Sequence[Ranked],
    *,
    passages: Mapping[PassageId, Passage],
    documents: Mapping[DocumentId, Document],
    include_document_ids: Collection[DocumentId],
    tuning: Tuning,
    heard: Mapping[PassageId, float] = _NOTHING_HEARD,
) -> tuple[RankedPassage, ...]:
    """What an answer reads, best first: no text twice, at most ``tuning.passages_per_part`` of the ranking.

    Included documents that the ranking left out get up to ``tuning.included_places`` of the last places (C20). After
    them come those of the ``tuning.heard_places`` nearest to the question in its conversation that are not there yet.

    Args:
        lists: the main lists.
        ranking: their ranking (``fuse``); made again when a document turns out to wait for its vectors.
        extra: the ranking of the included documents' passages (``supplement``).
        passages: the fetched passages of the shortlist; one that is missing is gone and drops out.
        documents: their catalogue entries, as far as there are any.
        include_document_ids: the included documents.
        tuning: the table of numbers.
        heard: how near each candidate is to the question in its conversation; empty without one.
    """
    waiting = {p.id for p in passages.values() if _waits_for_vectors(documents.get(p.document_id))}

    def with_text(some: Sequence[Ranked]) -> list[RankedPassage]:
        found = ((ranked, passages.get(ranked.passage_id)) for ranked in some)
        return [_with_text(ranked, passage, documents) for ranked, passage in found if passage is not None]

    if waiting:
        ranking = fuse(lists, tuning, words_only=waiting)
    new = _with_best_by_words(without_repeats(with_text(ranking)), tuning)
    chosen = _with_included(new, with_text(extra), include_document_ids, tuning)
    if not heard:
        more = without_repeats((*chosen, *with_text(ranking[: tuning.heard_places])))
        return more[: max(len(chosen), tuning.heard_places)]
    by_id = {r.passage_id: r for r in ranking}
    nearest = [by_id.get(i) or Ranked(passage_id=i, score=0.0) for i in _nearest(heard, tuning)]
    return tuple(
        replace(p, ranked=replace(p.ranked, heard=heard.get(p.passage.id, 0.0)))
        for p in without_repeats((*chosen, *with_text(nearest)))
    )


def _nearest(heard: Mapping[PassageId, float], tuning: Tuning) -> tuple[PassageId, ...]:
    """Those that are nearest to the question in its conversation, ties by id."""
    least = min(sorted(heard.values(), reverse=True)[: tuning.heard_places], default=0.0)
    best = sorted((-value, passage_id) for passage_id, value in heard.items() if value >= least)
    return tuple(passage_id for _, passage_id in best[: tuning.heard_places])


def without_repeats(passages: Sequence[RankedPassage]) -> tuple[RankedPassage, ...]:
    """The passages without those that repeat a better one, in the order given.

    One repeats another when both have the same content, or overlap in the same document. Of the same content in an
    old and a new document the new one keeps the place.
    """
    kept: list[RankedPassage] = []
    for candidate in passages:
        at = next((i for i, other in enumerate(kept) if _repeats(candidate.passage, other.passage)), None)
        if at is None:
            kept.append(candidate)
        elif kept[at].superseded and not candidate.superseded:
            kept[at] = replace(candidate, ranked=replace(candidate.ranked, score=kept[at].score))
    return tuple(kept)


def with_own(theirs: Retrieval, found: Retrieval) -> Retrieval:
    """What was found, the passages of the user's own documents first; an index that failed once failed."""
    return replace(
        found,
        passages=without_repeats((*theirs.passages, *found.passages)),
        failed=found.failed or theirs.failed,
        by_words_only=found.by_words_only or theirs.by_words_only,
    )


def beside(found: Retrieval, other: Retrieval) -> Retrieval:
    """What a question found, fused with what it found in other words: each passage at its better score.

    There are as many passages as the question itself found, or the other words where those found more.
    """
    best: dict[PassageId, RankedPassage] = {}
    for one in (*found.passages, *other.passages):
        known = best.get(one.passage.id)
        if known is None or known.score < one.score:
            best[one.passage.id] = one
    ordered = sorted(best.values(), key=lambda p: (-p.score, p.passage.id))
    most = max(len(found.passages), len(other.passages))
    return replace(
        found,
        searched=tuple(dict.fromkeys((*found.searched, *other.searched))),
        passages=without_repeats(ordered)[:most],
        failed=found.failed and other.failed,
        by_words_only=found.by_words_only or other.by_words_only,
    )


def _with_best_by_words(ranking: tuple[RankedPassage, ...], tuning: Tuning) -> tuple[RankedPassage, ...]:
    """The best of the ranking; the very best by words are always heard, in the last places if need be.

    A code or a name is one word among many to the vectors, so the one passage that holds it may rank low there.
    """
    limit = tuning.passages_per_part
    heard = tuple(
        p
        for p in ranking[limit:]
        if p.ranked.lexical_rank is not None and p.ranked.lexical_rank <= tuning.best_by_words_places
    )
    return (*ranking[: limit - len(heard)], *heard)


def _with_included(
    new: tuple[RankedPassage, ...],
    previous: Sequence[RankedPassage],
    include_document_ids: Collection[DocumentId],
    tuning: Tuning,
) -> tuple[RankedPassage, ...]:
    """The new passages first, then as many of the included documents' as still lack a place."""
    limit = tuning.passages_per_part
    most = min(tuning.included_places, limit)

    def lacking(head: tuple[RankedPassage, ...]) -> int:
        return most - sum(p.passage.document_id in include_document_ids for p in head)

    places = next(n for n in range(most + 1) if lacking(new[: limit - n]) <= n)
    head = new[: limit - places]
    added = without_repeats((*head, *previous))[len(head) :][:places]
    return without_repeats((*new[: limit - len(added)], *added))


def _rank(passage_id: PassageId, lexical: _List, dense: _List, tuning: Tuning, *, words_only: bool) -> Ranked:
    by_words, by_meaning = lexical.places.get(passage_id), dense.places.get(passage_id)
    words = None if by_words is None else lexical.scaled(by_words[1])
    meaning = None if by_meaning is None else dense.scaled(by_meaning[1])
    counts = bool(dense.places) and not (words_only and meaning is None)
    return Ranked(
        passage_id=passage_id,
        score=_weighted(words, meaning, tuning, lexical=bool(lexical.places), dense=counts),
        lexical=words,
        dense=meaning,
        dense_raw=None if by_meaning is None else by_meaning[1],
        lexical_rank=None if by_words is None else by_words[0],
        dense_rank=None if by_meaning is None else by_meaning[0],
    )


def _weighted(words: float | None, meaning: float | None, tuning: Tuning, *, lexical: bool, dense: bool) -> float:
    """The weighted share of the lists that have a say; ``lexical`` and ``dense`` tell which have."""
    if not (lexical and dense):
        return (words if lexical else meaning) or 0.0
    total = math.fsum((tuning.lexical_weight, tuning.dense_weight)) or 1.0
    parts = (tuning.lexical_weight * (words or 0.0), tuning.dense_weight * (meaning or 0.0))
    return math.fsum(parts) / total


def _best_first(hits: Sequence[Hit], tuning: Tuning) -> _List:
    """The best ``tuning.candidates`` hits, each passage once at its best score; rows without a score are dropped."""
    best: dict[PassageId, float] = {}
    for below, passage_id in sorted((-hit.score, hit.passage_id) for hit in hits if math.isfinite(hit.score)):
        best.setdefault(passage_id, -below)
    rows = list(best.items())[: tuning.candidates]
    if not rows:
        return _List({}, 0.0, 0.0)
    places = {passage_id: (rank, score) for rank, (passage_id, score) in enumerate(rows, start=1)}
    return _List(places, rows[-1][1], rows[0][1])


def _with_text(ranked: Ranked, passage: Passage, documents: Mapping[DocumentId, Document]) -> RankedPassage:
    document = documents.get(passage.document_id)
    if document is None:
        return RankedPassage(passage=passage, ranked=ranked)
    return RankedPassage(
        passage=passage,
        ranked=ranked,
        superseded=document.superseded_by is not None,
        scope=scope_of(document.metadata),
        expires=expiry_of(document.metadata),
    )


def _waits_for_vectors(document: Document | None) -> bool:
    return document is not None and document.status is DocumentStatus.INDEXING


def _repeats(one: Passage, other: Passage) -> bool:
    if one.id == other.id or (one.content_hash and one.content_hash == other.content_hash):
        return True
    return one.document_id == other.document_id and one.start < other.end and other.start < one.end


def _order(ranked: Ranked) -> tuple[float, PassageId]:
    return (-ranked.score, ranked.passage_id)


def _clip(value: float | None) -> float | None:
    return None if value is None else min(1.0, max(0.0, value))
