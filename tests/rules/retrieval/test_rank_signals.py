import numpy as np
import pytest

from followthrough.domain.ids import PassageId
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.domain.retrieval import NO_HISTORY, History, Hit
from followthrough.rules.retrieval.rank_signals import (
    FEATURES,
    Candidates,
    features,
    question_vectors,
    scaled,
    search_history,
    unit,
    wording,
)
from followthrough.tuning import DEFAULT_TUNING, Tuning

EAST, NORTH, UP = (np.eye(3, dtype=np.float32)[n] for n in range(3))
VECTORS = {
    "and the price?": EAST,
    "the router": NORTH,
    "the router\nand the price?": unit(EAST + NORTH),
    "It is blue.": UP,
}
WORDS = wording("and the price?", "and the price?", History(earlier=("the router",)), DEFAULT_TUNING)
SIGNALS = question_vectors(WORDS, VECTORS)
FOUND = Candidates(
    words={
        "and the price?": (Hit(passage_id=PassageId("a"), score=2.0), Hit(passage_id=PassageId("b"), score=1.0)),
        "the router": (Hit(passage_id=PassageId("b"), score=3.0),),
    },
    meaning={"question": (Hit(passage_id=PassageId("c"), score=0.1),)},
    vectors={PassageId("a"): EAST, PassageId("b"): unit(EAST + NORTH), PassageId("c"): NORTH},
)


def column(name: str, found: Candidates = FOUND) -> list[float]:
    return features(WORDS, SIGNALS, found, found.ids)[:, FEATURES.index(name)].tolist()


def test_no_feature_sees_how_long_a_passage_is_or_where_it_is_from():
    assert len(FEATURES) == len(set(FEATURES)) <= 64
    assert {name.partition(".")[0] for name in FEATURES} == {"meaning", "words", "fused"}


def test_each_signal_says_what_it_compares():
    assert column("meaning.question.cosine") == pytest.approx([1.0, 0.5**0.5, 0.0])
    assert column("meaning.previous.cosine") == pytest.approx([0.0, 0.5**0.5, 1.0])
    assert column("meaning.pair.cosine") == pytest.approx([0.5**0.5, 1.0, 0.5**0.5])
    assert column("words.question.scaled") == pytest.approx([1.0, 0.5, 0.0])
    assert column("words.previous.scaled") == pytest.approx([0.0, 1.0, 0.0])
    assert column("meaning.question.rank") == pytest.approx(np.log1p([0, 1, 2]))


def test_what_is_not_known_is_nothing():
    assert not np.any(column("meaning.answer.cosine"))
    assert not np.any(column("words.answer.rank"))


def test_a_passage_without_a_vector_has_finite_values():
    found = Candidates(words=FOUND.words, meaning=FOUND.meaning, vectors={})
    values = features(WORDS, SIGNALS, found, found.ids)
    assert values.shape == (3, len(FEATURES))
    assert np.isfinite(values).all()


def test_a_scale_ends_at_the_hundredth():
    values = scaled(np.arange(200.0))
    assert values[199] == pytest.approx(1.0)
    assert values[100] == 0.0
    assert values.min() == 0.0


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


def test_of_a_question_that_stands_alone_only_its_own_words_are_searched():
    history = History(earlier=("the router",), answer="It is blue.", stands_alone=True)
    words = wording("what does a phone cost?", "what does a phone cost?", history, DEFAULT_TUNING)
    assert words.to_search() == ("what does a phone cost?",)
    assert "the router" in words.to_embed()


def test_a_new_topic_is_compared_with_nothing():
    before = (Exchange(message="the router", reply="It is blue."),)
    assert search_history(before, Followup(kind=None, why="topic_shift")) == NO_HISTORY
    assert search_history((), Followup(kind=None, why="no_history")) == NO_HISTORY
    told = History(earlier=("the router",), answer="It is blue.")
    assert search_history(before, Followup(kind=FollowupKind.DEICTIC, why="pronoun")) == told
    alone = search_history(before, Followup(kind=None, why="stands_alone"))
    assert alone == History(earlier=told.earlier, answer=told.answer, stands_alone=True)
