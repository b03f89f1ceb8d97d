"""Hand-offs reach the outside once each, through failures of the receiver and of workers (C43, report 36)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.receiver import Receiver
from tests.turn.world import QUICK, World, new_thread, say

from followthrough.adapters.webhook.http import HttpWebhook
from followthrough.domain.conversation import SessionStatus, Thread
from followthrough.domain.handoff import DeliveryState, HandoffState, Origin
from followthrough.domain.ids import WorkerId
from followthrough.errors import StoreUnavailable
from followthrough.turn.outbox import Outbox
from followthrough.turn.people import People
from followthrough.turn.service import TurnService

TUNING = replace(QUICK, handoff_tries=3, handoff_wait_s=10, handoff_lease_s=30, handoff_timeout_s=5)
BUSY = "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n"
GONE = "HTTP/1.1 410 X\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with Receiver() as opened:
        yield opened


@pytest.fixture
async def telling(world: World) -> AsyncIterator[TurnService]:
    service = world.service(TUNING, told=True)
    await service.start()
    yield service
    await service.aclose()


class Outside:
    """Outboxes of several workers that tell one receiver."""

    def __init__(self, world: World, service: TurnService, receiver: Receiver) -> None:
        self.world = world
        self.people = People(service, world.threads)
        self.webhook = HttpWebhook(receiver.url, timeout_s=5)

    def worker(self, name: str = "w-1", *, told: bool = True, poll_s: float = 2.0) -> Outbox:
        return Outbox(
            self.world.handoffs,
            self.people,
            (self.webhook, "secret") if told else None,
            clock=self.world.clock,
            worker=WorkerId(name),
            tuning=replace(TUNING, handoff_poll_s=poll_s),
        )


@pytest.fixture
async def outside(world: World, telling: TurnService, receiver: Receiver) -> AsyncIterator[Outside]:
    outside = Outside(world, telling, receiver)
    yield outside
    await outside.webhook.aclose()


async def called(service: TurnService) -> Thread:
    thread = await new_thread(service)
    assert (await say(service, thread, "agent")).handoff
    return thread


async def states(world: World) -> list[tuple[DeliveryState, int, str | None]]:
    return [(s.delivery.state, s.delivery.attempts, s.delivery.error) for s in await world.handoffs.list()]


async def test_a_handoff_is_told_once(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    await called(telling)
    worker = outside.worker()
    assert await worker.run_once() == 1
    assert await worker.run_once() == 0
    (stored,) = await world.handoffs.list()
    (request,) = receiver.requests
    assert request.headers["idempotency-key"] == stored.handoff.id
    assert request.headers["followthrough-signature"].startswith("t=")
    assert await states(world) == [(DeliveryState.DELIVERED, 1, None)]


async def test_many_workers_tell_each_once(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    for _ in range(20):
        await called(telling)
    workers = [outside.worker(f"w-{n}") for n in range(5)]
    while any(await asyncio.gather(*(worker.run_once() for worker in workers))):
        pass
    keys = [request.headers["idempotency-key"] for request in receiver.requests]
    assert sorted(keys) == sorted(s.handoff.id for s in await world.handoffs.list())
    assert len(set(keys)) == 20


async def test_a_receiver_that_is_busy_is_told_again_later(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    await called(telling)
    receiver.answers = [BUSY]
    worker = outside.worker()
    await worker.run_once()
    assert await states(world) == [(DeliveryState.WAITING, 1, "answered 503")]
    assert await worker.run_once() == 0
    world.clock.advance(10)
    assert await worker.run_once() == 1
    assert await states(world) == [(DeliveryState.DELIVERED, 2, None)]
    first, second = receiver.requests
    assert first.body == second.body
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


async def test_what_fails_for_good_is_a_dead_letter_until_it_is_retried(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    await called(telling)
    receiver.answers = [GONE]
    worker = outside.worker()
    await worker.run_once()
    assert await states(world) == [(DeliveryState.DEAD, 1, "answered 410")]
    world.clock.advance(99_999)
    await worker.run_once()
    assert len(receiver.requests) == 1
    assert await world.handoffs.retry(now=world.clock.now()) == 1
    await worker.run_once()
    assert await states(world) == [(DeliveryState.DELIVERED, 1, None)]


async def test_a_receiver_that_stays_away_ends_in_a_dead_letter(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    await called(telling)
    await receiver.close()
    worker = outside.worker()
    for _ in range(5):
        await worker.run_once()
        world.clock.advance(99)
    assert await states(world) == [(DeliveryState.DEAD, 3, "no connection")]


async def test_a_worker_that_died_holding_a_claim_is_followed_by_another(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    """The receiver had the request and did not answer; it is told again under the same key."""
    await called(telling)
    receiver.answers = [None]
    dying = asyncio.create_task(outside.worker("w-1").run_once())
    await receiver.received(1)
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    other = outside.worker("w-2")
    world.clock.advance(29)
    assert await other.run_once() == 0
    world.clock.advance(1)
    assert await other.run_once() == 1
    first, second = receiver.requests
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert await states(world) == [(DeliveryState.DELIVERED, 1, None)]


async def test_without_a_webhook_a_handoff_is_kept_and_nobody_is_told(world: World, service: TurnService) -> None:
    await called(service)
    people = People(service, world.threads)
    worker = Outbox(
        world.handoffs,
        people,
        None,
        clock=world.clock,
        worker=WorkerId("w"),
        tuning=TUNING,
    )
    assert await worker.run_once() == 0
    assert await states(world) == [(DeliveryState.NONE, 0, None)]


async def test_nobody_came_is_told_when_the_time_is_over_and_survives_a_restart(
    world: World, telling: TurnService, outside: Outside
) -> None:
    thread = await called(telling)
    worker = outside.worker(told=False)
    world.clock.advance(15 * 60 - 1)
    await worker.run_once()
    assert len(await world.threads.turns(thread.id)) == 1
    world.clock.advance(1)
    restarted = outside.worker("w-2", told=False)
    await asyncio.gather(worker.run_once(), restarted.run_once())
    (_, notice) = await world.threads.turns(thread.id)
    told = await telling.result(thread.id, notice.message.turn_id)
    assert (told.message.origin, told.session_status) == (Origin.SYSTEM, SessionStatus.ACTIVE)
    await restarted.run_once()
    assert len(await world.threads.turns(thread.id)) == 2
    assert [s.state for s in await world.handoffs.list()] == [HandoffState.UNATTENDED]


async def test_a_running_worker_tells_at_once_and_again_after_a_database_that_was_away(
    world: World, telling: TurnService, receiver: Receiver, outside: Outside
) -> None:
    claim, away = world.handoffs.claim, [True]

    async def failing(*args: object, **options: object) -> object:
        if away.pop() if away else False:
            raise StoreUnavailable("The database is away.")
        return await claim(*args, **options)  # pyright: ignore[reportArgumentType] - handed through

    world.handoffs.claim = failing  # pyright: ignore[reportAttributeAccessIssue] - a failing database
    worker = outside.worker(poll_s=0.05)
    telling.on_ended(worker.ended)
    await worker.start()
    await called(telling)
    await receiver.received(1)
    await called(telling)
    await receiver.received(2)
    await worker.aclose()
    await worker.aclose()
    assert len(receiver.requests) == 2
