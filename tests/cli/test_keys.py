"""`keys list` shows what `keys revoke` asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import followthrough

from followthrough.bootstrap import Followthrough
from followthrough.cli.audit import run_audit
from followthrough.cli.keys import run_change, run_create, run_list, run_revoke
from followthrough.domain.access import Role
from followthrough.errors import InvalidInput, NotFound
from followthrough.settings import only


def keys(folder: Path, *arguments: str) -> str:
    """What a key command prints to a pipe, as on a narrow screen."""
    done = followthrough("keys", *arguments, data=folder, columns=40)
    assert done.code == 0, done.err
    return done.out


def test_a_listed_id_is_whole_on_one_line_and_can_be_revoked(tmp_path: Path) -> None:
    keys(tmp_path, "create", "--owner", "clinic-a", "--name", "the front desk of the clinic")
    row = keys(tmp_path, "list").splitlines()[1]
    assert row.rstrip().endswith("in force")
    keys(tmp_path, "revoke", row.split()[0])
    assert "revoked" in keys(tmp_path, "list").splitlines()[1]


async def test_the_first_key_is_an_admins_and_every_other_a_users_unless_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = only(data_dir=tmp_path)

    async def create(owner: str, role: Role | None = None) -> str:
        await run_create(settings, owner=owner, name="", role=role, rate_per_minute=None, json_output=True)
        return json.loads(capsys.readouterr().out)["id"]

    async def listed() -> list[tuple[str, str, int | None]]:
        await run_list(settings, json_output=True)
        return [(k["id"], k["role"], k["rate_per_minute"]) for k in json.loads(capsys.readouterr().out)]

    first, second, third = await create("me"), await create("ann"), await create("desk", Role.OPERATOR)
    assert await listed() == [(first, "admin", None), (second, "user", None), (third, "operator", None)]
    await run_change(settings, second, role=Role.EDITOR, rate_per_minute=90, server_rate=False)
    await run_change(settings, second, role=None, rate_per_minute=70, server_rate=False)
    await run_change(settings, third, role=Role.USER, rate_per_minute=None, server_rate=False)
    capsys.readouterr()
    assert (await listed())[1:] == [(second, "editor", 70), (third, "user", None)]
    await run_change(settings, second, role=None, rate_per_minute=None, server_rate=True)
    await run_revoke(settings, third)
    capsys.readouterr()
    assert (await listed())[1] == (second, "editor", None)
    with pytest.raises(InvalidInput):
        await run_change(settings, second, role=None, rate_per_minute=None, server_rate=False)
    for change in (
        run_revoke(settings, "key_x"),
        run_change(settings, "key_x", role=Role.USER, rate_per_minute=None, server_rate=False),
    ):
        with pytest.raises(NotFound):
            await change
    await run_audit(settings, window="1d", json_output=True)
    log = json.loads(capsys.readouterr().out)["entries"]
    assert [(e["by"], e["action"], e["object"]) for e in reversed(log)] == [
        ("command", "key.create", first),
        ("command", "key.create", second),
        ("command", "key.create", third),
        *[("command", "key.change", name) for name in (second, second, third, second)],
        ("command", "key.revoke", third),
    ]


@pytest.mark.parametrize(
    ("owner", "has_conversation", "is_told"), [("me", True, True), ("me", False, False), ("local", True, False)]
)
async def test_the_first_key_says_where_conversations_held_without_one_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], owner: str, has_conversation: bool, is_told: bool
) -> None:
    settings = only(data_dir=tmp_path)
    if has_conversation:
        async with Followthrough.open(settings, background=False) as system:
            await system.turns.create_thread(owner=system.owner, collection="default", pack="general")
    for made, expected in (("first", is_told), ("second", False)):
        await run_create(settings, owner=owner, name=made, role=None, rate_per_minute=None, json_output=False)
        assert ("keys create --owner local" in " ".join(capsys.readouterr().err.split())) == expected
