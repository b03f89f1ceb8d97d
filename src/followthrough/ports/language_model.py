"""A language model: asked for one thing at a time. What it says is a proposal (architecture rule 6)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from followthrough.domain.model_calls import ModelHealth, ModelRequest, ModelTask, R, Spoken, Unavailable


class LanguageModel(Protocol):
    """One model or several in order of preference. Never raises for what a model or its server does."""

    def can(self, task: ModelTask) -> bool:
        """Whether anything is configured for the task that does not rest; where it is False no call need be made."""
        ...

    def note(self, task: ModelTask, *, held: bool, better: bool | None = None) -> None:
        """Counts whether an output of the task passed its checks; a task whose outputs mostly fail rests a while.

        ``better``: whether an answer was better than what was found without the model; None where nobody looked.
        """
        ...

    def trust(self, task: ModelTask) -> float:
        """How often its latest answers were better than what was found without it, from 0 to 1."""
        ...

    def resting(self) -> frozenset[ModelTask]:
        """The tasks that rest now because their outputs failed."""
        ...

    async def ask(self, request: ModelRequest[R]) -> Spoken[R] | Unavailable:
        """The whole result, of the type that was asked for. Cancelling it cancels the request on the wire."""
        ...

    def stream(self, request: ModelRequest[str]) -> AsyncGenerator[str | Spoken[str] | Unavailable]:
        """A text piece by piece, then exactly one ``Spoken`` or ``Unavailable`` as the last item.

        The pieces joined equal ``Spoken.value``. After ``Unavailable`` the pieces that came are all there is of an
        unfinished text. Closing it before its end cancels the request: iterate within ``contextlib.aclosing``.
        """
        ...

    async def check(self) -> tuple[ModelHealth, ...]:
        """Asks every configured model one tiny thing, for an operator; empty when there is none."""
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
