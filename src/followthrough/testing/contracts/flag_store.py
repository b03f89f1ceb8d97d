"""The contract of ``FlagStore``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from followthrough.domain.rollout import Dial, Flag, Hold, Mode
from followthrough.ports.flag_store import FlagStore
from followthrough.testing.contracts.values import DIFFICULT, moment

#: Gives the store on the same data, once more each time, as another process would.
OpenFlagStore: TypeAlias = Callable[[], Awaitable[FlagStore]]

OFF = Hold(flag=Flag.GROUNDING_CONTINUITY, at_most=Dial(), why=DIFFICULT, at=moment(1))
FROZEN = Hold(flag=Flag.SELECTION_LANE, at_most=Dial(mode=Mode.ON, share=0.1), why="halted", at=moment(2))


class FlagStoreContract:
    """A backend inherits this and gives the fixture ``open_store``."""

    @pytest.fixture
    async def store(self, open_store: OpenFlagStore) -> FlagStore:
        """One store on empty data."""
        return await open_store()

    async def test_a_hold_is_seen_by_every_process(self, open_store: OpenFlagStore) -> None:
        """Whole, by the flag's name."""
        one, other = await open_store(), await open_store()
        assert await other.holds() == []
        await one.hold(FROZEN)
        await one.hold(OFF)
        assert await other.holds() == [OFF, FROZEN]

    async def test_a_later_hold_takes_the_place_of_an_earlier_one(self, store: FlagStore) -> None:
        """A flag is held once."""
        await store.hold(OFF)
        later = replace(OFF, why="again", at=moment(9))
        await store.hold(later)
        assert await store.holds() == [later]

    async def test_a_released_flag_is_not_held(self, store: FlagStore) -> None:
        """One that was not held is told."""
        await store.hold(OFF)
        await store.hold(FROZEN)
        assert await store.release(OFF.flag)
        assert await store.holds() == [FROZEN]
        assert not await store.release(OFF.flag)
