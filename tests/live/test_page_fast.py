"""How much the page asks of a connection, and of a long conversation (issue 17, "Fast")."""

from __future__ import annotations

import pytest
from playwright.async_api import Request, expect

from .conftest import Visit
from .page_server import Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

MOST_REQUESTS = 12
MOST_BYTES = 150_000


async def test_a_first_visit_takes_few_requests_and_few_bytes(visit: Visit, running: Product) -> None:
    page = await visit(path="/healthz")
    done: list[Request] = []

    def note(request: Request) -> None:
        done.append(request)

    page.on("requestfinished", note)
    await page.goto(f"{running.address}/")
    await expect(page.locator(".titles li").first).to_be_visible()
    await page.wait_for_load_state("networkidle")
    sizes = [await request.sizes() for request in done]
    assert len(done) <= MOST_REQUESTS, [request.url for request in done]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= MOST_BYTES


async def test_another_visit_takes_its_parts_from_the_browser(visit: Visit, running: Product) -> None:
    page = await visit()
    await expect(page.locator(".titles li").first).to_be_visible()
    await page.goto(f"{running.address}/?again")
    await expect(page.locator(".titles li").first).to_be_visible()
    taken = await page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.includes('/assets/'))"
        ".map(one => [new URL(one.name).pathname, one.transferSize])"
    )
    assert len(taken) >= 3
    assert [one for one in taken if one[1] > 0] == []
