"""A turn that was cut off more than once runs alone, so that a crash is counted against the turn that caused it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from followthrough.domain.conversation import Thread, TurnStatus
from followthrough.domain.ids import TurnId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.errors import StoreUnavailable, VersionConflict
from followthrough.turn.company import Company

from .world import QUICK, World, new_thread, say


async def test_who_runs_alone_waits_for_the_others_and_they_for_it() -> None:
    company, order = Company(), list[str]()
    first_may_end, alone_may_end = asyncio.Event(), asyncio.Event()

    async def run(name: str, may_end: asyncio.Event | None, *, alone: bool) -> None:
        async with company.kept(alone=alone):
            order.append(f"{name} begins")
            if may_end is not None:
                await may_end.wait()
            order.append(f"{name} ends")

    async with asyncio.TaskGroup() as tasks:
        for name, may_end, alone in (
            ("first", first_may_end, False),
            ("suspect", alone_may_end, True),
            ("later", None, False),
        ):
            tasks.create_task(run(name, may_end, alone=alone))
            await asyncio.sleep(0)
        assert order == ["first begins"]
        first_may_end.set()
        while "suspect begins" not in order:  # noqa: ASYNC110 - a task that is about to run
            await asyncio.sleep(0)
        assert order == ["first begins", "first ends", "suspect begins"]
        alone_may_end.set()
    assert order == ["first begins", "first ends", "suspect begins", "suspect ends", "later begins", "later ends"]


async def test_who_gives_up_waiting_to_be_alone_keeps_nobody_out() -> None:
    company = Company()

    async def run(*, alone: bool) -> None:
        async with company.kept(alone=alone):
            pass

    async with company.kept(alone=False):
        suspect = asyncio.create_task(run(alone=True))
        await asyncio.sleep(0)
        suspect.cancel()
        await asyncio.gather(suspect, return_exceptions=True)
        await asyncio.wait_for(run(alone=False), 10)


async def test_a_bystander_of_crashes_is_answered_and_the_message_that_causes_them_is_given_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each round is a process that dies whenever it works on the poison; what it had begun stays begun."""
    tuning = replace(QUICK, lease_s=1, shutdown_grace_s=0)
    setup = world.service(tuning)
    threads = {name: await new_thread(setup) for name in ("bystander", "poison")}
    for name, thread in threads.items():
        await world.threads.accept(
            thread_id=thread.id,
            turn_id=TurnId(f"turn-{name}"),
            text=f"What is the {name} fee?",
            received_at=world.clock.now(),
            client_message_id=None,
        )
    reached, search = asyncio.Event(), world.index.search_text
    for attempt in range(1, tuning.attempts_in_company + tuning.max_attempts_per_turn + 1):
        reached.clear()

        async def searching(query: str, where: PassageFilter, limit: int, attempt: int = attempt) -> list[Hit]:
            if "poison" in query:
                reached.set()
            if "poison" in query or attempt <= tuning.attempts_in_company:
                await asyncio.Event().wait()
            return await search(query, where, limit)

        monkeypatch.setattr(world.index, "search_text", searching)
        dying = world.service(tuning)
        await dying.start()
        await asyncio.wait_for(reached.wait(), 30)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()  # as a killed process: nothing more is written
        await asyncio.sleep(0)
        world.clock.advance(tuning.lease_s + 1)
    monkeypatch.setattr(world.index, "search_text", search)
    heir = world.service(tuning)
    await heir.start()
    given_up = await heir.result(threads["poison"].id, TurnId("turn-poison"))
    answered = await heir.result(threads["bystander"].id, TurnId("turn-bystander"))
    assert (given_up.status, given_up.error_code) == (TurnStatus.FAILED, "too_many_attempts")
    assert answered.status is TurnStatus.COMPLETED
    assert (await say(heir, threads["poison"], "What is the fee?")).status is TurnStatus.COMPLETED
    await heir.aclose()


async def a_suspect(world: World) -> tuple[Thread, TurnId]:
    """A turn that was cut off so often that it runs alone."""
    thread, turn_id = await new_thread(world.service()), TurnId("turn-suspect")
    await world.threads.accept(
        thread_id=thread.id,
        turn_id=turn_id,
        text="What is the fee?",
        received_at=world.clock.now(),
        client_message_id=None,
    )
    for _ in range(QUICK.attempts_in_company):
        await world.threads.begin_attempt(turn_id)
    return thread, turn_id


async def test_an_attempt_that_could_not_be_saved_counts_against_no_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full for minutes: nothing can be written, what an attempt alone counted among it."""
    thread, turn_id = await a_suspect(world)
    commit, count, refused = world.threads.commit, world.threads.count_alone, 0

    async def full(**values: Any) -> Thread:
        nonlocal refused
        refused += 1
        if refused <= 2 * QUICK.max_attempts_per_turn * QUICK.save_tries:
            raise StoreUnavailable("The disk is full.")
        return await commit(**values)

    async def uncounted(turn_id: TurnId, by: int) -> int:
        if by < 0:
            raise StoreUnavailable("The disk is full.")
        return await count(turn_id, by)

    monkeypatch.setattr(world.threads, "commit", full)
    monkeypatch.setattr(world.threads, "count_alone", uncounted)
    service = world.service(replace(QUICK, sweep_s=0.1))
    await service.start()
    while (stored := await world.threads.turn(thread.id, turn_id)) is None or stored.record is None:  # noqa: ASYNC110 - another task ends it
        await asyncio.sleep(0.01)
    assert stored.record.status is TurnStatus.COMPLETED
    assert stored.attempt > 2 * QUICK.max_attempts_per_turn
    await service.aclose()


async def test_an_orderly_end_and_another_worker_count_against_no_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a death does."""
    thread, turn_id = await a_suspect(world)
    world.index.hold()
    service = world.service()
    await service.start()
    await world.index.waiting.wait()
    await service.aclose()
    assert await world.threads.count_alone(turn_id, 0) == 0
    world.index.open.set()

    tried = asyncio.Event()

    async def taken(**_: Any) -> Thread:
        tried.set()
        raise VersionConflict("Another worker changed the conversation first.")

    with monkeypatch.context() as patched:
        patched.setattr(world.threads, "commit", taken)
        heir = world.service()
        await heir.start()
        await tried.wait()
        await heir.aclose()
    assert await world.threads.count_alone(turn_id, 0) == 0
    last = world.service()
    await last.start()
    assert (await last.result(thread.id, turn_id)).status is TurnStatus.COMPLETED
    await last.aclose()
