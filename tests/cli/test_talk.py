"""A conversation from a pipe can be read afterwards; the version is told without anything being opened."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from typer.testing import CliRunner

from followthrough.cli import app

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


def test_the_version_is_told() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"followthrough {version('followthrough')}\n")
