"""Sessions in Valkey or Redis, beside the database: quick to load, and nothing is lost with them."""

from __future__ import annotations

from typing import Any

from followthrough.adapters.database.codec import session_codec
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.domain.ids import ThreadId
from followthrough.domain.session import Session
from followthrough.errors import FollowthroughError
from followthrough.tuning import Tuning

_PREFIX = "followthrough:session:"
_CLEAR_S = 60.0


class ValkeySessions:
    """A ``SessionStore`` whose entries go after a while without use."""

    def __init__(self, connection: ValkeyConnection, tuning: Tuning) -> None:
        self._connection = connection
        self._ttl_s = int(tuning.session_ttl_s)

    async def load(self, thread_id: ThreadId, *, version: int | None = None) -> Session | None:
        """See ``SessionStore.load``. The entry says its version first, so that an old one is not read any further."""
        entry = await self._connection.ask(lambda client: client.get(_key(thread_id)))
        if not entry:
            return None
        stamp, _, text = bytes(entry).partition(b"\n")
        if version is not None and stamp != str(version).encode():
            return None
        try:
            session = session_codec().decode(text.decode())
        except (FollowthroughError, UnicodeDecodeError):  # of another version of this product, or of another program
            return None
        return session if session.thread.id == thread_id else None

    async def save(self, session: Session) -> None:
        """See ``SessionStore.save``."""
        entry = f"{session.thread.version}\n{session_codec().encode(session)}".encode()
        key = _key(session.thread.id)
        await self._connection.ask(lambda client: client.set(key, entry, ex=self._ttl_s))

    async def drop(self, thread_id: ThreadId) -> None:
        """See ``SessionStore.drop``."""
        await self._connection.ask(lambda client: client.delete(_key(thread_id)))

    async def clear(self) -> None:
        """Forgets every session: threads are put back to what they were, under versions that come again."""

        async def forget(client: Any) -> None:
            async for key in client.scan_iter(match=f"{_PREFIX}*", count=1_000):
                await client.unlink(key)

        await self._connection.ask(forget, limit_s=_CLEAR_S)

    async def ping(self) -> str | None:
        """See ``SessionStore.ping``."""
        return await self._connection.check()

    async def aclose(self) -> None:
        """See ``SessionStore.aclose``."""
        await self._connection.aclose()


def _key(thread_id: ThreadId) -> bytes:
    return f"{_PREFIX}{thread_id}".encode("utf-8", "surrogatepass")
