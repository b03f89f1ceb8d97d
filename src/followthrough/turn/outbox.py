"""Tells the outside of hand-offs, and users that nobody came: what was committed and is still to be done.

Invariant: a hand-off that was committed is told of until the receiver takes it or it is given up, whatever happens to
this process; a claim in the database keeps other workers from telling of it at the same time. The receiver knows a
hand-off that it is told of twice by its idempotency key (C43).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import timedelta

from followthrough.domain.conversation import TurnRecord
from followthrough.domain.handoff import StoredHandoff
from followthrough.domain.ids import WorkerId
from followthrough.errors import FollowthroughError
from followthrough.ports.clock import Clock
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.webhook import Webhook
from followthrough.rules.handoff.delivery import after_try, jitter_of
from followthrough.rules.handoff.webhook import webhook_body, webhook_headers
from followthrough.tuning import Tuning
from followthrough.turn.people import People

_log = logging.getLogger(__name__)


class Outbox:
    """A periodic worker; every process may run one.

    Args:
        handoffs: what is to be done.
        people: how users are told.
        webhook: whom to tell, with the secret to sign with; None tells nobody.
        clock: when things are due.
        worker: who this is.
        tuning: how often, how long.
    """

    def __init__(
        self,
        handoffs: HandoffStore,
        people: People,
        webhook: tuple[Webhook, str] | None,
        *,
        clock: Clock,
        worker: WorkerId,
        tuning: Tuning,
    ) -> None:
        self._handoffs = handoffs
        self._people = people
        self._webhook = webhook
        self._clock = clock
        self._worker = worker
        self._tuning = tuning
        self._woken = asyncio.Event()
        self._working: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to work, first of all on what an earlier process left."""
        self._working = asyncio.create_task(self._work())

    async def aclose(self) -> None:
        """Ends the work; what was under way is done again once its claim is over."""
        if self._working is not None:
            self._working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._working
            self._working = None

    def ended(self, record: TurnRecord) -> None:
        """A turn ended in this process: a hand-off that it made is told of at once."""
        if record.handoff:
            self._woken.set()

    async def run_once(self) -> int:
        """Does everything that is due now; returns how many deliveries there were.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        for stored in await self._handoffs.overdue(now=self._clock.now()):
            await self._people.nobody_came(stored)
        return await self._deliver()

    async def _deliver(self) -> int:
        if self._webhook is None:
            return 0
        due, now = self._clock.now(), self._clock.leases()
        until = now + timedelta(seconds=self._tuning.handoff_lease_s)
        claimed = await self._handoffs.claim(self._worker, due=due, now=now, until=until)
        await asyncio.gather(*(self._tell(stored, *self._webhook) for stored in claimed))
        return len(claimed)

    async def _tell(self, stored: StoredHandoff, webhook: Webhook, secret: str) -> None:
        handoff = stored.handoff
        body = webhook_body(handoff)
        reception = await webhook.post(body, webhook_headers(handoff, body, secret, self._clock.now()))
        delivery = after_try(
            stored.delivery,
            reception,
            now=self._clock.now(),
            jitter=jitter_of(handoff.id, stored.delivery.attempts + 1),
            tuning=self._tuning,
        )
        await self._handoffs.settle(handoff.id, self._worker, delivery)
        fields = {"handoff_id": handoff.id, "attempts": delivery.attempts, "why": delivery.error}
        _log.info("handoff.%s", delivery.state.value, extra=fields)

    async def _work(self) -> None:
        while True:
            self._woken.clear()
            try:
                while await self.run_once():
                    pass
            except FollowthroughError as error:
                _log.warning("outbox.failed", extra={"code": error.code})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._tuning.handoff_poll_s):
                    await self._woken.wait()
