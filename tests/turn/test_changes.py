"""What a page is told of the threads (issue 17, "tabs and devices on one thread follow each other")."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

from followthrough.domain.ids import OwnerId, ThreadId
from followthrough.domain.records import Renamed
from followthrough.domain.thread_list import ThreadMark
from followthrough.testing.contracts.values import a_thread, moment
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning
from followthrough.turn.changes import Change, Changes, changed

ANN = OwnerId("ann")


def mark(name: str, version: int = 0) -> ThreadMark:
    return ThreadMark(thread_id=ThreadId(name), version=version, messages=0)


def by_id(*marks: ThreadMark) -> dict[ThreadId, ThreadMark]:
    return {one.thread_id: one for one in marks}


async def rename(threads: MemoryThreads, name: str, version: int) -> None:
    record = Renamed(title=f"{version}", at=moment(version))
    await threads.commit(thread_id=ThreadId(name), record=record, expected_version=version)


def test_what_is_new_moved_or_gone_is_told() -> None:
    before, after = by_id(mark("a"), mark("b"), mark("c")), by_id(mark("a"), mark("b", 1), mark("d"))
    told = (Change(mark=mark("b", 1)), Change(mark=mark("d")))
    assert changed(before, after, is_whole=False) == told
    assert changed(before, after, is_whole=True) == (*told, Change(mark=mark("c"), is_gone=True))


async def test_a_ring_is_heard_at_once_by_those_whom_it_concerns() -> None:
    threads = MemoryThreads()
    await threads.create(a_thread("t-1"))
    await threads.create(a_thread("t-2", owner="bob"))
    changes = Changes(threads, Tuning(changes_look_s=60))
    async with aclosing(changes.follow(ANN)) as anns, aclosing(changes.follow(OwnerId("bob"))) as bobs:
        assert await anext(anns) == await anext(bobs) == ()
        bob = asyncio.ensure_future(anext(bobs))
        await rename(threads, "t-1", 0)
        changes.ring(ThreadId("t-1"))
        assert await anext(anns) == (Change(mark=mark("t-1", 1)),)
        await threads.create(replace(a_thread("t-3"), owner=OwnerId("bob")))
        changes.ring(ThreadId("t-3"))
        assert await bob == (Change(mark=mark("t-3")),)


async def test_what_another_process_did_is_seen_without_a_ring() -> None:
    threads = MemoryThreads()
    await threads.create(a_thread("t-1"))
    async with aclosing(Changes(threads, Tuning(changes_look_s=0.05)).follow(ANN)) as anns:
        assert await anext(anns) == ()
        await rename(threads, "t-1", 0)
        assert await anext(anns) == (Change(mark=mark("t-1", 1)),)
        await threads.delete(ThreadId("t-1"))
        assert await anext(anns) == (Change(mark=mark("t-1", 1), is_gone=True),)
