"""Interface, HTTP: decisions, by thread, reason and period, each caller's own, without the user's words."""

from __future__ import annotations

import pytest

from .rig import QUESTION, Rig

ON_BY_DEFAULT = dict.fromkeys(
    ["grounding_continuity_enabled", "selection_lane_enabled", "semantic_lane_enabled"], "on"
)


async def decisions(rig: Rig, **query: str) -> list[dict[str, object]]:
    answer = await rig.client.get("/v1/decisions", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["decisions"]


async def test_every_turn_is_there_with_the_decision_of_the_turn(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    turns = [await rig.send(thread_id), await rig.send(thread_id, "thanks")]
    found = await decisions(rig, thread=thread_id)
    assert [d["turn_id"] for d in found] == [t["turn_id"] for t in reversed(turns)]
    for kept, turn in zip(reversed(found), turns, strict=True):
        assert {k: kept["decision"][k] for k in ("lane", "reason")} == {
            k: turn["decision"][k] for k in ("lane", "reason")
        }
        assert (kept["status"], kept["turn_class"]) == (turn["status"], turn["turn_class"])
        assert kept["latency_ms"] == turn["timings_ms"]["total"]
        assert {flag: mode for flag, mode in kept["flags"].items() if mode != "off"} == ON_BY_DEFAULT
        assert kept["rules"].startswith("0.1.0+")
    assert QUESTION not in str(found)


async def test_filters_by_reason_and_period(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    await rig.send(thread_id, "hello")
    rig.clock.advance(3 * 86_400)
    await rig.send(thread_id, "thanks")
    rig.clock.advance(1)
    assert [d["decision"]["reason"] for d in await decisions(rig, window="1d")] == ["thanks"]
    assert [d["decision"]["reason"] for d in await decisions(rig, reason="greeting")] == ["greeting"]
    assert await decisions(rig, reason="greeting", window="1d") == []
    answer = await rig.client.get("/v1/decisions", params={"reason": ["greeting", "thanks"]})
    assert len(answer.json()["decisions"]) == 2


async def test_pages_hold_each_decision_once(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    for _ in range(5):
        await rig.send(thread_id, "hello")
    seen, cursor = list[str](), None
    while True:
        query = {"limit": "2", **({"cursor": cursor} if cursor else {})}
        page = (await rig.client.get("/v1/decisions", params=query)).json()
        seen += [d["id"] for d in page["decisions"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 5


async def test_another_owners_decisions_are_not_there(rig: Rig) -> None:
    ann, _ = await rig.add_key("ann")
    bob, _ = await rig.add_key("bob")
    anns, bobs = rig.caller(ann), rig.caller(bob)
    thread_id = (await anns.post("/v1/threads", json={})).json()["thread_id"]
    await anns.post(f"/v1/threads/{thread_id}/messages", json={"text": "hello"})
    [mine] = (await anns.get("/v1/decisions")).json()["decisions"]
    assert (await bobs.get("/v1/decisions")).json()["decisions"] == []
    assert (await bobs.get("/v1/decisions", params={"thread": thread_id})).status_code == 404
    assert (await bobs.get("/v1/decisions", params={"cursor": mine["id"]})).status_code == 422


@pytest.mark.parametrize(
    ("query", "status"), [({"thread": "nope"}, 404), ({"window": "soon"}, 422), ({"cursor": "nope"}, 422)]
)
async def test_what_is_not_there_or_no_period_is_refused(rig: Rig, query: dict[str, str], status: int) -> None:
    answer = await rig.client.get("/v1/decisions", params=query)
    assert answer.status_code == status
    assert answer.json()["code"]


async def test_decisions_are_counted_without_words_and_ids(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    await rig.send(thread_id, "hello")
    text = (await rig.client.get("/metrics")).text
    labels = 'action="none",fallback_reason="none",lane="chat",reason="greeting"'
    assert f"followthrough_decisions_total{{{labels}}} 1.0" in text
    assert thread_id not in text


@pytest.mark.parametrize("query", ["thread_id=thr_nope", "threads=x", "thread=&reason_code=x", "Limit=3"])
async def test_fault_26_a_filter_that_there_is_not_is_refused(rig: Rig, query: str) -> None:
    refused = await rig.client.get(f"/v1/decisions?{query}")
    assert refused.status_code == 422
    assert "nope" not in refused.text


async def test_every_filter_that_there_is_passes(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    assert await decisions(rig, thread=thread_id, reason="greeting", window="1d", limit="5") == []
