"""How much the page asks of a connection, and of a long conversation (issue 17, "Fast")."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from playwright.async_api import Page, Request, Route, expect

from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.records import TurnEnded

from .conftest import Visit
from .page_server import FILING, Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST_REQUESTS = 12
MOST_BYTES = 150_000


async def test_a_first_visit_takes_few_requests_and_few_bytes(visit: Visit, running: Product) -> None:
    page = await visit(path="/healthz")
    done: list[Request] = []

    def note(request: Request) -> None:
        done.append(request)

    page.on("requestfinished", note)
    async with page.expect_response("**/v1/changes"):  # one request that lasts: the network is never idle
        await page.goto(f"{running.address}/")
    await expect(page.locator(".titles li").first).to_be_visible()
    await expect(page.locator("#threads section")).not_to_have_count(0)
    await page.evaluate("document.fonts.ready.then(() => null)")
    sizes = [await request.sizes() for request in done]
    assert len(done) <= MOST_REQUESTS, [request.url for request in done]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= MOST_BYTES


async def test_another_visit_takes_its_parts_from_the_browser(visit: Visit, running: Product) -> None:
    page = await visit()
    await expect(page.locator(".titles li").first).to_be_visible()
    first = await parts(page)
    await page.goto(f"{running.address}/?again")
    await expect(page.locator(".titles li").first).to_be_visible()
    again = await parts(page)
    assert len(first.keys() & again.keys()) >= 3
    # the icon comes when the browser likes to: a part that the first visit left behind has yet to be taken
    assert {name: size for name, size in again.items() if name in first and size > 0} == {}


async def test_over_a_slow_connection_nothing_is_asked_for_twice(visit: Visit, running: Product) -> None:
    page = await visit(path="/healthz")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    async def slowly(route: Route) -> None:
        await asyncio.sleep(1)
        await route.continue_()

    await page.route("**/v1/threads?*", slowly)
    async with page.expect_response("**/v1/changes"):
        await page.goto(f"{running.address}/")
    await expect(page.locator("#threads section")).not_to_have_count(0)
    assert len([url for url in asked if "/v1/threads?" in url]) == 1
    assert len(asked) <= MOST_REQUESTS, asked


async def parts(page: Page) -> dict[str, int]:
    """The page's own files that this visit has taken so far, each with its bytes over the connection (0: none)."""
    taken: list[tuple[str, int]] = await page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.includes('/assets/'))"
        ".map(one => [new URL(one.name).pathname, one.transferSize])"
    )
    return dict(taken)


async def test_of_five_hundred_turns_those_are_drawn_that_are_seen(visit: Visit, running: Product) -> None:
    thread_id = await long_thread(running, 500)
    page = await visit(path=f"/#thread={thread_id}")
    await expect(page.locator(".turn").last).to_contain_text(FILING)
    assert await page.locator(".turn").count() < 40  # what is above is read when someone comes near it
    await page.evaluate("requestIdleCallback = () => 0")  # only what is seen from now on
    await page.evaluate(f"location.hash = '#thread={thread_id}&turn=turn_3'")
    third = page.locator(".turn-linked")
    await expect(third).to_contain_text(FILING)
    await expect(third).to_be_in_viewport()
    await expect(page.locator(".turn")).to_have_count(500)
    assert await page.locator(".turn-unseen").count() > 300
    await page.locator(".turn").nth(200).scroll_into_view_if_needed()
    await expect(page.locator(".turn").nth(200)).to_contain_text("120 days")
    await expect(page.locator(".turn").nth(200)).to_be_in_viewport()


async def long_thread(running: Product, turns: int, name: str = "thr_long") -> ThreadId:
    """A thread of this id with so many turns, as a branch has them."""
    service, store = running.system.turns, running.system.services.threads
    short = await service.create_thread(owner=OwnerId("local"), collection="default", pack="general")
    told = await service.result(short.id, (await service.submit(short.id, FILING)).turn_id)
    long = replace(short, id=ThreadId(name))
    prefix = "turn" if name == "thr_long" else name
    history: list[TurnEnded] = []
    for index in range(1, turns + 1):
        message = replace(told.message, thread_id=long.id, turn_id=TurnId(f"{prefix}_{index}"), index=index)
        history.append(TurnEnded(turn=replace(told, message=message, copied=True)))
    await store.create(long, history)
    return long.id
