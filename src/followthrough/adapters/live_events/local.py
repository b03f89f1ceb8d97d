"""One process: whoever reads is where the turn runs, and nothing is passed on."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from followthrough.domain.ids import TurnId


class LocalEvents:
    """A ``LiveEvents`` that reaches nobody."""

    @property
    def is_shared(self) -> bool:
        """See ``LiveEvents.is_shared``."""
        return False

    def publish(self, turn_id: TurnId, event: tuple[int, str, str]) -> None:
        """See ``LiveEvents.publish``."""

    def finish(self, turn_id: TurnId) -> None:
        """See ``LiveEvents.finish``."""

    async def follow(self, turn_id: TurnId, after: int) -> AsyncGenerator[Sequence[tuple[int, str, str]]]:
        """See ``LiveEvents.follow``."""
        return
        yield ()  # what makes it a generator

    async def aclose(self) -> None:
        """See ``LiveEvents.aclose``."""
