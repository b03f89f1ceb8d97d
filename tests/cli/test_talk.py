"""A conversation from a pipe can be read afterwards; the version is told without anything being opened."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from typer.testing import CliRunner

from followthrough.cli import app


def test_a_piped_conversation_shows_what_was_said(tmp_path: Path) -> None:
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(tmp_path)}
    done = CliRunner().invoke(
        app, ["chat"], input="hello [there]\n\n  thanks  \n/quit\nnever read\n", env=environment
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("You  ")]
    assert said == ["You  hello [there]", "You  thanks", "You  /quit"]
    lines = done.stdout.splitlines()
    assert lines[lines.index("You  thanks") + 1].startswith("You're welcome")


def test_the_version_is_told() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"followthrough {version('followthrough')}\n")
