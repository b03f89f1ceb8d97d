"""Two lists become one ranking (architecture.md: min-max over the top 100, then 0.3 words + 0.7 meaning)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit, Ranked, RankedPassage, Retrieval
from followthrough.rules.retrieval.fuse import Lists, beside, choose, fuse, shortlist, supplement, without_repeats
from followthrough.tuning import DEFAULT_TUNING

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def hits(**scores: float) -> tuple[Hit, ...]:
    return tuple(Hit(passage_id=PassageId(i), score=s) for i, s in scores.items())


def passage(passage_id: str, document: str | None = None, **fields: object) -> Passage:
    at = 1_000 * (1 + ord(passage_id[-1]))
    made = Passage(
        id=PassageId(passage_id),
        document_id=DocumentId(document or f"doc-{passage_id}"),
        document_name="doc",
        collection="c",
        ordinal=0,
        text=passage_id,
        start=at,
        end=at + 10,
        content_hash=passage_id,
    )
    return replace(made, **fields)


def document(document_id: str, **fields: object) -> Document:
    made = Document(
        id=DocumentId(document_id),
        collection="c",
        source=document_id,
        name=document_id,
        media_type="text/plain",
        content_hash="",
        size_bytes=1,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(),
        created_at=NOW,
        updated_at=NOW,
    )
    return replace(made, **fields)


def ids(ranking: tuple[Ranked | RankedPassage, ...]) -> list[str]:
    return [r.passage_id if isinstance(r, Ranked) else r.passage.id for r in ranking]


def chosen(
    lists: Lists,
    passages: list[Passage],
    *,
    extra: Lists | None = None,
    include: tuple[str, ...] = (),
    documents: tuple[Document, ...] = (),
    places: int = 8,
) -> tuple[RankedPassage, ...]:
    tuning = replace(DEFAULT_TUNING, passages_per_part=places, heard_places=1)
    return choose(
        lists,
        fuse(lists, tuning),
        supplement(extra, lists, tuning) if extra else (),
        passages={p.id: p for p in passages},
        documents={d.id: d for d in documents},
        include_document_ids=tuple(DocumentId(d) for d in include),
        tuning=tuning,
    )


def test_each_list_is_scaled_and_weighted_and_every_rank_is_explained() -> None:
    lists = Lists(lexical=hits(a=20.0, b=15.0, c=10.0), dense=hits(b=0.9, d=0.6, a=0.5))
    ranking = fuse(lists, DEFAULT_TUNING)
    assert ids(ranking) == ["b", "a", "d", "c"]
    b, a, d, c = ranking
    assert b == Ranked(
        passage_id=PassageId("b"),
        score=pytest.approx(0.3 * 0.5 + 0.7 * 1.0),
        lexical=0.5,
        dense=1.0,
        dense_raw=0.9,
        lexical_rank=2,
        dense_rank=1,
    )
    assert (a.score, a.lexical, a.dense, a.dense_rank) == (pytest.approx(0.3), 1.0, 0.0, 3)
    assert (d.score, d.lexical, d.lexical_rank) == (pytest.approx(0.7 * 0.25), None, None)
    assert (c.score, c.dense, c.dense_raw, c.dense_rank) == (0.0, None, None, None)


def test_without_vectors_the_words_decide_alone() -> None:
    ranking = fuse(Lists(lexical=hits(a=3.0, b=9.0, c=6.0)), DEFAULT_TUNING)
    assert [(r.passage_id, r.score) for r in ranking] == [("b", 1.0), ("c", 0.5), ("a", 0.0)]


def test_without_a_searchable_word_the_vectors_decide_alone() -> None:
    ranking = fuse(Lists(dense=hits(a=0.3, b=0.9)), DEFAULT_TUNING)
    assert [(r.passage_id, r.score) for r in ranking] == [("b", 1.0), ("a", 0.0)]


def test_nothing_found_is_an_empty_ranking() -> None:
    assert fuse(Lists(), DEFAULT_TUNING) == ()
    assert shortlist((), (), Lists(), DEFAULT_TUNING) == ()
    assert chosen(Lists(), []) == ()


def test_equal_scores_go_by_passage_id_and_one_row_scales_to_one() -> None:
    assert ids(fuse(Lists(lexical=hits(c=2.0, a=2.0, b=2.0)), DEFAULT_TUNING)) == ["a", "b", "c"]
    (only,) = fuse(Lists(lexical=hits(a=0.001)), DEFAULT_TUNING)
    assert only.score == 1.0


def test_only_the_best_candidates_of_a_list_count() -> None:
    lists = Lists(lexical=hits(**{f"p{n:03}": float(n) for n in range(30)}))
    ranking = fuse(lists, replace(DEFAULT_TUNING, candidates=10))
    assert ids(ranking) == [f"p{n:03}" for n in range(29, 19, -1)]
    assert ranking[-1].score == 0.0


def test_a_passage_that_an_index_returns_twice_stands_once_at_its_best() -> None:
    double = (*hits(a=1.0), *hits(a=5.0), *hits(b=3.0))
    ranking = fuse(Lists(lexical=double), DEFAULT_TUNING)
    assert [(r.passage_id, r.lexical_rank) for r in ranking] == [("a", 1), ("b", 2)]


def test_scores_that_are_no_numbers_are_dropped() -> None:
    assert ids(fuse(Lists(lexical=hits(a=float("nan"), b=1.0, c=float("inf"))), DEFAULT_TUNING)) == ["b"]


def test_a_passage_whose_document_waits_for_its_vectors_is_ranked_by_its_words() -> None:
    lists = Lists(lexical=hits(new=9.0, old=3.0), dense=hits(old=0.9, other=0.8, last=0.1))
    passages = [passage(i) for i in ("new", "old", "other", "last")]
    assert ids(chosen(lists, passages))[0] == "old"
    waiting = document("doc-new", status=DocumentStatus.INDEXING)
    best = chosen(lists, passages, documents=(waiting,))[0]
    assert (best.passage.id, best.score) == ("new", 1.0)


def test_the_shortlist_holds_the_best_of_both_and_of_the_words() -> None:
    lists = Lists(
        lexical=hits(**{f"w{n}": 9.0 - n for n in range(9)}),
        dense=hits(**{f"v{n:02}": 1 - n / 100 for n in range(60)}),
    )
    tuning = replace(DEFAULT_TUNING, passages_per_part=4, included_places=1)
    extra = supplement(Lists(lexical=hits(x1=1.0, x2=0.5, x3=0.2, x4=0.1)), lists, tuning)
    wanted = shortlist(fuse(lists, tuning), extra, lists, tuning)
    assert set(wanted) >= {"v00", "v01", "v02", "v03", "w0", "w1", "w2", "w3", "x1", "x2", "x3"}
    assert len(wanted) == len(set(wanted)) <= 4 * 3 + 4 + 3


def test_the_same_text_stands_once_where_it_is_best() -> None:
    lists = Lists(lexical=hits(a=9.0, b=8.0, c=7.0))
    passages = [passage("a", content_hash="x"), passage("b", content_hash="x"), passage("c")]
    assert ids(chosen(lists, passages)) == ["a", "c"]


def test_texts_without_a_hash_are_not_the_same() -> None:
    lists = Lists(lexical=hits(a=9.0, b=8.0))
    assert ids(chosen(lists, [passage("a", content_hash=""), passage("b", content_hash="")])) == ["a", "b"]


def test_overlapping_spans_of_one_document_stand_once() -> None:
    lists = Lists(lexical=hits(a=9.0, b=8.0, c=7.0, d=6.0))
    passages = [
        passage("a", "one", start=100, end=200),
        passage("b", "one", start=150, end=250),
        passage("c", "one", start=200, end=300),
        passage("d", "two", start=100, end=200),
    ]
    assert ids(chosen(lists, passages)) == ["a", "c", "d"]


def test_of_the_same_text_in_an_old_and_a_new_document_the_new_one_is_read() -> None:
    lists = Lists(lexical=hits(old=9.0, new=8.0, other=5.0))
    passages = [passage("old", content_hash="x"), passage("new", content_hash="x"), passage("other")]
    superseded = document("doc-old", superseded_by=DocumentId("doc-new"))
    found = chosen(lists, passages, documents=(superseded, document("doc-new")))
    assert ids(found) == ["new", "other"]
    assert not found[0].superseded
    assert found[0].score == 1.0


def test_a_superseded_document_is_marked() -> None:
    old = document("doc-a", superseded_by=DocumentId("doc-b"))
    found = chosen(Lists(lexical=hits(a=2.0, b=1.0)), [passage("a"), passage("b")], documents=(old,))
    assert [p.superseded for p in found] == [True, False]


def test_passages_that_are_gone_leave_their_place_to_the_next() -> None:
    found = chosen(Lists(lexical=hits(a=3.0, gone=2.0, c=1.0)), [passage("a"), passage("c")], places=2)
    assert ids(found) == ["a", "c"]


class TestIncludedDocuments:
    """R2-8, C20: new results first, up to two places kept for the documents of the turn before."""

    new = Lists(lexical=hits(a=9.0, b=8.0, c=7.0, d=6.0), dense=hits(a=0.9, b=0.8, c=0.7, d=0.6))
    before = Lists(lexical=hits(x=2.0, y=1.0, z=0.5), dense=hits(y=0.5, x=0.4, z=0.1))
    passages = (*map(passage, "abcd"), *(passage(i, "before") for i in "xyz"))

    def test_they_get_the_last_two_places(self) -> None:
        found = chosen(self.new, [*self.passages], extra=self.before, include=("before",), places=4)
        assert ids(found) == ["a", "b", "y", "x"]
        assert [p.ranked.included for p in found] == [False, False, True, True]

    def test_a_place_that_they_won_counts(self) -> None:
        new = replace(self.new, lexical=(*self.new.lexical, *hits(x=8.5)), dense=(*self.new.dense, *hits(x=0.85)))
        found = chosen(new, [*self.passages], extra=self.before, include=("before",), places=4)
        assert ids(found) == ["a", "x", "b", "y"]

    def test_two_places_won_ask_for_no_more(self) -> None:
        new = Lists(lexical=hits(x=9.0, y=8.0, a=7.0, b=6.0))
        found = chosen(new, [*self.passages], extra=self.before, include=("before",), places=4)
        assert ids(found) == ["x", "y", "a", "b"]

    def test_places_that_they_cannot_fill_stay_with_the_new(self) -> None:
        one = Lists(lexical=hits(x=2.0))
        assert ids(chosen(self.new, [*self.passages], extra=one, include=("before",), places=4)) == [
            "a",
            "b",
            "c",
            "x",
        ]
        assert ids(chosen(self.new, [*self.passages], include=("before",), places=4)) == ["a", "b", "c", "d"]

    def test_where_nothing_new_was_found_they_are_all_there_is(self) -> None:
        found = chosen(Lists(), [*self.passages], extra=self.before, include=("before",), places=4)
        assert [(p.passage.id, p.score) for p in found] == [("x", pytest.approx(0.825)), ("y", pytest.approx(0.8))]

    def test_what_repeats_a_new_passage_takes_no_place(self) -> None:
        passages = [p if p.id != "y" else replace(p, content_hash="a") for p in self.passages]
        found = chosen(self.new, passages, extra=self.before, include=("before",), places=4)
        assert ids(found) == ["a", "b", "x", "z"]

    def test_their_scores_are_on_the_scale_of_the_new(self) -> None:
        found = chosen(self.new, [*self.passages], extra=self.before, include=("before",), places=4)
        assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
        assert {p.score for p in found[2:]} == {0.0}

    @pytest.mark.parametrize("places", [1, 2, 3])
    def test_a_short_list_is_not_overfilled(self, places: int) -> None:
        found = chosen(self.new, [*self.passages], extra=self.before, include=("before",), places=places)
        assert len(found) == places
        assert sum(p.ranked.included for p in found) == min(2, places)


def test_without_repeats_keeps_the_order() -> None:
    some = [RankedPassage(passage=passage(i), ranked=Ranked(passage_id=PassageId(i), score=0.0)) for i in "bca"]
    assert ids(without_repeats([*some, *some])) == ["b", "c", "a"]


def test_the_best_by_words_is_read_even_where_meaning_ranks_it_last() -> None:
    tuning = replace(DEFAULT_TUNING, passages_per_part=3, best_by_words_places=1, heard_places=1)
    lists = Lists(lexical=hits(p5=9.0, p0=1.0), dense=hits(p0=1.0, p1=0.9, p2=0.8, p3=0.7, p4=0.6, p5=0.1))
    ranking = fuse(lists, replace(tuning, lexical_weight=0.1, dense_weight=0.9))
    assert "p5" not in ids(ranking)[:3]
    read = choose(
        lists,
        ranking,
        (),
        passages={PassageId(p): passage(p) for p in ("p0", "p1", "p2", "p3", "p4", "p5")},
        documents={},
        include_document_ids=(),
        tuning=tuning,
    )
    assert ids(read) == ["p0", "p1", "p5"]


def test_what_other_words_found_joins_what_the_question_found() -> None:
    def found(*rows: tuple[str, float], failed: bool = False) -> Retrieval:
        passages = tuple(
            RankedPassage(passage=passage(name), ranked=Ranked(passage_id=PassageId(name), score=score))
            for name, score in rows
        )
        return Retrieval(query="q", searched=(rows[0][0],) if rows else (), passages=passages, failed=failed)

    both = beside(found(("a", 0.9), ("b", 0.5)), found(("c", 0.7), ("b", 0.6), ("a", 0.1)))
    assert [(p.passage.id, p.score) for p in both.passages] == [("a", 0.9), ("c", 0.7), ("b", 0.6)]
    assert both.searched == ("a", "c")
    assert both.query == "q"
    assert not beside(found(("a", 0.9)), found(failed=True)).failed
    assert beside(found(failed=True), found(failed=True)).failed
