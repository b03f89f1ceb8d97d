"""Interface, HTTP: messages, events, stop; field reports 16, 31, 32, 33, 35, 37."""

from __future__ import annotations

import asyncio

import pytest

from .rig import FEES, QUESTION, Rig, read_frames, said

ENDING = {"committed", "failed", "stopped"}


async def test_a_message_gives_a_turn_with_its_sources(rig: Rig) -> None:
    document_id = await rig.add_fees()
    turn = await rig.send(await rig.new_thread())
    assert turn["status"] == "completed"
    assert "$25" in turn["reply"]["text"]
    citation = turn["reply"]["citations"][0]
    assert citation["document_id"] == document_id
    assert citation["quote"] in FEES.replace("\n", " ")
    assert turn["objective_status"] == "resolved"
    assert turn["retrieval"]["searches"] == 1


async def test_the_same_turn_as_events(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    frames = await rig.send_for_events(thread_id)
    kinds = [f.event for f in frames]
    assert kinds[:3] == ["started", "planned", "sources"]
    assert set(kinds[3:-1]) == {"delta"}
    assert kinds[-1] == "committed"
    assert [f.id for f in frames] == sorted({f.id for f in frames})
    turn = frames[-1].data
    assert said(frames) == turn["reply"]["text"]
    assert frames[0].data == {"turn_id": turn["turn_id"], "index": 1}
    assert frames[2].data["passages"] == turn["retrieval"]["passages"]
    cited = [c for f in frames if f.event == "delta" for c in f.data["citations"]]
    assert cited == turn["reply"]["citations"]
    assert (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"] == [turn]


async def test_an_event_stream_is_not_stored_or_held_back_on_its_way(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    sent = await rig.client.post(
        f"/v1/threads/{thread_id}/messages", json={"text": "hi"}, headers={"Accept": "text/event-stream"}
    )
    assert sent.headers["content-type"].startswith("text/event-stream")
    assert sent.headers["cache-control"] == "no-store"
    assert sent.headers["x-accel-buffering"] == "no"


async def test_field_report_35_a_dropped_stream_goes_on_without_gap_or_duplicate(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    frames = await rig.send_for_events(thread_id)
    for seen, frame in enumerate(frames, start=1):
        by_header = await rig.client.get(f"/v1/threads/{thread_id}/events", headers={"Last-Event-ID": str(frame.id)})
        by_query = await rig.client.get(f"/v1/threads/{thread_id}/events", params={"last_event_id": frame.id})
        assert read_frames(by_header.text) == read_frames(by_query.text) == frames[seen:]


async def test_without_an_id_the_events_begin_with_the_newest_turn(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    await rig.send(thread_id)
    newest = await rig.send_for_events(thread_id)
    assert read_frames((await rig.client.get(f"/v1/threads/{thread_id}/events")).text) == newest


async def test_events_can_be_had_of_one_turn_only(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    first = await rig.send_for_events(thread_id)
    await rig.send(thread_id)
    turn_id = first[0].data["turn_id"]
    found = await rig.client.get(f"/v1/threads/{thread_id}/events", params={"turn_id": turn_id})
    assert read_frames(found.text) == first
    unknown = await rig.client.get(f"/v1/threads/{thread_id}/events", params={"turn_id": "turn_unknown"})
    assert unknown.status_code == 404


@pytest.mark.parametrize("last", ["-1", "x", "1.5", "99999999999999999999"])
async def test_an_event_id_that_is_none_is_named(rig: Rig, last: str) -> None:
    thread_id = await rig.new_thread()
    by_query = await rig.client.get(f"/v1/threads/{thread_id}/events", params={"last_event_id": last})
    assert (by_query.status_code, by_query.json()["field"]) == (422, "last_event_id")
    by_header = await rig.client.get(f"/v1/threads/{thread_id}/events", headers={"Last-Event-ID": last})
    assert by_header.status_code == 422


async def test_field_report_37_the_same_client_message_id_gives_the_same_turn(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    first = await rig.send(thread_id, client_message_id="m-1")
    again = await rig.send(thread_id, "another text", client_message_id="m-1")
    assert again == first
    assert (await rig.send_for_events(thread_id, client_message_id="m-1"))[-1].data == first
    assert len((await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]) == 1


async def test_field_reports_31_and_32_messages_sent_at_once_are_answered_in_order(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    turns = await asyncio.gather(*(rig.send(thread_id, f"What is the fee of plan {n}?") for n in range(4)))
    assert sorted(t["index"] for t in turns) == [1, 2, 3, 4]
    listed = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]
    assert [t["index"] for t in listed] == [1, 2, 3, 4]
    assert [t["ended_at"] for t in listed] == sorted(t["ended_at"] for t in listed)


async def test_field_report_33_stop_ends_the_turn_and_keeps_it_marked(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    rig.index.hold()
    sending = asyncio.create_task(rig.send_for_events(thread_id))
    await rig.index.searching.wait()
    stopped = (await rig.client.post(f"/v1/threads/{thread_id}/stop")).json()
    assert stopped["stopped"] is True
    assert stopped["turn"]["status"] == "stopped"
    frames = await sending
    assert [f.event for f in frames if f.event in ENDING] == ["stopped"]
    assert frames[-1].data == stopped["turn"]
    listed = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]
    assert listed == [stopped["turn"]]
    rig.index.go.set()
    assert (await rig.send(thread_id))["status"] == "completed"


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 422, "invalid_input", "text"),
        ({"text": ""}, 422, "invalid_input", "text"),
        ({"text": 7}, 422, "invalid_input", "text"),
        ({"text": "x" * 16_001}, 413, "too_large", "text"),
        ({"text": "hi", "links": ["ftp://example.org/fees"]}, 422, "invalid_input", "links.0"),
        (
            {"text": "hi", "links": ["https://a.org", "https://ann:pw@b.org/"]},
            422,
            "invalid_input",
            "links.1",
        ),
        ({"text": "hi", "links": [f"https://example.org/{'x' * 2_000}"]}, 422, "invalid_input", "links.0"),
        ({"text": "hi", "links": [f"https://example.org/{n}" for n in range(9)]}, 422, "invalid_input", "links"),
        ({"text": "hi", "links": "https://example.org"}, 422, "invalid_input", "links"),
        ({"selection": {"option_set_id": "a"}}, 422, "invalid_input", "selection.option_id"),
        ({"text": "hi", "colour": 1}, 422, "invalid_input", "colour"),
        ({"text": "hi", "client_message_id": "x" * 201}, 422, "invalid_input", "client_message_id"),
        (
            {"text": "hi", "attachments": [{"document_id": "doc_x"}]},
            422,
            "invalid_input",
            "attachments.0.document_id",
        ),
        ({"text": "hi", "attachments": [{"id": "doc_x"}]}, 422, "invalid_input", "attachments.0.document_id"),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
async def test_a_wrong_message_is_refused_by_name_before_anything_is_kept(
    rig: Rig, body: dict[str, object], *, status: int, code: str, field: str, accept: str
) -> None:
    thread_id = await rig.new_thread()
    refused = await rig.client.post(f"/v1/threads/{thread_id}/messages", json=body, headers={"Accept": accept})
    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["field"]) == (status, code, field)
    assert (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"] == []


@pytest.mark.parametrize("text", ["x" * 16_000, "\U0001f600" * 16_000, "é" * 16_000])
async def test_the_longest_message_is_taken_in_any_spelling(rig: Rig, text: str) -> None:
    turn = await rig.send(await rig.new_thread(), text)
    assert turn["query"]["message"] == text


@pytest.mark.parametrize("text", ["   ", "?!", "\U0001f600"])
async def test_white_space_punctuation_and_emoji_are_the_class_empty(rig: Rig, text: str) -> None:
    turn = await rig.send(await rig.new_thread(), text)
    assert (turn["turn_class"], turn["retrieval"]["searches"]) == ("empty", 0)


async def test_field_report_16_an_attachment_stays_in_the_threads_scope(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    made = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    document_id = made.json()["document_id"]
    first = await rig.send(thread_id, attachments=[{"document_id": document_id}])
    second = await rig.send(thread_id, "What does imaging cost at Plan Silver?")
    for turn, value in ((first, "$25"), (second, "$90")):
        assert value in turn["reply"]["text"]
        assert {c["document_id"] for c in turn["reply"]["citations"]} == {document_id}
    assert first["attachments"] == [document_id]
    assert (await rig.client.get(f"/v1/threads/{thread_id}")).json()["document_ids"] == [document_id]


async def test_a_document_of_another_thread_or_collection_cannot_be_attached(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    other_id = await rig.new_thread()
    of_thread = await rig.client.post(f"/v1/threads/{other_id}/documents", json={"text": FEES, "name": "own.md"})
    elsewhere = await rig.client.post("/v1/documents", json={"text": FEES, "name": "x.md", "collection": "elsewhere"})
    for made in (of_thread, elsewhere):
        refused = await rig.client.post(
            f"/v1/threads/{thread_id}/messages",
            json={"text": QUESTION, "attachments": [{"document_id": made.json()["document_id"]}]},
        )
        assert (refused.status_code, refused.json()["field"]) == (422, "attachments.0.document_id")


async def test_a_thread_does_not_search_another_threads_documents(rig: Rig) -> None:
    owner_id, other_id = await rig.new_thread(), await rig.new_thread()
    await rig.client.post(f"/v1/threads/{owner_id}/documents", json={"text": FEES, "name": "own.md"})
    assert (await rig.send(owner_id))["reply"]["citations"] != []
    assert (await rig.send(other_id))["reply"]["citations"] == []
