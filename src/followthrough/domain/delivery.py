"""What came of telling the outside something: a closed union of what a receiver can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The receiver answered with an HTTP status; ``retry_after_s`` is how long it asked to be left alone."""

    status: int
    retry_after_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReached:
    """Nobody answered, or not in time; ``why`` is a few plain words."""

    why: str


Reception: TypeAlias = Answered | NotReached
