"""What ``ingest`` tells while it runs where no bar can move."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from followthrough.cli import app
from followthrough.cli.unfinished import unfinished
from followthrough.settings import only


def test_where_output_is_no_terminal_lines_say_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("followthrough.cli.ingest"), "_SAID_EVERY_S", 0.0)
    (tmp_path / "pool.md").write_text("# Pool\n\nThe pool opens at 6 a.m.\n", encoding="utf-8")
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(tmp_path / "data")}
    done = CliRunner().invoke(app, ["ingest", str(tmp_path / "pool.md"), "--json"], env=environment)
    assert done.stdout.startswith("{")
    assert done.stderr.splitlines()[-1] == "Read 1 of 1 files; embedded 1 of 1 passages so far."


def test_what_was_interrupted_is_told_until_it_is_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "the pool"
    folder.mkdir()
    (folder / "pool.md").write_text("# Pool\n\nThe pool opens at 6 a.m.\n", encoding="utf-8")
    data = tmp_path / "data"
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(data)}
    told = f"Taking in {folder} was interrupted; it goes on with: followthrough ingest '{folder}'"

    def said() -> tuple[bool, bool]:
        asked = CliRunner().invoke(app, ["ask", "When does the pool open?"], env=environment)
        looked = CliRunner().invoke(app, ["doctor", "--json"], env=environment)
        checks = {check["check"]: check for check in json.loads(looked.stdout)["checks"]}
        assert checks["ingest"]["ok"] is (told not in checks["ingest"]["seen"])
        return told in asked.stderr, told in checks["ingest"]["seen"]

    def interrupted(*_: object, **__: object) -> None:
        assert unfinished(only(data_dir=data)) == ""  # it runs still
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("followthrough.ingest.folder.FolderIngest._move", interrupted)
        CliRunner().invoke(app, ["ingest", str(folder)], env=environment)
    assert said() == (True, True)
    assert CliRunner().invoke(app, ["ingest", str(tmp_path), "--collection", "other"], env=environment).exit_code == 0
    assert said() == (True, True)
    CliRunner().invoke(app, ["ingest", str(tmp_path)], env=environment)
    assert said() == (False, False)
