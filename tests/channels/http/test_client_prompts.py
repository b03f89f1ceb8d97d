"""Chat clients' own prompts and single models (interface, HTTP; field report 83)."""

from __future__ import annotations

import json

import pytest

from followthrough.domain.ids import OwnerId

from .rig import Rig

TITLE = (
    '### Task:\nGenerate a concise title.\n### Output:\nJSON format: { "title": "your title" }\n### Chat History:\n'
    "<chat_history>\nUSER: What is the copay of Plan Silver?\nASSISTANT: It is $25.\n</chat_history>"
)
TAGS = TITLE.replace('"title": "your title"', '"tags": ["tag1", "tag2"]')


async def ask(rig: Rig, text: str, **more: object) -> str:
    body = {"model": "followthrough", "messages": [{"role": "user", "content": text}], **more}
    sent = await rig.client.post("/v1/chat/completions", json=body)
    assert sent.status_code == 200, sent.text
    return sent.text


async def test_a_prompt_of_the_client_is_answered_without_a_search_or_a_thread(rig: Rig) -> None:
    await rig.add_fees()
    rig.index.hold()  # a search would wait for ever
    made = json.loads(await ask(rig, TITLE))
    assert json.loads(made["choices"][0]["message"]["content"]) == {"title": "What is the copay of Plan Silver?"}
    assert made["metadata"] is None
    assert not rig.index.searching.is_set()
    assert await rig.threads.list(OwnerId("local")) == []
    assert (await rig.client.get("/v1/threads")).json()["threads"] == []


async def test_tags_are_words_of_the_question(rig: Rig) -> None:
    made = json.loads(await ask(rig, TAGS))
    assert json.loads(made["choices"][0]["message"]["content"]) == {"tags": ["copay", "Plan", "Silver"]}


async def test_it_streams_where_the_client_streams(rig: Rig) -> None:
    frames = [f.removeprefix("data: ") for f in (await ask(rig, TITLE, stream=True)).split("\n\n") if f]
    assert frames[-1] == "[DONE]"
    first, last = (json.loads(frame)["choices"][0] for frame in frames[:-1])
    assert json.loads(first["delta"]["content"]) == {"title": "What is the copay of Plan Silver?"}
    assert last["finish_reason"] == "stop"


@pytest.mark.parametrize("model", ["followthrough", "followthrough/general"])
async def test_a_model_is_told_by_its_name(rig: Rig, model: str) -> None:
    told = await rig.client.get(f"/v1/models/{model}")
    assert told.status_code == 200
    assert told.json() in (await rig.client.get("/v1/models")).json()["data"]


async def test_a_model_that_is_not_there_is_told_in_openais_shape(rig: Rig) -> None:
    told = await rig.client.get("/v1/models/followthrough/none")
    assert (told.status_code, told.json()["error"]["code"]) == (404, "not_found")


async def test_a_key_that_is_not_ours_says_nothing_there_either(rig: Rig) -> None:
    told = await rig.client.get("/v1/models/followthrough", headers={"Authorization": "Bearer sk-any"})
    assert told.status_code == 200
