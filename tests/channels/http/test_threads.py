"""Interface, HTTP: threads."""

from __future__ import annotations

import asyncio

import pytest

from .rig import FEES, QUESTION, Rig


async def test_a_new_thread_needs_nothing_and_takes_what_it_is_told(rig: Rig) -> None:
    plain = await rig.client.post("/v1/threads")
    assert plain.status_code == 201
    assert (plain.json()["collection"], plain.json()["pack"]) == ("default", "general")
    told = await rig.client.post(
        "/v1/threads", json={"collection": "plans", "language": "en-US", "user_id": "clerk-7", "pack": "general"}
    )
    assert told.status_code == 201
    thread = (await rig.client.get(f"/v1/threads/{told.json()['thread_id']}")).json()
    assert (thread["collection"], thread["language"], thread["user_id"]) == ("plans", "en", "clerk-7")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"pack": "nowhere"}, "pack"),
        ({"collection": ""}, "collection"),
        ({"language": "english please"}, "language"),
        ({"colour": "red"}, "colour"),
        ([], "body"),
    ],
)
async def test_a_wrong_field_of_a_new_thread_is_named(rig: Rig, body: object, field: str) -> None:
    refused = await rig.client.post("/v1/threads", json=body)
    assert (refused.status_code, refused.json()["field"]) == (422, field)


async def test_threads_are_listed_newest_first_page_by_page(rig: Rig) -> None:
    made: list[str] = []
    for _ in range(5):
        made.append(await rig.new_thread())
        rig.clock.advance(1)
    listed: list[str] = []
    cursor = None
    pages = 0
    while True:
        page = (
            await rig.client.get("/v1/threads", params={"limit": 2} | ({"cursor": cursor} if cursor else {}))
        ).json()
        listed += [t["thread_id"] for t in page["threads"]]
        pages += 1
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert listed == made[::-1]
    assert pages == 3


async def test_a_cursor_that_is_of_no_use_is_refused_by_name(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    for path in ("/v1/threads?cursor=thr_gone", f"/v1/threads/{thread_id}/turns?cursor=x"):
        refused = await rig.client.get(path)
        assert (refused.status_code, refused.json()["field"]) == (422, "cursor")


@pytest.mark.parametrize("limit", ["0", "501", "-1", "many"])
async def test_a_limit_out_of_range_is_refused_by_name(rig: Rig, limit: str) -> None:
    refused = await rig.client.get("/v1/threads", params={"limit": limit})
    assert (refused.status_code, refused.json()["field"]) == (422, "limit")


async def test_a_thread_shows_its_objectives_after_a_turn(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    turn = await rig.send(thread_id)
    thread = (await rig.client.get(f"/v1/threads/{thread_id}")).json()
    assert thread["objectives"] == [turn["objective"]]
    assert thread["active_objective_id"] == turn["objective"]["id"]
    assert thread["title"] == turn["objective"]["summary"]
    assert thread["turns"] == 1
    assert thread["clarification"] is None
    assert thread["session_status"] == "active"


async def test_a_thread_is_renamed(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    renamed = await rig.client.patch(f"/v1/threads/{thread_id}", json={"title": " Copays of 2026 "})
    assert (renamed.status_code, renamed.json()["title"]) == (200, "Copays of 2026")
    assert (await rig.client.get(f"/v1/threads/{thread_id}")).json()["title"] == "Copays of 2026"
    for wrong in ({}, {"title": ""}, {"title": None}, {"name": "x"}):
        assert (await rig.client.patch(f"/v1/threads/{thread_id}", json=wrong)).status_code == 422


async def test_turns_are_listed_oldest_first_page_by_page(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    sent = [await rig.send(thread_id, f"What is the fee of plan {n}?") for n in range(3)]
    first = (await rig.client.get(f"/v1/threads/{thread_id}/turns?limit=2")).json()
    second = (await rig.client.get(f"/v1/threads/{thread_id}/turns?limit=2&cursor={first['next_cursor']}")).json()
    assert first["turns"] + second["turns"] == sent
    assert second["next_cursor"] is None
    assert first["pending"] == second["pending"] == []


async def test_a_message_that_is_being_answered_is_pending_in_the_list(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    rig.index.hold()
    stream = rig.client.post(f"/v1/threads/{thread_id}/messages", json={"text": QUESTION, "client_message_id": "a"})
    sending = asyncio.create_task(stream)
    await rig.index.searching.wait()
    page = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()
    assert page["turns"] == []
    assert [(p["text"], p["client_message_id"], p["index"]) for p in page["pending"]] == [(QUESTION, "a", 1)]
    rig.index.go.set()
    turn = (await sending).json()
    page = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()
    assert page == {"turns": [turn], "pending": [], "feedback": [], "next_cursor": None}


async def test_deleting_a_thread_takes_its_turns_and_its_own_documents_but_not_the_library(rig: Rig) -> None:
    library_id = await rig.add_fees()
    thread_id = await rig.new_thread()
    own = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    await rig.send(thread_id)
    assert (await rig.client.delete(f"/v1/threads/{thread_id}")).status_code == 204
    for gone in (
        f"/v1/threads/{thread_id}",
        f"/v1/threads/{thread_id}/turns",
        f"/v1/documents/{own.json()['document_id']}",
    ):
        assert (await rig.client.get(gone)).status_code == 404, gone
    assert (await rig.client.get(f"/v1/documents/{library_id}")).status_code == 200
    assert (await rig.client.delete(f"/v1/threads/{thread_id}")).status_code == 404


async def test_an_export_has_everything(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    own = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    turns = [await rig.send(thread_id, f"{QUESTION[:-1]} {n}?") for n in range(2)]
    exported = await rig.client.get(f"/v1/threads/{thread_id}/export")
    assert exported.headers["content-disposition"] == f'attachment; filename="{thread_id}.json"'
    document = exported.json()
    assert document["thread"] == (await rig.client.get(f"/v1/threads/{thread_id}")).json()
    assert document["turns"] == turns
    assert [d["document_id"] for d in document["documents"]] == [own.json()["document_id"]]
    assert document["pending"] == []
    assert [d["turn_id"] for d in document["decisions"]] == [t["turn_id"] for t in reversed(turns)]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("GET", "/export"),
        ("GET", "/turns"),
        ("GET", "/events"),
        ("POST", "/messages"),
        ("POST", "/stop"),
        ("POST", "/documents"),
    ],
)
@pytest.mark.parametrize("thread_id", ["thr_unknown", "%00", "..%2f..", "%F0%9F%98%80", "x" * 600])
async def test_an_unknown_thread_is_404_on_every_path(rig: Rig, method: str, path: str, thread_id: str) -> None:
    bodies = {
        "PATCH": {"title": "x"},
        "POST": {"text": "x", "name": "x.md"} if path == "/documents" else {"text": "x"},
    }
    answer = await rig.client.request(method, f"/v1/threads/{thread_id}{path}", json=bodies.get(method))
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_stop_with_nothing_running_is_a_no_op(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    stopped = await rig.client.post(f"/v1/threads/{thread_id}/stop")
    assert (stopped.status_code, stopped.json()) == (200, {"stopped": False, "turn": None})
