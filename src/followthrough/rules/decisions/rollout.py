"""Which flags hold in a thread: a share of threads is chosen by a stable hash of their ids.

A thread's place is the first 53 bits of the SHA-256 of its id, as a share of 2**53. It is the same for every flag
and every process, so that the threads of a small share are among those of a larger one, and a thread keeps what it
has while a share grows (docs/concepts/rollout.md has vectors).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from followthrough.domain.ids import ThreadId
from followthrough.domain.rollout import OFF, Dial, Flag, Flags, Hold, Mode, Rollout

_WORDS = {mode.value: mode for mode in Mode}
_STRENGTH = {Mode.OFF: 0, Mode.SHADOW: 1, Mode.ON: 2}


def place_of(thread_id: ThreadId) -> float:
    """The thread's place among all, from 0 up to, and without, 1."""
    return (int.from_bytes(sha256(thread_id.encode()).digest()[:8]) >> 11) / 2**53


def dial_of(value: str) -> Dial:
    """What a flag's setting says: ``off``, ``on``, ``shadow`` or a share of threads such as ``0.1``.

    Raises:
        ValueError: it says nothing of the kind.
    """
    if value in _WORDS:
        return Dial(mode=_WORDS[value])
    share = float(value)
    if not 0 <= share <= 1:
        raise ValueError("a share is from 0 to 1")
    return Dial(mode=Mode.ON, share=share)


def value_of(dial: Dial) -> str:
    """A dial as its setting says it."""
    return dial.mode.value if dial.share == 1 or dial.mode is not Mode.ON else f"{dial.share:g}"


def held_back(rollout: Rollout, holds: Iterable[Hold]) -> dict[Flag, Dial]:
    """The dials with each flag at most as far on as its hold allows."""
    held = {hold.flag: hold.at_most for hold in holds}
    return {flag: _less(dial, held[flag]) if flag in held else dial for flag, dial in rollout.items()}


def _less(one: Dial, other: Dial) -> Dial:
    if one.mode is other.mode:
        return Dial(mode=one.mode, share=min(one.share, other.share))
    return min(one, other, key=lambda dial: _STRENGTH[dial.mode])


def flags_of(thread_id: ThreadId, rollout: Rollout) -> Flags:
    """What holds in this thread."""
    place = place_of(thread_id)

    def own(flag: Flag) -> Mode:
        dial = rollout.get(flag, OFF)
        return dial.mode if place < dial.share else Mode.OFF

    continuity = own(Flag.GROUNDING_CONTINUITY)
    selection = _weaker(continuity, own(Flag.SELECTION_LANE))
    semantic = _weaker(continuity, own(Flag.SEMANTIC_LANE))
    return Flags(
        grounding_continuity=continuity,
        selection_lane=selection,
        semantic_lane=semantic,
        llm_auto_execute=_weaker(selection, own(Flag.LLM_AUTO_EXECUTE)),
        context_retry=_weaker(continuity, own(Flag.CONTEXT_RETRY)),
        previous_docs=own(Flag.PREVIOUS_DOCS),
    )


def _weaker(one: Mode, other: Mode) -> Mode:
    return min(one, other, key=_STRENGTH.__getitem__)
