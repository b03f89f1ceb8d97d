from dataclasses import replace

import numpy as np
import pytest

from followthrough.domain.ids import PassageId
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.domain.retrieval import NO_HISTORY, History, Hit
from followthrough.rules.rank import (
    FEATURES,
    Candidates,
    Ranker,
    features,
    question_vectors,
    rank,
    search_history,
    unit,
    wording,
)
from followthrough.rules.rank_weights import SHIPPED
from followthrough.tuning import DEFAULT_TUNING, Tuning

EAST, NORTH, UP = (np.eye(3, dtype=np.float32)[n] for n in range(3))
VECTORS = {
    "and the price?": EAST,
    "the router": NORTH,
    "the router\nand the price?": unit(EAST + NORTH),
    "It is blue.": UP,
}
WORDS = wording("and the price?", "and the price?", History(earlier=("the router",)), DEFAULT_TUNING)


def hits(**scores: float) -> tuple[Hit, ...]:
    return tuple(Hit(passage_id=PassageId(name), score=score) for name, score in scores.items())


def only(*names: str) -> Ranker:
    return Ranker(version="test", weights=np.array([float(name in names) for name in FEATURES]))


FOUND = Candidates(
    words={"and the price?": hits(a=2.0, b=1.0), "the router": hits(b=3.0)},
    meaning={"question": hits(a=0.9, c=0.1), "history": hits(b=0.8)},
    vectors={PassageId("a"): EAST, PassageId("b"): unit(EAST + NORTH), PassageId("c"): NORTH},
)
SIGNALS = question_vectors(WORDS, VECTORS)


def order(ranker: Ranker, found: Candidates = FOUND) -> list[str]:
    return [r.passage_id for r in rank(WORDS, SIGNALS, found, ranker=ranker, tuning=DEFAULT_TUNING)]


def test_the_ranker_weighs_at_most_32_features_by_name():
    assert len(FEATURES) == len(set(FEATURES)) == len(SHIPPED.weights) <= 32
    assert SHIPPED.fitted_on


def test_each_signal_alone_orders_by_what_it_compares():
    assert order(only("meaning.question.cosine")) == ["a", "b", "c"]
    assert order(only("meaning.pair.cosine"))[0] == "b"
    assert order(only("meaning.earlier.cosine")) == ["c", "b", "a"]
    assert order(only("words.previous.scaled"))[0] == "b"


def test_equal_scores_go_by_id_and_the_order_of_the_lists_does_not_matter():
    turned = replace(FOUND, words={text: tuple(reversed(some)) for text, some in FOUND.words.items()})
    assert order(only(), turned) == ["a", "b", "c"]
    assert order(SHIPPED, turned) == order(SHIPPED)


def test_scores_fall_from_one_and_every_rank_says_what_brought_it():
    ranked = rank(WORDS, SIGNALS, FOUND, ranker=SHIPPED, tuning=DEFAULT_TUNING)
    scores = [r.score for r in ranked]
    assert scores[0] == pytest.approx(1.0)
    assert scores == sorted(scores, reverse=True)
    assert all(r.signals for r in ranked)
    assert all(abs(a[1]) >= abs(b[1]) for r in ranked for a, b in zip(r.signals, r.signals[1:], strict=False))


def test_a_passage_without_a_vector_is_ranked_by_its_words():
    found = replace(FOUND, vectors={PassageId("a"): EAST})
    assert set(order(SHIPPED, found)) == {"a", "b", "c"}
    assert np.isfinite(features(WORDS, SIGNALS, found)).all()


def test_nothing_found_ranks_nothing():
    assert order(SHIPPED, Candidates(words={}, meaning={}, vectors={})) == []


def test_the_answer_counts_where_there_is_one():
    words = wording("and the price?", "and the price?", History(answer=" It is blue. "), DEFAULT_TUNING)
    assert "It is blue." in words.to_embed()
    assert np.array_equal(question_vectors(words, VECTORS)["answer"], UP)
    assert "answer" not in SIGNALS


def test_a_long_history_is_bounded():
    tuning = Tuning(history_turns=3, history_answer_chars=5)
    words = wording("now", "now", History(earlier=tuple(map(str, range(500))), answer="x" * 9_999), tuning)
    assert words.earlier == ("497", "498", "499")
    assert words.answer == "xxxxx"


def test_a_rewritten_query_and_the_users_own_words_are_both_searched():
    words = wording("price of the router", "and the price?", NO_HISTORY, DEFAULT_TUNING)
    assert words.has_history
    assert words.to_search() == ("price of the router", "and the price?")
    assert not wording("same", "same", NO_HISTORY, DEFAULT_TUNING).has_history


def test_a_new_topic_is_compared_with_nothing():
    before = (Exchange(message="the router", reply="It is blue."),)
    assert search_history(before, Followup(kind=None, why="topic_shift")) == NO_HISTORY
    assert search_history((), Followup(kind=None, why="no_history")) == NO_HISTORY
    assert search_history(before, Followup(kind=FollowupKind.DEICTIC, why="pronoun")) == History(
        earlier=("the router",), answer="It is blue."
    )
