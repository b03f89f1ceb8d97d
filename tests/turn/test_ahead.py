"""What the next message will be compared with is embedded while its reader still reads the reply (issue 12, cost)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.turn.world import FEE, HOURS, World, new_thread, say

from followthrough.domain.conversation import TurnRecord
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Vectors
from followthrough.testing.fake_embedder import FakeEmbedder

QUESTION = "What is the fee for a copy of the record?"


class Watched(FakeEmbedder):
    """Notes the questions that it embeds; ``broken`` makes it fail."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.refused: list[str] = []
        self.broken = False

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            self.refused += texts
            raise EmbedderUnavailable("The embedding model is away.")
        self.asked += texts
        return await super().embed_queries(texts)


async def until(texts: list[str], text: str) -> None:
    async with asyncio.timeout(5):
        while text not in texts:  # noqa: ASYNC110 - the work has no end that could be awaited
            await asyncio.sleep(0)


def quotes_of(record: TurnRecord) -> str:
    """What the next message is compared with."""
    quotes = "\n".join(dict.fromkeys(citation.quote for citation in record.reply.citations))
    assert quotes
    return quotes


async def test_the_last_answer_is_embedded_before_the_next_message_comes() -> None:
    world, embedder = World(), Watched()
    await world.know(FEE, HOURS)
    service = world.service(embedder=embedder)
    await service.start()
    try:
        record = await say(service, await new_thread(service), QUESTION)
        await until(embedder.asked, quotes_of(record))
    finally:
        await service.aclose()


async def test_an_embedder_that_fails_then_costs_the_next_message_nothing() -> None:
    world, embedder = World(), Watched()
    await world.know(FEE, HOURS)
    service = world.service(embedder=embedder)
    await service.start()
    try:
        thread = await new_thread(service)
        embedder.broken = True
        await until(embedder.refused, quotes_of(await say(service, thread, QUESTION)))
        embedder.broken = False
        assert (await say(service, thread, QUESTION)).reply.citations
    finally:
        await service.aclose()
