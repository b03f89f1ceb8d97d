"""``python -m benchmarks.strong_model BENCH --data FOLDER [--prompts FILE]``: see the package."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.strong_model.recorded import RecordedModel, cited_sentences, plain, read_replies

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.domain.events import Delta, Event
from followthrough.domain.ids import ThreadId
from followthrough.evals.answers.dataset import Question, load_questions
from followthrough.settings import only

REPLIES = Path(__file__).parent / "replies.jsonl"
CONVERSATIONS = {"basecamp": 6, "va": 5}  # the first ones of each set


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A turn; ``first_ms`` lies between the model's first whole sentence and the reply's first text."""

    question: Question
    calls: int
    reply: str
    first_ms: float | None


async def play(bench: Path, data: Path, model: RecordedModel) -> list[Played]:
    """Every turn of the chosen conversations, in order."""
    played: list[Played] = []
    for name, count in CONVERSATIONS.items():
        is_new = not (data / name).exists()
        settings = only(data_dir=data / name, sqlite_synchronous="NORMAL")
        parts = replace(build_parts(settings), model=model)
        async with Followthrough.open(settings, parts=parts, background=False) as system:
            asked = load_questions(bench / name)
            if is_new:
                await system.library.ingest_paths([asked.documents], collection=settings.collection)
                await system.library.run_until_idle()
            for questions in asked.threads(standalone=False)[:count]:
                thread = await system.create_thread()
                played += [await _turn(system, thread.id, question, model) for question in questions]
        await parts.aclose()
    return played


async def _turn(system: Followthrough, thread_id: ThreadId, question: Question, model: RecordedModel) -> Played:
    texts: list[float] = []

    async def observe(event: Event) -> None:
        if isinstance(event.body, Delta):
            texts.append(time.perf_counter())

    model.turn, model.spoken_at = question.id, 0.0
    message = await system.turns.submit(thread_id, question.text, observe=observe)
    record = await system.turns.result(thread_id, message.turn_id)
    first = (texts[0] - model.spoken_at) * 1000 if texts and model.spoken_at else None
    return Played(question=question, calls=len(record.model_calls), reply=record.reply.text, first_ms=first)


def figures(played: list[Played], model: RecordedModel) -> dict[str, float]:
    """What issue 15 measures of these turns."""
    written = [(one, model.replies[one.question.id].text) for one in played if one.question.id in model.replies]
    claims = [(one, sentence) for one, text in written for sentence in cited_sentences(text)]
    said = [sentence in plain(one.reply) for one, sentence in claims]
    whole = [all(s in plain(one.reply) for s in cited_sentences(text)) for one, text in written]
    firsts = [one.first_ms for one in played if one.first_ms is not None]
    return {
        "turns": len(played),
        "calls_a_turn": round(statistics.mean(one.calls for one in played), 3),
        "turns_with_one_call": round(sum(one.calls == 1 for one in played) / len(played), 3),
        "cited_sentences": len(said),
        "cited_sentences_said": round(statistics.mean(said), 3),
        "replies_whole": round(statistics.mean(whole), 3),
        "first_text_ms_median": round(statistics.median(firsts), 1),
    }


def main() -> None:
    """Plays the turns and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path, help="the folder real-dev")
    parser.add_argument("--data", type=Path, required=True, help="keeps the libraries for the next run")
    parser.add_argument("--replies", type=Path, help="write every turn's reply there, a JSON object a line")
    parser.add_argument("--prompts", type=Path, help="write the prompts of turns without a reply there")
    chosen = parser.parse_args()
    model = RecordedModel(read_replies(REPLIES))
    played = asyncio.run(play(chosen.bench, chosen.data, model))
    print(json.dumps(figures(played, model), indent=2))
    if chosen.replies is not None:
        rows = (json.dumps({"turn": one.question.id, "reply": one.reply}, ensure_ascii=False) for one in played)
        chosen.replies.write_text("\n".join(rows) + "\n", encoding="utf-8")
    if chosen.prompts is not None:
        chosen.prompts.write_text("\n".join(f"# {turn}\n{text}" for turn, text in model.unwritten.items()))


main()
