"""A world that knows two facts, and a running service in it."""

from __future__ import annotations

import pytest
from tests.turn.world import FEE, HOURS, World
from tests.valkeys import valkey, valkey_server

__all__ = ["valkey", "valkey_server"]  # fixtures


@pytest.fixture
async def world() -> World:
    world = World()
    await world.know(FEE, HOURS)
    return world


@pytest.fixture
async def service(world: World):
    service = world.service()
    await service.start()
    yield service
    world.index.open.set()
    await service.aclose()
