"""Whose rules apply to a conversation, and the question that asks for it (requirements 5.1, section 4).

Invariant: a slot holds canonical names only, with the turn that set them; nothing here is read from a reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.continuity import OptionSet


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotState:
    """What is known of one slot.

    Attributes:
        slot: the slot's name in the pack.
        values: canonical names; empty when the user said that there is none, or named one that nobody knows (F30).
        set_at_turn: the turn that set them.
        used_at_turn: the last turn that relied on them; they fade by it (F31).
    """

    slot: str
    values: tuple[str, ...]
    set_at_turn: int
    used_at_turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """The slots that are settled, in the pack's order."""

    slots: tuple[SlotState, ...] = ()

    def state_of(self, slot: str) -> SlotState | None:
        """What is known of the slot, None when nothing is."""
        return next((s for s in self.slots if s.slot == slot), None)

    def values(self, slot: str) -> tuple[str, ...]:
        """The slot's values, empty when there are none."""
        state = self.state_of(slot)
        return state.values if state is not None else ()


NOTHING_KNOWN = Jurisdiction()


class Waits(StrEnum):
    """What a question of ours asks for."""

    MISSING_SLOT = "missing_slot"
    UNDERSPECIFIED = "underspecified"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSlots:
    """The one question of ours that waits for an answer: for slot values (C5, C22), or which of several is meant.

    Attributes:
        slots: what it asks for, any of which answers it; empty where it asks which one is meant.
        question: as the user read it.
        original: the message that it stopped; the answer continues it.
        asked_at_turn: the turn of ``original``; what was said before it is the conversation before ``original``.
        times: how often it was asked.
        option_set: what to click; None when there is nothing to offer.
        kind: what it asks for.
        phrase: the words of ``original`` in whose place the answer to "which one" stands; empty where none can be
            replaced.
    """

    slots: tuple[str, ...]
    question: str
    original: str
    asked_at_turn: int
    times: int = 1
    option_set: OptionSet | None = None
    kind: Waits = Waits.MISSING_SLOT
    phrase: str = ""
