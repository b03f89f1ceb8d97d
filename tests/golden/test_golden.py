"""Every golden conversation, through the whole system: real files, real index, real embedding model, no model calls.

A file is one conversation and is named after the requirement, report or issue that it shows; its transcript reads
from top to bottom. ``followthrough eval conversations tests/golden`` plays the same files.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from followthrough.cli.conversations import Workshop, open_workshop
from followthrough.evals.conversations.run import play, read
from followthrough.evals.conversations.script import Script
from followthrough.settings import only

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def workshop() -> AsyncIterator[Workshop]:
    async with open_workshop(only()) as opened:
        yield opened


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
async def test_golden(file: Path, workshop: Workshop) -> None:
    (script,) = read([file])
    assert isinstance(script, Script), str(script)
    result = await play(script, workshop.open_system)
    assert result.passed, "\n".join(str(f) for f in result.failures)


def test_every_golden_conversation_is_named_after_what_it_shows() -> None:
    assert len(FILES) >= 30
    for script in read([FOLDER]):
        assert isinstance(script, Script), str(script)
        assert script.file.stem.startswith(("R", "F", "C", "report-", "section-", "issue-")), script.file.name
