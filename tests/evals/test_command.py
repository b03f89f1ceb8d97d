"""``eval conversations`` as a person and a program meet it: what is printed where, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from followthrough.cli import app

PASSES = """
name: the fee is found
documents: [{name: Fees, text: The entry fee is 12 dollars.}]
turns:
  - user: What is the entry fee?
    expect: {objective_status: resolved, reply.text: {contains: 12 dollars}}
"""
FAILS = PASSES.replace("contains: 12 dollars", "contains: 13 dollars")
REFUSED = "name: x\nturns:\n  - retry: 1\n    expect: {}\n  - user: hi\n"


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    for name, text in (("a", PASSES), ("b", FAILS), ("c", REFUSED)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_all_that_passes_ends_with_exit_code_0(talks: Path) -> None:
    result = CliRunner().invoke(app, ["eval", "conversations", str(talks / "a.yaml")])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [f"pass  the fee is found  {talks / 'a.yaml'}", "1 passed, 0 failed"]


def test_a_failed_expectation_and_a_refused_file_are_named_and_end_with_exit_code_1(talks: Path) -> None:
    result = CliRunner().invoke(app, ["eval", "conversations", str(talks)])
    assert result.exit_code == 1
    assert "13 dollars" in result.stdout
    assert f"{talks / 'c.yaml'}:3: retry names turn 1, but only 0 came before" in result.stdout
    assert result.stdout.splitlines()[-1] == "1 passed, 2 failed"


def test_json_is_one_document_and_refusals_are_lines_on_standard_error(talks: Path) -> None:
    result = CliRunner().invoke(app, ["eval", "conversations", str(talks), "--json"])
    assert result.exit_code == 1
    printed = json.loads(result.stdout)
    assert (printed["passed"], printed["failed"]) == (1, 2)
    assert [c["passed"] for c in printed["conversations"]] == [True, False, False]
    failure = printed["conversations"][1]["failures"][0]
    assert (failure["turn"], failure["path"], failure["expected"]) == (1, "reply.text", {"contains": "13 dollars"})
    assert result.stderr.splitlines() == [
        f"invalid_input: {talks / 'c.yaml'}:3: retry names turn 1, but only 0 came before"
    ]
