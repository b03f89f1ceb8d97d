"""What a turn is going to do: a closed union, matched once in ``turn.pipeline``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from followthrough.domain.conversation import Decision, TurnClass
from followthrough.domain.objective import SubObjective


@dataclass(frozen=True, slots=True, kw_only=True)
class SayText:
    """Answer with a text of the pack, search nothing, change nothing. ``say`` names the pack's text."""

    turn_class: TurnClass
    decision: Decision
    say: Literal["empty", "greeting", "thanks", "acknowledged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestion:
    """Search for each part and answer from what is found. ``parts`` keeps the order of asking, never empty."""

    turn_class: TurnClass
    decision: Decision
    summary: str
    parts: tuple[SubObjective, ...]


Plan: TypeAlias = SayText | AnswerQuestion
