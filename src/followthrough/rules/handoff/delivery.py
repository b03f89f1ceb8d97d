"""Whether the outside is told again, and when: exponential back-off with jitter, then the dead-letter list.

A receiver that says no for good (a 3xx or 4xx) is not asked again by itself; one that is busy, broken or away is.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta

from followthrough.domain.delivery import Answered, Reception
from followthrough.domain.handoff import Delivery, DeliveryState
from followthrough.domain.ids import HandoffId
from followthrough.tuning import Tuning

_WORTH_ANOTHER_TRY = frozenset((408, 425, 429))


def after_try(delivery: Delivery, reception: Reception, *, now: datetime, jitter: float, tuning: Tuning) -> Delivery:
    """The delivery after one more try.

    Args:
        delivery: before the try.
        reception: what the receiver did.
        now: when.
        jitter: from 0 to below 1; spreads the tries of many deliveries that failed together.
        tuning: how often and how long.
    """
    tried = replace(delivery, attempts=delivery.attempts + 1, next_at=None)
    if isinstance(reception, Answered) and 200 <= reception.status < 300:
        return replace(tried, state=DeliveryState.DELIVERED, delivered_at=now, error=None)
    error = f"answered {reception.status}" if isinstance(reception, Answered) else reception.why
    if tried.attempts >= tuning.handoff_tries or not _is_worth_another(reception):
        return replace(tried, state=DeliveryState.DEAD, error=error)
    wait = _wait_s(tried.attempts, reception, jitter, tuning)
    return replace(tried, state=DeliveryState.WAITING, next_at=now + timedelta(seconds=wait), error=error)


def jitter_of(handoff_id: HandoffId, attempt: int) -> float:
    """From 0 to below 1, the same for the same try, so that a decision can be repeated."""
    digest = hashlib.sha256(f"{handoff_id}:{attempt}".encode()).digest()
    return int.from_bytes(digest[:4]) / 2**32


def _is_worth_another(reception: Reception) -> bool:
    if not isinstance(reception, Answered):
        return True
    return reception.status >= 500 or reception.status in _WORTH_ANOTHER_TRY


def _wait_s(attempts: int, reception: Reception, jitter: float, tuning: Tuning) -> float:
    """Between half and the whole of the doubled wait, and no less than what the receiver asked for."""
    whole = min(tuning.handoff_wait_s * 2 ** (attempts - 1), tuning.handoff_wait_max_s)
    asked = reception.retry_after_s if isinstance(reception, Answered) and reception.retry_after_s else 0.0
    return max(whole * (0.5 + jitter / 2), min(asked, tuning.handoff_wait_max_s))
