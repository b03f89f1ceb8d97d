"""What a scripted conversation needs of the product: a fresh system for each conversation.

The one who opens it decides what it is made of; the runner sees messages going in and turns, as callers get them,
coming out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from followthrough.evals.conversations.nodes import Json
from followthrough.evals.conversations.script import (
    Attachment,
    GivenDocument,
    ModelReply,
    ScriptedOptions,
    ScriptedWeb,
)
from followthrough.testing.manual_clock import ManualClock

#: Called with the kind of each event of a turn (interface.md, "Events"), in order.
OnEvent: TypeAlias = Callable[[str], Awaitable[None]]
#: A turn as callers see it.
TurnJson: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the conversation's system is made of.

    Attributes:
        pack: domain pack; None takes the configuration's.
        settings: (setting, value) on top of the configuration's, checked already.
        documents: the library. Every document is found by full text and by meaning when the system is open.
        corpus: a folder whose files are the library; None without. It is never written to, so systems with the
            same folder may share what was read from it.
        web: the pages there are, and what a search finds; without it there is no page and no search.
        model: what a scripted model says; empty takes the configuration's own model, or none.
    """

    pack: str | None = None
    settings: tuple[tuple[str, Json], ...] = ()
    documents: tuple[GivenDocument, ...] = ()
    corpus: Path | None = None
    web: ScriptedWeb | None = None
    model: tuple[ModelReply, ...] = ()


class System(Protocol):
    """One thread of one fresh system, as a user has it. Raises ``FollowthroughError`` as the product does."""

    async def attach(self, attachment: Attachment) -> str:
        """Puts a file into the thread's scope as an upload does; returns its document id when it can be found."""
        ...

    async def send(
        self,
        text: str,
        *,
        attachments: Sequence[str] = (),
        links: Sequence[str] = (),
        on_event: OnEvent | None = None,
    ) -> TurnJson:
        """Sends a message and waits for its turn.

        Args:
            text: the words; may be empty beside attachments.
            attachments: document ids.
            links: addresses beside the text.
            on_event: told of each event before the turn goes on, so that stop can be pressed at a known place.
        """
        ...

    async def offer(self, options: ScriptedOptions) -> str:
        """Registers the list that a host shows; returns the set's id."""
        ...

    async def select(self, option_set_id: str, option_id: str, *, on_event: OnEvent | None = None) -> TurnJson:
        """Clicks an option and waits for its turn."""
        ...

    async def retry(self, turn_id: str, *, on_event: OnEvent | None = None) -> TurnJson:
        """Tries a past turn again, as choosing it from recents does, and waits for the new one."""
        ...

    async def stop(self) -> None:
        """Presses stop; nothing running is harmless."""
        ...


class OpenSystem(Protocol):
    """Opens a system for one conversation.

    Entering raises ``DocumentRefused`` for a document that can't be read. Leaving waits for what is running and
    throws everything away.
    """

    def __call__(self, setup: Setup, clock: ManualClock) -> AbstractAsyncContextManager[System]:
        """A system whose time is ``clock``."""
        ...
