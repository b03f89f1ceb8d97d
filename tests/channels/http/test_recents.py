"""Interface, HTTP: past questions and trying one again (R0-25, C11, field report 34)."""

from __future__ import annotations

from typing import Any

from .rig import QUESTION, Rig

UNKNOWN = "Who paints the llamas of Meridian?"


async def ask(rig: Rig, thread: str, text: str, **more: Any) -> dict[str, Any]:
    answer = await rig.client.post(f"/v1/threads/{thread}/messages", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    rig.clock.advance(1)
    return answer.json()


async def retry(rig: Rig, thread: str, turn: str, **more: Any) -> dict[str, Any]:
    answer = await rig.client.post(f"/v1/threads/{thread}/retry", json={"turn_id": turn, **more})
    assert answer.status_code == 200, answer.text
    rig.clock.advance(1)
    return answer.json()


async def test_recents_are_past_questions_of_all_threads_newest_first(rig: Rig) -> None:
    await rig.add_fees()
    one, two = await rig.new_thread(), await rig.new_thread()
    solved = await ask(rig, one, QUESTION)
    await ask(rig, one, "thanks")
    open_one = await ask(rig, two, UNKNOWN)
    listed = (await rig.client.get("/v1/recents")).json()

    assert [(r["question"], r["objective_status"], r["thread_id"], r["turn_id"]) for r in listed["recents"]] == [
        (UNKNOWN, "need_info", two, open_one["turn_id"]),
        (QUESTION, "resolved", one, solved["turn_id"]),
    ]
    assert listed["next_cursor"] is None


async def test_recents_come_page_by_page(rig: Rig) -> None:
    asked = []
    for n in range(5):
        asked.append(f"Who paints llama number {n} of Meridian?")
        await ask(rig, await rig.new_thread(), asked[-1])
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await rig.client.get("/v1/recents", params={"limit": "2", **cursor})).json()
        seen += [r["question"] for r in page["recents"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert seen == asked[::-1]


async def test_c11_a_retry_is_a_copy_that_keeps_what_was_answered(rig: Rig) -> None:
    await rig.add_fees()
    thread = await rig.new_thread()
    first = await ask(rig, thread, f"{QUESTION} {UNKNOWN}")
    again = await retry(rig, thread, first["turn_id"])

    assert (again["turn_class"], again["decision"]["lane"]) == ("recents", "answer")
    assert again["objective"]["id"] != first["objective"]["id"]
    assert [s["status"] for s in again["objective"]["sub_objectives"]] == ["answered", "failed"]
    assert again["objective"]["attempts"] == 1
    assert again["query"]["message"] == first["query"]["message"]
    listed = (await rig.client.get("/v1/recents")).json()["recents"]
    assert [r["turn_id"] for r in listed] == [again["turn_id"]]


async def test_report_34_a_retry_uses_the_same_attachments(rig: Rig) -> None:
    thread = await rig.new_thread()
    document = await rig.client.post(
        f"/v1/threads/{thread}/documents", json={"text": "The guard is called Bo.", "name": "a.md"}
    )
    attached = [{"document_id": document.json()["document_id"]}]
    first = await ask(rig, thread, UNKNOWN, attachments=attached)
    again = await retry(rig, thread, first["turn_id"])

    assert again["attachments"] == first["attachments"] == [document.json()["document_id"]]


async def test_a_retry_with_the_same_client_id_is_one_turn(rig: Rig) -> None:
    thread = await rig.new_thread()
    first = await ask(rig, thread, UNKNOWN)
    one = await retry(rig, thread, first["turn_id"], client_message_id="r1")
    two = await retry(rig, thread, first["turn_id"], client_message_id="r1")

    assert one["turn_id"] == two["turn_id"]


async def test_what_is_not_there_can_not_be_tried_again(rig: Rig) -> None:
    thread, other = await rig.new_thread(), await rig.new_thread()
    turn = await ask(rig, thread, UNKNOWN)
    for where, which in ((thread, "nothing"), (other, turn["turn_id"]), ("nowhere", turn["turn_id"])):
        missing = await rig.client.post(f"/v1/threads/{where}/retry", json={"turn_id": which})
        assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    refused = await rig.client.post(f"/v1/threads/{thread}/retry", json={})
    assert (refused.status_code, refused.json()["field"]) == (422, "turn_id")


async def test_another_owners_questions_are_not_listed(rig: Rig) -> None:
    secret_a, _ = await rig.add_key("ann")
    secret_b, _ = await rig.add_key("ben")
    ann, ben = rig.caller(secret_a), rig.caller(secret_b)
    thread = (await ann.post("/v1/threads")).json()["thread_id"]
    turn = (await ann.post(f"/v1/threads/{thread}/messages", json={"text": UNKNOWN})).json()

    assert (await ben.get("/v1/recents")).json()["recents"] == []
    cursor = await ben.get("/v1/recents", params={"cursor": f"{thread}.{turn['turn_id']}"})
    assert (cursor.status_code, cursor.json()["field"]) == (422, "cursor")
    refused = await ben.post(f"/v1/threads/{thread}/retry", json={"turn_id": turn["turn_id"]})
    assert refused.status_code == 404


async def test_issue_4_what_asked_nothing_is_not_tried_again(rig: Rig) -> None:
    thread = await rig.new_thread()
    for text in ("hello", "thanks"):
        turn = await ask(rig, thread, text)
        refused = await rig.client.post(f"/v1/threads/{thread}/retry", json={"turn_id": turn["turn_id"]})
        assert (refused.status_code, refused.json()["field"]) == (422, "turn_id")


async def test_an_unknown_cursor_is_no_end_of_the_list(rig: Rig) -> None:
    thread = await rig.new_thread()
    turn = await ask(rig, thread, UNKNOWN)
    for cursor in ("nothing", f"{thread}.nothing", f"nowhere.{turn['turn_id']}", turn["turn_id"]):
        refused = await rig.client.get("/v1/recents", params={"cursor": cursor})
        assert (refused.status_code, refused.json()["field"]) == (422, "cursor")


async def test_fault_24_a_choice_from_a_list_is_not_tried_again_as_a_question(rig: Rig) -> None:
    thread = await rig.new_thread()
    shown = {"scope": "chat", "options": [{"id": "a", "label": "Alpha", "execution_ref": "open/a"}]}
    option_set = (await rig.client.put(f"/v1/threads/{thread}/options", json=shown)).json()["id"]
    turn = await ask(rig, thread, "1", selection={"option_set_id": option_set, "option_id": "a"})
    assert turn["action"]["option_id"] == "a"
    refused = await rig.client.post(f"/v1/threads/{thread}/retry", json={"turn_id": turn["turn_id"]})
    assert (refused.status_code, refused.json()["field"]) == (422, "turn_id")
