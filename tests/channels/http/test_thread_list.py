"""The list of threads: order, pages, pinned ones, words that are found, and being told of changes (issue 17)."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

from followthrough.channels.http.keys import Caller
from followthrough.channels.http.thread_list import follow_changes
from followthrough.domain.ids import OwnerId

from .rig import QUESTION, Rig

LOCAL = Caller(owner=OwnerId("local"), rate_name="local")
RECENT = {"order": "activity", "empty": "false"}


async def listed(rig: Rig, **wish: str) -> list[str]:
    return [one["thread_id"] for one in (await rig.client.get("/v1/threads", params=wish)).json()["threads"]]


async def test_the_newest_message_comes_first_and_nothing_empty_is_left_over(rig: Rig) -> None:
    first, second, empty = [await rig.new_thread() for _ in range(3)]
    for thread_id in (second, first):
        rig.clock.advance(1)
        await rig.send(thread_id)
    assert await listed(rig, **RECENT) == [first, second]
    assert set(await listed(rig)) == {first, second, empty}
    page = (await rig.client.get("/v1/threads", params=RECENT | {"limit": "1"})).json()
    rig.clock.advance(1)
    await rig.send(second)
    assert await listed(rig, **RECENT, cursor=page["next_cursor"]) == []  # it moved up: the page reads the top again
    assert page["threads"][0]["last_message_at"] > page["threads"][0]["created_at"]


async def test_a_thread_is_pinned_and_renamed_in_one_go(rig: Rig) -> None:
    thread_id, other = await rig.new_thread(), await rig.new_thread()
    changed = await rig.client.patch(f"/v1/threads/{thread_id}", json={"title": "Copays", "pinned": True})
    assert (changed.json()["title"], changed.json()["pinned"]) == ("Copays", True)
    assert await listed(rig, pinned="true") == [thread_id]
    assert await listed(rig, pinned="false") == [other]
    apart = (await rig.client.get("/v1/threads", params={"pinned_apart": "true"})).json()
    assert [[one["thread_id"] for one in apart[part]] for part in ("pinned", "threads")] == [[thread_id], [other]]
    back = await rig.client.patch(f"/v1/threads/{thread_id}", json={"pinned": False})
    assert (back.json()["title"], back.json()["pinned"]) == ("Copays", False)


async def test_words_are_found_in_what_was_asked_and_answered(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    turn = await rig.send(thread_id)
    for query, part in (("plan SILVER", "Plan Silver"), ("$25", "$25")):
        page = (await rig.client.get("/v1/threads", params={"q": query})).json()
        [one] = page["threads"]
        assert one["thread_id"] == thread_id
        if one["found"] is not None:
            assert part in one["found"]["excerpt"]
            assert (one["found"]["turn_id"], one["found"]["index"]) == (turn["turn_id"], 1)
    assert await listed(rig, q="platinum") == []
    assert await listed(rig, q="%") == []


async def test_another_owners_threads_are_never_found(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    await rig.send(thread_id)
    secret, _ = await rig.add_key("other")
    async with rig.caller(secret) as other:
        assert (await other.get("/v1/threads", params={"q": QUESTION})).json()["threads"] == []


async def test_a_reader_is_told_of_a_message_and_of_its_answer(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    response = await follow_changes(rig.system.services, rig.settings, LOCAL)
    async with asyncio.timeout(20), aclosing(response.body_iterator) as frames:  # type: ignore[attr-defined] # a stream
        assert b"event: listening" in await anext(frames)
        await rig.send(thread_id)
        seen: list[dict[str, object]] = []
        async for frame in frames:
            seen += [json.loads(line[6:]) for line in frame.decode().splitlines() if line.startswith("data: ")]
            if seen and seen[-1]["version"] == 1:
                break
    assert seen[-1] == {"thread_id": thread_id, "version": 1, "messages": 1, "is_gone": False}
