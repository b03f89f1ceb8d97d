"""Interface, command line: every call that goes wrong ends with one line on standard error and its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from followthrough import effective, settings
from followthrough.cli import main
from followthrough.cli.output import console

FULL = Path("/dev/full")
CONFIG = "import sys; sys.argv[0:1] = ['followthrough', 'config']; from followthrough.cli import main; main()"


def _call(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["followthrough", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--bad"], "usage: No such option: --bad. See: followthrough --help"),
        (["bogus"], "usage: No such command 'bogus'. See: followthrough --help"),
        (["ask"], "usage: Missing argument 'question'. See: followthrough ask --help"),
        (["keys", "create"], "usage: Missing option '--owner'. See: followthrough keys create --help"),
        (["ask", "a", "b"], "usage: Got unexpected extra argument(s) (b). See: followthrough ask --help"),
    ],
)
def test_a_mistake_in_a_call_is_one_line_and_exit_code_2(
    arguments: list[str], line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _call(monkeypatch, *arguments) == 2
    assert capsys.readouterr() == ("", line + "\n")


@pytest.mark.parametrize("arguments", [[], ["keys"]])
def test_a_call_without_a_command_is_answered_with_the_help(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _call(monkeypatch, *arguments) == 2
    assert capsys.readouterr().err.startswith("Usage: followthrough")


def test_what_went_well_ends_with_exit_code_0(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _call(monkeypatch, "config") == 0
    assert capsys.readouterr().err == ""


def test_ctrl_c_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(**_: object) -> settings.Settings:
        raise KeyboardInterrupt

    monkeypatch.setattr(settings, "load", interrupted)
    assert _call(monkeypatch, "config") == 1
    assert capsys.readouterr().err == ("interrupted: Stopped. What was done so far is kept. Run it again to go on.\n")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_output_to_a_full_disk_is_told_in_one_line(options: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", CONFIG, *options],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("system: The system refused what was needed: no space left on device.")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_leaves_is_told_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        done = subprocess.run(
            [sys.executable, "-c", CONFIG], check=False, stdout=gone, stderr=subprocess.PIPE, text=True, timeout=120
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_text_that_looks_like_an_emoji_or_a_style_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    console().print("root:x:0 and :smile: [bold]", markup=False)
    assert capsys.readouterr().out == "root:x:0 and :smile: [bold]\n"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOLLOWTHROUGH_DATA_DIR", raising=False)
    unset = settings.load().data_dir
    monkeypatch.setenv("FOLLOWTHROUGH_DATA_DIR", "")
    monkeypatch.setenv("FOLLOWTHROUGH_PORT", "")
    given = settings.load()
    assert (given.data_dir, given.port) == (unset, 8000)
    sources = {line.name: line.source for line in effective.describe(given)}
    assert (sources["data_dir"], sources["port"]) == ("default", "default")
