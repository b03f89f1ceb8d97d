"""Issue 17, "operators and owners have pages": who one is, keys over HTTP, what readers think of answers."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from followthrough.domain.access import Role
from followthrough.domain.ids import OwnerId, ThreadId

from .rig import QUESTION, Rig


@pytest.mark.parametrize(
    ("role", "roles", "waiting"),
    [
        (Role.USER, ["user"], None),
        (Role.EDITOR, ["user", "editor"], None),
        (Role.OPERATOR, ["user", "operator"], 1),
        (Role.ADMIN, ["user", "editor", "operator", "admin"], 1),
    ],
)
async def test_a_caller_is_told_what_it_may_do(rig: Rig, role: Role, roles: list[str], waiting: int | None) -> None:
    await rig.send(await rig.new_thread(), "I want to talk to a human")
    secret, key = await rig.add_key("ann", role=role)
    told = (await rig.caller(secret).get("/v1/me")).json()
    assert told == {
        "owner": "ann",
        "key_id": key.id,
        "role": role.value,
        "roles": roles,
        "waiting_handoffs": waiting,
    }


async def test_without_keys_a_caller_on_this_machine_may_do_everything(rig: Rig) -> None:
    told = (await rig.client.get("/v1/me")).json()
    assert (told["owner"], told["key_id"], told["role"], told["waiting_handoffs"]) == ("local", None, "admin", 0)


async def test_a_key_is_made_told_once_listed_changed_and_revoked(rig: Rig) -> None:
    first = (await rig.client.post("/v1/keys", json={"owner": "ann"})).json()
    assert (first["role"], first["rate_per_minute"], first["revoked_at"]) == ("admin", None, None)
    admin = rig.caller(first["secret"])
    asked = {"owner": "desk", "name": "front desk", "rate_per_minute": 30}
    answer = await admin.post("/v1/keys", json=asked)
    made = answer.json()
    assert (answer.status_code, made["role"], made["rate_per_minute"]) == (201, "user", 30)
    desk, path = rig.caller(made["secret"]), f"/v1/keys/{made['key_id']}"
    assert (await desk.get("/v1/handoffs")).status_code == 403
    changed = (await admin.patch(path, json={"role": "operator"})).json()
    assert (changed["role"], changed["rate_per_minute"]) == ("operator", 30)
    assert (await desk.get("/v1/handoffs")).status_code == 200
    assert (await admin.patch(path, json={"rate_per_minute": None})).json()["rate_per_minute"] is None
    listed = (await admin.get("/v1/keys")).json()["keys"]
    assert [(key["owner"], key["name"], key["hint"]) for key in listed] == [
        ("ann", "", first["secret"][-4:]),
        ("desk", "front desk", made["secret"][-4:]),
    ]
    assert made["secret"] not in str(listed)
    assert (await admin.delete(path)).status_code == 204
    assert (await desk.get("/v1/me")).status_code == 401
    assert (await admin.get("/v1/keys")).json()["keys"][1]["revoked_at"] is not None
    log = [(e.action, e.object) for e in await rig.audit.list() if e.action.startswith("key.") and e.object]
    made_ones = [("key.revoke", made["key_id"]), *[("key.change", made["key_id"])] * 2]
    assert log == [*made_ones, ("key.create", made["key_id"]), ("key.create", first["key_id"])]


@pytest.mark.parametrize(
    ("request_", "body", "status", "field"),
    [
        ("PATCH /v1/keys/{own}", {"role": "user"}, 422, "key_id"),
        ("DELETE /v1/keys/{own}", None, 422, "key_id"),
        ("PATCH /v1/keys/key_x", {"role": "user"}, 404, None),
        ("DELETE /v1/keys/key_x", None, 404, None),
        ("PATCH /v1/keys/key_x", {}, 422, "body"),
        ("POST /v1/keys", {"owner": " "}, 422, "owner"),
        ("POST /v1/keys", {"owner": "ann", "role": "king"}, 422, "role"),
        ("POST /v1/keys", {"owner": "ann", "rate_per_minute": 0}, 422, "rate_per_minute"),
        ("POST /v1/keys", {"owner": "ann", "rate_per_minute": True}, 422, "rate_per_minute"),
        ("POST /v1/keys", {"owner": "ann", "name": "\0"}, 422, "name"),
    ],
)
async def test_nobody_locks_everybody_out_and_a_wrong_field_is_named(
    rig: Rig, request_: str, body: Any, status: int, field: str | None
) -> None:
    secret, key = await rig.add_key("ann", role=Role.ADMIN)
    method, path = request_.split()
    answer = await rig.caller(secret).request(method, path.format(own=key.id), json=body)
    assert (answer.status_code, answer.json().get("field")) == (status, field)
    assert (await rig.caller(secret).get("/v1/me")).json()["role"] == "admin"


async def test_the_first_key_is_an_admins(rig: Rig) -> None:
    refused = await rig.client.post("/v1/keys", json={"owner": "ann", "role": "user"})
    assert (refused.status_code, refused.json()["field"]) == (422, "role")
    assert (await rig.client.get("/v1/keys")).json() == {"keys": []}


async def test_feedback_comes_with_its_question_and_answer_newest_first_page_by_page(rig: Rig) -> None:
    await rig.add_fees()
    said: list[tuple[str, str, str | None]] = []
    for rating, note in (("up", None), ("down", "Last year's fee."), ("down", None)):
        turn = await rig.send(await rig.new_thread())
        path = f"/v1/threads/{turn['thread_id']}/turns/{turn['turn_id']}/feedback"
        rig.clock.advance(1)
        await rig.client.post(path, json={"rating": rating} | ({"note": note} if note else {}))
        said.append((turn["turn_id"], rating, note))
    rig.clock.advance(1)
    page = (await rig.client.get("/v1/feedback", params={"limit": 2})).json()
    rest = (await rig.client.get("/v1/feedback", params={"cursor": page["next_cursor"]})).json()
    assert (len(page["feedback"]), rest["next_cursor"]) == (2, None)
    both = page["feedback"] + rest["feedback"]
    assert [(one["turn_id"], one["rating"], one["note"]) for one in both] == said[::-1]
    assert {(one["question"], "$25" in one["answer"], one["by"]) for one in both} == {(QUESTION, True, "local")}
    good = (await rig.client.get("/v1/feedback", params={"rating": "up"})).json()["feedback"]
    assert [one["turn_id"] for one in good] == [said[0][0]]


@pytest.mark.parametrize(
    ("query", "field"),
    [({"window": "x"}, "window"), ({"cursor": "x"}, "cursor"), ({"rating": "x"}, "rating"), ({"by": "x"}, "query")],
)
async def test_a_wrong_filter_of_feedback_is_named(rig: Rig, query: dict[str, str], field: str) -> None:
    refused = await rig.client.get("/v1/feedback", params=query)
    assert (refused.status_code, refused.json()["field"]) == (422, field)


async def test_an_operator_reads_the_files_of_a_waiting_conversation_and_is_told_of_what_happens_in_it(
    rig: Rig,
) -> None:
    mine, _ = await rig.add_key("ann", role=Role.USER)
    theirs, _ = await rig.add_key("desk", role=Role.OPERATOR)
    ann, desk = rig.caller(mine), rig.caller(theirs)
    thread_id = (await ann.post("/v1/threads")).json()["thread_id"]
    listing = f"/v1/documents?thread_id={thread_id}"
    await ann.post(f"/v1/threads/{thread_id}/documents", json={"text": "The rent is $900.", "name": "lease.md"})
    assert (await desk.get(listing)).status_code == 404
    await ann.post(f"/v1/threads/{thread_id}/messages", json={"text": "I want to talk to a human"})
    assert [d["name"] for d in (await desk.get(listing)).json()["documents"]] == ["lease.md"]
    (one,) = (await desk.get("/v1/handoffs")).json()["handoffs"]
    assert (one["owner"], one["thread_id"]) == ("ann", thread_id)


async def test_others_threads_are_listened_to_while_they_are_named(rig: Rig) -> None:
    changes, thread_id = rig.system.turns.changes, ThreadId(await rig.new_thread())

    async def others() -> tuple[ThreadId, ...]:
        return (thread_id,)

    async with aclosing(changes.follow(OwnerId("desk"), others=others)) as heard:
        assert await anext(heard) == ()
        told = asyncio.ensure_future(anext(heard))
        await rig.send(thread_id, "hello")
        (change,) = await told
        assert (change.mark.thread_id, change.is_gone) == (thread_id, False)
