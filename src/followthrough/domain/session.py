"""What a turn starts from: the thread with its last turns, as the run before left them (R3-7, R3-8)."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.conversation import StoredTurn, Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A thread's state, the clarification, option sets and continuity in it, and its last ended turns.

    ``turns`` are oldest first and come without their events.
    """

    thread: Thread
    turns: tuple[StoredTurn, ...] = ()
