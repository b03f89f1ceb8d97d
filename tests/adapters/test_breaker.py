from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.language_model.breaker import WELL, Breaker, after_failure, is_resting
from followthrough.tuning import Tuning

TUNING = Tuning(model_failures_in_a_row=3, model_rest_s=30)


def test_it_rests_from_the_last_allowed_failure_on() -> None:
    once = after_failure(WELL, 0, TUNING)
    twice = after_failure(once, 10, TUNING)
    assert not is_resting(twice, 10)
    thrice = after_failure(twice, 20, TUNING)
    assert is_resting(thrice, 20)
    assert is_resting(thrice, 30_019)
    assert not is_resting(thrice, 30_020)


def test_after_a_rest_one_failure_is_enough() -> None:
    rested = Breaker(failures=3, rests_until_ms=30_000)
    assert is_resting(after_failure(rested, 31_000, TUNING), 60_999)


@given(st.lists(st.floats(min_value=0, max_value=10**9), min_size=3, max_size=20))
def test_whoever_failed_often_enough_rests(times: list[float]) -> None:
    breaker = WELL
    for now in times:
        breaker = after_failure(breaker, now, TUNING)
    assert is_resting(breaker, times[-1])
