"""``python -m benchmarks.strong_model BENCH --data FOLDER [--sets A,B] [--prompts FILE]``: see the package."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

from benchmarks.strong_model.recorded import RecordedModel, read_replies
from benchmarks.strong_model.replay import CONVERSATIONS, REPLIES, figures, play


def main() -> None:
    """Plays the turns and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path, help="the folder real-dev")
    parser.add_argument("--data", type=Path, required=True, help="keeps the libraries for the next run")
    parser.add_argument("--sets", default=",".join(CONVERSATIONS))
    parser.add_argument("--replies", type=Path, help="write every turn's reply there, a JSON object a line")
    parser.add_argument("--prompts", type=Path, help="write the prompts of turns without a reply there")
    chosen = parser.parse_args()
    model = RecordedModel(read_replies(REPLIES))
    played = asyncio.run(play(chosen.bench, chosen.data, model, chosen.sets.split(",")))
    print(json.dumps(figures(played, model), indent=2))
    if chosen.replies is not None:
        rows = (json.dumps({"turn": one.question.id, "reply": one.reply}, ensure_ascii=False) for one in played)
        chosen.replies.write_text("\n".join(rows) + "\n", encoding="utf-8")
    if chosen.prompts is not None:
        chosen.prompts.write_text("\n".join(f"# {turn}\n{text}" for turn, text in model.unwritten.items()))


main()
