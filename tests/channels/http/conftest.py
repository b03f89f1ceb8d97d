from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from .rig import Rig, running


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncGenerator[Rig]:
    """An application without keys, as `followthrough serve` starts it."""
    async with running(tmp_path) as started:
        yield started
