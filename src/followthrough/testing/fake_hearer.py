"""A hearer that hears what a test says: by whole message, with the chance given."""

from __future__ import annotations

from collections.abc import Mapping

from followthrough.domain.hearing import NO_EXAMPLES, Act, ActExamples, HeardActs, SaidAt


class FakeHearer:
    """Nothing is heard of a message that the test did not name.

    Args:
        acts: the act of each message.
        chance: how sure it is of each.

    Attributes:
        asked: every message with where it was said, in order.
    """

    def __init__(self, acts: Mapping[str, Act] | None = None, *, chance: float = 1.0) -> None:
        self._acts = dict(acts or {})
        self._chance = chance
        self.asked: list[tuple[str, SaidAt]] = []

    async def expect(self, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> None:
        """See ``ports.hearer``: there is nothing to make ready."""

    async def hear(self, message: str, said: SaidAt, examples: ActExamples = NO_EXAMPLES) -> HeardActs:
        """See ``ports.hearer``."""
        self.asked.append((message, said))
        act = self._acts.get(message)
        return HeardActs(spot=said.spot, acts=() if act is None else ((act, self._chance),))
