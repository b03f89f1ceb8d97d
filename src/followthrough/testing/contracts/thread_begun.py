"""The contract of ``ThreadStore``: threads that begin with the turns of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from followthrough.domain.ids import TurnId
from followthrough.domain.records import Renamed, TurnEnded
from followthrough.errors import VersionConflict
from followthrough.testing.contracts.thread_turns import T1, T2, OpenThreadStore, end, send
from followthrough.testing.contracts.values import a_thread, moment


class BegunContract:
    """Creating threads that have turns already."""

    async def test_a_thread_begins_with_the_turns_of_another(self, open_store: OpenThreadStore) -> None:
        """They are its own from then on: listed, folded, counted on from; the other thread stays as it was."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        message = await send(store, 1)
        ended, before = await end(store, message, 0)
        copy = replace(message, turn_id=TurnId("copy"), thread_id=T2, client_message_id=None)
        turn = TurnEnded(turn=replace(ended.turn, message=copy, copied=True))
        renamed = Renamed(title="Branch", at=moment(1))
        after = await store.create(a_thread("t-2"), [turn, renamed])
        assert after == await store.get(T2)
        assert (after.version, after.turns, after.title) == (2, 1, "Branch")
        assert await store.records(T2) == [turn, renamed]
        [stored] = await store.turns(T2)
        assert (stored.message, stored.record, stored.events) == (copy, turn.turn, ())
        assert await store.next_pending(T2) is None
        assert (await send(store, 2, T2)).index == 2
        assert await store.get(T1) == before

    async def test_turns_that_are_another_threads_make_no_thread(self, open_store: OpenThreadStore) -> None:
        """All of it or nothing."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        ended, _ = await end(store, await send(store, 1), 0)
        stolen = replace(ended.turn.message, thread_id=T2)
        with pytest.raises(VersionConflict):
            await store.create(a_thread("t-2"), [TurnEnded(turn=replace(ended.turn, message=stolen))])
        assert await store.get(T2) is None
