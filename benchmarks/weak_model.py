"""Models that write badly, and what they cost: every kind over the conversations of some document sets.

``python -m benchmarks.weak_model BENCH --data FOLDER [--sets A,B] [--kinds X,Y] [--conversations N]``: the share of
turns that are right, cited and called resolved without being right, for no model and for each kind of a bad one. A
kind is one process a document set: what is known of a model begins anew with each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.strong_model.recorded import RecordedModel

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.domain.model_calls import ModelRequest, ModelTask
from followthrough.domain.model_results import ClarifyNeed, ModelResult
from followthrough.evals.answers.dataset import load_questions
from followthrough.evals.answers.judge import Judged, Replied, figures, judge
from followthrough.settings import only

NONE = "none"
_PASSAGE = re.compile(r'<passage n="(\d+)"[^>]*>\n(.*?)\n</passage>', re.DOTALL)
_DRAFT = re.compile(r"<draft>\n(.*?)\n</draft>", re.DOTALL)
_MESSAGE = re.compile(r"<message>\n(.*?)\n</message>", re.DOTALL)
_END = re.compile(r"(?<=[.!?])\s+")
_LONGEST = 150  # characters of a sentence that has no end


def _passages(prompt: str) -> list[tuple[str, str]]:
    return _PASSAGE.findall(prompt)


def _sentences(text: str) -> list[str]:
    lines = (re.sub(r"^\W+", "", line).strip() for line in text.splitlines())
    found = [one.rstrip(".")[:_LONGEST] for line in lines for one in _END.split(line) if len(one) > len("too short")]
    return found or [" ".join(text.split())[:_LONGEST]]


def _said(sentence: str, number: str) -> str:
    return f"{sentence} [{number}]."


def _first(passages: list[tuple[str, str]]) -> str:
    return " ".join(_said(_sentences(text)[0], number) for number, text in passages)


def _whole(number: str, text: str) -> str:
    return " ".join(_said(sentence, number) for sentence in _sentences(text))


def _nearest(prompt: str) -> str:
    """The sentence that shares most words with the message."""
    asked = set(re.findall(r"\w{3,}", "".join(_MESSAGE.findall(prompt)).lower()))
    rows = [(number, sentence) for number, text in _passages(prompt) for sentence in _sentences(text)]
    return _said(*max(rows, key=lambda row: len(asked & set(re.findall(r"\w{3,}", row[1].lower()))))[::-1])


def _anywhere(prompt: str) -> str:
    chance = random.Random(prompt)  # noqa: S311 - the same for the same prompt, no secret
    number, text = chance.choice(_passages(prompt))
    return _said(chance.choice(_sentences(text)), number)


def _higher(text: str) -> str:
    """Every figure seven higher."""
    return re.sub(r"(?<!\[)\d+(?!\])", lambda figure: str(int(figure[0][:6]) + 7), text)


#: What each kind of a bad model says to a prompt.
KINDS: dict[str, Callable[[str], str]] = {
    "first": lambda p: _first(_passages(p)[:1]),
    "last": lambda p: _first(_passages(p)[-1:]),
    "anywhere": _anywhere,
    "each": lambda p: _first(_passages(p)),
    "higher": lambda p: _higher(_first(_passages(p)[:3])),
    "whole_first": lambda p: _whole(*_passages(p)[0]),
    "whole_last": lambda p: _whole(*_passages(p)[-1]),
    "draft": lambda p: _said(_sentences("".join(_DRAFT.findall(p)) or _passages(p)[0][1])[0], "1"),
    "nearest": _nearest,
    "echo": lambda p: _said("".join(_MESSAGE.findall(p)).rstrip("?. "), "1"),
    "yes": lambda p: f"Yes. {_first(_passages(p)[:1])}",
    "refusal": lambda p: "The documents do not answer this [0].",
    "bare_yes": lambda p: "Yes.",
    "empty": lambda p: "",
    "long": lambda p: "The settings page lists several options for people who need them [1]. " * 3_000,
    "json": lambda p: json.dumps({"answer": _first(_passages(p)[:1])})[:-9],
    "language": lambda p: "Die Unterlagen sagen, dass alles erlaubt ist und 45 Tage dauert [1].",
    "think": lambda p: "<think>They ask something. It may be 30 days.</think> It depends on your case [1].",
}


class WeakModel(RecordedModel):
    """Says what its kind says, and that it needs to know more before it answers."""

    def __init__(self, says: Callable[[str], str]) -> None:
        super().__init__({})
        self._says = says

    def _said(self, request: ModelRequest[Any]) -> ModelResult | str | None:
        if request.task is ModelTask.CLARIFY_NEED:
            return ClarifyNeed(needed=True, readings=("this", "that"), question="Which one?")
        return self._says(request.user) if request.task is ModelTask.ANSWER else None


async def play(bench: Path, data: Path, kind: str, conversations: int) -> list[Judged]:
    """Every turn of the first conversations of a document set."""
    settings = only(data_dir=data / bench.name, sqlite_synchronous="NORMAL")
    parts = build_parts(settings)
    if kind != NONE:
        parts = replace(parts, model=WeakModel(KINDS[kind]))
    is_new = not settings.data_dir.exists()
    asked = load_questions(bench)
    found: list[Judged] = []
    async with Followthrough.open(settings, parts=parts, background=False) as system:
        if is_new:
            await system.library.ingest_paths([asked.documents], collection=settings.collection)
            await system.library.run_until_idle()
        for questions in asked.threads(standalone=False, limit=conversations):
            thread = await system.create_thread()
            for question in questions:
                message = await system.turns.submit(thread.id, question.text)
                record = await system.turns.result(thread.id, message.turn_id)
                quotes = tuple(citation.quote for citation in record.reply.citations)
                reply = Replied(text=record.reply.text, quotes=quotes, status=record.objective_status)
                found.append(judge(bench.name, question, reply))
    await parts.aclose()
    return found


def main() -> None:
    """Plays the kinds and prints a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path, help="the folder real-dev")
    parser.add_argument("--data", type=Path, required=True, help="keeps the libraries for the next run")
    parser.add_argument("--sets", default="login,sourcegraph")
    parser.add_argument("--kinds", default=",".join((NONE, *KINDS)))
    parser.add_argument("--conversations", type=int, default=12, help="of each set")
    chosen = parser.parse_args()
    for kind in chosen.kinds.split(","):
        rows: list[Judged] = []
        for name in chosen.sets.split(","):
            rows += asyncio.run(play(chosen.bench / name, chosen.data, kind, chosen.conversations))
        seen = figures(rows)
        shares = {"right": seen.right, "cited": seen.cited, "false_resolved": seen.false_resolved}
        print(kind, len(rows), {name: round(one.value or 0.0, 3) for name, one in shares.items()}, flush=True)


if __name__ == "__main__":
    main()
