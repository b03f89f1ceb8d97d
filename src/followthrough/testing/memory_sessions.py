"""Sessions in memory."""

from __future__ import annotations

from followthrough.domain.ids import ThreadId
from followthrough.domain.session import Session


class MemorySessions:
    """A ``SessionStore`` that forgets everything with the process."""

    def __init__(self) -> None:
        self.kept: dict[ThreadId, Session] = {}

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        """See ``SessionStore.load``."""
        session = self.kept.get(thread_id)
        if session is None or (version is not None and session.thread.version != version):
            return None
        return session

    async def save(self, session: Session) -> None:
        """See ``SessionStore.save``."""
        self.kept[session.thread.id] = session

    async def drop(self, thread_id: ThreadId) -> None:
        """See ``SessionStore.drop``."""
        self.kept.pop(thread_id, None)

    async def ping(self) -> str | None:
        """See ``SessionStore.ping``; memory always answers."""
        return None

    async def aclose(self) -> None:
        """See ``SessionStore.aclose``; there is nothing to close."""
