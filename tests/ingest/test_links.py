"""Documents given as links: fetched in the background, known by their address, refreshed when given again."""

from __future__ import annotations

import pytest
from tests.ingest.world import FAILED, QUEUED, READY, World

from followthrough.domain.documents import Document, DocumentMetadata
from followthrough.domain.ids import ThreadId
from followthrough.domain.web import PageRefusal
from followthrough.errors import InvalidInput

FEES = "https://example.org/fees"


@pytest.fixture
def world() -> World:
    return World()


async def add(world: World, url: str = FEES, **more: object) -> Document:
    return await world.library.add_link(url=url, collection="c", **more)  # type: ignore[arg-type]  # as given


async def read(world: World, url: str = FEES, **more: object) -> Document:
    document = await add(world, url, **more)
    await world.library.run_until_idle()
    return await world.now(document)


async def test_a_link_is_queued_then_read_and_found(world: World) -> None:
    world.web[FEES] = "<html><head><title>Fees</title></head><body><p>A visit costs 12 dollars.</p></body></html>"
    queued = await add(world)
    assert (queued.status, queued.source, queued.name) == (QUEUED, FEES, "example.org/fees")
    await world.library.run_until_idle()
    ready = await world.now(queued)
    assert (ready.status, ready.title, ready.media_type) == (READY, "Fees", "text/html")
    assert await world.found("visit") == ["A visit costs 12 dollars."]
    (passage,) = await world.passages(ready)
    assert (passage.url, passage.document_name) == (FEES, "Fees")


async def test_a_document_is_known_by_its_address_in_one_form(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    first = await read(world)
    again = await read(world, " HTTPS://Example.org:443/fees#visits ")
    assert again.id == first.id
    assert len(await world.documents.list(collection="c")) == 1


async def test_the_same_link_again_refreshes(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    first = await read(world)
    world.web[FEES] = "A visit costs 15 dollars."
    queued = await add(world)
    assert queued.status is QUEUED
    assert await world.found("visit") == ["A visit costs 12 dollars."], "the version before is found meanwhile"
    await world.library.run_until_idle()
    assert await world.found("visit") == ["A visit costs 15 dollars."]
    assert (await world.now(first)).created_at == first.created_at


async def test_a_link_that_waits_already_is_fetched_once(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    assert await add(world) == await add(world)
    await world.library.run_until_idle()
    assert world.pages.read_urls == [FEES]


@pytest.mark.parametrize("code", list(PageRefusal))
async def test_a_page_that_cannot_be_read_says_why(world: World, code: PageRefusal) -> None:
    world.web[FEES] = code
    failed = await read(world)
    assert failed.status is FAILED
    assert failed.reason is not None
    assert code.value in failed.reason
    assert "\n" not in failed.reason
    assert await world.found("visit") == []


async def test_a_page_without_text_says_so(world: World) -> None:
    world.web[FEES] = b"\x89PNG\r\n\x1a\n\x00\x00"
    failed = await read(world)
    assert failed.status is FAILED
    assert "binary" in (failed.reason or "")


async def test_what_was_read_before_stays_when_the_page_is_gone(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    await read(world)
    del world.web[FEES]
    failed = await read(world)
    assert failed.status is FAILED
    assert (failed.reason or "").endswith("The version before it is still searched.")
    assert await world.found("visit") == ["A visit costs 12 dollars."]
    world.web[FEES] = "A visit costs 15 dollars."
    back = await read(world)
    assert (back.status, back.reason) == (READY, None)


async def test_a_link_is_fetched_by_another_process_after_a_crash(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    await add(world)
    other = World(shares=world, worker="w-2")
    await other.library.run_until_idle()
    assert await world.found("visit") == ["A visit costs 12 dollars."]


async def test_what_is_cited_is_where_it_was_read(world: World) -> None:
    """A page may call any other address its own; that is no reason to show that one."""
    world.web[FEES] = (
        "<html><head><link rel='canonical' href='https://bank.example/'></head>"
        "<body><p>A visit costs 12 dollars.</p></body></html>"
    )
    document = await read(world)
    assert document.metadata.source_url == FEES
    assert (await world.passages(document))[0].url == FEES


async def test_metadata_from_outside_wins(world: World) -> None:
    world.web[FEES] = "<html><head><title>Fees</title></head><body><p>A visit costs 12 dollars.</p></body></html>"
    given = DocumentMetadata(title="Fees of 2026", source_url="https://example.org/home")
    document = await read(world, metadata=given)
    assert (document.title, document.metadata.source_url) == ("Fees of 2026", "https://example.org/home")


async def test_a_link_of_a_thread_is_found_there_only(world: World) -> None:
    world.web[FEES] = "A visit costs 12 dollars."
    document = await read(world, thread_id=ThreadId("t1"))
    assert document.thread_id == "t1"
    assert await world.found("visit", thread_id=ThreadId("t1")) == ["A visit costs 12 dollars."]
    assert await world.found("visit") == []


async def test_a_file_that_waited_under_the_same_address_gives_way(world: World) -> None:
    world.web[FEES] = "A visit costs 15 dollars."
    await world.library.enqueue(data=b"A visit costs 12 dollars.", name="fees.txt", source=FEES, collection="c")
    await read(world)
    assert await world.found("visit") == ["A visit costs 15 dollars."]


@pytest.mark.parametrize(
    "url", ["", "fees", "file:///etc/passwd", "http://me:secret@example.org/", f"https://example.org/{'x' * 600}"]
)
async def test_what_is_no_link_is_refused_at_once(world: World, url: str) -> None:
    with pytest.raises(InvalidInput) as error:
        await add(world, url)
    assert error.value.field == "url"
    assert not url or url not in str(error.value)
