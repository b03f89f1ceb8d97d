"""Whether texts answer a question, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from followthrough.domain.reading import Asked, Readable


class Reader(Protocol):
    """Judges what was found. CPU work runs off the event loop."""

    async def answers(self, asked: Asked, units: Sequence[Readable]) -> Sequence[float]:
        """The chance of each unit that it is what answers the question, in the units' order.

        They add up to at most 1; what is left is the chance that none of them does. No units give no chances.
        A reader whose model is missing judges by the units' signals alone, and never fails for it.
        """
        ...
