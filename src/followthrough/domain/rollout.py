"""What is rolled out step by step: flags, how far each is turned on, and what that comes to for a thread.

Invariant: a flag that is off by itself or by what it rests on changes nothing (C30): the lanes and what belongs to
them need ``GROUNDING_CONTINUITY`` beside their own flag.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias


class Flag(StrEnum):
    """A switch of requirements 5.2; the value is the name of its setting."""

    GROUNDING_CONTINUITY = "grounding_continuity_enabled"
    SELECTION_LANE = "selection_lane_enabled"
    SEMANTIC_LANE = "semantic_lane_enabled"
    LLM_AUTO_EXECUTE = "llm_auto_execute_enabled"
    CONTEXT_RETRY = "context_retry_enabled"
    PREVIOUS_DOCS = "previous_docs_enabled"


class Mode(StrEnum):
    """What a flag does in one thread. ``shadow``: decided and recorded, not acted on."""

    OFF = "off"
    SHADOW = "shadow"
    ON = "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """How far a flag is turned on: its mode in a share of all threads, 0 to 1; off in the others."""

    mode: Mode = Mode.OFF
    share: float = 1.0


OFF = Dial()

Rollout: TypeAlias = Mapping[Flag, Dial]
"""Every flag's dial; a flag that is missing is off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What holds in one thread, with what each flag rests on already taken into account."""

    grounding_continuity: Mode = Mode.OFF
    selection_lane: Mode = Mode.OFF
    semantic_lane: Mode = Mode.OFF
    llm_auto_execute: Mode = Mode.OFF
    context_retry: Mode = Mode.OFF
    previous_docs: Mode = Mode.OFF

    @property
    def modes(self) -> dict[Flag, Mode]:
        """The mode of each flag in this thread, in the order of ``Flag``."""
        return {
            Flag.GROUNDING_CONTINUITY: self.grounding_continuity,
            Flag.SELECTION_LANE: self.selection_lane,
            Flag.SEMANTIC_LANE: self.semantic_lane,
            Flag.LLM_AUTO_EXECUTE: self.llm_auto_execute,
            Flag.CONTEXT_RETRY: self.context_retry,
            Flag.PREVIOUS_DOCS: self.previous_docs,
        }

    def mode_of(self, flag: Flag) -> Mode:
        """The mode of one flag in this thread."""
        return self.modes[flag]


ALL_OFF = Flags()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A flag that is held back whatever its setting says, until it is released.

    ``at_most`` is as far as it may be on: off after a roll-back, the share it had after a halt.
    """

    flag: Flag
    at_most: Dial
    why: str
    at: datetime
