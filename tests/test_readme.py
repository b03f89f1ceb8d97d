"""The README shows what really happens: its transcript is run on the sample documents and compared."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from docs import transcript

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_transcript_is_what_happens(tmp_path: Path) -> None:
    shown = transcript.shown_in(README)
    assert [s for s in shown if s.command.startswith("followthrough ask") and s.output]
    assert transcript.play(shown, tmp_path) == shown, "run `make transcript` and read what changed"


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
