"""Interface, HTTP: a person takes a thread, speaks in it and gives it back."""

from __future__ import annotations

import pytest

from followthrough.domain.access import Role
from followthrough.domain.audit import Outcome

from .rig import QUESTION, Rig


async def escalated(rig: Rig) -> str:
    thread_id = await rig.new_thread()
    turn = await rig.send(thread_id, "I want to talk to a human")
    assert (turn["turn_class"], turn["handoff"], turn["session_status"]) == ("human_request", True, "escalated")
    assert (
        turn["reply"]["footer"] == "This conversation waits for a human agent; I can't say whether one will read it."
    )
    assert turn["reply"]["footer"] not in turn["reply"]["text"]
    return thread_id


async def change(rig: Rig, thread_id: str, **body: object) -> dict[str, object]:
    answer = await rig.client.post(f"/v1/threads/{thread_id}/handoff", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_person_takes_the_thread_and_gives_it_back(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await escalated(rig)
    taken = await change(rig, thread_id, owner="human")
    assert (taken["holder"], taken["session_status"]) == ("human", "escalated")
    recorded = await rig.send(thread_id, QUESTION)
    assert (recorded["turn_class"], recorded["origin"], recorded["retrieval"]["searches"]) == ("recorded", "user", 0)
    assert recorded["reply"] == {"text": "", "footer": None, "citations": []}
    back = await change(rig, thread_id, owner="assistant", note="They asked about fees.")
    assert (back["holder"], back["session_status"]) == ("assistant", "active")
    assert (await rig.send(thread_id, QUESTION))["turn_class"] == "new_question"
    turns = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]
    assert [t["origin"] for t in turns] == ["user", "user", "note", "user"]


async def test_the_words_of_the_person_are_a_turn(rig: Rig) -> None:
    thread_id = await escalated(rig)
    await change(rig, thread_id, owner="human")
    words = {"text": "I have resent the form.", "client_message_id": "w"}
    said = await rig.client.post(f"/v1/threads/{thread_id}/handoff/messages", json=words)
    again = await rig.client.post(f"/v1/threads/{thread_id}/handoff/messages", json=words)
    assert said.status_code == 200, said.text
    assert said.json() == again.json()
    assert (said.json()["turn_class"], said.json()["origin"]) == ("recorded", "person")
    assert said.json()["reply"]["text"] == "I have resent the form."


async def test_waiting_handoffs_are_listed_with_their_summary(rig: Rig) -> None:
    threads = [await escalated(rig) for _ in range(3)]
    page = (await rig.client.get("/v1/handoffs", params={"limit": 2})).json()
    assert [h["thread_id"] for h in page["handoffs"]] == threads[:0:-1]
    rest = (await rig.client.get("/v1/handoffs", params={"cursor": page["next_cursor"]})).json()
    assert ([h["thread_id"] for h in rest["handoffs"]], rest["next_cursor"]) == (threads[:1], None)
    one = rest["handoffs"][0]
    assert (one["state"], one["reason"], one["delivery"], one["attempts"]) == ("waiting", "user_request", "none", 0)
    assert set(one["summary"]) == {"objective", "answered", "missing", "questions", "sources"}
    await change(rig, threads[0], owner="human")
    taken = (await rig.client.get("/v1/handoffs", params={"state": "taken"})).json()["handoffs"]
    assert [h["thread_id"] for h in taken] == threads[:1]
    refused = await rig.client.get("/v1/handoffs", params={"cursor": "hnd_nowhere"})
    assert (refused.status_code, refused.json()["field"]) == (422, "cursor")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("handoff", {"owner": "nobody"}, "owner"),
        ("handoff", {}, "owner"),
        ("handoff", {"owner": "human", "note": "x"}, "body"),
        ("handoff", {"owner": "assistant", "note": "x" * 16_001}, "note"),
        ("handoff/messages", {"text": ""}, "text"),
        ("handoff/messages", {"text": "hello"}, "thread_id"),
    ],
)
async def test_a_wrong_field_is_named(rig: Rig, path: str, body: dict[str, object], field: str) -> None:
    thread_id = await rig.new_thread()
    refused = await rig.client.post(f"/v1/threads/{thread_id}/{path}", json=body)
    assert (refused.status_code, refused.json()["field"]) == (422, field)


async def test_another_owners_thread_and_handoffs_are_not_there(rig: Rig) -> None:
    mine, _ = await rig.add_key("ann")
    other, _ = await rig.add_key("bob")
    ann, bob = rig.caller(mine), rig.caller(other)
    thread_id = (await ann.post("/v1/threads")).json()["thread_id"]
    await ann.post(f"/v1/threads/{thread_id}/messages", json={"text": "agent"})
    for path, body in (("handoff", {"owner": "human"}), ("handoff/messages", {"text": "hello"})):
        assert (await bob.post(f"/v1/threads/{thread_id}/{path}", json=body)).status_code == 404
    for caller in (ann, bob):
        assert (await caller.get("/v1/handoffs")).status_code == 403


async def test_an_operator_sees_and_answers_everyones_waiting_conversations_and_no_other(rig: Rig) -> None:
    mine, _ = await rig.add_key("ann", role=Role.USER)
    theirs, key = await rig.add_key("desk", role=Role.OPERATOR)
    ann, desk = rig.caller(mine), rig.caller(theirs)
    thread_id, other = [(await ann.post("/v1/threads")).json()["thread_id"] for _ in range(2)]
    await ann.post(f"/v1/threads/{thread_id}/messages", json={"text": "I want to talk to a human"})
    (one,) = (await desk.get("/v1/handoffs")).json()["handoffs"]
    assert (one["thread_id"], one["state"]) == (thread_id, "waiting")
    for path in ("", "/turns"):
        assert (await desk.get(f"/v1/threads/{thread_id}{path}")).status_code == 200
        assert (await desk.get(f"/v1/threads/{other}{path}")).status_code == 404
    said = await desk.post(f"/v1/handoffs/{one['id']}/messages", json={"text": "I am here."})
    assert (said.status_code, said.json()["origin"], said.json()["reply"]["text"]) == (200, "person", "I am here.")
    assert (await ann.get(f"/v1/threads/{thread_id}")).json()["holder"] == "human"
    assert (await desk.post(f"/v1/threads/{thread_id}/messages", json={"text": "hello"})).status_code == 404
    back = await desk.post(f"/v1/threads/{thread_id}/handoff", json={"owner": "assistant"})
    assert back.json()["holder"] == "assistant"
    assert (await desk.get(f"/v1/threads/{thread_id}")).status_code == 404
    over = await desk.post(f"/v1/handoffs/{one['id']}/messages", json={"text": "Still there?"})
    assert (over.status_code, over.json()["field"]) == (422, "handoff_id")
    assert (await desk.post("/v1/handoffs/hnd_x/messages", json={"text": "x"})).status_code == 404
    spoken = [e for e in await rig.audit.list() if e.action == "handoff.speak"]
    assert [(e.by, e.object, e.outcome) for e in spoken] == [(key.id, one["id"], Outcome.DONE)]
