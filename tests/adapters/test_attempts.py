from __future__ import annotations

import pytest

from followthrough.adapters.language_model.attempts import is_the_servers, wait_before_retry_s
from followthrough.domain.model_calls import ModelFailure
from followthrough.tuning import Tuning

TUNING = Tuning(model_retries=2, model_retry_wait_s=0.5, model_retry_wait_max_s=3)


def wait(failure: ModelFailure, *, tries: int = 1, after: float | None = None, jitter: float = 0.5) -> float | None:
    return wait_before_retry_s(failure, tries=tries, retry_after_s=after, jitter=jitter, tuning=TUNING)


@pytest.mark.parametrize("failure", list(ModelFailure))
def test_only_a_limit_and_a_connection_are_worth_another_try(failure: ModelFailure) -> None:
    safe = failure in {ModelFailure.RATE_LIMITED, ModelFailure.TRANSPORT_ERROR}
    assert (wait(failure) is not None) is safe


def test_waits_double_and_end() -> None:
    waits = [wait(ModelFailure.RATE_LIMITED, tries=tries) for tries in (1, 2, 3)]
    assert waits == [0.5, 1.0, None]


def test_chance_spreads_them() -> None:
    assert [wait(ModelFailure.RATE_LIMITED, jitter=jitter) for jitter in (0, 1)] == [0.25, 0.75]


@pytest.mark.parametrize(("after", "seconds"), [(2.0, 2.0), (3.0, 3.0), (3.1, None), (0.1, 0.5)])
def test_the_server_may_ask_for_longer_within_bounds(after: float, seconds: float | None) -> None:
    assert wait(ModelFailure.RATE_LIMITED, after=after) == seconds


def test_what_a_reply_lacks_is_not_the_servers_fault() -> None:
    assert not is_the_servers(ModelFailure.MALFORMED)
    assert is_the_servers(ModelFailure.TIMEOUT)
