"""What can be done with a turn: asked again in other words on a branch, and judged (issue 17, item 2)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from followthrough.domain.ids import ThreadId, TurnId

from .rig import Rig

GOLD = "What does imaging cost at Plan Silver?"


async def turns_of(rig: Rig, thread_id: str) -> list[dict[str, Any]]:
    return (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]


async def fork(rig: Rig, thread_id: str, turn_id: str, **more: str) -> str:
    made = await rig.client.post(f"/v1/threads/{thread_id}/fork", json={"turn_id": turn_id, **more})
    assert made.status_code == 201, made.text
    return made.json()["thread_id"]


async def talk(rig: Rig) -> tuple[str, list[dict[str, Any]]]:
    """A thread with three turns."""
    await rig.add_fees()
    thread_id = await rig.new_thread()
    for text in ("What is the copay of Plan Silver?", "And imaging?", "thanks"):
        await rig.send(thread_id, text)
    return thread_id, await turns_of(rig, thread_id)


async def test_a_branch_has_the_turns_before_and_the_message_in_other_words(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    branch = await fork(rig, thread_id, turns[1]["turn_id"], text=GOLD)
    asked = await rig.client.get(f"/v1/threads/{branch}/events", headers={"Accept": "text/event-stream"})
    assert "event: committed" in asked.text
    found = await turns_of(rig, branch)
    assert [t["query"]["message"] for t in found] == [turns[0]["query"]["message"], GOLD]
    assert found[0]["reply"] == turns[0]["reply"]
    assert "$90" in found[1]["reply"]["text"]
    assert found[0]["turn_id"] != turns[0]["turn_id"]
    assert await turns_of(rig, thread_id) == turns


async def test_a_follow_up_on_a_branch_hangs_on_what_was_said_before(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    branch = await fork(rig, thread_id, turns[1]["turn_id"])
    assert [t["index"] for t in await turns_of(rig, branch)] == [1]
    turn = await rig.send(branch, "And imaging?")
    assert (turn["index"], turn["query"]["is_followup"]) == (2, True)
    assert "$90" in turn["reply"]["text"]


async def test_a_branch_has_the_files_that_came_before_and_with_the_message(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    added = [
        (await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"name": name, "text": text})).json()
        for name, text in (("ferry.txt", "The ferry leaves at 7:40."), ("bus.txt", "The bus to Skarholm costs $4."))
    ]
    first, second = ([{"document_id": one["document_id"]}] for one in added)
    await rig.send(thread_id, "When does the ferry leave?", attachments=first)
    turn = await rig.send(thread_id, "What does the bus cost?", attachments=second)
    branch = await fork(rig, thread_id, turn["turn_id"], text="What does the bus to Skarholm cost?")
    await rig.client.get(f"/v1/threads/{branch}/events", headers={"Accept": "text/event-stream"})
    own = (await rig.client.get(f"/v1/documents?thread_id={branch}")).json()["documents"]
    assert sorted(one["name"] for one in own) == ["bus.txt", "ferry.txt"]
    asked = (await turns_of(rig, branch))[1]
    assert "$4" in asked["reply"]["text"]
    assert asked["reply"]["citations"][0]["document_id"] in {one["document_id"] for one in own}
    await rig.client.delete(f"/v1/threads/{thread_id}")
    assert "7:40" in (await rig.send(branch, "When does the ferry leave?"))["reply"]["text"]


async def test_a_branch_before_the_first_turn_is_empty(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    branch = await fork(rig, thread_id, turns[0]["turn_id"])
    assert await turns_of(rig, branch) == []


async def test_a_branch_is_the_assistants_when_a_person_has_the_other_thread(rig: Rig) -> None:
    thread_id, _ = await talk(rig)
    await rig.send(thread_id, "Can I talk to a person?")
    await rig.client.post(f"/v1/threads/{thread_id}/handoff", json={"owner": "human"})
    last = await rig.send(thread_id, "hello?")
    branch = await fork(rig, thread_id, last["turn_id"])
    state = (await rig.client.get(f"/v1/threads/{branch}")).json()
    assert (state["holder"], state["session_status"]) == ("assistant", "active")
    other = (await rig.client.get(f"/v1/threads/{thread_id}")).json()
    assert (other["holder"], other["session_status"]) == ("human", "escalated")


async def test_a_branch_waits_for_the_turns_before_it(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    rig.index.hold()
    first = asyncio.create_task(rig.send(thread_id))
    await rig.index.searching.wait()
    await rig.threads.accept(
        thread_id=ThreadId(thread_id),
        turn_id=TurnId("second"),
        text="And imaging?",
        received_at=rig.clock.now(),
        client_message_id=None,
    )
    forking = asyncio.create_task(fork(rig, thread_id, "second"))
    await asyncio.sleep(0)
    rig.index.go.set()
    branch = await forking
    await first
    assert [t["status"] for t in await turns_of(rig, branch)] == ["completed"]


async def test_branches_are_no_past_questions_of_their_own(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    before = (await rig.client.get("/v1/recents")).json()
    await fork(rig, thread_id, turns[2]["turn_id"])
    assert (await rig.client.get("/v1/recents")).json() == before


async def test_a_turn_that_is_not_there_makes_no_branch_and_takes_no_feedback(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    other = await rig.new_thread()
    for path, body in (
        (f"{other}/fork", {"turn_id": turns[0]["turn_id"]}),
        ("none/fork", {"turn_id": turns[0]["turn_id"]}),
        (f"{other}/turns/{turns[0]['turn_id']}/feedback", {"rating": "up"}),
        (f"{thread_id}/turns/none/feedback", {"rating": "up"}),
    ):
        assert (await rig.client.post(f"/v1/threads/{path}", json=body)).status_code == 404


async def test_the_last_verdict_counts_and_comes_with_the_turns_and_the_export(rig: Rig) -> None:
    thread_id, turns = await talk(rig)
    path = f"/v1/threads/{thread_id}/turns/{turns[0]['turn_id']}/feedback"
    assert (await rig.client.post(path, json={"rating": "up"})).json()["rating"] == "up"
    kept = (await rig.client.post(path, json={"rating": "down", "note": "Old fee."})).json()
    assert kept == {"turn_id": turns[0]["turn_id"], "rating": "down", "note": "Old fee.", "at": kept["at"]}
    assert (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["feedback"] == [kept]
    beyond = (await rig.client.get(f"/v1/threads/{thread_id}/turns?cursor=1")).json()
    assert beyond["feedback"] == []
    assert (await rig.client.get(f"/v1/threads/{thread_id}/export")).json()["feedback"] == [kept]


@pytest.mark.parametrize(("body", "field"), [({"rating": "maybe"}, "rating"), ({"rating": "up", "note": 1}, "note")])
async def test_feedback_of_another_form_is_refused_by_field(rig: Rig, body: dict[str, Any], field: str) -> None:
    thread_id, turns = await talk(rig)
    sent = await rig.client.post(f"/v1/threads/{thread_id}/turns/{turns[0]['turn_id']}/feedback", json=body)
    assert (sent.status_code, sent.json()["field"]) == (422, field)


@pytest.mark.parametrize(
    ("kind", "ending", "media"), [("markdown", "md", "text/markdown"), ("html", "html", "text/html")]
)
async def test_a_thread_is_exported_to_be_read(rig: Rig, kind: str, ending: str, media: str) -> None:
    thread_id, _ = await talk(rig)
    sent = await rig.client.get(f"/v1/threads/{thread_id}/export?format={kind}")
    assert sent.headers["content-type"] == f"{media}; charset=utf-8"
    assert sent.headers["content-disposition"] == f'attachment; filename="{thread_id}.{ending}"'
    assert sent.text.count("$25") >= 2  # the answer and its quote
    assert "fees.md" in sent.text


async def test_an_export_of_another_kind_is_refused(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    sent = await rig.client.get(f"/v1/threads/{thread_id}/export?format=pdf")
    assert (sent.status_code, sent.json()["field"]) == (422, "format")


FORM = "Send the transfer form by Friday to the clerk."


async def test_what_an_answer_told_to_do_is_ticked_off_by_the_user_alone(rig: Rig) -> None:
    added = await rig.client.post("/v1/documents", json={"text": f"# Transfers\n\n{FORM}\n", "name": "transfers.md"})
    assert added.status_code == 201
    thread_id = await rig.new_thread()
    turn = await rig.send(thread_id, "By when is the transfer form sent to the clerk?")
    [action] = turn["actions"]
    assert (action["text"], action["citation"]["document_name"]) == (FORM, "transfers.md")
    await rig.send(thread_id, "By when is the transfer form sent to the clerk?")
    await rig.send(thread_id, "I have sent the transfer form.")
    path = f"/v1/threads/{thread_id}"
    [kept] = (await rig.client.get(path)).json()["actions"]
    assert (kept["id"], kept["turn"], kept["done_at"]) == (action["id"], 1, None)
    for _ in range(2):
        ticked = await rig.client.post(f"{path}/actions/{action['id']}")
        assert ticked.status_code == 200
    [done] = (await rig.client.get(f"{path}/export")).json()["thread"]["actions"]
    assert done["done_at"] == ticked.json()["actions"][0]["done_at"] is not None
    assert f"- [x] {FORM}" in (await rig.client.get(f"{path}/export", params={"format": "markdown"})).text
    assert f"☑ {FORM}" in (await rig.client.get(f"{path}/export", params={"format": "html"})).text
    again = await rig.client.post(f"{path}/actions/{action['id']}", json={"done": False})
    assert again.json()["actions"][0]["done_at"] is None
    assert f"- [ ] {FORM}" in (await rig.client.get(f"{path}/export", params={"format": "markdown"})).text


async def test_an_action_that_no_answer_asked_for_is_not_there(rig: Rig) -> None:
    thread_id, _ = await talk(rig)
    assert (await rig.client.post(f"/v1/threads/{thread_id}/actions/act_none")).status_code == 404
    assert (await rig.client.post("/v1/threads/thr_none/actions/act_none")).status_code == 404
