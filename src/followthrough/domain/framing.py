"""What a message does with what it names of a list: its frame, and what was made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

OPTION, PLACE = "@", "#"  # what stands in a frame for the name of an option, and for a place in the list
OTHER = "~"  # what stands there for every other option that is named, by either


class Does(StrEnum):
    """What a message does with an option, or with the whole list. The values are names in examples and weights."""

    PICK = "pick"
    OPEN = "open"
    USE = "use"
    RERUN = "rerun"
    RETRY = "retry"
    ASK = "ask"
    COND = "cond"
    DEED = "deed"
    DENY = "deny"
    PART = "part"
    SEVERAL = "several"
    TALK = "talk"
    OUTSIDE = "outside"
    NONE = "none"
    UNDO = "undo"
    UNSURE = "unsure"
    OTHER = "other"


CHOOSES = (Does.PICK, Does.OPEN, Does.USE, Does.RERUN, Does.RETRY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """What was made of one frame.

    Attributes:
        does: each with its chance, the likeliest first; empty where nothing could be judged.
        explains: how likely it asks for an explanation as well: "and tell me why".
        strange: beside the mark, in its clause, it has words that no choice was fitted with.
        held: a few words stand apart from the mark as they do in no choice: they may hold it up or call somebody.
        foreign: it has words that nothing was fitted with.
    """

    does: tuple[tuple[Does, float], ...] = ()
    explains: float = 0.0
    strange: bool = False
    held: bool = False
    foreign: bool = False

    @property
    def best(self) -> Does | None:
        """The likeliest; None where nothing could be judged."""
        return self.does[0][0] if self.does else None

    def chance(self, *some: Does) -> float:
        """How likely it does one of these."""
        return sum(chance for one, chance in self.does if one in some)

    @property
    def verb(self) -> Does:
        """The likeliest way of choosing."""
        return next((one for one, _ in self.does if one in CHOOSES), Does.PICK)


NOT_FRAMED = Framed()
Frames: TypeAlias = Mapping[str, Framed]
