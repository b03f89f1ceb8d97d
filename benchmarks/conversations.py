"""The development data as conversations: a message, what was said before it, and how a person rewrote it."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from followthrough.domain.resolution import Exchange

BENCH = Path(__file__).parent.parent.parent / "shared" / "bench"
FOLDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A message in its conversation. ``history`` has no queries: whoever resolves it in order adds its own."""

    dataset: str
    conversation: str
    message: str
    rewrite: str
    history: tuple[Exchange, ...]

    @property
    def fold(self) -> int:
        """The same for all messages of a conversation, on every machine."""
        return int(hashlib.sha256(self.conversation.encode()).hexdigest(), 16) % FOLDS


def cast(bench: Path = BENCH) -> list[Case]:
    """``cast-2021`` with its responses, in the order of asking."""
    cases: list[Case] = []
    said: defaultdict[str, tuple[Exchange, ...]] = defaultdict(tuple)
    for line in (bench / "cast-2021" / "turns.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        key, message = str(row["conversation"]), row["user"]
        rewrite = row["human_rewrite"].removeprefix("Utterance: ")
        cases.append(Case(dataset="cast-2021", conversation=key, message=message, rewrite=rewrite, history=said[key]))
        said[key] += (Exchange(message=message, reply=row["passage"]),)
    return cases


def mtrag(bench: Path = BENCH) -> list[Case]:
    """``mtrag-dev``, of which only the user's messages are known."""
    cases: list[Case] = []
    for pool in ("clapnq", "cloud", "fiqa"):
        for line in (bench / "mtrag-dev" / pool / "queries.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            *before, message = [m["content"] for m in row["messages"]]
            cases.append(
                Case(
                    dataset="mtrag-dev",
                    conversation=row["conversation"],
                    message=message,
                    rewrite=row["human_rewrite"],
                    history=tuple(Exchange(message=text) for text in before),
                )
            )
    return cases
