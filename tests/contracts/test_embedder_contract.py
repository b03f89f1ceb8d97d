"""Every embedder through one suite."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.testing.contracts.embedder import EmbedderContract
from followthrough.testing.fake_embedder import FakeEmbedder


class TestFake(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> FakeEmbedder:
        return FakeEmbedder()


class TestMiniLm(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> AsyncIterator[MiniLmEmbedder]:
        embedder = MiniLmEmbedder()
        yield embedder
        await embedder.aclose()
