"""A language model that says what was written for each turn, its citations put to the numbers of today's prompt."""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from followthrough.adapters.language_model.track_record import NO_RECORD, noted, trust
from followthrough.domain.model_calls import (
    ModelCall,
    ModelFailure,
    ModelHealth,
    ModelRequest,
    ModelTask,
    R,
    Spoken,
    Unavailable,
)
from followthrough.domain.model_results import ClarifyNeed, ModelResult
from followthrough.rules.replies.pieces import pieces
from followthrough.tuning import Tuning

BEGINNING = 60  # characters by which a passage is known again
_PASSAGE = re.compile(r'<passage n="(\d+)"[^>]*>\n(.*?)\n</passage>', re.DOTALL)
_MARK = re.compile(r"\[(\d+)\]")
_GONE = "99"  # a number that no prompt has
_NONE = "0"  # behind a sentence that says that no passage answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A reply as it was written.

    Attributes:
        text: with the numbers of the prompt that it was written for.
        cites: the beginning of the passage that each of its numbers stood for.
    """

    text: str
    cites: dict[str, str]

    def for_prompt(self, prompt: str) -> str:
        """The text with the numbers that its passages have in this prompt."""
        now = {beginning: n for n, beginning in passages_of(prompt).items()}

        def number(mark: re.Match[str]) -> str:
            return mark[0] if mark[1] == _NONE else f"[{now.get(self.cites[mark[1]], _GONE)}]"

        return _MARK.sub(number, self.text)


def passages_of(prompt: str) -> dict[str, str]:
    """The beginning of each passage of a prompt by its number."""
    return {n: " ".join(text.split())[:BEGINNING] for n, text in _PASSAGE.findall(prompt)}


def plain(text: str) -> str:
    """The text without the numbers of its sources, its white space single."""
    return " ".join(re.sub(r"\s*\[\d+\]\.?", "", text).split())


def cited_sentences(text: str) -> list[str]:
    """The sentences of a written reply that name a source, without the numbers and list marks."""
    found = re.findall(r"([^\n]+?)((?:\s\[\d+\]|\[\d+\])+)\.", text)
    return [plain(re.sub(r"^(?:- |\d\. )", "", sentence.strip())) for sentence, _ in found]


def read_replies(path: Path) -> dict[str, Written]:
    """The written replies by their turns."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["turn"]: Written(text=row["text"], cites=row["cites"]) for row in rows}


class RecordedModel:
    """Answers the turn that is set; sees no need to ask back and proposes nothing else.

    Attributes:
        replies: as they were written, by turn.
        turn: whose reply is said next.
        requests: what was asked.
        unwritten: the prompts of turns without a reply.
        spoken_at: when the turn's first sentence was complete, by ``time.perf_counter``.
    """

    def __init__(self, replies: dict[str, Written]) -> None:
        self.replies = replies
        self.turn = ""
        self.requests: list[ModelRequest[Any]] = []
        self.unwritten: dict[str, str] = {}
        self.spoken_at = 0.0
        self._record, self._tuning = NO_RECORD, Tuning()

    def can(self, task: ModelTask) -> bool:
        """See ``ports.language_model``."""
        return True

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """See ``ports.language_model``; it never rests."""
        self._record = noted(self._record, 0.0, self._tuning, held=True, better=better)

    def trust(self, task: ModelTask) -> float:
        """See ``ports.language_model``."""
        return trust(self._record, self._tuning)

    def resting(self) -> frozenset[ModelTask]:
        """See ``ports.language_model``."""
        return frozenset()

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """See ``ports.language_model``."""
        self.requests.append(request)
        said = self._said(request)
        failure = None if isinstance(said, request.result) else ModelFailure.MALFORMED
        call = ModelCall(task=request.task, model="recorded", failure=failure, prompt=request.prompt)
        if not isinstance(said, request.result):
            return Unavailable(failure=ModelFailure.MALFORMED, tries=(call,))
        return Spoken(value=said, tries=(call,))

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """See ``ports.language_model``."""
        outcome = await self.ask(request)
        if isinstance(outcome, Spoken):
            for place, piece in enumerate(pieces(outcome.value)):
                if place == 1:
                    self.spoken_at = time.perf_counter()
                yield piece
        self.spoken_at = self.spoken_at or time.perf_counter()
        yield outcome

    async def check(self) -> tuple[ModelHealth, ...]:
        """See ``ports.language_model``."""
        return (ModelHealth(model="recorded", structured=True, streams=True),)

    async def aclose(self) -> None:
        """See ``ports.language_model``."""

    def _said(self, request: ModelRequest[Any]) -> ModelResult | None:
        if request.task is ModelTask.CLARIFY_NEED:
            return ClarifyNeed(needed=False)
        if request.task is not ModelTask.ANSWER:
            return None
        written = self.replies.get(self.turn)
        if written is None:
            self.unwritten[self.turn] = request.user
            return None
        return written.for_prompt(request.user)
