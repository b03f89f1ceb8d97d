"""Sessions in the database: the thread's state and its last turns, as commits wrote them."""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.ids import ThreadId
from followthrough.domain.session import Session
from followthrough.errors import FollowthroughError
from followthrough.ports.thread_store import ThreadStore
from followthrough.tuning import Tuning


class DatabaseSessions:
    """A ``SessionStore`` over a ``ThreadStore``: a commit is its save, so there is nothing to write twice."""

    def __init__(self, threads: ThreadStore, tuning: Tuning) -> None:
        self._threads = threads
        self._window = tuning.history_max_turns

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        """See ``SessionStore.load``."""
        thread = await self._threads.get(thread_id)
        if thread is None or (version is not None and thread.version != version):
            return None
        first = max(0, thread.turns - self._window)
        turns = await self._threads.turns(thread_id, after_index=first, limit=self._window)
        ended = (turn for turn in turns if turn.record is not None and turn.message.index <= thread.turns)
        return Session(thread=thread, turns=tuple(replace(turn, events=()) for turn in ended))

    async def save(self, session: Session) -> None:
        """See ``SessionStore.save``; the commit has written it."""

    async def drop(self, thread_id: ThreadId) -> None:
        """See ``SessionStore.drop``; a session goes with its thread."""

    async def ping(self) -> str | None:
        """See ``SessionStore.ping``."""
        try:
            await self._threads.ping()
        except FollowthroughError as error:
            return error.what
        return None

    async def aclose(self) -> None:
        """See ``SessionStore.aclose``; the thread store is closed by its owner."""
