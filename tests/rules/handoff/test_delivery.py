"""Whether the outside is told again, and when: a pure decision over plain values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.delivery import Answered, NotReached, Reception
from followthrough.domain.handoff import Delivery, DeliveryState
from followthrough.domain.ids import HandoffId
from followthrough.rules.handoff.delivery import after_try, jitter_of
from followthrough.tuning import Tuning

NOW = datetime(2026, 7, 1, tzinfo=UTC)
TUNING = Tuning(handoff_tries=5, handoff_wait_s=10, handoff_wait_max_s=60)
WAITING = Delivery(state=DeliveryState.WAITING, next_at=NOW)
BUSY = Answered(status=503)


def tried(attempts: int, reception: Reception, jitter: float = 0.0) -> Delivery:
    before = Delivery(state=DeliveryState.WAITING, attempts=attempts, next_at=NOW)
    return after_try(before, reception, now=NOW, jitter=jitter, tuning=TUNING)


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_any_2xx_takes_it(status: int) -> None:
    taken = tried(2, Answered(status=status))
    assert taken == Delivery(state=DeliveryState.DELIVERED, attempts=3, delivered_at=NOW)


@pytest.mark.parametrize(
    ("reception", "error"),
    [
        (Answered(status=500), "answered 500"),
        (Answered(status=599), "answered 599"),
        (Answered(status=408), "answered 408"),
        (Answered(status=425), "answered 425"),
        (Answered(status=429), "answered 429"),
        (NotReached(why="no connection"), "no connection"),
        (NotReached(why="no answer in time"), "no answer in time"),
    ],
)
def test_a_receiver_that_is_busy_broken_or_away_is_told_again(reception: Reception, error: str) -> None:
    again = tried(0, reception)
    assert (again.state, again.attempts, again.error) == (DeliveryState.WAITING, 1, error)
    assert again.next_at == NOW + timedelta(seconds=5)


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 403, 404, 410, 413, 422])
def test_a_receiver_that_says_no_for_good_is_not(status: int) -> None:
    given_up = tried(0, Answered(status=status))
    assert given_up == Delivery(state=DeliveryState.DEAD, attempts=1, error=f"answered {status}")


def test_the_wait_doubles_up_to_the_longest_one() -> None:
    waits = [(tried(n, BUSY, jitter=0.999999999).next_at or NOW) - NOW for n in range(4)]
    assert [round(wait.total_seconds()) for wait in waits] == [10, 20, 40, 60]


def test_it_is_given_up_after_the_last_try() -> None:
    assert tried(3, BUSY).state is DeliveryState.WAITING
    assert tried(4, BUSY) == Delivery(state=DeliveryState.DEAD, attempts=5, error="answered 503")


def test_a_receiver_that_asks_for_time_gets_it_within_bounds() -> None:
    asked = [(tried(0, Answered(status=429, retry_after_s=s)).next_at or NOW) - NOW for s in (0, 1, 30, 9_999)]
    assert [wait.total_seconds() for wait in asked] == [5, 5, 30, 60]


@given(attempts=st.integers(0, 3), jitter=st.floats(0, 1, exclude_max=True))
def test_the_jitter_spreads_over_the_second_half_of_the_wait(attempts: int, jitter: float) -> None:
    whole = min(10 * 2**attempts, 60)
    wait = ((tried(attempts, BUSY, jitter).next_at or NOW) - NOW).total_seconds()
    assert whole / 2 <= wait <= whole


def test_the_jitter_is_the_same_for_the_same_try_and_differs_between_them() -> None:
    found = [jitter_of(HandoffId(f"hnd_{n}"), attempt) for n in range(20) for attempt in range(5)]
    assert found == [jitter_of(HandoffId(f"hnd_{n}"), attempt) for n in range(20) for attempt in range(5)]
    assert len(set(found)) == 100
    assert all(0 <= jitter < 1 for jitter in found)
    assert max(found) - min(found) > 0.8
