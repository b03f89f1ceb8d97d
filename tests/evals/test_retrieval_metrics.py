import math
from dataclasses import replace

import numpy as np
import pytest

from followthrough.evals.lines import Message
from followthrough.evals.retrieval.dataset import JudgedQuery
from followthrough.evals.retrieval.fit import Lesson, fit
from followthrough.evals.retrieval.folds import fold_of, groups_of, marks
from followthrough.evals.retrieval.metrics import Sample, figure, ndcg, paired_p, recall, reciprocal_rank

RELEVANT = {"a": 2, "b": 1, "c": 1}


def test_ndcg_is_the_discounted_gain_over_the_ideal_one():
    ideal = 2 + 1 / math.log2(3) + 1 / 2
    assert ndcg(["b", "x", "a"], RELEVANT, 3) == pytest.approx((1 + 2 / 2) / ideal)
    assert ndcg(["a", "b", "c"], RELEVANT, 5) == pytest.approx(1.0)
    assert ndcg(["a", "b", "c"], RELEVANT, 2) == pytest.approx(1.0)
    assert ndcg(["x", "y"], RELEVANT, 5) == 0.0
    assert ndcg(["a"], {}, 5) == 0.0


def test_recall_is_the_share_of_what_is_relevant():
    assert recall(["x", "a", "b"], RELEVANT, 2) == pytest.approx(1 / 3)
    assert recall(["x", "a", "b"], RELEVANT, 3) == pytest.approx(2 / 3)


def test_reciprocal_rank_is_of_the_first_relevant_row():
    assert reciprocal_rank(["x", "c", "a"], RELEVANT, 10) == 0.5
    assert reciprocal_rank(["x", "c"], RELEVANT, 1) == 0.0


def test_the_macro_mean_weighs_data_sets_alike():
    one = Sample(values=(1.0, 1.0, 1.0, 1.0), conversations=("a", "b", "c", "d"))
    other = Sample(values=(0.0,), conversations=("e",))
    found = figure([one, other])
    assert (found.value, found.n) == (0.5, 5)


def test_the_interval_draws_conversations_not_questions():
    apart = Sample(values=(1.0,) * 20 + (0.0,) * 20, conversations=tuple(map(str, range(40))))
    together = replace(apart, conversations=tuple(str(n // 10) for n in range(40)))
    assert figure([together]).high - figure([together]).low > figure([apart]).high - figure([apart]).low
    assert figure([apart]) == figure([apart])


def test_the_paired_test_tells_a_constant_gain_from_noise():
    names = tuple(str(n) for n in range(40))
    worse = Sample(values=tuple(0.01 * n for n in range(40)), conversations=names)
    better = replace(worse, values=tuple(v + 0.05 for v in worse.values))
    noise = replace(worse, values=tuple(v + (0.05 if n % 2 else -0.05) for n, v in enumerate(worse.values)))
    assert paired_p([better], [worse]) < 0.01
    assert paired_p([noise], [worse]) > 0.5


def query(conversation: str, opening: str) -> JudgedQuery:
    messages = (Message(role="user", content=opening), Message(role="user", content="and then?"))
    return JudgedQuery(
        id=f"{conversation}-q", conversation=conversation, messages=messages, human_rewrite=None, relevant={"r": 1}
    )


def test_conversations_with_one_opening_share_a_fold_whatever_their_ids():
    queries = [query("one", "What is NAV?"), query("two", "  what is nav? "), query("three", "Other")]
    groups = groups_of(queries)
    assert groups["one"] == groups["two"] != groups["three"]
    assert groups == groups_of(list(reversed(queries)))
    assert fold_of(groups["one"]) == fold_of(groups["two"])


def test_a_mark_says_nothing_of_a_conversation_and_finds_its_twin():
    one, two = marks(query("one", "What is NAV?")), marks(query("two", "what is nav?"))
    assert one & two
    assert not any("nav" in mark for mark in one)


def lessons(count: int) -> list[Lesson]:
    random = np.random.default_rng(1)
    made: list[Lesson] = []
    for _ in range(count):
        features = random.normal(size=(12, 4))
        relevant = np.zeros(12)
        relevant[int(np.argmax(features @ np.array([2.0, -1.0, 0.0, 0.0])))] = 1.0
        made.append(Lesson(features=features, relevant=relevant))
    return made


def test_the_fit_finds_what_decides_and_the_same_data_give_the_same_weights():
    weights = fit(lessons(60))
    assert weights[0] > 0 > weights[1]
    assert abs(weights[2]) < weights[0] / 4
    assert np.array_equal(weights, fit(lessons(60)))


def test_a_question_without_a_relevant_candidate_and_a_constant_feature_teach_nothing():
    some = lessons(20)
    nothing = Lesson(features=some[0].features, relevant=np.zeros(12))
    assert np.array_equal(fit(some), fit([*some, nothing]))
    constant = [replace(le, features=np.column_stack([le.features, np.full(12, 7.0)])) for le in some]
    assert fit(constant)[-1] == 0.0


def test_a_candidate_of_no_share_teaches_nothing():
    some = lessons(20)
    shares = [np.append(np.ones(11), 1e-12) for _ in some]
    far = [replace(le, features=np.vstack([le.features[:11], le.features[11] + 50])) for le in some]
    counted, uncounted = fit(far), fit(far, shares)
    assert np.abs(uncounted).max() > np.abs(counted).max()
