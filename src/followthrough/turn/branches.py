"""Threads that branch from others: a message is asked in other words, and what was said before it stays."""

from __future__ import annotations

from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.errors import NotFound
from followthrough.ports.clock import Clock
from followthrough.ports.ids import IdSource
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.branch import branched, turns_before
from followthrough.turn.service import TurnService


class Branches:
    """Makes branches."""

    def __init__(self, turns: TurnService, threads: ThreadStore, *, clock: Clock, ids: IdSource) -> None:
        self._turns = turns
        self._threads = threads
        self._clock = clock
        self._ids = ids

    async def fork(self, thread: Thread, turn_id: TurnId, *, text: str | None = None) -> Thread:
        """A new thread that begins with the turns before ``turn_id``; the other one stays as it is.

        Turns before it that are still being answered are waited for. Files of the other thread stay with it.

        Args:
            thread: the thread that is branched from.
            turn_id: one of its turns.
            text: what is asked in its place; None asks nothing yet.

        Raises:
            NotFound: the thread has no such turn.
            TooLarge: the text is too long.
            StoreUnavailable: the branch was not kept.
        """
        stored = await self._threads.turn(thread.id, turn_id)
        if stored is None:
            raise NotFound("There is no turn with this id.", fix="Check the id.")
        index = stored.message.index
        for before in await self._threads.turns(thread.id, after_index=index - 2, limit=1):
            if before.message.index < index:
                await self._turns.result(thread.id, before.message.turn_id)
        records = await self._threads.records(thread.id)
        ids = {turn.message.turn_id: TurnId(self._ids.new("turn")) for turn in turns_before(records, index)}
        now = self._clock.now()
        begun = Thread(
            id=ThreadId(self._ids.new("thr")),
            owner=thread.owner,
            collection=thread.collection,
            pack=thread.pack,
            language=thread.language,
            user_id=thread.user_id,
            created_at=now,
            updated_at=now,
        )
        history = branched(records, index=index, thread_id=begun.id, ids=ids)
        branch = await self._threads.create(begun, history)
        if text is not None:
            await self._turns.submit(branch.id, text)
        return branch
