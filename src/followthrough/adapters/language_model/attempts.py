"""Whether a failed call is worth another try, and how long to wait for it."""

from __future__ import annotations

from followthrough.domain.model_calls import ModelFailure
from followthrough.tuning import Tuning

_SAFE = frozenset({ModelFailure.RATE_LIMITED, ModelFailure.TRANSPORT_ERROR})
_SERVERS_FAULT = frozenset(
    {ModelFailure.RATE_LIMITED, ModelFailure.TRANSPORT_ERROR, ModelFailure.TIMEOUT, ModelFailure.REFUSED}
)


def wait_before_retry_s(
    failure: ModelFailure, *, tries: int, retry_after_s: float | None, jitter: float, tuning: Tuning
) -> float | None:
    """Seconds to wait, None where another try is no use.

    Only what failed before it said anything is tried again: a limit, a connection, a server's own error. A time-out
    is not, because the time is gone.

    Args:
        failure: what happened.
        tries: how many there were, at least 1.
        retry_after_s: what the server asked for; more than the longest wait is not waited for.
        jitter: from 0 to 1, by chance: clients that failed together don't come back together.
        tuning: the table.
    """
    if failure not in _SAFE or tries > tuning.model_retries:
        return None
    wait = tuning.model_retry_wait_s * 2 ** (tries - 1) * (0.5 + jitter)
    wait = max(wait, retry_after_s or 0.0)
    return wait if wait <= tuning.model_retry_wait_max_s else None


def is_the_servers(failure: ModelFailure) -> bool:
    """Whether the failure says something about the server, so that it counts for its breaker."""
    return failure in _SERVERS_FAULT
