"""What holds for every fusion (conventions.md, "Tests")."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Hit
from followthrough.rules.retrieval.fuse import Lists, choose, fuse, shortlist, supplement
from followthrough.tuning import DEFAULT_TUNING

names = st.sampled_from([PassageId(f"p{n}") for n in range(12)])
scores = st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 1.0, float("nan"), float("inf")])
# Scores that differ by less than the scale can tell are a tie, so here they differ by more.
distinct = st.integers(-50_000, 50_000).map(lambda n: n / 1_000)
hit_lists = st.lists(st.builds(Hit, passage_id=names, score=scores), max_size=15).map(tuple)
lists = st.builds(Lists, lexical=hit_lists, dense=hit_lists)
tunings = st.builds(
    lambda candidates, words, meaning: replace(
        DEFAULT_TUNING, candidates=candidates, lexical_weight=words, dense_weight=meaning
    ),
    st.integers(1, 12),
    st.floats(0, 1),
    st.floats(0, 1),
)


def passage(passage_id: PassageId) -> Passage:
    number = int(passage_id[1:])
    return Passage(
        id=passage_id,
        document_id=DocumentId(f"d{number % 4}"),
        document_name="d",
        collection="c",
        ordinal=number,
        text="",
        start=number * 6,
        end=number * 6 + 10,
        content_hash=f"h{number % 7}",
    )


@given(lists, tunings)
def test_no_passage_stands_twice_and_scores_are_shares_in_order(found: Lists, tuning: object) -> None:
    ranking = fuse(found, tuning)
    assert len({r.passage_id for r in ranking}) == len(ranking)
    assert all(0.0 <= r.score <= 1.0 for r in ranking)
    assert list(ranking) == sorted(ranking, key=lambda r: (-r.score, r.passage_id))


@given(lists, tunings, st.randoms())
def test_the_order_of_the_backend_does_not_matter(found: Lists, tuning: object, random: object) -> None:
    lexical, dense = list(found.lexical), list(found.dense)
    random.shuffle(lexical)
    random.shuffle(dense)
    assert fuse(Lists(lexical=tuple(lexical), dense=tuple(dense)), tuning) == fuse(found, tuning)


@given(lists)
def test_swapping_the_lists_and_their_weights_changes_no_order(found: Lists) -> None:
    weights = (DEFAULT_TUNING.lexical_weight, DEFAULT_TUNING.dense_weight)
    swapped = replace(DEFAULT_TUNING, lexical_weight=weights[1], dense_weight=weights[0])
    other = fuse(Lists(lexical=found.dense, dense=found.lexical), swapped)
    assert [(r.passage_id, r.score) for r in other] == [(r.passage_id, r.score) for r in fuse(found, DEFAULT_TUNING)]


@given(st.lists(st.builds(Hit, passage_id=names, score=distinct), unique_by=lambda h: h.passage_id))
def test_a_single_ranking_is_kept(hits: list[Hit]) -> None:
    ordered = sorted(hits, key=lambda h: (-h.score, h.passage_id))
    for alone in (Lists(lexical=tuple(hits)), Lists(dense=tuple(hits))):
        ranking = fuse(alone, DEFAULT_TUNING)
        places = {h.passage_id: h.score for h in hits}
        assert [places[r.passage_id] for r in ranking] == [h.score for h in ordered]


@given(lists, lists, st.integers(1, 6), st.integers(0, 3), st.sets(names))
def test_what_is_read_is_bounded_and_says_nothing_twice(
    found: Lists, included: Lists, places: int, kept: int, gone: set[PassageId]
) -> None:
    tuning = replace(DEFAULT_TUNING, passages_per_part=places, included_places=kept, heard_places=1)
    extra = supplement(included, found, tuning)
    ranking = fuse(found, tuning)
    wanted = shortlist(ranking, extra, found, tuning)
    passages = {i: passage(i) for i in wanted if i not in gone}
    read = choose(
        found,
        ranking,
        extra,
        passages=passages,
        documents={},
        include_document_ids=(DocumentId("d1"),),
        tuning=tuning,
    )
    assert len(read) <= places
    assert {p.passage.id for p in read} <= passages.keys()
    assert len({p.passage.content_hash for p in read}) == len(read)
    assert sum(p.ranked.included for p in read) <= kept
    flags = [p.ranked.included for p in read]
    assert flags == sorted(flags), "included passages come last"
