"""Issue 16: who may call what, over the whole route table; what is told of a refusal; what the audit log has."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI

from followthrough.channels.http.roles import NEEDS, interface_routes, require_roles, wanted, without_role
from followthrough.domain.access import Role, may
from followthrough.domain.audit import Outcome

from .rig import FEES, Rig, running

#: What each role may do besides what a user may; everything that is not here is a user's.
MORE = {
    "POST /v1/documents": Role.EDITOR,
    "GET /v1/handoffs": Role.OPERATOR,
    "POST /v1/handoffs/{handoff_id}/messages": Role.OPERATOR,
    "GET /metrics": Role.OPERATOR,
    "GET /v1/keys": Role.ADMIN,
    "POST /v1/keys": Role.ADMIN,
    "PATCH /v1/keys/{key_id}": Role.ADMIN,
    "DELETE /v1/keys/{key_id}": Role.ADMIN,
    "GET /v1/feedback": Role.ADMIN,
    "GET /v1/audit": Role.ADMIN,
    "GET /v1/report": Role.ADMIN,
    "GET /v1/guard": Role.ADMIN,
}


@pytest.fixture
async def keyed(tmp_path: Path) -> AsyncGenerator[tuple[Rig, dict[Role, str]]]:
    """An application with a key of each role, whose streams end as soon as nothing happens."""
    async with running(tmp_path, tuning={"heartbeat_s": 0.05, "stream_quiet_s": 0.05}) as rig:
        yield rig, {role: (await rig.add_key(role.value, role=role))[0] for role in Role}


def address(path: str) -> str:
    """A path that the route takes; nothing is there."""
    return re.sub(r"\{[^}]*\}", "x", path)


def test_what_each_role_may_do() -> None:
    assert {f"{method} {path}": need.role for (method, path), need in NEEDS.items() if need.role != Role.USER} == MORE
    assert {role: {needed for needed in Role if may(role, needed)} for role in Role} == {
        Role.USER: {Role.USER},
        Role.EDITOR: {Role.USER, Role.EDITOR},
        Role.OPERATOR: {Role.USER, Role.OPERATOR},
        Role.ADMIN: set(Role),
    }


async def test_every_route_refuses_the_roles_that_may_not_and_no_other(keyed: tuple[Rig, dict[Role, str]]) -> None:
    rig, secrets = keyed
    table = list(interface_routes(rig.app.routes))
    assert len(table) > 30
    for method, path in table:
        need = wanted(method, address(path))
        assert need is not None, f"{method} {path} has no role"
        for role, secret in secrets.items():
            answer = await rig.caller(secret).request(method, address(path))
            expected = f"{method} {path} by {role.value}: {answer.status_code}"
            assert (answer.status_code == 403) is not may(role, need.role), expected
            if answer.status_code == 403:
                assert answer.json()["code"] == "forbidden"
                assert answer.json()["detail"].count("\n") == 0


async def test_a_refusal_says_which_role_it_takes_in_one_line(keyed: tuple[Rig, dict[Role, str]]) -> None:
    rig, secrets = keyed
    refused = await rig.caller(secrets[Role.USER]).post("/v1/documents", json={"text": FEES, "name": "fees.md"})
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert "role editor; yours has the role user" in str(refused.json())
    assert (await rig.client.get("/v1/documents")).status_code == 401


def test_a_new_route_without_a_role_is_not_served() -> None:
    app, router = FastAPI(docs_url=None, redoc_url=None), APIRouter()

    @router.get("/v1/brand-new/{thing_id}")
    async def brand_new(thing_id: str) -> str:
        return thing_id

    app.include_router(router)
    assert without_role(app.routes) == ["GET /v1/brand-new/{thing_id}"]
    with pytest.raises(RuntimeError, match="GET /v1/brand-new"):
        require_roles(app.routes)


async def test_a_user_deletes_documents_of_own_threads_and_none_of_the_library(
    keyed: tuple[Rig, dict[Role, str]],
) -> None:
    rig, secrets = keyed
    user, editor = rig.caller(secrets[Role.USER]), rig.caller(secrets[Role.EDITOR])
    shared = (await editor.post("/v1/documents", json={"text": FEES, "name": "fees.md"})).json()["document_id"]
    thread = (await user.post("/v1/threads")).json()["thread_id"]
    made = await user.post(f"/v1/threads/{thread}/documents", json={"text": FEES, "name": "own.md"})
    assert (await user.delete(f"/v1/documents/{shared}")).status_code == 403
    assert (await user.delete(f"/v1/documents/{made.json()['document_id']}")).status_code == 204
    assert (await editor.delete(f"/v1/documents/{shared}")).status_code == 204


async def test_the_audit_log_names_key_action_and_object_and_no_text(keyed: tuple[Rig, dict[Role, str]]) -> None:
    rig, secrets = keyed
    editor, user, admin = (rig.caller(secrets[role]) for role in (Role.EDITOR, Role.USER, Role.ADMIN))
    keys = {key.role: key.id for key in await rig.keys.list()}
    made = (await editor.post("/v1/documents", json={"text": FEES, "name": "fees.md"})).json()["document_id"]
    await user.delete(f"/v1/documents/{made}")
    await editor.delete("/v1/documents/Jane Doe, born 1980")
    await editor.delete(f"/v1/documents/{made}")
    thread = (await user.post("/v1/threads")).json()["thread_id"]
    await user.post(f"/v1/threads/{thread}/messages", json={"text": "Jane Doe, born 1980"})
    await user.delete(f"/v1/threads/{thread}")
    await user.get("/v1/audit")
    log = (await admin.get("/v1/audit")).json()["entries"]
    assert [(e["by"], e["action"], e["object"], e["outcome"]) for e in reversed(log)] == [
        (keys[Role.EDITOR], "document.add", made, "done"),
        (keys[Role.USER], "document.delete", made, "refused"),
        (keys[Role.EDITOR], "document.delete", made, "done"),
        (keys[Role.USER], "thread.delete", thread, "done"),
        (keys[Role.USER], "audit.read", "", "refused"),
    ]
    assert "Jane" not in str(await rig.audit.list())
    assert "fees" not in str(await rig.audit.list())


async def test_report_and_guard_are_what_the_commands_print(rig: Rig) -> None:
    await rig.add_fees()
    await rig.send(await rig.new_thread())
    rig.clock.advance(1)
    report = (await rig.client.get("/v1/report", params={"window": "1d"})).json()
    assert (report["window"]["name"], report["turns"], report["objectives"]) == ("1d", 1, 1)
    guard = (await rig.client.get("/v1/guard")).json()
    assert (guard["verdict"], guard["exit_code"], guard["held"]) == ("not_enough_data", 4, None)
    for path in ("/v1/report?window=x", "/v1/guard?baseline=x"):
        refused = await rig.client.get(path)
        assert (refused.status_code, refused.json()["field"]) == (422, "window")


async def test_an_id_that_is_none_is_not_written_down(keyed: tuple[Rig, dict[Role, str]]) -> None:
    rig, secrets = keyed
    await rig.caller(secrets[Role.USER]).post("/v1/handoffs/Jane Doe, born 1980/messages", json={"text": "x"})
    (entry,) = await rig.audit.list()
    assert (entry.action, entry.object, entry.outcome) == ("handoff.speak", "", Outcome.REFUSED)


async def test_without_keys_a_local_caller_may_do_everything(rig: Rig) -> None:
    assert (await rig.client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})).status_code == 201
    for path in ("/v1/handoffs", "/metrics", "/v1/audit"):
        assert (await rig.client.get(path)).status_code == 200
    assert [e.by for e in await rig.audit.list()][-1] == "local"


async def test_local_use_without_a_key_goes_on_after_the_first_key_where_the_setting_says_so(tmp_path: Path) -> None:
    async with running(tmp_path, local_without_key=True, allowed_hosts=("docs.example.org",)) as rig:
        await rig.client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})
        secret, _ = await rig.add_key("ann", role=Role.USER)
        assert (await rig.client.get("/v1/audit")).status_code == 200
        assert (await rig.caller(secret).get("/v1/audit")).status_code == 403
        assert (await rig.caller("ft_guess").get("/v1/threads")).status_code == 401
        for passed_on in (
            {"Host": "docs.example.org"},
            {"X-Forwarded-For": "10.1.2.3"},
            {"Forwarded": "for=10.1.2.3"},
        ):
            assert (await rig.client.get("/v1/threads", headers=passed_on)).status_code == 401
    async with running(tmp_path, local_without_key=True, host="0.0.0.0") as rig:  # noqa: S104 - nothing is bound
        await rig.add_key("ann")
        assert (await rig.client.get("/v1/threads")).status_code == 401
