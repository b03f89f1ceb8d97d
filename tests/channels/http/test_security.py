"""Issue 2: keys with owners, foreign hosts and pages, rates; what a browser is told."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from .rig import FEES, Rig, running

API_PATHS = ["/v1/threads", "/v1/documents", "/v1/decisions"]
OPEN_PATHS = ["/healthz", "/readyz", "/", "/openapi.json"]


@pytest.fixture
async def keyed(tmp_path: Path) -> AsyncGenerator[tuple[Rig, str, str]]:
    """An application with the keys of two owners."""
    async with running(tmp_path) as rig:
        ann, _ = await rig.add_key("ann")
        bob, _ = await rig.add_key("bob")
        yield rig, ann, bob


@pytest.mark.parametrize("path", API_PATHS)
@pytest.mark.parametrize("secret", [None, "", "ft_guess", "x", "ft_" + "é" * 10, "ft_" + "x" * 10_000])
async def test_with_a_key_in_force_every_call_needs_one(
    keyed: tuple[Rig, str, str], path: str, secret: str | None
) -> None:
    rig, ann, _ = keyed
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}".encode()}
    refused = await rig.client.get(path, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert (await rig.caller(ann).get(path)).status_code == 200


@pytest.mark.parametrize("path", OPEN_PATHS)
async def test_the_page_its_schema_and_health_need_none(keyed: tuple[Rig, str, str], path: str) -> None:
    assert (await keyed[0].client.get(path)).status_code == 200


@pytest.mark.parametrize("scheme", ["Basic", "Token", ""])
async def test_a_key_under_another_scheme_is_none(keyed: tuple[Rig, str, str], scheme: str) -> None:
    rig, ann, _ = keyed
    refused = await rig.client.get("/v1/threads", headers={"Authorization": f"{scheme} {ann}"})
    assert refused.status_code == 401


async def test_a_revoked_key_stops_with_the_next_request(tmp_path: Path) -> None:
    async with running(tmp_path) as rig:
        secret, key = await rig.add_key("ann")
        await rig.add_key("bob")
        caller = rig.caller(secret)
        assert (await caller.get("/v1/threads")).status_code == 200
        await rig.keys.revoke(key.id, rig.clock.now())
        assert (await caller.get("/v1/threads")).status_code == 401


async def test_when_the_last_key_is_revoked_it_opens_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, host="0.0.0.0") as rig:  # noqa: S104 - nothing is bound
        secret, key = await rig.add_key("ann")
        await rig.keys.revoke(key.id, rig.clock.now())
        assert (await rig.client.get("/v1/threads")).status_code == 401
        assert (await rig.caller(secret).get("/v1/threads")).status_code == 401


async def test_without_keys_a_name_that_is_not_this_machines_needs_one(tmp_path: Path) -> None:
    async with running(tmp_path, allowed_hosts=("docs.example.org",)) as rig:
        assert (await rig.client.get("/v1/threads", headers={"Host": "docs.example.org"})).status_code == 401
        assert (await rig.client.get("/v1/threads")).status_code == 200


async def test_another_owners_ids_are_404(keyed: tuple[Rig, str, str]) -> None:
    rig, ann, bob = keyed
    mine, theirs = rig.caller(ann), rig.caller(bob)
    thread_id = (await mine.post("/v1/threads")).json()["thread_id"]
    made = await mine.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    document_id = made.json()["document_id"]
    calls = [
        ("GET", f"/v1/threads/{thread_id}", None),
        ("PATCH", f"/v1/threads/{thread_id}", {"title": "x"}),
        ("GET", f"/v1/threads/{thread_id}/export", None),
        ("GET", f"/v1/threads/{thread_id}/turns", None),
        ("GET", f"/v1/threads/{thread_id}/events", None),
        ("POST", f"/v1/threads/{thread_id}/messages", {"text": "hi"}),
        ("POST", f"/v1/threads/{thread_id}/stop", None),
        ("POST", f"/v1/threads/{thread_id}/documents", {"text": "x", "name": "x.md"}),
        ("GET", f"/v1/documents?thread_id={thread_id}", None),
        ("GET", f"/v1/documents/{document_id}", None),
        ("GET", f"/v1/documents/{document_id}/passages/psg_1", None),
        ("DELETE", f"/v1/documents/{document_id}", None),
        ("DELETE", f"/v1/threads/{thread_id}", None),
    ]
    for method, path, body in calls:
        answer = await theirs.request(method, path, json=body)
        unknown = await theirs.request(
            method, path.replace(thread_id, "thr_x").replace(document_id, "doc_x"), json=body
        )
        assert answer.status_code == 404, (method, path)
        assert answer.json() == unknown.json(), "the two must not be told apart"
    assert (await theirs.get("/v1/threads")).json()["threads"] == []
    assert (await theirs.get(f"/v1/threads?cursor={thread_id}")).status_code == 422
    assert (await mine.get(f"/v1/threads/{thread_id}")).status_code == 200
    assert (await mine.get(f"/v1/documents/{document_id}")).status_code == 200


async def test_another_owners_document_cannot_be_attached(keyed: tuple[Rig, str, str]) -> None:
    rig, ann, bob = keyed
    mine, theirs = rig.caller(ann), rig.caller(bob)
    thread_id = (await mine.post("/v1/threads")).json()["thread_id"]
    made = await mine.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    their_thread = (await theirs.post("/v1/threads")).json()["thread_id"]
    refused = await theirs.post(
        f"/v1/threads/{their_thread}/messages",
        json={"text": "hi", "attachments": [{"document_id": made.json()["document_id"]}]},
    )
    assert refused.status_code == 422


@pytest.mark.parametrize("path", [*API_PATHS, *OPEN_PATHS, "/nowhere"])
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "192.168.1.5:8000", ""])
async def test_a_foreign_host_reaches_nothing(rig: Rig, path: str, host: str) -> None:
    refused = await rig.client.get(path, headers={"Host": host})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
async def test_no_foreign_page_can_drive_the_server(rig: Rig, headers: dict[str, str]) -> None:
    thread_id = await rig.new_thread()
    calls = [
        ("GET", "/v1/threads", None),
        ("POST", "/v1/threads", {}),
        ("DELETE", f"/v1/threads/{thread_id}", None),
        ("POST", f"/v1/threads/{thread_id}/messages", {"text": "hi"}),
        ("POST", "/v1/documents", {"text": "x", "name": "x.md"}),
        ("OPTIONS", "/v1/threads", None),
    ]
    for method, path, body in calls:
        refused = await rig.client.request(method, path, json=body, headers=headers)
        assert refused.status_code == 403, (method, path)
        assert not [name for name in refused.headers if name.startswith("access-control-")]
    assert len((await rig.client.get("/v1/threads")).json()["threads"]) == 1


async def test_two_origins_are_one_too_many(rig: Rig) -> None:
    refused = await rig.client.get(
        "/v1/threads", headers=[("Origin", "http://localhost:8000"), ("Origin", "http://evil.example")]
    )
    assert refused.status_code == 403


async def test_the_own_page_may_call_and_be_reached_by_a_link(rig: Rig) -> None:
    own = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}
    assert (await rig.client.post("/v1/threads", headers=own)).status_code == 201
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert (await rig.client.get("/", headers=linked)).status_code == 200


async def test_a_form_of_another_site_is_no_json(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused = await rig.client.post(
            f"/v1/threads/{thread_id}/messages", content=b'{"text": "hi"}', headers={"Content-Type": content_type}
        )
        assert refused.status_code == 415


async def test_the_page_may_load_and_call_only_its_own_server(rig: Rig) -> None:
    page = await rig.client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["cache-control"] == "no-cache"


async def test_answers_of_the_interface_are_not_kept_by_browsers(rig: Rig) -> None:
    for path in ("/v1/threads", "/v1/nowhere", "/metrics"):
        assert (await rig.client.get(path)).headers["cache-control"] == "no-store"


async def test_the_rate_is_limited_per_key_and_says_when_to_come_back(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"rate_per_minute": 3}) as rig:
        ann, _ = await rig.add_key("ann")
        bob, _ = await rig.add_key("bob")
        mine, theirs = rig.caller(ann), rig.caller(bob)
        assert [(await mine.get("/v1/threads")).status_code for _ in range(4)] == [200, 200, 200, 429]
        refused = await mine.get("/v1/threads")
        assert refused.json()["code"] == "rate_limited"
        assert refused.headers["retry-after"] == "20"
        assert (await theirs.get("/v1/threads")).status_code == 200
        rig.clock.advance(20)
        assert (await mine.get("/v1/threads")).status_code == 200


async def test_a_key_may_have_a_limit_of_its_own(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"rate_per_minute": 2}) as rig:
        host, _ = await rig.add_key("host", rate_per_minute=5)
        slow, _ = await rig.add_key("slow", rate_per_minute=1)
        for secret, most in ((host, 5), (slow, 1)):
            caller = rig.caller(secret)
            statuses = [(await caller.get("/v1/threads")).status_code for _ in range(most + 1)]
            assert statuses == [200] * most + [429]


async def test_guessing_keys_is_limited_by_address(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"rate_per_minute": 3}) as rig:
        ann, _ = await rig.add_key("ann")
        guesses = [(await rig.caller(f"ft_guess{n}").get("/v1/threads")).status_code for n in range(5)]
        assert guesses == [401, 401, 401, 429, 429]
        assert (await rig.caller(ann).get("/v1/threads")).status_code == 200


async def test_the_page_and_health_are_not_limited(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"rate_per_minute": 1}) as rig:
        for path in OPEN_PATHS * 3:
            assert (await rig.client.get(path)).status_code == 200
