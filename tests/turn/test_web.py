"""The web in a turn: one search a part, its pages at once, and whatever fails costs the web alone (C36, F39)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from tests.turn.world import FEE, QUICK, World, new_thread, say

from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.events import Event, Sources
from followthrough.domain.objective import OutwardStatus, Source, StuckReason
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.domain.tools import Tool, ToolOutcome
from followthrough.domain.web import FetchedPage, PageRefusal, PageRefused
from followthrough.errors import StoreUnavailable
from followthrough.ports.embedder import Vectors
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.fake_web import FakeWebSearch
from followthrough.turn.service import TurnService

ASKED = "What does a berth permit of Harbor Marina cost?"
PAGE = "https://harbor.example/permits"
SAYS = "A berth permit of Harbor Marina costs 90 euros a year."


@pytest.fixture
async def online(world: World):
    """A service with a web search that finds one page."""
    world.web[PAGE] = SAYS
    world.search = FakeWebSearch({"berth permit harbor marina": [PAGE]})
    async with running(world) as service:
        yield service


def running(world: World, tuning=QUICK):
    return _Running(world.service(tuning))


class _Running:
    def __init__(self, service: TurnService) -> None:
        self.service = service

    async def __aenter__(self) -> TurnService:
        await self.service.start()
        return self.service

    async def __aexit__(self, *_: object) -> None:
        await self.service.aclose()


def uses(record: TurnRecord) -> list[tuple[Tool, str, ToolOutcome]]:
    return [(use.tool, use.argument, use.outcome) for use in record.tools]


async def test_c36_a_miss_is_searched_read_answered_and_cited(world: World, online: TurnService) -> None:
    record = await say(online, await new_thread(online), ASKED)
    assert record.objective_status is OutwardStatus.RESOLVED
    assert record.objective is not None
    assert record.objective.subs[0].source is Source.WEB
    assert record.retrieval.signal is RetrievalSignal.TOOL_OK
    (citation,) = record.reply.citations
    assert (citation.url, citation.quote) == (PAGE, SAYS)
    assert uses(record) == [(Tool.SEARCH, ASKED, ToolOutcome.OK), (Tool.SCRAPE, PAGE, ToolOutcome.OK)]
    assert "web" in dict(record.timings_ms)


async def test_reading_a_page_is_no_search(world: World, online: TurnService) -> None:
    record = await say(online, await new_thread(online), ASKED)
    assert record.retrieval.searches == 2, "the index, and the web once"
    assert world.search.asked == [ASKED]
    assert world.pages.read_urls == [PAGE]


async def test_what_is_cited_can_be_read_in_the_threads_documents(world: World, online: TurnService) -> None:
    thread = await new_thread(online)
    record = await say(online, thread, ASKED)
    (citation,) = record.reply.citations
    document = await world.documents.get(citation.document_id)
    assert document is not None
    assert (document.thread_id, document.source) == (thread.id, PAGE)
    passage = (await world.index.get([citation.passage_id]))[citation.passage_id]
    assert citation.quote in passage.text
    saved = await world.threads.get(thread.id)
    assert saved is not None
    assert saved.document_ids == (citation.document_id,)


async def test_what_the_documents_answer_is_not_searched_on_the_web(world: World, online: TurnService) -> None:
    record = await say(online, await new_thread(online), "What is the fee for a copy of the record?")
    assert "12 dollars" in record.reply.text
    assert (record.tools, world.search.asked, world.pages.read_urls) == ((), [], [])


async def test_only_the_part_that_is_missed_is_searched_for(world: World, online: TurnService) -> None:
    record = await say(online, await new_thread(online), f"What is the fee for a copy of the record? {ASKED}")
    assert world.search.asked == [ASKED]
    assert record.objective is not None
    assert [sub.source for sub in record.objective.subs] == [Source.RAG, Source.WEB]
    assert record.retrieval.signal is RetrievalSignal.TOOL_OK


async def test_readers_are_told_of_the_pages_too(world: World, online: TurnService) -> None:
    thread = await new_thread(online)
    told: list[Sources] = []

    async def observe(event: Event) -> None:
        if isinstance(event.body, Sources):
            told.append(event.body)

    message = await online.submit(thread.id, ASKED, observe=observe)
    await online.result(thread.id, message.turn_id)
    assert [s.document_name for s in told[-1].sources if s.document_name == "permits.txt"]


async def test_f39_what_brought_nothing_is_not_searched_for_again(world: World, online: TurnService) -> None:
    thread = await new_thread(online)
    first = await say(online, thread, "Who is the captain of the ferry Aurora?")
    assert uses(first)[0][2] is ToolOutcome.EMPTY
    await say(online, thread, "search the web for the captain of the ferry Aurora")
    await say(online, thread, "please google who the captain of the ferry Aurora is")
    assert len(world.search.asked) == 1


async def test_f39_pages_that_could_not_be_read_are_not_fetched_again(world: World) -> None:
    world.web[PAGE] = PageRefusal.TIMED_OUT
    world.search = FakeWebSearch({"berth permit harbor marina": [PAGE], "mooring harbor marina": [PAGE]})
    async with running(world) as service:
        thread = await new_thread(service)
        record = await say(service, thread, ASKED)
        await say(service, thread, "What are the mooring rules of Harbor Marina?")
    assert len(world.search.asked) == 2
    assert world.pages.read_urls == [PAGE]
    assert record.retrieval.signal is RetrievalSignal.TOOL_FAILED
    assert record.ask is not None
    assert record.ask.stuck_reason is StuckReason.TOOL_FAILED
    assert "could not be read" in record.reply.text


async def test_a_search_that_fails_costs_the_web_alone(world: World) -> None:
    world.search = FakeWebSearch({}, fails=True)
    async with running(world) as service:
        thread = await new_thread(service)
        record = await say(service, thread, f"What is the fee for a copy of the record? {ASKED}")
        assert record.status is TurnStatus.COMPLETED
        assert "12 dollars" in record.reply.text
        assert "could not search the web" in record.reply.text
        assert record.objective is not None
        assert record.objective.subs[1].stuck_reason is StuckReason.TOOL_FAILED
        assert "and the web" not in record.reply.text, "what did not answer was not searched"


async def test_a_page_that_cannot_be_parsed_is_one_that_could_not_be_read(world: World) -> None:
    world.web[PAGE] = b"\x89PNG\r\n\x1a\n\x00\x00"
    world.search = FakeWebSearch({"berth permit harbor marina": [PAGE]})
    async with running(world) as service:
        record = await say(service, await new_thread(service), ASKED)
    assert uses(record)[1] == (Tool.SCRAPE, PAGE, ToolOutcome.FAILED)
    assert record.objective_status is OutwardStatus.NEED_INFO


async def test_a_page_that_shares_words_and_answers_something_else_is_no_answer(world: World) -> None:
    world.web[PAGE] = "Harbor Marina. Cost of living is high. A permit. Berth."
    world.search = FakeWebSearch({"berth permit harbor marina": [PAGE]})
    async with running(world) as service:
        record = await say(service, await new_thread(service), ASKED)
    assert record.objective_status is OutwardStatus.NEED_INFO


class Slow:
    """Pages of which one never comes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.given_up = 0

    async def fetch(self, url: str) -> FetchedPage | PageRefused:
        if url != PAGE:
            try:
                await asyncio.Event().wait()
            finally:
                self.given_up += 1
        return FetchedPage(url=url, data=SAYS.encode(), name="permits.txt")

    async def read(self, url: str) -> PageRefused:
        return PageRefused(code=PageRefusal.NOT_FOUND, reason="x.")

    async def aclose(self) -> None: ...


async def test_pages_that_do_not_come_in_time_are_left_out(world: World) -> None:
    world.search = FakeWebSearch({"berth permit harbor marina": ["https://slow.example/", PAGE]})
    slow = Slow(world)
    service = world.service(tuning_with(web_turn_s=0.1), pages=slow)
    await service.start()
    record = await say(service, await new_thread(service), ASKED)
    await service.aclose()
    assert "90 euros" in record.reply.text
    assert slow.given_up == 1
    assert (Tool.SCRAPE, "https://slow.example/", ToolOutcome.FAILED) in uses(record)


async def test_without_an_embedder_pages_are_read_by_their_words(world: World) -> None:
    class Away(FakeEmbedder):
        async def embed_queries(self, texts: Sequence[str]) -> Vectors:
            from followthrough.errors import EmbedderUnavailable

            raise EmbedderUnavailable("away")

    world.web[PAGE] = SAYS
    world.search = FakeWebSearch({"berth permit harbor marina": [PAGE]})
    service = world.service(QUICK, embedder=Away())
    await service.start()
    record = await say(service, await new_thread(service), ASKED)
    await service.aclose()
    assert "90 euros" in record.reply.text


async def test_a_store_that_is_away_fails_the_turn_and_not_the_search(world: World, online: TurnService) -> None:
    """What the user sent is kept and answered later; the search is not written down as having brought nothing."""
    thread = await new_thread(online)
    world.documents.put_many = _away  # type: ignore[method-assign]  # the store fails from now on
    message = await online.submit(thread.id, ASKED)
    with pytest.raises(StoreUnavailable):
        await online.result(thread.id, message.turn_id)
    saved = await world.threads.get(thread.id)
    assert saved is not None
    assert saved.tools == ()


async def _away(*_: object) -> None:
    raise StoreUnavailable("The database is away.", fix="Try again.")


def tuning_with(**numbers: float):
    from dataclasses import replace

    return replace(QUICK, **numbers)


def test_the_samples_say_different_things() -> None:
    assert FEE != SAYS
