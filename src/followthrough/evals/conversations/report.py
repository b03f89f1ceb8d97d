"""Results of scripted conversations for programs (interface.md, "Command line") and for people."""

from __future__ import annotations

import json

from rich.console import Console
from rich.text import Text

from followthrough.evals.conversations.nodes import Json
from followthrough.evals.conversations.run import ConversationResult, Failure, Results

_LONGEST = 300


def as_json(results: Results) -> dict[str, Json]:
    """The document that ``eval conversations --json`` prints."""
    return {
        "conversations": [_conversation(c) for c in results.conversations],
        "passed": results.passed,
        "failed": results.failed,
    }


def _conversation(result: ConversationResult) -> dict[str, Json]:
    failures: list[Json] = [
        {"turn": f.turn, "path": f.path, "expected": f.expected, "got": f.got} for f in result.failures
    ]
    return {"name": result.name, "file": str(result.file), "passed": result.passed, "failures": failures}


def print_result(result: ConversationResult, console: Console) -> None:
    """One conversation: a line, and each failure with what was expected and what was there.

    The console decides on colour; nothing but the words carries meaning.
    """
    mark = Text("pass", style="green") if result.passed else Text("FAIL", style="bold red")
    _print(console, Text.assemble(mark, "  ", result.name, "  ", (str(result.file), "dim")))
    if result.refusal:
        _print(console, Text(f"      {result.refusal}"))
        return
    for failure in result.failures:
        _print(console, _failure(failure))


def _failure(failure: Failure) -> Text:
    where = f"turn {failure.turn}  {failure.path}" if failure.turn else "before the first turn"
    return Text.assemble(
        ("      " + where, "bold"),
        "\n        expected  ",
        _shown(failure.expected),
        "\n        got       ",
        _shown(failure.got),
    )


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"


def print_summary(results: Results, console: Console) -> None:
    """The last line: how many passed and failed."""
    style = "bold red" if results.failed else "bold green"
    _print(console, Text(f"{results.passed} passed, {results.failed} failed", style=style))


def _print(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)
