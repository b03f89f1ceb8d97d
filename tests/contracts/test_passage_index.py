"""Every passage index through the one contract: in memory, LanceDB in a folder, LanceDB in a bucket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.buckets import bucket, s3_endpoint

from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.ports.passage_index import PassageIndex
from followthrough.testing.contracts.passage_index import PassageIndexContract
from followthrough.testing.memory_index import MemoryIndex

__all__ = ["bucket", "s3_endpoint"]  # fixtures


class TestMemory(PassageIndexContract):
    @pytest.fixture
    def index(self) -> PassageIndex:
        return MemoryIndex()


class TestLanceFolder(PassageIndexContract):
    @pytest.fixture
    async def index(self, tmp_path: Path) -> AsyncIterator[PassageIndex]:
        index = LanceIndex(str(tmp_path / "not there yet" / "index"))
        yield index
        await index.aclose()


class TestLanceBucket(PassageIndexContract):
    @pytest.fixture
    async def index(self, bucket: str) -> AsyncIterator[PassageIndex]:
        index = LanceIndex(bucket)
        yield index
        await index.aclose()
