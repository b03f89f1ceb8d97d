from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.ids import PassageId
from followthrough.domain.retrieval import History, Hit
from followthrough.rules.retrieval.fuse import fuse
from followthrough.rules.retrieval.rank import Ranker, lists_of, rank
from followthrough.rules.retrieval.rank_signals import FEATURES, Candidates, Wording, question_vectors, unit, wording
from followthrough.rules.retrieval.rank_weights import SHIPPED
from followthrough.tuning import DEFAULT_TUNING, Tuning

EAST, NORTH = (np.eye(2, dtype=np.float32)[n] for n in range(2))
VECTORS = {"and the price?": EAST, "the router": NORTH, "the router\nand the price?": unit(EAST + NORTH)}
WORDS = wording("and the price?", "and the price?", History(earlier=("the router",)), DEFAULT_TUNING)
ALONE = replace(WORDS, stands_alone=True)
SIGNALS = question_vectors(WORDS, VECTORS)


def hits(**scores: float) -> tuple[Hit, ...]:
    return tuple(Hit(passage_id=PassageId(name), score=score) for name, score in scores.items())


def only(*names: str, times: float = 1.0, wide: tuple[str, ...] | None = None) -> Ranker:
    near = np.array([times * (name in names) for name in FEATURES])
    below = near if wide is None else np.array([float(name in wide) for name in FEATURES])
    return Ranker(version="test", near=near, wide=below)


FOUND = Candidates(
    words={"and the price?": hits(a=2.0, b=1.0), "the router": hits(b=3.0)},
    meaning={"question": hits(a=0.9, b=0.7, c=0.1), "previous": hits(b=0.8)},
    vectors={PassageId("a"): EAST, PassageId("b"): unit(EAST + NORTH), PassageId("c"): NORTH},
)


def order(ranker: Ranker, words: Wording = WORDS, found: Candidates = FOUND, tuning: Tuning = DEFAULT_TUNING):
    return [r.passage_id for r in rank(words, SIGNALS, found, ranker=ranker, tuning=tuning)]


def many(count: int) -> Candidates:
    """Candidates that turn from the question to what was asked before it."""
    angles = np.linspace(0.0, np.pi / 2, count)
    names = [PassageId(f"p{n:03}") for n in range(count)]
    scores = [Hit(passage_id=name, score=float(np.cos(a))) for name, a in zip(names, angles, strict=True)]
    vectors = {n: np.array([np.cos(a), np.sin(a)], dtype=np.float32) for n, a in zip(names, angles, strict=True)}
    return Candidates(words={}, meaning={"question": tuple(scores)}, vectors=vectors)


def test_each_signal_alone_orders_by_what_it_compares():
    assert order(only("meaning.question.cosine")) == ["a", "b", "c"]
    assert order(only("meaning.pair.cosine"))[0] == "b"
    assert order(only("meaning.earlier.cosine")) == ["c", "b", "a"]
    assert order(only("words.previous.scaled"))[0] == "b"


def test_equal_scores_go_by_id_and_the_order_of_the_lists_does_not_matter():
    turned = replace(FOUND, words={text: tuple(reversed(some)) for text, some in FOUND.words.items()})
    assert order(only(), found=turned) == ["a", "b", "c"]
    assert order(SHIPPED, found=turned) == order(SHIPPED)


def test_scores_never_rise_and_every_rank_says_what_brought_it():
    ranked = rank(WORDS, SIGNALS, FOUND, ranker=SHIPPED, tuning=DEFAULT_TUNING)
    scores = [r.score for r in ranked]
    assert scores[0] == pytest.approx(1.0)
    assert scores == sorted(scores, reverse=True)
    assert all(r.signals for r in ranked)
    assert all(abs(a[1]) >= abs(b[1]) for r in ranked for a, b in zip(r.signals, r.signals[1:], strict=False))


def test_one_ranker_orders_the_top_and_the_other_what_is_below():
    found = many(60)
    ranked = order(only("meaning.question.cosine", wide=("meaning.earlier.cosine",)), found=found)
    assert ranked[:25] == [f"p{n:03}" for n in range(25)]
    assert ranked[25:] == [f"p{n:03}" for n in reversed(range(25, 60))]


def test_a_passage_without_a_vector_is_ranked_by_its_words():
    found = replace(FOUND, vectors={PassageId("a"): EAST})
    assert set(order(SHIPPED, found=found)) == {"a", "b", "c"}


def test_nothing_found_ranks_nothing():
    assert order(SHIPPED, found=Candidates(words={}, meaning={}, vectors={})) == []


def test_a_question_that_stands_alone_keeps_its_order_where_the_conversation_is_not_much_surer():
    against = only("meaning.earlier.cosine")
    own = [r.passage_id for r in fuse(lists_of(ALONE, FOUND), DEFAULT_TUNING)]
    assert own == ["a", "b", "c"]
    assert order(against) == ["c", "b", "a"]
    assert order(against, ALONE, tuning=Tuning(standalone_margin=2.0)) == own
    assert order(against, ALONE, tuning=Tuning(standalone_margin=0.5)) == ["b", "c", "a"]


@pytest.mark.parametrize(("times", "leads"), [(1.0, "p000"), (1000.0, "p059")])
def test_a_passage_from_far_below_comes_first_only_when_the_conversation_is_sure(times: float, leads: str):
    ranked = rank(
        ALONE,
        SIGNALS,
        many(60),
        ranker=only("meaning.earlier.cosine", times=times),
        tuning=Tuning(standalone_margin=2.0),
    )
    assert ranked[0].passage_id == leads
    assert len({r.passage_id for r in ranked}) == len(ranked) == 60


@given(
    scores=st.dictionaries(st.sampled_from("abcdefghijklmnop"), st.floats(0.0, 1.0), min_size=1),
    margin=st.floats(0.0, 5.0),
    alone=st.booleans(),
)
def test_every_candidate_has_one_place_and_no_score_rises(scores: dict[str, float], margin: float, alone: bool):
    vectors = {PassageId(name): unit(np.array([s, 1.0 - s])) for name, s in scores.items()}
    found = Candidates(words={}, meaning={"question": hits(**scores)}, vectors=vectors)
    words = ALONE if alone else WORDS
    ranked = rank(words, SIGNALS, found, ranker=SHIPPED, tuning=Tuning(standalone_margin=margin))
    assert sorted(r.passage_id for r in ranked) == sorted(scores)
    values = [r.score for r in ranked]
    assert values == sorted(values, reverse=True)
    assert all(0.0 <= v <= 1.0 for v in values)
