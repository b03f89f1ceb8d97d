"""What ``ingest`` tells while it runs where no bar can move."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from followthrough.cli import app


def test_where_output_is_no_terminal_lines_say_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("followthrough.cli.ingest"), "_SAID_EVERY_S", 0.0)
    (tmp_path / "pool.md").write_text("# Pool\n\nThe pool opens at 6 a.m.\n", encoding="utf-8")
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(tmp_path / "data")}
    done = CliRunner().invoke(app, ["ingest", str(tmp_path / "pool.md"), "--json"], env=environment)
    assert done.stdout.startswith("{")
    assert done.stderr.splitlines()[-1] == "Read 1 of 1 files; embedded 1 of 1 passages so far."
