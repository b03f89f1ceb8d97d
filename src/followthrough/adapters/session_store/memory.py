"""Sessions in this process: as its own turns left them, with nothing to read and nothing to decode."""

from __future__ import annotations

from collections import OrderedDict

from followthrough.domain.ids import ThreadId
from followthrough.domain.session import Session

_KEPT = 64  # threads; about 100 KB each after eight turns


class MemorySessions:
    """A ``SessionStore`` of the threads that were used last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[ThreadId, Session] = OrderedDict()

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        """See ``SessionStore.load``."""
        session = self.kept.get(thread_id)
        if session is None or (version is not None and session.thread.version != version):
            return None
        return session

    async def save(self, session: Session) -> None:
        """See ``SessionStore.save``."""
        self.kept[session.thread.id] = session
        self.kept.move_to_end(session.thread.id)
        while len(self.kept) > _KEPT:
            self.kept.popitem(last=False)

    async def drop(self, thread_id: ThreadId) -> None:
        """See ``SessionStore.drop``."""
        self.kept.pop(thread_id, None)

    async def ping(self) -> str | None:
        """See ``SessionStore.ping``; memory always answers."""
        return None

    async def aclose(self) -> None:
        """See ``SessionStore.aclose``; there is nothing to close."""
