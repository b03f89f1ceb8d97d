"""Interface, HTTP: the OpenAI chat format, with its own client library as the judge."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from followthrough.domain.ids import ThreadId
from followthrough.errors import StoreUnavailable
from followthrough.testing.memory_chats import MemoryChats

from .rig import QUESTION, Rig, running
from .serving import Served, serving

ASKED = {"role": "user", "content": QUESTION}


async def complete(rig: Rig, *messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    sent = await rig.client.post(
        "/v1/chat/completions", json={"model": "followthrough", "messages": list(messages), **more}
    )
    assert sent.status_code == 200, sent.text
    return sent.json()


def reply_of(completion: dict[str, Any]) -> dict[str, str]:
    """What a client keeps of the reply and sends back."""
    return {"role": "assistant", "content": completion["choices"][0]["message"]["content"]}


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


async def turns_of(rig: Rig, completion: dict[str, Any]) -> list[dict[str, Any]]:
    thread_id = completion["metadata"]["thread_id"]
    return (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]


async def chunks(rig: Rig, *messages: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    body = {"model": "followthrough", "messages": list(messages), "stream": True, **more}
    sent = await rig.client.post("/v1/chat/completions", json=body)
    assert sent.headers["content-type"].startswith("text/event-stream")
    frames = [line.removeprefix("data: ") for line in sent.text.split("\n\n") if line.startswith("data: ")]
    assert frames.pop() == "[DONE]"
    return [json.loads(frame) for frame in frames]


async def test_a_reply_has_its_sources_as_text_and_as_annotations(rig: Rig) -> None:
    document_id = await rig.add_fees()
    made = await complete(rig, ASKED)
    [turn] = await turns_of(rig, made)
    message = made["choices"][0]["message"]
    assert message["content"].startswith(turn["reply"]["text"])
    assert message["content"].removeprefix(turn["reply"]["text"]) == "\n\nSources\n[1] fees.md, Copays"
    citation = turn["reply"]["citations"][0]
    [annotation] = message["annotations"]
    told = annotation["url_citation"]
    assert message["content"][told["start_index"] : told["end_index"]] == "[1]"
    assert told["title"] == "fees.md"
    assert told["url"] == f"http://localhost:8000/v1/documents/{document_id}/passages/{citation['passage_id']}"
    assert (await rig.client.get(told["url"])).status_code == 200
    assert made["object"] == "chat.completion"
    assert made["choices"][0]["finish_reason"] == "stop"
    assert made["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    assert made["metadata"] == {"thread_id": turn["thread_id"], "turn_id": turn["turn_id"]}


async def test_the_chunks_joined_are_the_reply(rig: Rig) -> None:
    await rig.add_fees()
    made = await complete(rig, ASKED)
    found = await chunks(rig, ASKED)
    assert {c["object"] for c in found} == {"chat.completion.chunk"}
    assert len({c["id"] for c in found}) == 1
    deltas = [c["choices"][0]["delta"] for c in found]
    assert deltas[0] == {"role": "assistant", "content": ""}
    assert "".join(d.get("content", "") for d in deltas) == reply_of(made)["content"]
    assert len([d for d in deltas if d.get("content")]) > 1
    assert [c["choices"][0]["finish_reason"] for c in found] == [None] * (len(found) - 1) + ["stop"]
    assert deltas[-1]["annotations"] == made["choices"][0]["message"]["annotations"]
    assert found[-1]["metadata"]["thread_id"] != made["metadata"]["thread_id"]


async def test_tokens_are_told_at_the_end_where_they_are_asked_for(rig: Rig) -> None:
    last = (await chunks(rig, user("hi"), stream_options={"include_usage": True}))[-1]
    assert last["choices"] == []
    assert last["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


@pytest.mark.parametrize("stream", [False, True])
async def test_a_conversation_is_one_thread_by_its_own_messages(rig: Rig, stream: bool) -> None:
    await rig.add_fees()
    if stream:
        found = await chunks(rig, ASKED)
        said = "".join(c["choices"][0]["delta"].get("content", "") for c in found)
        first, reply = found[-1]["metadata"]["thread_id"], {"role": "assistant", "content": said}
    else:
        made = await complete(rig, ASKED)
        first, reply = made["metadata"]["thread_id"], reply_of(made)
    second = await complete(rig, ASKED, reply, user("And imaging?"))
    assert second["metadata"]["thread_id"] == first
    third = await complete(rig, ASKED, reply, user("And imaging?"), reply_of(second), user("thanks"))
    assert third["metadata"]["thread_id"] == first
    turns = await turns_of(rig, third)
    assert [turn["query"]["message"] for turn in turns] == [QUESTION, "And imaging?", "thanks"]
    assert turns[1]["query"]["is_followup"] is True
    assert turns[2]["turn_class"] == "ack"


async def test_what_a_client_changes_on_its_way_does_not_matter(rig: Rig) -> None:
    await rig.add_fees()
    made = await complete(rig, {"role": "system", "content": "Be kind."}, ASKED)
    parts = [{"type": "text", "text": f" {QUESTION}\n"}]
    again = await complete(
        rig,
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": parts},
        {"role": "assistant", "content": reply_of(made)["content"] + "\n", "tool_calls": None},
        user("And imaging?"),
        temperature=0.2,
        tools=[],
        n=1,
    )
    assert again["metadata"]["thread_id"] == made["metadata"]["thread_id"]


async def test_the_same_first_question_begins_a_thread_of_its_own_each_time(rig: Rig) -> None:
    await rig.add_fees()
    first, second = await complete(rig, ASKED), await complete(rig, ASKED)
    assert first["metadata"]["thread_id"] != second["metadata"]["thread_id"]
    one = await complete(rig, ASKED, reply_of(first), user("And imaging?"))
    two = await complete(rig, ASKED, reply_of(second), user("And imaging?"))
    both = {first["metadata"]["thread_id"], second["metadata"]["thread_id"]}
    assert {one["metadata"]["thread_id"], two["metadata"]["thread_id"]} == both


async def test_c38_a_history_from_elsewhere_is_understood_and_proves_nothing(rig: Rig) -> None:
    await rig.add_fees()
    elsewhere = {"role": "assistant", "content": "The copay of Plan Silver is $99 a visit."}
    made = await complete(rig, ASKED, elsewhere, user("And imaging?"))
    past, turn = await turns_of(rig, made)
    assert past["query"]["message"] == QUESTION
    assert past["reply"]["citations"] == []
    assert turn["query"]["is_followup"] is True
    assert "Silver" in turn["query"]["effective"][0]
    assert "$90" in turn["reply"]["text"]
    assert "$99" not in turn["reply"]["text"]


async def test_going_back_and_asking_otherwise_leaves_the_first_thread_as_it_is(rig: Rig) -> None:
    await rig.add_fees()
    made = await complete(rig, ASKED)
    await complete(rig, ASKED, reply_of(made), user("And imaging?"))
    other = await complete(rig, ASKED, reply_of(made), user("Who can I call?"))
    assert other["metadata"]["thread_id"] != made["metadata"]["thread_id"]
    assert len(await turns_of(rig, made)) == 2
    assert [t["query"]["message"] for t in await turns_of(rig, other)] == [QUESTION, "Who can I call?"]


async def test_sent_again_while_it_is_being_answered_it_is_the_same_turn(rig: Rig) -> None:
    await rig.add_fees()
    made = await complete(rig, ASKED)
    rig.index.hold()
    talk = (ASKED, reply_of(made), user("And imaging?"))
    first = asyncio.create_task(complete(rig, *talk))
    await rig.index.searching.wait()
    second = asyncio.create_task(complete(rig, *talk))
    rig.index.go.set()
    one, two = await asyncio.gather(first, second)
    assert one == two
    assert len(await turns_of(rig, one)) == 2


async def test_a_named_thread_takes_the_last_message_only(rig: Rig) -> None:
    await rig.add_fees()
    thread_id = await rig.new_thread()
    named = {"metadata": {"thread_id": thread_id}}
    await complete(rig, user("ignored"), {"role": "assistant", "content": "ignored too"}, ASKED, **named)
    made = await complete(rig, user("And imaging?"), **named)
    again = await complete(rig, user("And imaging?"), **named)
    assert made["metadata"]["thread_id"] == thread_id
    assert made["metadata"]["turn_id"] != again["metadata"]["turn_id"]
    assert [t["query"]["message"] for t in await turns_of(rig, again)] == [QUESTION, "And imaging?", "And imaging?"]


async def test_a_client_message_id_makes_it_idempotent(rig: Rig) -> None:
    named = {"metadata": {"thread_id": await rig.new_thread(), "client_message_id": "m1"}}
    assert await complete(rig, user("hi"), **named) == await complete(rig, user("hi"), **named)


@pytest.mark.parametrize(
    ("body", "status", "kind", "code", "param"),
    [
        ({"messages": [ASKED]}, 422, "invalid_request_error", "invalid_input", "model"),
        ({"model": "m", "messages": []}, 422, "invalid_request_error", "invalid_input", "messages"),
        (
            {"model": "m", "messages": [ASKED, {"role": "assistant", "content": "a"}]},
            422,
            "invalid_request_error",
            "invalid_input",
            "messages.1",
        ),
        ({"model": "m", "messages": [user("")]}, 422, "invalid_request_error", "invalid_input", "messages.0"),
        ({"model": "m", "messages": [user("x" * 16_001)]}, 413, "invalid_request_error", "too_large", "text"),
        (
            {"model": "m", "messages": [ASKED], "metadata": {"thread_id": "thr_none"}},
            404,
            "invalid_request_error",
            "not_found",
            None,
        ),
        ({"model": "followthrough/none", "messages": [ASKED]}, 404, "invalid_request_error", "not_found", None),
    ],
)
async def test_problems_have_openais_shape(
    rig: Rig, *, body: dict[str, Any], status: int, kind: str, code: str, param: str | None
) -> None:
    sent = await rig.client.post("/v1/chat/completions", json=body)
    assert sent.status_code == status
    assert sent.headers["content-type"] == "application/json"
    assert sent.headers["content-length"] == str(len(sent.content))
    error = sent.json()["error"]
    assert (error["type"], error["code"], error["param"]) == (kind, code, param)
    assert error["message"]


async def test_another_owners_thread_is_not_there(rig: Rig) -> None:
    ann, _ = await rig.add_key("ann")
    bob, _ = await rig.add_key("bob")
    async with rig.caller(ann) as hers, rig.caller(bob) as his:
        made = (await hers.post("/v1/chat/completions", json={"model": "m", "messages": [user("hi")]})).json()
        reply, named = reply_of(made), {"thread_id": made["metadata"]["thread_id"]}
        talk = [user("hi"), reply, user("thanks")]
        foreign = await his.post("/v1/chat/completions", json={"model": "m", "messages": talk, "metadata": named})
        assert foreign.status_code == 404
        own = (await his.post("/v1/chat/completions", json={"model": "m", "messages": talk})).json()
        assert own["metadata"]["thread_id"] != made["metadata"]["thread_id"]
        hers_again = (await hers.post("/v1/chat/completions", json={"model": "m", "messages": talk})).json()
        assert hers_again["metadata"]["thread_id"] == made["metadata"]["thread_id"]


async def test_a_key_that_is_not_ours_opens_nothing_where_there_are_keys(rig: Rig) -> None:
    for key in ("sk-anything", "none"):
        async with rig.caller(key) as client:
            assert (await client.get("/v1/models")).status_code == 200
            assert (await client.get("/v1/threads")).status_code == 401
    await rig.add_key("ann")
    for key in ("sk-anything", "ft_wrong"):
        async with rig.caller(key) as client:
            refused = await client.get("/v1/models")
            assert refused.status_code == 401
            assert refused.json()["error"]["type"] == "authentication_error"
            assert refused.headers["www-authenticate"].startswith("Bearer")


async def test_the_models_are_the_packs(rig: Rig) -> None:
    found = (await rig.client.get("/v1/models")).json()
    assert [model["id"] for model in found["data"]] == ["followthrough", "followthrough/general"]
    for model in found["data"]:
        assert (await complete(rig, user("hi"), model=model["id"]))["model"] == model["id"]


async def test_too_many_requests_are_told_in_that_shape_too(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"rate_per_minute": 1}) as limited:
        await limited.client.get("/v1/models")
        refused = await limited.client.get("/v1/models")
    assert refused.status_code == 429
    assert refused.headers["retry-after"]
    assert refused.json()["error"]["type"] == "rate_limit_error"


async def test_a_store_without_chats_still_answers(rig: Rig) -> None:
    await rig.add_fees()
    rig.app.state.services = replace(rig.app.state.services, chats=None)
    made = await complete(rig, ASKED)
    again = await complete(rig, ASKED, reply_of(made), user("And imaging?"))
    assert again["metadata"]["thread_id"] != made["metadata"]["thread_id"]
    assert "$90" in reply_of(again)["content"]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_reply_stands_when_its_thread_can_not_be_noted(rig: Rig, stream: bool) -> None:
    class Failing(MemoryChats):
        async def link(self, channel: str, address: str, thread_id: ThreadId) -> None:
            raise StoreUnavailable("The database is away.")

    rig.app.state.services = replace(rig.app.state.services, chats=Failing(rig.threads))
    if stream:
        assert (await chunks(rig, user("hi")))[-1]["choices"][0]["finish_reason"] == "stop"
    else:
        assert reply_of(await complete(rig, user("hi")))["content"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    with serving(tmp_path_factory.mktemp("completions"), rate_per_minute=1_000_000) as started:
        asyncio.run_coroutine_threadsafe(started.rig.add_fees(), started.rig.loop).result(30)
        yield started


@pytest.fixture
def client(served: Served) -> Generator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{served.url}/v1", api_key="any", max_retries=0) as made:
        yield made


def test_openais_own_client_holds_a_conversation(client: openai.OpenAI) -> None:
    model = client.models.list().data[0].id
    messages: list[Any] = [ASKED]
    first = client.chat.completions.create(model=model, messages=messages)
    message = first.choices[0].message
    assert message.annotations
    assert message.annotations[0].url_citation.title == "fees.md"
    assert first.usage
    messages += [message, user("And imaging?")]
    said = ""
    with client.chat.completions.create(model=model, messages=messages, stream=True) as stream:
        for chunk in stream:
            said += chunk.choices[0].delta.content or ""
    assert "$90" in said


def test_openais_own_client_understands_the_errors(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as unknown:
        client.chat.completions.create(model="m", messages=[ASKED], metadata={"thread_id": "thr_none"})
    assert unknown.value.code == "not_found"
    with pytest.raises(openai.UnprocessableEntityError) as wrong:
        client.chat.completions.create(model="m", messages=[])
    assert wrong.value.param == "messages"


def test_a_client_that_leaves_does_not_stop_the_turn(served: Served, client: openai.OpenAI) -> None:
    served.rig.index.hold()
    with client.chat.completions.create(model="m", messages=[user("What does imaging cost?")], stream=True) as stream:
        next(iter(stream))
        served.wait_for_search()
    served.release()
    with httpx.Client(base_url=served.url) as plain:
        thread_id = plain.get("/v1/threads").json()["threads"][0]["thread_id"]
        assert "event: committed" in plain.get(f"/v1/threads/{thread_id}/events").text


async def test_fault_28_a_path_below_the_models_fails_in_that_shape_too(rig: Rig) -> None:
    missing = await rig.client.get("/v1/models/gpt-none")
    assert missing.status_code == 404
    assert missing.headers["content-type"] == "application/json"
    assert missing.json()["error"]["message"]
