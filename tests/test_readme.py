"""The README shows what really happens: its transcript is run on the sample documents and compared."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMAND = Path(sys.executable).with_name("followthrough")


def transcript() -> list[tuple[list[str], str]]:
    """The commands of the transcript with the output shown for each; no output shown is none compared."""
    block = re.search(r"<!-- transcript -->\n```console\n(.*?)\n```", README, re.DOTALL)
    assert block
    runs = re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]
    return [(shlex.split(command), shown.strip()) for command, _, shown in (run.partition("\n") for run in runs)]


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a data folder of its own."""
    return {**os.environ, "FOLLOWTHROUGH_DATA_DIR": str(tmp_path_factory.mktemp("data"))}


def test_the_transcript_is_what_happens(surroundings: dict[str, str]) -> None:
    shown_asks = [shown for command, shown in transcript() if command[1] == "ask"]
    assert shown_asks
    assert all(shown_asks)
    for (program, *arguments), shown in transcript():
        assert program == "followthrough"
        done = subprocess.run(
            [COMMAND, *arguments],
            cwd=ROOT,
            env=surroundings,
            check=True,
            capture_output=True,
            text=True,
            timeout=300,
        )
        if shown:
            lines = [line.rstrip() for line in done.stdout.strip().splitlines()]
            assert lines == shown.splitlines()


def test_the_readme_starts_with_one_sentence_and_two_commands() -> None:
    title, sentence, commands = README.split("\n\n")[:3]
    assert title == "# Followthrough"
    assert sentence.count(".") == 1
    shown = [line.split("#")[0].strip() for line in commands.splitlines() if not line.startswith(("```", "<!--"))]
    assert shown == ["make demo", "make test"]


def test_ci_runs_the_command_that_the_readme_gives() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    program = re.search(r"test_command=\$\((awk '.*?' README\.md)\)", script)
    assert program
    found = subprocess.run(["bash", "-c", program[1]], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert found.strip() == "make test"
