"""An empty document in which the page's modules can be tried by themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page
from starlette.applications import Starlette

from followthrough.channels.http.static import FOLDER, PageFiles

from .page_server import serving


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    """An empty document of the page's own host, so that its modules can be imported."""
    files = Starlette()
    files.mount("/", PageFiles(directory=FOLDER))
    async with serving(files) as address:
        page = await chromium.new_page()
        left: list[str] = []
        page.on("request", lambda request: left.append(request.url) if not request.url.startswith(address) else None)
        await page.goto(f"{address}/icon.svg")
        await page.goto(f"{address}/vendor/VENDOR.md")
        await page.goto(f"{address}/styles/turn.css")
        yield page
        assert left == []
        await page.close()
