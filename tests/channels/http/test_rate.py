"""Issue 2: rate limits per key, on a clock that tests move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.channels.http.rate import RateLimiter


def test_a_full_bucket_gives_its_tokens_at_once_and_then_says_how_long_to_wait() -> None:
    limiter = RateLimiter(60)
    assert [limiter.take("a", 0) for _ in range(60)] == [0.0] * 60
    assert limiter.take("a", 0) == 1.0


def test_tokens_come_back_at_a_steady_rate() -> None:
    limiter = RateLimiter(60)
    for _ in range(60):
        limiter.take("a", 0)
    assert limiter.take("a", 999) > 0
    assert limiter.take("a", 1_000) == 0.0
    assert limiter.take("a", 1_000) > 0


def test_callers_do_not_share_tokens() -> None:
    limiter = RateLimiter(1)
    assert limiter.take("a", 0) == 0.0
    assert limiter.take("b", 0) == 0.0
    assert limiter.take("a", 0) > 0


def test_what_is_kept_is_bounded_by_recent_callers() -> None:
    limiter = RateLimiter(100)
    for number in range(10_000):
        limiter.take(f"caller {number}", number * 10.0)
    assert len(limiter) < 1_200


@given(st.integers(1, 500), st.lists(st.floats(0, 5_000), max_size=200))
def test_never_more_than_the_rate_and_one_bucket_get_through(per_minute: int, pauses_ms: list[float]) -> None:
    limiter = RateLimiter(per_minute)
    now_ms, passed = 0.0, 0
    for pause_ms in pauses_ms:
        now_ms += pause_ms
        passed += limiter.take("a", now_ms) == 0.0
    assert passed <= per_minute + now_ms * per_minute / 60_000 + 1


@given(st.integers(1, 500))
def test_who_waits_as_told_gets_through(per_minute: int) -> None:
    limiter = RateLimiter(per_minute)
    while (wait_s := limiter.take("a", 0)) == 0.0:
        pass
    assert limiter.take("a", wait_s * 1000 + 0.001) == 0.0


def test_time_that_goes_back_gives_no_tokens() -> None:
    limiter = RateLimiter(1)
    limiter.take("a", 100_000)
    assert limiter.take("a", 0) > 0
