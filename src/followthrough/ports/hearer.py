"""What a message does where it was said."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from followthrough.domain.framing import Frames
from followthrough.domain.hearing import NO_EXAMPLES, ActExamples, HeardActs, SaidAt


class Hearer(Protocol):
    """Tells acts from words. Nothing in it is bound to a language."""

    async def hear(self, message: str, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> HeardActs:
        """What the message does, with calibrated chances that add up to at most one.

        A hearer that can't work gives no acts and raises nothing: the exact phrases of the contract still hold.

        Args:
            message: what was said.
            said: where.
            examples: how the users of the conversation's pack talk; a hearer that can't learn may leave them.
        """
        ...

    async def judge(self, frames: Collection[str]) -> Frames:
        """What each frame does with the option that it stands around (``domain.framing``).

        Empty where it can't work.
        """
        ...

    async def expect(self, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> None:
        """Makes ready what a message that is said there will be heard with; doing nothing is right, only slower."""
        ...
