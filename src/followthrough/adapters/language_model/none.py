"""No language model: the default. Everything works by rules."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from followthrough.domain.model_calls import (
    ModelFailure,
    ModelHealth,
    ModelRequest,
    ModelTask,
    R,
    Spoken,
    Unavailable,
)


class NoModel:
    """Stands where no model is configured."""

    def can(self, task: ModelTask) -> bool:
        """Never."""
        return False

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """Nothing was said."""

    def trust(self, task: ModelTask) -> float:
        """None."""
        return 0.0

    def resting(self) -> frozenset[ModelTask]:
        """None."""
        return frozenset()

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """See ``ports.language_model``; nobody is asked."""
        return Unavailable(failure=ModelFailure.NOT_CONFIGURED)

    async def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """See ``ports.language_model``; nobody is asked."""
        yield Unavailable(failure=ModelFailure.NOT_CONFIGURED)

    async def check(self) -> tuple[ModelHealth, ...]:
        """There is none to be checked."""
        return ()

    async def aclose(self) -> None:
        """See ``ports.language_model``."""
