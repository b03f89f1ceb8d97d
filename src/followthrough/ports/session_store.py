"""Sessions: loaded at the start of a run, written at its end (R3-8).

The database is the truth. A store beside it may lose everything at any moment: what it does not have, or has of
another version of the thread, is loaded from the database.
"""

from __future__ import annotations

from typing import Protocol

from followthrough.domain.ids import ThreadId
from followthrough.domain.session import Session


class SessionStore(Protocol):
    """Storage of sessions. Only the store in the database may raise, and only ``StoreUnavailable``."""

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        """The session at that version of the thread, or the newest one there is.

        None when it is not here, is of another version, or can't be had now.
        """
        ...

    async def save(self, session: Session) -> None:
        """Keeps the session that a run ended with. One that can't be kept now is missing later, and that is all."""
        ...

    async def drop(self, thread_id: ThreadId) -> None:
        """Forgets the session; an unknown id is ignored."""
        ...

    async def ping(self) -> str | None:
        """Asks whether the store answers; None when it does, else why not, in plain words."""
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
