"""Interface, HTTP: health, readiness, metrics; the page's files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Never

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from followthrough.channels.http.app import create_app
from followthrough.channels.http.metrics import Metrics
from followthrough.channels.http.services import Services
from followthrough.domain.conversation import Message
from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.errors import EmbedderUnavailable, IndexUnavailable, SchemaOutdated, StoreUnavailable
from followthrough.settings import Settings
from followthrough.testing.contracts.values import NOON, a_turn
from followthrough.tuning import Tuning

from .rig import BASE, QUESTION, Rig, running


async def test_the_server_is_alive_and_ready(rig: Rig) -> None:
    for path in ("/healthz", "/readyz"):
        answer = await rig.client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_an_old_schema_or_a_lost_index_is_not_ready_but_alive(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def outdated() -> Never:
        raise SchemaOutdated("The schema is old.", fix="Run followthrough migrate.")

    async def lost(*_: object) -> Never:
        raise IndexUnavailable("The index is gone.")

    async def no_model(_: object) -> Never:
        raise EmbedderUnavailable("The model file is missing.")

    async def garbled(**_: object) -> Never:
        raise StoreUnavailable("The database file is no database.")

    for where, name, failing, code in (
        (rig.index, "search_text", lost, "index_unavailable"),
        (rig.embedder, "embed_queries", no_model, "embedder_unavailable"),
        (rig.threads, "abandoned", garbled, "store_unavailable"),
        (rig.threads, "ping", outdated, "schema_outdated"),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(where, name, failing)
            answer = await rig.client.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, code)
            assert (await rig.client.get("/healthz")).status_code == 200
        assert (await rig.client.get("/readyz")).status_code == 200


async def test_an_index_that_lost_what_the_catalogue_has_is_not_ready(rig: Rig) -> None:
    document_id = await rig.add_fees()
    assert (await rig.client.get("/readyz")).status_code == 200
    await rig.index.delete_documents([DocumentId(document_id)])
    answer = await rig.client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "index_unavailable")
    assert "documents (1)" in answer.json()["detail"]


async def test_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"disk_least_bytes": 2**40}) as rig:
        answer = await rig.client.get("/readyz")
        assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
        assert "MB left" in answer.json()["detail"]


async def test_a_server_whose_database_is_away_waits_for_it_and_says_so(tmp_path: Path) -> None:
    rig = Rig(Settings(data_dir=tmp_path, tuning=Tuning(sweep_s=0.1)))
    back, opened, tries = asyncio.Event(), asyncio.Event(), list[bool]()

    @asynccontextmanager
    async def open_services() -> AsyncGenerator[Services]:
        tries.append(back.is_set())
        if not back.is_set():
            raise StoreUnavailable("The database does not answer.", fix="Try again.")
        async with rig.open_services() as services:
            asyncio.get_running_loop().call_soon(opened.set)
            yield services

    app = create_app(rig.settings, open_services)
    transport = httpx.ASGITransport(app=app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        for path, status in (("/healthz", 200), ("/readyz", 503), ("/v1/threads", 503)):
            assert (await client.get(path)).status_code == status
        assert (await client.get("/readyz")).json()["code"] == "store_unavailable"
        back.set()
        await asyncio.wait_for(opened.wait(), 30)
        assert (await client.get("/readyz")).status_code == 200
        assert (await client.get("/v1/threads")).status_code == 200
    assert tries.count(True) == 1


async def test_a_fault_that_waiting_does_not_mend_ends_the_start(tmp_path: Path) -> None:
    @asynccontextmanager
    async def open_services() -> AsyncGenerator[Services]:
        raise SchemaOutdated("The schema is old.", fix="Run followthrough migrate.")
        yield

    app = create_app(Settings(data_dir=tmp_path), open_services)
    with pytest.raises(SchemaOutdated):
        async with app.router.lifespan_context(app):
            pytest.fail("it started")


def _numbers(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_metrics_count_turns_documents_and_requests_and_hold_no_user_text(rig: Rig) -> None:
    document_id = await rig.add_fees()
    thread_id = await rig.new_thread()
    await rig.send(thread_id)
    await rig.send(thread_id, "hello")
    await rig.send_for_events(thread_id)
    answer = await rig.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    numbers = _numbers(answer.text)
    resolved = (
        "followthrough_turns_total",
        (("objective_status", "resolved"), ("status", "completed"), ("turn_class", "new_question")),
    )
    greeted = (
        "followthrough_turns_total",
        (("objective_status", "none"), ("status", "completed"), ("turn_class", "chat")),
    )
    assert numbers[resolved] == 2
    assert numbers[greeted] == 1
    assert numbers["followthrough_turn_stage_seconds_count", (("stage", "total"),)] == 3
    assert numbers["followthrough_turns_unfinished", ()] == 0
    documents = {
        dict(labels)["status"]: v for (name, labels), v in numbers.items() if name == "followthrough_documents"
    }
    assert set(documents) == {"queued", "indexing", "ready", "failed"}
    assert sum(documents.values()) == 1
    messages = ("method", "POST"), ("route", "/v1/threads/{thread_id}/messages"), ("status", "200")
    assert numbers["followthrough_http_requests_total", messages] == 3
    for text in (QUESTION, "Silver", thread_id, document_id, "fees.md"):
        assert text not in answer.text


async def test_r0_34_metrics_count_how_questions_end_and_how_often_help_was_asked(rig: Rig) -> None:
    await rig.add_fees()
    solved, stuck = await rig.new_thread(), await rig.new_thread()
    await rig.send(solved)
    await rig.send(stuck, "Who paints the llamas of Meridian?")
    await rig.send(stuck, "never mind")
    numbers = _numbers((await rig.client.get("/metrics")).text)
    outcomes = {
        dict(labels)["outcome"]: v
        for (name, labels), v in numbers.items()
        if name == "followthrough_objectives_total"
    }
    assert outcomes == {"solved": 1, "partial": 0, "open": 1, "user_ended": 1, "incomplete": 0, "unable": 0}
    assert numbers["followthrough_asks_total", (("angle", "document"), ("stuck_reason", "no_evidence"))] == 1
    assert numbers["followthrough_objective_asks_count", ()] == 2
    assert numbers["followthrough_objective_asks_sum", ()] == 1


async def test_each_application_has_its_own_numbers(rig: Rig) -> None:
    other = Rig(rig.settings)
    async with other.app.router.lifespan_context(other.app), other.client:
        await rig.client.get("/v1/threads")
        assert "/v1/threads" not in (await other.client.get("/metrics")).text


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html"),
        ("/index.html", "text/html"),
        ("/icon.svg", "image/svg+xml"),
        ("/vendor/marked.js", "text/javascript"),
    ],
)
async def test_the_page_ships_with_the_right_types_and_is_asked_about_again(
    rig: Rig, path: str, media_type: str
) -> None:
    page = await rig.client.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"].split(";")[0] == media_type
    assert page.headers["cache-control"] == "no-cache"
    again = await rig.client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (await rig.client.head(path)).status_code == 200


def test_issue_7_metrics_count_what_models_took() -> None:
    calls = (
        ModelCall(task=ModelTask.PLAN, model="small", ms=800.0, failure=ModelFailure.TIMEOUT),
        ModelCall(task=ModelTask.ANSWER, model="large", ms=2_000.0, input_tokens=90, output_tokens=9, cost_usd=0.25),
    )
    metrics = Metrics()
    message = Message(turn_id=TurnId("t"), thread_id=ThreadId("thr"), index=1, text="a", received_at=NOON)
    for _ in range(2):
        metrics.count_turn(replace(a_turn(message), model_calls=calls))
    numbers = _numbers(metrics.page(documents={}, unfinished=0).decode())

    def number(name: str, **labels: str) -> float:
        return numbers[name, tuple(sorted(labels.items()))]

    assert number("followthrough_model_calls_total", model="small", task="plan", failure="timeout") == 2
    assert number("followthrough_model_calls_total", model="large", task="answer", failure="none") == 2
    assert number("followthrough_model_tokens_total", model="large", direction="sent") == 180
    assert number("followthrough_model_tokens_total", model="large", direction="given") == 18
    assert number("followthrough_model_cost_usd_total", model="large") == 0.5
    assert number("followthrough_model_call_seconds_sum", model="large", task="answer") == 4.0
