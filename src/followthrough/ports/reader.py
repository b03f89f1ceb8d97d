"""Whether texts answer a question and bear claims, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from followthrough.domain.reading import Asked, Claim, Readable


class Reader(Protocol):
    """Judges what was found. CPU work runs off the event loop."""

    async def answers(self, asked: Asked, units: Sequence[Readable]) -> Sequence[float]:
        """The chance of each unit that it is what answers the question, in the units' order.

        They add up to at most 1; what is left is the chance that none of them does. No units give no chances.
        A reader whose model is missing judges by the units' signals alone, and never fails for it.
        """
        ...

    async def supports(self, claims: Sequence[Claim]) -> Sequence[float]:
        """The chance of each claim that what it cites bears all of it, in the claims' order. None give none.

        It judges what exact rules can't: they have the last word (``rules.claims.check``). Without a model as
        ``answers``.
        """
        ...
