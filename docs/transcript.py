"""The transcript in the README: runs its commands and writes what they print (`make transcript`).

A test compares instead of writing. A command that is shown without output is run and its output is left out.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"(?<=<!-- transcript -->\n```console\n).*?(?=\n```)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A command as it stands in the transcript and the output shown below it."""

    command: str
    output: str


def shown_in(readme: str) -> list[Shown]:
    """The commands of the transcript in order.

    Raises:
        ValueError: the README has no transcript.
    """
    block = _BLOCK.search(readme)
    if block is None:
        raise ValueError("the README has no transcript")
    runs = (run.partition("\n") for run in re.split(r"^\$ ", block[0], flags=re.MULTILINE)[1:])
    return [Shown(command=command, output=output.strip()) for command, _, output in runs]


def play(shown: list[Shown], data_dir: Path) -> list[Shown]:
    """Runs the commands on the data folder; each comes back with what it really printed."""
    printed = [_run(s.command, data_dir) for s in shown]
    return [Shown(command=s.command, output=p if s.output else "") for s, p in zip(shown, printed, strict=True)]


def _run(command: str, data_dir: Path) -> str:
    program, *arguments = shlex.split(command)
    done = subprocess.run(  # noqa: S603 - the commands are the README's own
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        env={**os.environ, "FOLLOWTHROUGH_DATA_DIR": str(data_dir)},  # noqa: TID251 - for the child process
        check=True,
        capture_output=True,
        text=True,
    )
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def main() -> None:
    """Writes the transcript anew."""
    readme = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        played = play(shown_in(readme), Path(folder))
    block = "\n\n".join(f"$ {s.command}\n{s.output}".strip() for s in played)
    README.write_text(_BLOCK.sub(lambda _: block, readme), encoding="utf-8")


if __name__ == "__main__":
    main()
