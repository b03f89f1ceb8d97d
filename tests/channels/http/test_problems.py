"""Issue 2: every error is a problem document with a stable code; none gives anything away."""

from __future__ import annotations

import logging
from typing import Never

import pytest

from followthrough.channels.http.app import openapi_document
from followthrough.errors import StoreUnavailable

from .rig import Rig

SECRET = "the user's own words"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/nowhere", 404, "not_found"),
        ("GET", "/v1/threads/", 404, "not_found"),
        ("GET", "/nowhere.js", 404, "not_found"),
        ("GET", "/../../etc/passwd", 404, "not_found"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404, "not_found"),
        ("GET", "/%00", 404, "not_found"),
        ("GET", "/docs", 404, "not_found"),
        ("PUT", "/v1/threads", 405, "method_not_allowed"),
        ("OPTIONS", "/v1/threads", 405, "method_not_allowed"),
        ("DELETE", "/", 405, "method_not_allowed"),
        ("GET", "/v1/threads/x/stop", 405, "method_not_allowed"),
        ("TRACE", "/healthz", 405, "method_not_allowed"),
    ],
)
async def test_what_is_not_there_is_a_problem(rig: Rig, method: str, path: str, status: int, code: str) -> None:
    answer = await rig.client.request(method, path)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"], answer.json()["status"]) == (status, code, status)


_READ = [path for path, ways in openapi_document()["paths"].items() if "get" in ways and path.startswith("/v1/")]


@pytest.mark.parametrize("path", [path for path in _READ if not path.startswith("/v1/models")])
async def test_what_no_route_asks_for_is_refused_wherever_something_is_read(rig: Rig, path: str) -> None:
    answer = await rig.client.get(path, params={"days": 0})
    taken = openapi_document()["paths"][path]["get"].get("parameters", ())
    known = ", ".join(each["name"] for each in taken if each["in"] == "query")
    assert (answer.status_code, answer.json()["field"]) == (422, "query")
    said = f"There is no query parameter days. {f'Use: {known}.' if known else 'Leave it out.'}"
    assert " ".join((answer.json()["detail"], answer.json()["fix"])) == said


async def test_a_wrong_method_learns_which_ones_there_are(rig: Rig) -> None:
    assert (await rig.client.put("/v1/threads")).headers["allow"] == "GET, POST"
    assert (await rig.client.put("/v1/threads/x")).headers["allow"] == "DELETE, GET, PATCH"
    assert (await rig.client.put("/index.html")).headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    ("body", "headers", "status", "field"),
    [
        (b'{"text": ', {"Content-Type": "application/json"}, 422, "body"),
        (b"\xff\xfe\x00", {"Content-Type": "application/json"}, 422, "body"),
        (b"[" * 100_000, {"Content-Type": "application/json"}, 422, "body"),
        (b'{"text": ' + b"9" * 10_000 + b"}", {"Content-Type": "application/json"}, 422, "body"),
        (b'{"text": "\\ud800"}', {"Content-Type": "application/json"}, 422, "text"),
        (b'{"\\ud800": 1}', {"Content-Type": "application/json"}, 422, "body"),
        (b"null", {"Content-Type": "application/json"}, 422, "body"),
        (b"", {"Content-Type": "application/json"}, 422, "body"),
        (b'{"text": "hi"}', {}, 415, None),
        (b'{"text": "hi"}', {"Content-Type": "text/plain"}, 415, None),
        (b'{"text": "' + b"x" * 400_000 + b'"}', {"Content-Type": "application/json"}, 413, "body"),
    ],
)
async def test_a_body_that_cannot_be_taken_is_a_problem(
    rig: Rig, body: bytes, headers: dict[str, str], status: int, field: str | None
) -> None:
    thread_id = await rig.new_thread()
    refused = await rig.client.post(f"/v1/threads/{thread_id}/messages", content=body, headers=headers)
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, refused.json().get("field")) == (status, field)
    assert "\n" not in refused.json()["detail"]


async def _fails(*_: object, **__: object) -> Never:
    raise RuntimeError(f"{SECRET} at /home/user/db.sqlite")


async def test_an_unforeseen_failure_says_nothing_and_is_logged_by_its_type(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rig.threads, "browse", _fails)
    with caplog.at_level(logging.INFO, "followthrough"):
        answer = await rig.client.get("/v1/threads")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "internal"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert SECRET not in answer.text
    failed = next(r for r in caplog.records if r.getMessage() == "request_failed")
    assert vars(failed)["error_type"] == "RuntimeError"
    assert failed.exc_info is None
    assert SECRET not in str([vars(r) for r in caplog.records])


async def test_a_failing_store_is_503_and_says_when_to_come_back(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unavailable(*_: object, **__: object) -> Never:
        raise StoreUnavailable("The database does not answer.", fix="Try again in a moment.")

    monkeypatch.setattr(rig.threads, "browse", unavailable)
    answer = await rig.client.get("/v1/threads")
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    assert int(answer.headers["retry-after"]) > 0


async def test_when_the_keys_cannot_be_read_nobody_gets_in(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unavailable() -> bool:
        raise StoreUnavailable("The database does not answer.")

    monkeypatch.setattr(rig.keys, "any_active", unavailable)
    assert (await rig.client.get("/v1/threads")).status_code == 503


async def test_logs_have_the_pattern_of_the_route_and_no_word_of_the_user(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    thread_id = await rig.new_thread()
    with caplog.at_level(logging.DEBUG, "followthrough"):
        await rig.send(thread_id, SECRET)
        await rig.client.get("/v1/threads", params={"cursor": SECRET})
        await rig.client.get(f"/{SECRET}")
        await rig.client.post("/v1/documents", json={"text": SECRET, "name": f"{SECRET}.md"})
    requests = [vars(r) for r in caplog.records if r.getMessage() == "http_request"]
    assert [(r["method"], r["route"], r["status"]) for r in requests] == [
        ("POST", "/v1/threads/{thread_id}/messages", 200),
        ("GET", "/v1/threads", 422),
        ("GET", "page", 404),
        ("POST", "/v1/documents", 201),
    ]
    assert SECRET not in str([vars(r) for r in caplog.records if r.name.startswith("followthrough")])
