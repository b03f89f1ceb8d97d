"""`decisions` lists, replays and marks (interface.md, "Command line")."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from followthrough.cli import app
from followthrough.errors import NotFound


@pytest.fixture
def command(tmp_path: Path):
    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(app, arguments, env={"FOLLOWTHROUGH_DATA_DIR": str(tmp_path)})

    return invoke


def test_decisions_are_listed_marked_and_made_again(command) -> None:
    assert command("decisions").output == "There are no decisions.\n"
    turn = json.loads(command("ask", "hello", "--json").output)
    command("ask", "thanks", "--thread", turn["thread_id"])
    listed = json.loads(command("decisions", "--thread", turn["thread_id"], "--json").output)["decisions"]
    assert [d["decision"]["reason"] for d in listed] == ["thanks", "greeting"]
    assert [d["wrong"] for d in listed] == [None, None]

    marked = command("decisions", "mark", turn["turn_id"], "--wrong")
    assert (marked.exit_code, "marked as wrong" in marked.output) == (0, True)
    table = command("decisions").output.splitlines()
    assert [line.split()[-1] for line in table[1:]] == ["-", "operator"]
    command("decisions", "mark", turn["turn_id"], "--not-wrong")
    assert "operator" not in command("decisions").output

    again = json.loads(command("decisions", "replay", "--window", "1d", "--json").output)
    assert again == {"decided": 2, "skipped": 0, "changed": []}


def test_an_unknown_id_is_told_in_one_line(command) -> None:
    for arguments in (("decisions", "mark", "nope", "--wrong"), ("decisions", "--thread", "nope")):
        done = command(*arguments)
        assert isinstance(done.exception, NotFound)


def test_a_mark_says_which_way(command) -> None:
    assert command("decisions", "mark", "nope").exit_code == 2


@pytest.mark.parametrize(("kept", "message"), [("false", None), ("true", "where is claim ")])
def test_the_words_are_kept_only_where_a_setting_says_so(
    command, monkeypatch: pytest.MonkeyPatch, kept: str, message: str | None
) -> None:
    monkeypatch.setenv("FOLLOWTHROUGH_DECISIONS_USER_TEXT", kept)
    command("ask", "where is claim W123456789")
    printed = command("decisions", "--json").output
    [decision] = json.loads(printed)["decisions"]
    assert decision["message"] is None if message is None else decision["message"].startswith(message)
    assert "W123456789" not in printed
