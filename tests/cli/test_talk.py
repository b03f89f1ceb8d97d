"""A conversation from a pipe can be read afterwards; the version is told without anything being opened."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from typer.testing import CliRunner

from followthrough.channels.rows import Rows
from followthrough.cli import app
from followthrough.cli.talk import print_rows

CHAT = "import sys; sys.argv[0:1] = ['followthrough', 'chat']; from followthrough.cli import main; main()"


def test_a_piped_conversation_shows_what_was_said(tmp_path: Path) -> None:
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(tmp_path)}
    done = CliRunner().invoke(
        app, ["chat"], input="hello [there]\n\n  thanks  \n/quit\nnever read\n", env=environment
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("You  ")]
    assert said == ["You  hello [there]", "You  thanks", "You  /quit"]
    lines = done.stdout.splitlines()
    assert lines[lines.index("You  thanks") + 1].startswith("You're welcome")


def test_ctrl_c_at_the_prompt_leaves_at_once(tmp_path: Path) -> None:
    master, slave = os.openpty()
    said = b""
    with subprocess.Popen(
        [sys.executable, "-c", CHAT],
        env={**os.environ, "FOLLOWTHROUGH_DATA_DIR": str(tmp_path)},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    ) as chat:
        for typed in (b"hello\n", b""):
            while not said.endswith(b"You  "):
                said = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", said + os.read(master, 4096))
            os.write(master, typed)
            said += b"."
        chat.send_signal(signal.SIGINT)
        try:
            assert chat.wait(timeout=60) == 0
        finally:
            chat.kill()
    os.close(slave)
    os.close(master)


def test_rows_stand_as_a_table_and_as_lines_of_names_where_that_is_too_wide() -> None:
    short = Rows(names=("Plan", "Fee"), cells=(("Gold", "5 [b]x[/b]"), ("Free", "0")))
    long = Rows(names=("Plan", "Covers"), cells=(("Gold", "walks " * 20), ("Free", "rides")))
    out = Console(file=io.StringIO(), width=80, force_terminal=False)
    print_rows(short, out)
    print_rows(long, out)
    lines = [line.rstrip() for line in out.file.getvalue().splitlines()]
    assert lines[:3] == ["Plan  Fee", "Gold  5 [b]x[/b]", "Free  0"]
    assert lines[3:5] == [
        "Plan    Gold",
        "Covers  walks walks walks walks walks walks walks walks walks walks walks walks",
    ]
    assert lines[-3:] == ["", "Plan    Free", "Covers  rides"]
    assert "\x1b" not in out.file.getvalue()


def test_the_version_is_told() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"followthrough {version('followthrough')}\n")
