"""The recorded conversations played through the product, and what reaches the user of what the model wrote."""

from __future__ import annotations

import statistics
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.strong_model.recorded import RecordedModel, cited_sentences, plain

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.domain.events import Delta, Event
from followthrough.domain.ids import ThreadId
from followthrough.evals.answers.dataset import Question, load_questions
from followthrough.settings import only

REPLIES = Path(__file__).parent / "replies.jsonl"
EVERY = 100  # turns, more than a conversation has
#: The first conversations of each set, and so many turns of each.
CONVERSATIONS = {"basecamp": (6, EVERY), "va": (5, EVERY), "login": (5, 4), "sourcegraph": (5, 4)}
CHARS_A_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A turn; ``first_ms`` lies between the model's first whole sentence and the reply's first text.

    ``tokens`` are those of its prompts, at four characters each.
    """

    question: Question
    calls: int
    tokens: int
    reply: str
    first_ms: float | None


async def play(bench: Path, data: Path, model: RecordedModel, sets: Collection[str]) -> list[Played]:
    """Every turn of the chosen conversations of these sets, in order."""
    played: list[Played] = []
    for name in sets:
        count, turns = CONVERSATIONS[name]
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
                played += [await _turn(system, thread.id, question, model) for question in questions[:turns]]
        await parts.aclose()
    return played


async def _turn(system: Followthrough, thread_id: ThreadId, question: Question, model: RecordedModel) -> Played:
    texts: list[float] = []

    async def observe(event: Event) -> None:
        if isinstance(event.body, Delta):
            texts.append(time.perf_counter())

    model.turn, model.spoken_at = question.id, 0.0
    asked = len(model.requests)
    message = await system.turns.submit(thread_id, question.text, observe=observe)
    record = await system.turns.result(thread_id, message.turn_id)
    first = (texts[0] - model.spoken_at) * 1000 if texts and model.spoken_at else None
    prompts = [request.system + request.user for request in model.requests[asked:]]
    return Played(
        question=question,
        calls=len(record.model_calls),
        tokens=sum(map(len, prompts)) // CHARS_A_TOKEN,
        reply=record.reply.text,
        first_ms=first,
    )


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
        "prompt_tokens_median": round(statistics.median(one.tokens for one in played if one.calls)),
        "turns_with_one_call": round(sum(one.calls == 1 for one in played) / len(played), 3),
        "cited_sentences": len(said),
        "cited_sentences_said": round(statistics.mean(said), 3),
        "replies_whole": round(statistics.mean(whole), 3),
        "first_text_ms_median": round(statistics.median(firsts), 1),
    }
